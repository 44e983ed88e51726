//! Wording: the texts for boards, times, lists, rules, tournaments and refusals, in every language. It knows nothing about mails: the text
//! comes as blocks, and a letter or a page gives them their form.

pub(crate) mod blocks;
pub(crate) mod challenged;
mod club_identity;
pub(crate) mod export_names;
pub(crate) mod facts;
mod files;
mod template_text;
mod variant_texts;

mod help;
pub(crate) mod lines;

mod help_changes;

mod bounded_text;
mod templates;

mod comparison;
mod overlay;

pub mod complaint;
pub(crate) mod locale;
mod namesakes;
pub(crate) mod title;

pub(crate) mod answer_writer;
pub(crate) mod expected_answers;
pub(crate) mod picture;
pub(crate) mod time;

pub(crate) mod choices;
pub(crate) mod consent_words;
pub(crate) mod game_summary;
pub(crate) mod lists;
mod ratings;
pub(crate) mod tournament;

mod board_parts;
mod club_answers;
pub(crate) mod end_of_game;
mod game_lists;
pub(crate) mod opening;
mod refusals;
mod rules_answers;

mod help_parts;

pub(crate) mod answer_parts;

pub use club_identity::ClubIdentity;
pub use overlay::{OverlayFile, overlaid, overlay_names};
pub use templates::{Wording, WordingError, Wordings};

pub(crate) use overlay::is_invisible;
pub(crate) use template_text::folded;
