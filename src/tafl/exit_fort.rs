//! The exit fort: the king is on the edge inside walls that no attacker can ever break (C6, R2).
//!
//! The king itself must be on the edge: in a recorded game its chamber touched the edge one move before the king did, and the game went on.
//!
//! The decision is exact, not a guess. Every square that an attacker could ever reach is flooded from the attackers. A man of the king that
//! attackers on such squares could capture, however many they were, is removed from the walls, which may let the flood further in. When no
//! more men can be removed, the king has a fort if the flood has not reached its chamber. A man with the chamber beside it on both axes
//! stays, and so do spare men inside: they are never removed.
//!
//! Attackers that are shut in together with the king do no harm if the walls hold against them too and if they are too few to block the
//! king. But it must be the king that is shut in: the smaller part of the board is the chamber.

use crate::tafl::bitboard::{Rows, bits, flood};
use crate::tafl::compiled_rules::{CompiledRules, is_rim};
use crate::tafl::legal_plays::reach;
use crate::tafl::parameter::KingCapture;
use crate::tafl::{Piece, Position};

/// The king has four neighbours at most. With this many attackers in its chamber, it cannot be sure of a move.
const INTRUDERS_TOO_MANY: u32 = 4;

/// Whether the king is in an exit fort. Only a move of the defenders can make one.
pub(in crate::tafl) fn stands(compiled: &CompiledRules, position: &Position) -> bool {
    let Some(king) = position.king else {
        return false;
    };
    if !is_rim(compiled.size, king) || reach(compiled, position, Piece::King, king) == (0, 0) {
        return false;
    }
    let attackers = &position.men[0].rows;
    let mut walls = position.men[1].rows;
    walls[usize::from(king.rank())] &= !(1 << king.file());
    // The first chamber is the smallest. Usually it is wide open, and the check ends here.
    let Some(_) = chamber(compiled, position, &walls) else {
        return false;
    };
    let come = loop {
        let come = flooded(compiled, attackers, &walls);
        let struck = struck(compiled, &walls, &come);
        if struck.iter().all(|row| *row == 0) {
            break come;
        }
        walls.iter_mut().zip(struck).for_each(|(wall, gone)| *wall &= !gone);
    };
    let Some(chamber) = chamber(compiled, position, &walls) else {
        return false;
    };
    let common = shared(&chamber, &come);
    let outside = shared(&come, &come) - common;
    let intruders = shared(&chamber, attackers);
    common == 0 || (outside > shared(&chamber, &chamber) && is_roomy(compiled.size, &chamber, intruders))
}

/// The squares connected to the king without passing a wall. `None` if there are too many attackers on them for a chamber.
fn chamber(compiled: &CompiledRules, position: &Position, walls: &Rows) -> Option<Rows> {
    let king = position.king?;
    let attackers = &position.men[0].rows;
    let lenient = matches!(compiled.king_capture, KingCapture::Four | KingCapture::FourEdgeCounts);
    let allowed = if lenient { INTRUDERS_TOO_MANY - 1 } else { 0 };
    let mut chamber = Rows::default();
    chamber[usize::from(king.rank())] = 1 << king.file();
    let mut free = *walls;
    free.iter_mut().for_each(|row| *row = !*row & ((1 << compiled.size) - 1));
    let (mut met, mut intruders) = (Rows::default(), 0);
    flood(compiled.size, &free, &mut chamber, |rank, row| {
        let here = (row & attackers[rank]).count_ones();
        intruders += here - met[rank];
        met[rank] = here;
        intruders > allowed
    });
    (intruders <= allowed).then_some(chamber)
}

/// The squares that attackers could ever reach: everything connected to one of them by squares that they may stop on or pass.
fn flooded(compiled: &CompiledRules, attackers: &Rows, walls: &Rows) -> Rows {
    let kind = Piece::Attacker.index();
    let mut free = compiled.stop[kind].rows;
    if let Some(throne) = compiled.throne
        && !compiled.block[kind].has(throne)
    {
        free[usize::from(throne.rank())] |= 1 << throne.file();
    }
    free.iter_mut().zip(walls).for_each(|(row, wall)| *row &= !wall);
    let mut come = *attackers;
    flood(compiled.size, &free, &mut come, |_, _| false);
    come
}

/// The men of the walls that attackers could capture if they were on every square that they can reach.
fn struck(compiled: &CompiledRules, walls: &Rows, come: &Rows) -> Rows {
    let size = usize::from(compiled.size);
    let stop = &compiled.stop[Piece::Attacker.index()].rows;
    let (mut stand, mut hits, mut helps) = (Rows::default(), Rows::default(), compiled.hostile.rows);
    for rank in 0..size {
        stand[rank] = come[rank] & stop[rank];
        helps[rank] |= stand[rank];
        // An attacker enclosed on a single square is already there, so it cannot move in.
        let beside = come[rank] << 1 | come[rank] >> 1 | if rank > 0 { come[rank - 1] } else { 0 };
        hits[rank] = stand[rank] & (beside | come.get(rank + 1).copied().unwrap_or(0));
    }
    if let Some(throne) = compiled.throne
        && (compiled.empty_throne_takes[Piece::Defender.index()] || compiled.kings_throne_takes[1])
    {
        helps[usize::from(throne.rank())] |= 1 << throne.file();
    }
    let mut struck = Rows::default();
    for rank in 0..size {
        let across = (hits[rank] << 1 & helps[rank] >> 1) | (helps[rank] << 1 & hits[rank] >> 1);
        let along = if rank > 0 && rank + 1 < size {
            (hits[rank - 1] & helps[rank + 1]) | (helps[rank - 1] & hits[rank + 1])
        } else {
            0
        };
        struck[rank] = walls[rank] & (across | along);
    }
    if let Some(rule) = &compiled.shieldwall {
        let mut closes = stand;
        if rule.corner_closes {
            closes.iter_mut().zip(compiled.corners.rows).for_each(|(row, corners)| *row |= corners);
        }
        let column =
            |rows: &Rows, file: usize| (0..size).fold(0, |column, rank| column | (rows[rank] >> file & 1) << rank);
        for (edge, inner) in [(0, 1), (size - 1, size - 2)] {
            struck[edge] |= rows_struck(walls[edge], stand[inner], hits[edge], closes[edge], rule.at_least);
            let [wall, faced] = [column(walls, edge), column(&stand, inner)];
            let ranks = rows_struck(wall, faced, column(&hits, edge), column(&closes, edge), rule.at_least);
            for (rank, row) in struck.iter_mut().enumerate() {
                *row |= (ranks >> rank & 1) << edge;
            }
        }
    }
    struck
}

/// The runs of `walls` along one edge that are `faced` along their whole length and closed at both ends, at least one of them by a hit.
fn rows_struck(walls: u32, faced: u32, hits: u32, closes: u32, at_least: u8) -> u32 {
    let mut struck = 0;
    let mut left = walls;
    while left != 0 {
        let first = left.trailing_zeros();
        let length = (left >> first).trailing_ones();
        let run = ((1 << length) - 1) << first;
        left &= !run;
        let (below, above) = ((1 << first) >> 1, 1 << (first + length));
        let closed = closes & below != 0 && closes & above != 0;
        let hit = hits & (below | above) != 0;
        if length >= u32::from(at_least) && faced & run == run && hit && closed {
            struck |= run;
        }
    }
    struck
}

/// How many squares two sets share.
fn shared(one: &Rows, other: &Rows) -> u32 {
    one.iter().zip(other).map(|(one, other)| (one & other).count_ones()).sum()
}

/// Whether every square of the chamber has more neighbours in it than there are intruders, so that the king can always move.
fn is_roomy(size: u8, chamber: &Rows, intruders: u32) -> bool {
    (0..usize::from(size)).all(|rank| {
        let below = if rank > 0 { chamber[rank - 1] } else { 0 };
        let above = chamber.get(rank + 1).copied().unwrap_or(0);
        bits(chamber[rank]).all(|file| {
            let beside = (chamber[rank] << 1 >> file & 0b101).count_ones();
            beside + (below >> file & 1) + (above >> file & 1) > intruders
        })
    })
}
