//! A notice, or the answer to a mail, becomes a finished letter. This module knows no rules and decides nothing.

mod account;
mod attachment;
mod bad_letter;
mod closing_lines;
mod digest;
mod draft;
mod end_letter;
mod html_text;
mod letter;
mod letter_error;
mod links;
mod own_words;
mod thread;
mod tournament_news;

mod answer_letter;
mod body;
mod club_name;
mod html_boards;

mod page;

mod confirmations;
mod first_paragraph;

mod assemble;

mod notice;

mod composer;

mod proof;

pub use account::{CAME_BACK, LETTER_LOST};
pub use assemble::Unfinished;
pub use bad_letter::BadLetter;
pub use closing_lines::{Besides, SentWords};
pub use composer::Composer;
pub use confirmations::{AskedSignup, Asking};
pub use letter::{Addressee, Answered, Letter, UNSUBSCRIBE};
pub use letter_error::LetterError;
pub use notice::{DIGEST, MESSAGE};
pub use proof::prove;
pub use thread::{board_of, board_shown};
