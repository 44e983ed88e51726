//! A play that was made, what it took, and whether that is what somebody says it took.

use crate::tafl::bitboard::bits;
use crate::tafl::{Illegal, Piece, Play, Position, Side, Square};
use std::fmt;

/// A play that was made, and what it took.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// From where to where.
    pub play: Play,
    /// Who made it.
    pub side: Side,
    /// With which piece.
    pub piece: Piece,
    /// What it captured, rank by rank from the bottom.
    pub captured: Vec<(Square, Piece)>,
}

impl fmt::Display for Played {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.play)?;
        for (at, (square, _)) in self.captured.iter().enumerate() {
            write!(f, "{}{square}", if at == 0 { "x" } else { "/" })?;
        }
        Ok(())
    }
}

/// What stood there before and is gone now, of the side that did not move.
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

/// Whether the captures given with a play are the ones it makes; the captured king may be left out, and squares may repeat.
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
