//! Encirclement: the attackers have closed a ring around every defender (C7, W4, R4).

use crate::tafl::bitboard::{Rows, flood};
use crate::tafl::compiled_rules::CompiledRules;
use crate::tafl::{Play, Position};

/// Whether an attacker's move without a capture could have closed a ring: it must end beside two other attackers, diagonals included. A
/// move of the defenders cannot do it, because no piece passes through a ring.
#[inline]
pub(in crate::tafl) fn may_close(position: &Position, play: Play) -> bool {
    let rows = &position.men[0].rows;
    let rank = usize::from(play.to.rank());
    let near = |row: u32| (row << 1 >> play.to.file() & 7).count_ones();
    let below = if rank > 0 { near(rows[rank - 1]) } else { 0 };
    let above = rows.get(rank + 1).map_or(0, |row| near(*row));
    below + above + near(rows[rank]) > 2
}

/// Whether every defender is inside a ring of attackers.
///
/// The edge is flooded inward through everything except attackers. There is a ring if the flood reaches no defender. The flood does not
/// pass diagonal gaps, and a ring that uses the edge does not count (R4).
pub(in crate::tafl) fn stands(compiled: &CompiledRules, position: &Position) -> bool {
    let [attackers, defenders] = [&position.men[0], &position.men[1]];
    let (size, last) = (compiled.size, usize::from(compiled.size) - 1);
    if defenders.rows[0] | defenders.rows[last] | defenders.cols[0] | defenders.cols[last] != 0 {
        return false;
    }
    if defenders.rows.iter().all(|row| *row == 0) || !is_between(attackers.rows, defenders.rows, size) {
        return false;
    }
    let full = (1u32 << size) - 1;
    let sides = 1 | 1 << last;
    let mut free: Rows = Default::default();
    let mut wet: Rows = Default::default();
    for rank in 0..usize::from(size) {
        free[rank] = full & !attackers.rows[rank];
        wet[rank] = free[rank] & if rank == 0 || rank == last { full } else { sides };
    }
    let mut reached = false;
    flood(size, &free, &mut wet, |rank, row| {
        reached |= row & defenders.rows[rank] != 0;
        reached
    });
    !reached
}

/// Whether every row with a defender has attackers to the left and to the right of all its defenders. Every ring needs that.
#[inline]
fn is_between(attackers: Rows, defenders: Rows, size: u8) -> bool {
    (0..usize::from(size)).all(|rank| {
        let (men, ring) = (defenders[rank], attackers[rank]);
        men == 0 || (ring.trailing_zeros() < men.trailing_zeros() && ring.leading_zeros() < men.leading_zeros())
    })
}
