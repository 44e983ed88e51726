//! The exit fort: the king stands on the edge inside walls that no attacker can ever break (C6, R2).
//!
//! He must stand there himself: in a recorded game his chamber touched the edge a move before he did, and play went on.
//!
//! It is decided, not guessed. Every square an attacker could ever come to is flooded from where the attackers stand. A man of
//! the king who could be captured by attackers on such squares, however many there were, is struck from the walls, which may let
//! the flood further in. When no more men fall, the king has a fort if the flood has not come into his chamber. A man stays who is flanked by the chamber on both axes, and so do spare men inside: they are never struck.
//!
//! Attackers shut in together with the king do no harm if the walls hold against them too and they are too few to hem him in.
//! He must be the one who is shut in, though: the smaller part of the board is the chamber.

use crate::tafl::bitboard::{Rows, bits, flood};
use crate::tafl::compiled_rules::{CompiledRules, is_rim};
use crate::tafl::parameter::KingCapture;
use crate::tafl::plays::reach;
use crate::tafl::{Piece, Position};

/// With four neighbours at most, the king cannot be sure of a move against this many attackers in his chamber.
const INTRUDERS_TOO_MANY: u32 = 4;

/// Whether the king stands in an exit fort. Only a move of the defenders can make one.
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
    // The first chamber is the smallest. Usually it is wide open, and this ends here.
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

/// The squares connected to the king without passing a wall; `None` where they hold too many attackers to be a chamber.
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

/// Where attackers could ever come to: everything connected with one of them by squares they may stop on or pass.
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

/// The men of the walls that attackers could capture if they stood wherever they can come to.
fn struck(compiled: &CompiledRules, walls: &Rows, come: &Rows) -> Rows {
    let size = usize::from(compiled.size);
    let stop = &compiled.stop[Piece::Attacker.index()].rows;
    let (mut stand, mut hits, mut helps) = (Rows::default(), Rows::default(), compiled.hostile.rows);
    for rank in 0..size {
        stand[rank] = come[rank] & stop[rank];
        helps[rank] |= stand[rank];
        // An attacker walled up on a single square is there already; he cannot move in.
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

/// The runs of `walls` along one edge that are `faced` all along and closed at both ends, at one of them by a hit.
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
