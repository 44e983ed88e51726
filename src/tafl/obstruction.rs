//! Why a piece that can move does not reach a square. Called only after the move list has shown that it does not.

use crate::tafl::{Illegal, Piece, Play, Position, Rules, Special, Square};

/// Why a piece does not reach a square.
pub(in crate::tafl) fn hindrance(rules: &Rules, position: &Position, piece: Piece, Play { from, to }: Play) -> Illegal {
    if from == to {
        return Illegal::SameSquare(from);
    }
    if from.file() != to.file() && from.rank() != to.rank() {
        return Illegal::NotALine { from, to };
    }
    let compiled = &rules.compiled;
    let what = |square| {
        if rules.is_throne(square) { Special::Throne } else { Special::Corner }
    };
    let mut square = from;
    while square != to {
        let step = |at: u8, goal: u8| {
            if at < goal {
                at + 1
            } else if at > goal {
                at - 1
            } else {
                at
            }
        };
        square = Square::new(step(square.file(), to.file()), step(square.rank(), to.rank()));
        if let Some(other) = position.piece_at(square) {
            return Illegal::Blocked { from, to, by: square, piece: other, mover: piece.side() };
        }
        if compiled.block[piece.index()].has(square) && square != to {
            return Illegal::MayNotPass { from, to, square, what: what(square), piece };
        }
    }
    if !compiled.stop[piece.index()].has(to) {
        return Illegal::MayNotLand { square: to, what: what(to), piece };
    }
    let limit = u8::try_from(compiled.speed[piece.index()]).unwrap_or(u8::MAX);
    Illegal::TooFar { from, to, piece, limit }
}
