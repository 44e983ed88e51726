//! The record of a tournament: each ruling of an organizer, or of the server itself, as data. It contains what is needed to undo the
//! ruling. The words for it are in `wording`.

use crate::club::model::player::PlayerId;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

/// A ruling in the record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// Its number. 0 before it is written.
    pub number: i64,
    /// When.
    pub at: DateTime<Utc>,
    /// Who made it. `None` for the server itself.
    pub who: Option<PlayerId>,
    /// The ruling.
    pub ruling: Ruling,
    /// The reason that was given. It may be empty.
    pub why: String,
}

/// What was decided. Players are named in it as text, because the record outlives them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "decision", rename_all = "kebab-case")]
pub enum Ruling {
    /// The tournament was created.
    Created,
    /// Its terms were changed.
    Set {
        /// The new terms, as written.
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
        /// Boards of earlier rounds that are still being played.
        #[serde(default)]
        open: Vec<u32>,
    },
    /// The time of a round ran out. Its games that were still being played counted as draws for the next pairing.
    RoundOver {
        /// The round.
        round: u32,
        /// Those games.
        boards: Vec<u32>,
    },
    /// An organizer said what a game counts if a round is paired while it is still being played.
    CountedSoFar {
        /// The board.
        number: u32,
        /// Who wins so far. `None` for a draw.
        winner: Option<String>,
        /// What had been set before.
        #[serde(default)]
        before: Vec<SoFar>,
    },
    /// Two players change places in the next pairing.
    Swapped {
        /// One of them.
        one: String,
        /// The other.
        other: String,
        /// The pairs who would meet again because of this.
        #[serde(default)]
        met: Vec<String>,
    },
    /// A player has no opponent in the next round.
    ByeGiven {
        /// Who.
        player: String,
        /// The pairs who would meet again because of this.
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
        /// Whether all their results are cancelled.
        struck: bool,
        /// How many of their games were finished.
        finished: u32,
        /// How many games they had in all.
        scheduled: u32,
        /// The boards whose games ended because of this.
        boards: Vec<u32>,
        /// What the games there had counted so far.
        #[serde(default)]
        before: Vec<SoFar>,
    },
    /// A player who had joined was not there at the start, or had closed their account before.
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
        /// Who wins. `None` for a draw.
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
    /// The clocks were stopped.
    Held,
    /// The clocks went on.
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
    /// A player's time ran out, and an automatic vacation began, as they had set it.
    #[serde(rename = "rescued")]
    AutoVacation {
        /// Who.
        player: String,
        /// The board on which their time ran out.
        number: u32,
        /// Days of vacation.
        days: u32,
    },
    /// An announcement to everybody in the tournament.
    Announced {
        /// The words.
        text: String,
    },
    /// The organizers changed.
    Organizers {
        /// The new ones.
        added: Vec<String>,
        /// Those who were removed.
        dropped: Vec<String>,
    },
    /// A ruling was undone.
    Undone {
        /// Its number.
        number: i64,
        /// The ruling.
        #[serde(rename = "deed")]
        ruling: Box<Ruling>,
    },
}

/// What a game had counted so far when a round was paired.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SoFar {
    /// The board.
    pub number: u32,
    /// The side that wins so far. `None` for a draw.
    pub winner: Option<String>,
}

/// How a tournament ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Finish {
    /// All games were finished.
    Played,
    /// No two players were left who could still play each other.
    Stuck,
    /// Too few players were left for another round.
    TooFew,
    /// An organizer ended it before all games were played.
    Early,
    /// An organizer called it off before it began.
    CalledOff,
}

/// Why a player no longer plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Leaving {
    /// They wanted it.
    Own,
    /// An organizer decided it.
    Organizer,
    /// They lost games on time.
    Timeouts,
    /// They never made a move.
    NoShow,
    /// Their account was paused when they were to be paired.
    SignedOff,
    /// They closed their account.
    Gone,
}

/// To whom time is given.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Extended {
    /// To the side to move of a board.
    Board(u32),
    /// To a player, on all their boards.
    Player(String),
    /// To the player to move, on every board.
    Everybody,
}

/// A board on which time was given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stretch {
    /// The board.
    pub number: u32,
    /// The number of moves made by then.
    pub plies: u32,
    /// Whether the attackers got it.
    pub attackers: bool,
    /// Whether it went into the bank, because the other side was to move.
    pub banked: bool,
}
