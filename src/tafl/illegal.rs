//! Why a move is not legal. The words for players are in the wording files of each language.

use crate::tafl::{Piece, Side, Square};
use serde::Serialize;
use std::fmt;

/// A square with rules of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Special {
    /// The square in the middle.
    Throne,
    /// A corner.
    Corner,
}

/// Why a move is not legal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Illegal {
    /// The game has ended.
    GameOver,
    /// A square outside this board.
    OffBoard(Square),
    /// There is no piece on the start square.
    NothingThere(Square),
    /// The piece belongs to the other side.
    NotYours {
        /// Its square.
        square: Square,
        /// The piece.
        piece: Piece,
    },
    /// The two squares are not in one row or column.
    NotALine {
        /// The start.
        from: Square,
        /// The destination.
        to: Square,
    },
    /// Both squares are the same.
    SameSquare(Square),
    /// A piece is in the way or on the destination.
    Blocked {
        /// The start.
        from: Square,
        /// The destination.
        to: Square,
        /// The square of the nearest piece in the way.
        by: Square,
        /// That piece.
        piece: Piece,
        /// The side that wanted to move.
        mover: Side,
    },
    /// This piece may not end its move on that square.
    MayNotLand {
        /// The destination.
        square: Square,
        /// What kind of square it is.
        what: Special,
        /// The piece that wanted to move.
        piece: Piece,
    },
    /// This piece may not pass that square, although it is empty.
    MayNotPass {
        /// The start.
        from: Square,
        /// The destination.
        to: Square,
        /// The square on the way.
        square: Square,
        /// What kind of square it is.
        what: Special,
        /// The piece that wanted to pass.
        piece: Piece,
    },
    /// This piece may not go so far.
    TooFar {
        /// The start.
        from: Square,
        /// The destination.
        to: Square,
        /// The piece that wanted to move.
        piece: Piece,
        /// How many squares it may go.
        limit: u8,
    },
    /// The position after the move has occurred before, and the rules forbid that.
    Repeats,
    /// The captures typed with the move are not those that it makes.
    WrongCaptures {
        /// As typed.
        claimed: Vec<Square>,
        /// The real ones.
        real: Vec<Square>,
    },
}

impl std::error::Error for Illegal {}

/// In short words, for the operator who reads a record.
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
