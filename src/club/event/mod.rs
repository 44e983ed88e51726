//! Events: who meets whom, what it counts, and who stands where. The pure tables are in `pairing`, `standings` and `tiebreak`.

pub mod pairing;
mod standings;
mod tiebreak;

pub use standings::{Bout, Field, Outcome, Presence, Standing, half_points, halves, presence_when_leaving};
pub use tiebreak::{MeetingBreak, TieBreak, USUAL, USUAL_SWISS, Value, meeting_winner};
