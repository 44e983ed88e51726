//! The moves of a side without the repetition rule: slides along rows and columns. Nothing is allocated.

use crate::tafl::bitboard::bits;
use crate::tafl::compiled_rules::{CompiledRules, is_taken};
use crate::tafl::{Piece, Play, Position, Side, Square};
use std::ops::ControlFlow;

/// Where the piece on `at` can go: the files in its rank, and the ranks in its file.
#[inline]
pub(in crate::tafl) fn reach(compiled: &CompiledRules, position: &Position, piece: Piece, at: Square) -> (u32, u32) {
    let (file, rank) = (usize::from(at.file()), usize::from(at.rank()));
    let kind = piece.index();
    let [attackers, defenders] = &position.men;
    let (stop, block) = (&compiled.stop[kind], &compiled.block[kind]);
    let row = attackers.rows[rank] | defenders.rows[rank] | block.rows[rank];
    let col = attackers.cols[file] | defenders.cols[file] | block.cols[file];
    let limit = compiled.speed[kind];
    let (mut files, mut ranks) = (slide(row, at.file(), limit), slide(col, at.rank(), limit));
    if piece == Piece::King
        && let Some(throne) = compiled.king_ends_on
        && !is_taken(position, throne)
    {
        if throne.rank() == at.rank() {
            files |= slide(row ^ 1 << throne.file(), at.file(), limit) & 1 << throne.file();
        } else if throne.file() == at.file() {
            ranks |= slide(col ^ 1 << throne.rank(), at.rank(), limit) & 1 << throne.rank();
        }
    }
    (files & stop.rows[rank], ranks & stop.cols[file])
}

/// The free bits on both sides of bit `at`, at most `limit` away, up to the nearest set bits. There is always a set bit above.
#[inline]
fn slide(taken: u32, at: u8, limit: u32) -> u32 {
    let at = u32::from(at);
    let above = (taken >> at >> 1).trailing_zeros().min(limit);
    let below = ((taken << 1 | 1) << (31 - at)).leading_zeros().min(limit);
    (((1 << (above + below + 1)) - 1) << (at - below)) ^ (1 << at)
}

/// Passes every move of one piece to `each`, until it breaks off.
#[inline]
fn each_of(
    compiled: &CompiledRules,
    position: &Position,
    piece: Piece,
    from: Square,
    each: &mut impl FnMut(Piece, Play) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let (files, ranks) = reach(compiled, position, piece, from);
    for file in bits(files) {
        each(piece, Play { from, to: Square::new(file, from.rank()) })?;
    }
    for rank in bits(ranks) {
        each(piece, Play { from, to: Square::new(from.file(), rank) })?;
    }
    ControlFlow::Continue(())
}

/// Passes every move of the side to move to `each`, until it breaks off.
#[inline]
pub(in crate::tafl) fn each_play(
    compiled: &CompiledRules,
    position: &Position,
    mut each: impl FnMut(Piece, Play) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let side = position.to_move;
    let man = if side == Side::Attackers { Piece::Attacker } else { Piece::Defender };
    for rank in 0..compiled.size {
        for file in bits(position.men[side.index()].rows[usize::from(rank)]) {
            let from = Square::new(file, rank);
            let piece = if position.king == Some(from) { Piece::King } else { man };
            each_of(compiled, position, piece, from, &mut each)?;
        }
    }
    ControlFlow::Continue(())
}

/// Whether the side to move has a move.
#[inline]
pub(in crate::tafl) fn has_play(compiled: &CompiledRules, position: &Position) -> bool {
    has_step(compiled, position) || each_play(compiled, position, |_, _| ControlFlow::Break(())).is_break()
}

/// Whether some man of the side to move is beside a free square on which any man may stop. This quick check usually decides.
#[inline]
fn has_step(compiled: &CompiledRules, position: &Position) -> bool {
    let own = &position.men[position.to_move.index()].rows;
    let [attackers, defenders] = [&position.men[0].rows, &position.men[1].rows];
    let stop = &compiled.stop[Piece::Attacker.index()].rows;
    let mut below = (0, 0);
    for rank in 0..usize::from(compiled.size) {
        let free = !(attackers[rank] | defenders[rank]) & stop[rank];
        let men = own[rank];
        if men & (free << 1 | free >> 1 | below.0) | free & below.1 != 0 {
            return true;
        }
        below = (free, men);
    }
    false
}
