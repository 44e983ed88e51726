//! Tournaments: who meets whom, what it counts, and who stands where.
//!
//! ```text
//! act, desk (an organizer, a player) ----.                  .--> begin (meetings, games, letters)
//!                                         >--> round (next) -+
//! follow (a game has ended) -------------'                  '--> finish
//! ```
//!
//! The tables behind it are pure and know no players: `pairing`, `standings`, `tiebreak`.

mod absent;
mod act;
mod archive;
mod begin;
mod change;
mod crosstable;
mod deed;
mod desk;
mod export;
mod follow;
mod hour;
mod moves;
mod overrides;
mod page;
pub mod pairing;
mod places;
mod plan;
mod refusal;
mod report;
mod round;
mod seed;
mod standings;
mod tiebreak;
#[allow(clippy::module_inception, reason = "a file is named after the one thing in it, and this one is the tournament")]
mod tournament;

pub use absent::depart;
pub use act::{act, look};
pub use archive::{Archive, ArchiveError};
pub use change::{OfTournament, TournamentChange};
pub use crosstable::{CrossRow, Crosstable, sign};
pub use deed::{Extended, Finish, Leaving, Note, Ruling, SoFar, Stretch};
pub use follow::follow;
pub use hour::clockwork;
pub use moves::{Moves, MovesError, PlayedGame};
pub use overrides::Override;
pub use page::{Done, TournamentPage};
pub use places::{Placed, places, podium};
pub use plan::{Plan, PlanFault};
pub use refusal::TournamentRefusal;
pub use standings::{Bout, Field, Outcome, Presence, Standing, half_points, halves, presence_when_leaving};
pub use tiebreak::{MeetingBreak, TieBreak, USUAL, USUAL_SWISS, Value, meeting_winner};
pub use tournament::{
    BadTournamentName, Entry, Meeting, NOTES_MAX, Table, Tournament, TournamentGame, TournamentLine, TournamentName,
    TournamentStage,
};
