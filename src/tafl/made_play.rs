//! A move that was made and its captures, and whether they are those that were typed.

use crate::tafl::bitboard::bits;
use crate::tafl::{Illegal, Piece, Play, Position, Side, Square};
use std::fmt;
use std::fmt::Write;

/// A move that was made, and its captures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// The start and the destination.
    pub play: Play,
    /// The side that made it.
    pub side: Side,
    /// The piece that moved.
    pub piece: Piece,
    /// The captured pieces, rank by rank from the bottom.
    pub captured: Vec<(Square, Piece)>,
}

impl fmt::Display for Played {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.play.fmt(f)?;
        for (at, (square, _)) in self.captured.iter().enumerate() {
            f.write_char(if at == 0 { 'x' } else { '/' })?;
            square.fmt(f)?;
        }
        Ok(())
    }
}

/// The pieces of the side that did not move that were there before and are gone now.
pub(in crate::tafl) fn taken(before: &Position, after: &Position, mover: Side) -> Vec<(Square, Piece)> {
    let victims = mover.opponent().index();
    let mut taken = Vec::new();
    for rank in 0..before.size {
        let line = usize::from(rank);
        for file in bits(before.men[victims].rows[line] & !after.men[victims].rows[line]) {
            let square = Square::new(file, rank);
            taken.extend(before.piece_at(square).map(|piece| (square, piece)));
        }
    }
    taken
}

/// Whether the captures typed with a move are those that it makes. The captured king may be left out, and squares may be repeated.
pub(in crate::tafl) fn compare(claimed: &[Square], real: &[(Square, Piece)]) -> Result<(), Illegal> {
    let invented = claimed.iter().any(|square| real.iter().all(|(other, _)| other != square));
    let missing = real.iter().any(|(square, piece)| *piece != Piece::King && !claimed.contains(square));
    if !invented && !missing {
        return Ok(());
    }
    let mut claimed = claimed.to_vec();
    claimed.sort();
    claimed.dedup();
    Err(Illegal::WrongCaptures { claimed, real: real.iter().map(|(square, _)| *square).collect() })
}
