//! `tournament`: a small language of its own behind one word.
//!
//! ```text
//! tournament                         the list
//! tournament NAME                    one of them
//! tournament ACT NAME ...            what is done with it; NAME ACT is understood as well
//! ```
//!
//! Its acts and the terms of an event are data, as the commands are: help, complaints and this parser read the same lists.

mod act;
mod ask;
mod read;
mod term;

pub use act::{Act, acts, is_event_name};
pub use ask::{EventAsk, ExportFormat, ExtendTo, TournamentCommand};
pub(in crate::command) use read::{takes_lines_below, tournament};
pub use term::{
    EVENT_GROUPS_MAX, EVENT_GROUPS_MIN, EVENT_LOAD_MAX, EVENT_PLAYERS_MAX, EventFormat, EventLeave, EventSeed,
    EventTerm, TIE_BREAKS,
};
