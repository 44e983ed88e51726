//! The formats of a tournament. Each has one file, with everything that is true of that format alone. All other code asks [`of`] for the
//! rules of a format and never which one it is. What a format is called is in [`crate::command`], and its words are in `config/letters`.

mod format_rules;

mod meetings;
mod table;

mod groups;
mod knockout;
mod round_robin;
mod swiss;

mod known;

pub use format_rules::{Bye, FormatRules, Next, Placed};
pub use groups::enough_groups;
pub use known::of;
pub use table::{players_of, table};
