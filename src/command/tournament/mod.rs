//! `tournament`: a small language of its own behind one word.
//!
//! ```text
//! tournament                         the list
//! tournament NAME                    one of them
//! tournament ACT NAME ...            what is done with it; NAME ACT is understood as well
//! ```
//!
//! Its acts and the terms of a tournament are data, as the commands are: help, complaints and this parser read the same lists.

mod act;
mod ask;
mod read;
mod term;

pub use act::{Act, acts, is_tournament_name};
pub use ask::{ExportFormat, ExtendTo, TournamentAsk, TournamentCommand};
pub(in crate::command) use read::{takes_lines_below, tournament};
pub use term::{
    TIE_BREAKS, TOURNAMENT_GROUPS_MAX, TOURNAMENT_GROUPS_MIN, TOURNAMENT_LOAD_MAX, TOURNAMENT_PLAYERS_MAX,
    TournamentFormat, TournamentSeed, TournamentTerm, TournamentVacation,
};
