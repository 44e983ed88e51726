//! Requests about tournaments, and what becomes due in them.
//!
//! ```text
//! commands, organizer (an organizer, a player) --.
//! deadlines (a day or a round is over) ----------+--> next_round --+--> begin_round (meetings, games, letters)
//! advance (a game has ended) --------------------'                 '--> finish
//! ```
//!
//! The tables behind it are pure: who meets whom, what it counts and who has which place is in `tournament` and `tables`.

pub(crate) mod changes_and_news;

pub(crate) mod begin_round;
pub(crate) mod withdrawal;

pub(crate) mod absence;

pub(crate) mod advance;

pub(crate) mod deadlines;
pub(crate) mod organizer;

pub(crate) mod commands;

pub use absence::depart;
pub use advance::follow;
pub use commands::{act, look};
pub use deadlines::clockwork;
