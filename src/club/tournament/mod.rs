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
mod bout;
mod change;
mod crosstable;
mod deed;
mod desk;
mod export;
mod follow;
mod hour;
mod moves;
mod name;
mod overrides;
mod page;
pub mod pairing;
mod pairing_wishes;
mod places;
mod plan;
mod played_game;
mod refusal;
mod report;
mod round;
mod seed;
mod standings;
mod tiebreak;
#[allow(clippy::module_inception, reason = "a file is named after the one thing in it, and this one is the tournament")]
mod tournament;
mod withdrawal;
mod writing;

pub use absent::depart;
pub use act::{act, look};
pub use archive::{Archive, ArchiveError};
pub use bout::{Bout, Field, Outcome, Presence, half_points, halves, presence_when_leaving};
pub use change::{OfTournament, TournamentChange};
pub use crosstable::{CrossRow, Crosstable, sign};
pub use deed::{Extended, Finish, Leaving, Note, Ruling, SoFar, Stretch};
pub use follow::follow;
pub use hour::clockwork;
pub use moves::MovesError;
pub use name::{BadTournamentName, TournamentName};
pub use page::{Done, TournamentPage};
pub use pairing_wishes::Override;
pub use places::{Placed, places, podium};
pub use plan::{Plan, PlanFault};
pub use played_game::{Moves, PlayedGame};
pub use refusal::TournamentRefusal;
pub use standings::Standing;
pub use tiebreak::{MeetingBreak, TieBreak, USUAL, USUAL_SWISS, Value, meeting_winner};
pub use tournament::{Entry, Meeting, NOTES_MAX, Table, Tournament, TournamentGame, TournamentLine, TournamentStage};
