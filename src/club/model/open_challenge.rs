//! An open challenge as a value: who offers which game, and until when.

use crate::club::model::player::PlayerId;
use crate::command::{Conditions, Timing};
use crate::tafl;
use chrono::{DateTime, Days, Utc};
use std::sync::Arc;

/// How long a seek stands.
pub const SEEK_DAYS: u64 = 30;

/// Seeks of one player that stand at a time.
pub const SEEKS_MAX: usize = 5;

/// Seeks of all players that stand at a time: they are read in one list.
pub const SEEKS_LIST_MAX: u32 = 200;

/// An open invitation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenChallenge {
    /// Its number, that of the board to come.
    pub number: u32,
    /// Who seeks.
    pub player: PlayerId,
    /// The variant's name with its options.
    pub variant: String,
    /// The variant's title.
    pub title: String,
    /// The whole rule record, pinned.
    pub rules: Arc<tafl::Rules>,
    /// The side the player wants; `None`: a lot decides.
    pub side: Option<tafl::Side>,
    /// Whether the game counts, and who may look on.
    pub conditions: Conditions,
    /// The clock the player wants; `None` for that of the house.
    pub clock: Option<Timing>,
    /// When it was sent.
    pub created: DateTime<Utc>,
}

/// What becomes of a seek.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpenChallengeEnd {
    /// Somebody plays.
    Taken,
    /// The player has taken it back.
    Withdrawn,
}

impl OpenChallenge {
    /// When it lapses.
    pub fn until(&self) -> DateTime<Utc> {
        self.created + Days::new(SEEK_DAYS)
    }
}
