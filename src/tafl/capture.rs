//! Makes a move: the piece moves, captured pieces are removed, the turn passes to the other side.

use crate::tafl::bitboard::{Bitboard, bits};
use crate::tafl::compiled_rules::CompiledRules;
use crate::tafl::parameter::KingCapture;
use crate::tafl::{Piece, Play, Position, Side, Square};

/// What a move captured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::tafl) struct Took {
    /// A piece was captured, the king or a man.
    pub any: bool,
    /// The king was captured.
    pub king: bool,
}

/// Makes a move from the move list. All captures are found on the board after the move, then removed together (P8).
#[inline]
pub(in crate::tafl) fn make(compiled: &CompiledRules, position: &mut Position, piece: Piece, play: Play) -> Took {
    position.shift(piece, play.from, play.to);
    let mut took = Took::default();
    if piece != Piece::King || compiled.king_hammer {
        let walls = walls(compiled, position, piece, play.to);
        took.any |= flank(compiled, position, piece, play.to);
        if let Some(walls) = walls {
            took.any |= remove_all(position, piece.side().opponent(), &walls);
        }
    }
    if piece == Piece::Attacker
        && let Some(king) = position.king
        && is_beside(play.to, king)
        && is_king_taken(compiled, position, king, play.to)
    {
        position.lift(king, Piece::King);
        took = Took { any: true, king: true };
    }
    position.pass_turn();
    took
}

/// Captures men between the moved piece and a piece of its side or a hostile square (P4, C3). Returns whether any was captured.
#[inline]
fn flank(compiled: &CompiledRules, position: &mut Position, piece: Piece, to: Square) -> bool {
    let side = piece.side();
    let (file, rank) = (to.file(), to.rank());
    let (column, row) = (usize::from(file), usize::from(rank));
    let [own, enemy] = [&position.men[side.index()], &position.men[side.opponent().index()]];
    let (mut row_helps, mut col_helps) =
        (own.rows[row] | compiled.hostile.rows[row], own.cols[column] | compiled.hostile.cols[column]);
    if !compiled.king_anvil
        && side == Side::Defenders
        && let Some(king) = position.king
    {
        row_helps &= !(u32::from(king.rank() == rank) << king.file());
        col_helps &= !(u32::from(king.file() == file) << king.rank());
    }
    if let Some(throne) = compiled.throne
        && (throne.rank() == rank || throne.file() == file)
        && compiled.throne_against(position, side.opponent()).is_some()
    {
        row_helps |= u32::from(throne.rank() == rank) << throne.file();
        col_helps |= u32::from(throne.file() == file) << throne.rank();
    }
    let (right, left) = pinched(enemy.rows[row], row_helps, file);
    let (up, down) = pinched(enemy.cols[column], col_helps, rank);
    if right | left | up | down == 0 {
        return false;
    }
    let mut any = false;
    let mut take =
        |hit: u32, file: u8, rank: u8| any |= hit != 0 && remove(position, side.opponent(), Square::new(file, rank));
    take(right, file.wrapping_add(1), rank);
    take(left, file.wrapping_sub(1), rank);
    take(up, file, rank.wrapping_add(1));
    take(down, file, rank.wrapping_sub(1));
    any
}

/// Whether the neighbours above and below bit `at` are enemies with a helper behind them.
#[inline]
fn pinched(enemy: u32, helps: u32, at: u8) -> (u32, u32) {
    let above = (enemy >> 1 & helps >> 2) >> at & 1;
    let below = (enemy << 1 & helps << 2) >> at & 1;
    (above, below)
}

/// Removes a man. The king is never captured this way.
fn remove(position: &mut Position, side: Side, square: Square) -> bool {
    if position.king == Some(square) {
        return false;
    }
    position.lift(square, if side == Side::Attackers { Piece::Attacker } else { Piece::Defender });
    true
}

fn remove_all(position: &mut Position, side: Side, taken: &Bitboard) -> bool {
    let mut any = false;
    for square in taken.squares() {
        // One move can capture a man in both ways. Then it is already gone.
        if position.men[side.index()].has(square) {
            any |= remove(position, side, square);
        }
    }
    any
}

#[inline]
fn is_beside(one: Square, other: Square) -> bool {
    one.file().abs_diff(other.file()) + one.rank().abs_diff(other.rank()) == 1
}

/// The rows on the edge that the moved piece closes (C5, R1): every piece of the row faces an enemy piece, the moved piece is at one end,
/// and an enemy piece or a corner is at the other. The king may be in the row.
#[inline]
fn walls(compiled: &CompiledRules, position: &Position, piece: Piece, to: Square) -> Option<Bitboard> {
    let rule = compiled.shieldwall.as_ref()?;
    let last = compiled.size - 1;
    let (file, rank) = (to.file(), to.rank());
    if file != 0 && rank != 0 && file != last && rank != last {
        return None;
    }
    let side = piece.side();
    let [own, enemy] = [&position.men[side.index()], &position.men[side.opponent().index()]];
    let mut helpers = *own;
    if !compiled.king_anvil
        && side == Side::Defenders
        && piece != Piece::King
        && let Some(king) = position.king
    {
        helpers.remove(king);
    }
    let corner = if rule.corner_closes { compiled.corners } else { Bitboard::default() };
    let mut taken = Bitboard::default();
    let mut any = false;
    for (edge, inner) in [(0, 1), (last, last - 1)] {
        let (line, front) = (usize::from(edge), usize::from(inner));
        if rank == edge {
            let ends = helpers.rows[line] | corner.rows[line];
            for file in bits(row_taken(enemy.rows[line], helpers.rows[front], ends, file, rule.at_least)) {
                any = true;
                taken.add(Square::new(file, edge));
            }
        }
        if file == edge {
            let ends = helpers.cols[line] | corner.cols[line];
            for rank in bits(row_taken(enemy.cols[line], helpers.cols[front], ends, rank, rule.at_least)) {
                any = true;
                taken.add(Square::new(edge, rank));
            }
        }
    }
    any.then_some(taken)
}

/// The bits of `enemy` on either side of bit `at` that are faced and closed in.
#[inline]
fn row_taken(enemy: u32, faced: u32, ends: u32, at: u8, at_least: u8) -> u32 {
    let at = u32::from(at);
    let above = (enemy >> at >> 1).trailing_ones();
    let below = (enemy << 1 << (31 - at)).leading_ones().min(at);
    let run = |length: u32, first: u32, end: Option<u32>| {
        let row = ((1 << length) - 1) << first;
        let closed = end.is_some_and(|end| ends >> end & 1 != 0);
        if length >= u32::from(at_least) && closed && faced & row == row { row } else { 0 }
    };
    run(above, at + 1, Some(at + 1 + above)) | run(below, at - below, (at - below).checked_sub(1))
}

/// Whether the attacker that has just moved to `by`, beside the king, captures it (P5, P6, P7, C3, C4).
fn is_king_taken(compiled: &CompiledRules, position: &Position, king: Square, by: Square) -> bool {
    let steps = [(1i8, 0i8), (-1, 0), (0, 1), (0, -1)];
    let closed = |(file, rank): (i8, i8)| {
        let on_board = |at: u8, step: i8| at.checked_add_signed(step).filter(|at| *at < compiled.size);
        let (Some(file), Some(rank)) = (on_board(king.file(), file), on_board(king.rank(), rank)) else {
            return compiled.king_capture == KingCapture::FourEdgeCounts;
        };
        let square = Square::new(file, rank);
        position.men[0].has(square) || compiled.closes_on_king(position, square)
    };
    let two = match compiled.king_capture {
        KingCapture::Two => true,
        KingCapture::TwoButFourAtThrone => {
            !compiled.throne.is_some_and(|throne| throne == king || is_beside(throne, king))
        }
        KingCapture::Four | KingCapture::FourEdgeCounts => false,
    };
    if two {
        // The piece that moved must close the line, so only the square on the other side of the king counts (P7).
        closed((king.file() as i8 - by.file() as i8, king.rank() as i8 - by.rank() as i8))
    } else {
        steps.into_iter().all(closed)
    }
}
