//! `tournament`: a small language of its own behind one word.
//!
//! ```text
//! tournament                         the list
//! tournament NAME                    one of them
//! tournament ACT NAME ...            what is done with it; NAME ACT is understood as well
//! ```
//!
//! Its acts and the terms of a tournament are data, as the commands are: help, complaints and this parser read the same lists.

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
