//! A notice, or the answer to a mail, becomes a finished letter. This module knows no rules and decides nothing.

mod account;
mod attachment;
mod closing_lines;
mod digest;
mod draft;
mod letter;
mod letter_error;
mod links;
mod own_words;
#[cfg(test)]
mod tests;
mod thread;
mod tournament_news;

mod answer_letter;
mod body;
mod club_name;

mod assemble;
mod confirmations;

mod notice;

mod composer;

pub use account::{CAME_BACK, LETTER_LOST};
pub use closing_lines::Besides;
pub use composer::Composer;
pub use confirmations::Asking;
pub use letter::{Addressee, Answered, Letter, UNSUBSCRIBE};
pub use letter_error::LetterError;
pub use notice::{DIGEST, MESSAGE};
pub use thread::{board_of, board_shown};
