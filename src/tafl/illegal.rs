//! Why a play may not be made, in words a player can act on.

use crate::tafl::{Piece, Side, Square};
use std::fmt;

/// A square that is not like the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Special {
    /// The square in the middle.
    Throne,
    /// A corner.
    Corner,
}

impl fmt::Display for Special {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Special::Throne => "the throne",
            Special::Corner => "a corner",
        })
    }
}

/// Why a play may not be made.
#[derive(Clone, Debug, PartialEq, Eq)]
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

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Illegal::GameOver => f.write_str("The game is over."),
            Illegal::OffBoard(square) => write!(f, "{square} is not on this board."),
            Illegal::NothingThere(square) => write!(f, "There is no piece on {square}."),
            Illegal::NotYours { square, piece } => write!(f, "The piece on {square} is {}, not yours.", theirs(*piece)),
            Illegal::NotALine { from, to } => {
                write!(f, "Pieces move along a row or a column, and {from} and {to} share neither.")
            }
            Illegal::SameSquare(square) => write!(f, "A move must end on another square than {square}."),
            Illegal::Blocked { from, to, by, piece, mover } => {
                write!(f, "The way from {from} to {to} is blocked by {} on {by}.", standing(*piece, *mover))
            }
            Illegal::MayNotLand { square, what, piece } => write!(f, "{square} is {what}: {}.", who_may_land(*what, *piece)),
            Illegal::MayNotPass { from, to, square, what, piece } => {
                write!(f, "The way from {from} to {to} is closed: {} may not pass over {square}, {what}.", named(*piece))
            }
            Illegal::TooFar { from, to, piece, limit } => {
                let squares = if *limit == 1 { "one square".to_owned() } else { format!("at most {limit} squares") };
                write!(f, "From {from} to {to} is too far: {} moves {squares}.", named(*piece))
            }
            Illegal::Repeats => {
                f.write_str("That move would bring back an earlier position, which the rules of this game forbid. Choose another move.")
            }
            Illegal::WrongCaptures { claimed, real } => {
                write!(f, "You named {}, but that move captures {}.", listed(claimed), listed(real))
            }
        }
    }
}

fn theirs(piece: Piece) -> &'static str {
    match piece {
        Piece::Attacker => "an attacker",
        Piece::Defender => "a defender",
        Piece::King => "the king",
    }
}

fn named(piece: Piece) -> &'static str {
    if piece == Piece::King { "the king" } else { "a man" }
}

fn standing(piece: Piece, mover: Side) -> &'static str {
    match (piece, mover) {
        (Piece::King, Side::Defenders) => "your own king",
        (Piece::King, Side::Attackers) => "the king",
        (Piece::Attacker, Side::Attackers) | (Piece::Defender, Side::Defenders) => "your own man",
        (Piece::Attacker, Side::Defenders) => "an attacker",
        (Piece::Defender, Side::Attackers) => "a defender",
    }
}

fn who_may_land(what: Special, piece: Piece) -> &'static str {
    match (piece, what) {
        (Piece::King, _) => "the king may not stop there again",
        (_, Special::Throne) => "no man may stop there",
        (_, Special::Corner) => "only the king may stop there",
    }
}

/// Squares as a list in a sentence.
fn listed(squares: &[Square]) -> String {
    let words: Vec<String> = squares.iter().map(Square::to_string).collect();
    match words.split_last() {
        None => "nothing".to_owned(),
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
    }
}
