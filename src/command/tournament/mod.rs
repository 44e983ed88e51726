//! `tournament`: a small language of its own after one word.
//!
//! ```text
//! tournament                         the list
//! tournament NAME                    one of them
//! tournament ACT NAME ...            an action on it; NAME ACT is understood as well
//! ```
//!
//! Its actions and the terms of a tournament are data, like the commands: help, complaints and this parser use the same lists.

mod term;

mod ask;

mod act;

pub(in crate::command) use act::{ACTS, Kind, act};
pub use act::{Act, acts, is_tournament_name};
pub use ask::{ExportFormat, ExtendTo, TournamentAsk, TournamentCommand};
pub use term::{
    TIE_BREAKS, TOURNAMENT_GROUPS_MAX, TOURNAMENT_GROUPS_MIN, TOURNAMENT_LOAD_MAX, TOURNAMENT_PLAYERS_MAX,
    TournamentFormat, TournamentSeed, TournamentTerm, TournamentVacation,
};
pub(in crate::command) use term::{terms, unknown_term, with_terms};
