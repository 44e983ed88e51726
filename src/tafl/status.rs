//! Whether a game goes on, and how it ends by the rules.

use crate::tafl::Side;
use std::fmt;

/// Whether a game goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// It goes on.
    Ongoing,
    /// A side has won.
    Won {
        /// The side.
        winner: Side,
        /// The reason.
        reason: Reason,
    },
    /// The game is a draw.
    Drawn {
        /// The reason.
        reason: Reason,
    },
}

impl Status {
    /// Whether the game is over.
    pub fn is_over(self) -> bool {
        self != Status::Ongoing
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Status::Ongoing => f.write_str("ongoing"),
            Status::Won { winner, reason } => write!(f, "{winner}:{reason}"),
            Status::Drawn { reason } => write!(f, "draw:{reason}"),
        }
    }
}

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Reason {
    /// The king was captured.
    KingCaptured,
    /// The king reached a square on which it escapes.
    KingEscaped,
    /// The attackers closed a ring around every defender.
    Encircled,
    /// The king is on the edge inside walls that no attacker can break.
    ExitFort,
    /// The side to move has no move.
    NoMove,
    /// Too few men are left to go on.
    NoMen,
    /// A position was repeated too often.
    Repetition,
}

impl Reason {
    /// What happened, as a sentence for a letter.
    pub const fn sentence(self) -> &'static str {
        match self {
            Reason::KingCaptured => "The king has been captured.",
            Reason::KingEscaped => "The king has escaped.",
            Reason::Encircled => "The attackers have closed a ring round the king and all his men.",
            Reason::ExitFort => "The king stands at the edge in a fort that cannot be broken.",
            Reason::NoMove => "The side to move has no legal move.",
            Reason::NoMen => "Too few men are left.",
            Reason::Repetition => "The same position has come again too often.",
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Reason::KingCaptured => "king-captured",
            Reason::KingEscaped => "king-escaped",
            Reason::Encircled => "encircled",
            Reason::ExitFort => "exit-fort",
            Reason::NoMove => "no-move",
            Reason::NoMen => "no-men",
            Reason::Repetition => "repetition",
        })
    }
}
