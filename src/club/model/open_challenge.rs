//! An open challenge as a value: the player, the game they offer, and until when.

use crate::club::model::player::PlayerId;
use crate::command::{Conditions, Timing};
use crate::tafl;
use chrono::{DateTime, Days, Utc};
use std::sync::Arc;

/// Days until an open challenge lapses.
pub const OPEN_CHALLENGE_DAYS: u64 = 30;

/// The most open challenges of one player at a time.
pub const OPEN_CHALLENGES_MAX: usize = 5;

/// The most open challenges of all players at a time: they are read in one list.
pub const OPEN_CHALLENGES_LIST_MAX: u32 = 200;

/// An open challenge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenChallenge {
    /// Its number, which is that of the later board.
    pub number: u32,
    /// The player who made it.
    pub player: PlayerId,
    /// The variant's name with its options.
    pub variant: String,
    /// The variant's title.
    pub title: String,
    /// The whole set of rules. It is fixed for the game.
    pub rules: Arc<tafl::Rules>,
    /// The side the player wants. `None`: it is drawn at random.
    pub side: Option<tafl::Side>,
    /// Whether the game is rated, and whether others may observe it.
    pub conditions: Conditions,
    /// The clock the player wants. `None` for that of the policy.
    pub clock: Option<Timing>,
    /// When it was sent.
    pub created: DateTime<Utc>,
}

/// How an open challenge ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpenChallengeEnd {
    /// Another player accepted it.
    Taken,
    /// The player withdrew it.
    Withdrawn,
}

impl OpenChallenge {
    /// When it lapses.
    pub fn until(&self) -> DateTime<Utc> {
        self.created + Days::new(OPEN_CHALLENGE_DAYS)
    }
}
