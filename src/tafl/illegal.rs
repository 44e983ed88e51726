//! Why a play may not be made. What a player is told about it is in the wording of each language.

use crate::tafl::{Piece, Side, Square};
use serde::Serialize;
use std::fmt;

/// A square that is not like the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Special {
    /// The square in the middle.
    Throne,
    /// A corner.
    Corner,
}

/// Why a play may not be made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Illegal {
    /// The game has ended.
    GameOver,
    /// A square beyond the edge of this board.
    OffBoard(Square),
    /// The square it should start from is empty.
    NothingThere(Square),
    /// The piece belongs to the other side.
    NotYours {
        /// Where it stands.
        square: Square,
        /// What it is.
        piece: Piece,
    },
    /// From and to share neither file nor rank.
    NotALine {
        /// The start.
        from: Square,
        /// The goal.
        to: Square,
    },
    /// From and to are one square.
    SameSquare(Square),
    /// Something stands in the way, or on the goal.
    Blocked {
        /// The start.
        from: Square,
        /// The goal.
        to: Square,
        /// Where the nearest obstacle stands.
        by: Square,
        /// What it is.
        piece: Piece,
        /// Who wanted to move.
        mover: Side,
    },
    /// A square this piece may not end its move on.
    MayNotLand {
        /// The goal.
        square: Square,
        /// What kind of square it is.
        what: Special,
        /// What wanted to land.
        piece: Piece,
    },
    /// A square this piece may not pass, although it is empty.
    MayNotPass {
        /// The start.
        from: Square,
        /// The goal.
        to: Square,
        /// The square on the way.
        square: Square,
        /// What kind of square it is.
        what: Special,
        /// What wanted to pass.
        piece: Piece,
    },
    /// Farther than this piece goes.
    TooFar {
        /// The start.
        from: Square,
        /// The goal.
        to: Square,
        /// What wanted to move.
        piece: Piece,
        /// How many squares it may go.
        limit: u8,
    },
    /// The position after it has been there before, and the rules forbid that.
    Repeats,
    /// The captures given with the play are not the ones it makes.
    WrongCaptures {
        /// As given.
        claimed: Vec<Square>,
        /// As they are.
        real: Vec<Square>,
    },
}

impl std::error::Error for Illegal {}

/// In few words, for the operator who reads a record.
impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Illegal::GameOver => f.write_str("the game has ended before this"),
            Illegal::OffBoard(square) => write!(f, "{square} is off the board"),
            Illegal::NothingThere(square) => write!(f, "{square} is empty"),
            Illegal::NotYours { square, .. } => write!(f, "the piece on {square} belongs to the other side"),
            Illegal::NotALine { from, to } => write!(f, "{from} and {to} are not in line"),
            Illegal::SameSquare(square) => write!(f, "it ends where it starts, on {square}"),
            Illegal::Blocked { by, .. } => write!(f, "a piece on {by} is in the way"),
            Illegal::MayNotLand { square, .. } => write!(f, "this piece may not stop on {square}"),
            Illegal::MayNotPass { square, .. } => write!(f, "this piece may not pass {square}"),
            Illegal::TooFar { limit, .. } => write!(f, "farther than {limit}, which is as far as this piece goes"),
            Illegal::Repeats => f.write_str("it repeats a position, and the rules forbid that"),
            Illegal::WrongCaptures { real, .. } => {
                let real: Vec<String> = real.iter().map(Square::to_string).collect();
                match real.is_empty() {
                    true => f.write_str("it captures nothing"),
                    false => write!(f, "it captures {}", real.join(", ")),
                }
            }
        }
    }
}
