//! What follows from the state of a tournament: the next round, places, crosstables and files. Pure, like the tables below it: no letter is
//! written here, and nobody is told.

pub mod format;
pub(in crate::club) mod seeding;

pub(in crate::club) mod places;
pub(in crate::club) mod plan_check;
pub(in crate::club) mod wished_pairings;

pub(in crate::club) mod crosstable;
pub(in crate::club) mod next_round;
pub(in crate::club) mod replayed;

pub(in crate::club) mod archive;
pub(in crate::club) mod trf_report;

pub(in crate::club) mod export;

pub use crate::club::exchange::tournament_page::{Done, TournamentPage};
pub use crate::club::model::pairing_wishes::PairingWish;
pub use crate::club::model::plan::{PlanFault, TournamentPlan};
pub use crate::club::model::played_game::{Moves, PlayedGame};
pub use crate::club::model::ruling::{Extended, Finish, Leaving, Note, Ruling, SoFar, Stretch};
pub use crate::club::model::tournament::{
    Entry, Meeting, NOTES_MAX, Table, Tournament, TournamentGame, TournamentLine, TournamentStage,
};
pub use crate::club::model::tournament_change::{OfTournament, TournamentChange};
pub use crate::club::model::tournament_name::{BadTournamentName, TournamentName};
pub use crate::club::model::tournament_refusal::TournamentRefusal;
pub use crate::club::pairing_and_standings::game_value::{
    Bout, Field, Outcome, Participation, half_points, halves, participation_when_leaving,
};
pub use crate::club::pairing_and_standings::pairing;
pub use crate::club::pairing_and_standings::standings::Standing;
pub use crate::club::pairing_and_standings::tiebreak::{MeetingBreak, TieBreak, USUAL, Value, meeting_winner};
pub use archive::{Archive, ArchiveError};
pub use crosstable::{CrossRow, Crosstable, sign};
pub use format::Placed;
pub use places::{places, podium};
pub use replayed::MovesError;
