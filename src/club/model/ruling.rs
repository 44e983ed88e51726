//! The record of a tournament: each decision of an organizer, or of the server itself, as data. The words for it are in `letters`; what is
//! needed to take a decision back stands in it.

use crate::club::model::player::PlayerId;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

/// A decision on record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// Its number; 0 before it is written.
    pub number: i64,
    /// When.
    pub at: DateTime<Utc>,
    /// Who decided; `None` for the server itself.
    pub who: Option<PlayerId>,
    /// What.
    pub deed: Ruling,
    /// The reason that was given; may be empty.
    pub why: String,
}

/// What was decided. Players stand in it as words, for the record outlives them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "decision", rename_all = "kebab-case")]
pub enum Ruling {
    /// The tournament was created.
    Created,
    /// Its terms were changed.
    Set {
        /// The new ones, as written.
        terms: String,
    },
    /// Players could join.
    Opened,
    /// They no longer could.
    Closed,
    /// It began.
    Started,
    /// Its next round began by itself.
    RoundBegan {
        /// The round.
        round: u32,
        /// Boards of earlier rounds that are still played.
        #[serde(default)]
        open: Vec<u32>,
    },
    /// The time of a round was over: its games that were still played counted as drawn where the next was paired.
    RoundOver {
        /// The round.
        round: u32,
        /// Those games.
        boards: Vec<u32>,
    },
    /// It was said what a game counts where a round is paired while it is still played.
    CountedSoFar {
        /// The board.
        number: u32,
        /// Who wins so far; `None`: a draw.
        winner: Option<String>,
        /// What had been said before.
        #[serde(default)]
        before: Vec<SoFar>,
    },
    /// Two players change places in the next pairing.
    Swapped {
        /// One.
        one: String,
        /// The other.
        other: String,
        /// Who would meet again by it, each two.
        #[serde(default)]
        met: Vec<String>,
    },
    /// A player has no opponent in the next round.
    ByeGiven {
        /// Who.
        player: String,
        /// Who would meet again by it, each two.
        #[serde(default)]
        met: Vec<String>,
    },
    /// It ended.
    Finished {
        /// Why.
        by: Finish,
    },
    /// A player left it, or was taken out.
    Withdrew {
        /// Who.
        player: String,
        /// Why.
        cause: Leaving,
        /// Whether none of his games counts.
        struck: bool,
        /// His games that were finished.
        finished: u32,
        /// All his games.
        scheduled: u32,
        /// The boards that were over by it.
        boards: Vec<u32>,
        /// What of those had counted so far.
        #[serde(default)]
        before: Vec<SoFar>,
    },
    /// A player who had joined was not there when it was to begin, or left the club before.
    LeftOut {
        /// Who.
        player: String,
        /// Why.
        cause: Leaving,
    },
    /// A game was decided.
    Decided {
        /// The board.
        number: u32,
        /// Who wins; `None`: a draw.
        winner: Option<String>,
        /// What it had counted so far.
        #[serde(default)]
        before: Vec<SoFar>,
    },
    /// Time was given.
    Extended {
        /// To whom.
        to: Extended,
        /// How much.
        seconds: u32,
        /// On which boards.
        boards: Vec<Stretch>,
    },
    /// The clocks stood still.
    Held,
    /// They went on.
    Resumed,
    /// A player took over the place of another.
    Substituted {
        /// Who left.
        out: String,
        /// Who plays on.
        player: String,
        /// The boards that were taken over.
        boards: Vec<u32>,
    },
    /// A player's time was over, and leave began for him by itself, as he wanted it.
    Rescued {
        /// Who.
        player: String,
        /// The board on which his time was over.
        number: u32,
        /// Days of leave.
        days: u32,
    },
    /// Words for everybody.
    Announced {
        /// The words.
        text: String,
    },
    /// Others organize it.
    Organizers {
        /// Who does from now on.
        added: Vec<String>,
        /// Who no longer does.
        dropped: Vec<String>,
    },
    /// A decision was taken back.
    Undone {
        /// Its number.
        number: i64,
        /// The decision.
        deed: Box<Ruling>,
    },
}

/// What a game had counted so far where a round is paired.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SoFar {
    /// The board.
    pub number: u32,
    /// The side that wins so far; `None`: a draw.
    pub winner: Option<String>,
}

/// How a tournament ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Finish {
    /// All games were finished.
    Played,
    /// Nobody was left whom somebody could meet.
    Stuck,
    /// Too few were left for another round.
    TooFew,
    /// An organizer ended it before.
    Early,
    /// An organizer called it off before it began.
    CalledOff,
}

/// Why a player no longer plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Leaving {
    /// He wanted it.
    Own,
    /// An organizer decided it.
    Organizer,
    /// He lost games on time.
    Timeouts,
    /// He never made a move.
    NoShow,
    /// He had signed off when he was to be paired.
    SignedOff,
    /// He left the club for good.
    Gone,
}

/// To whom time is given.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Extended {
    /// To the side to move of a board.
    Board(u32),
    /// To a player, on all his boards.
    Player(String),
    /// To whoever is to move, on every board.
    Everybody,
}

/// A board on which time was given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stretch {
    /// The board.
    pub number: u32,
    /// Half-moves made by then.
    pub plies: u32,
    /// Whether the attackers got it.
    pub attackers: bool,
    /// Whether it went into the bank, for the other side was to move.
    pub banked: bool,
}
