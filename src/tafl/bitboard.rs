//! A set of squares as bits. It has one word for each row and one for each column, so a slide takes two bit scans on any board up to 19x19.

use crate::tafl::Square;

pub(in crate::tafl) const LINES: usize = crate::tafl::square::SIZE_MAX as usize;

/// One word for each row. Bit 0 is file a.
pub(in crate::tafl) type Rows = [u32; LINES];

/// A set of squares, kept by row and by column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(in crate::tafl) struct Bitboard {
    /// Bit `file` of word `rank`.
    pub rows: Rows,
    /// Bit `rank` of word `file`.
    pub cols: Rows,
}

impl Bitboard {
    /// The set of these squares.
    pub(super) fn of(squares: impl IntoIterator<Item = Square>) -> Bitboard {
        let mut bitboard = Bitboard::default();
        for square in squares {
            bitboard.add(square);
        }
        bitboard
    }

    #[inline]
    pub(super) fn has(&self, square: Square) -> bool {
        self.rows[usize::from(square.rank())] >> square.file() & 1 != 0
    }

    #[inline]
    pub(super) fn add(&mut self, square: Square) {
        self.rows[usize::from(square.rank())] |= 1 << square.file();
        self.cols[usize::from(square.file())] |= 1 << square.rank();
    }

    #[inline]
    pub(super) fn remove(&mut self, square: Square) {
        self.rows[usize::from(square.rank())] &= !(1 << square.file());
        self.cols[usize::from(square.file())] &= !(1 << square.rank());
    }

    /// The squares, rank by rank from the bottom, each from file a.
    pub(super) fn squares(&self) -> impl Iterator<Item = Square> {
        let rows = self.rows;
        (0..LINES as u8).flat_map(move |rank| bits(rows[usize::from(rank)]).map(move |file| Square::new(file, rank)))
    }
}

/// The positions of the set bits, from the lowest.
#[inline]
pub(in crate::tafl) fn bits(mut word: u32) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        (word != 0).then(|| {
            let bit = word.trailing_zeros() as u8;
            word &= word - 1;
            bit
        })
    })
}

/// Grows `seed` through the free squares, along rows and columns, until it stops growing or `enough` returns true.
pub(in crate::tafl) fn flood(size: u8, free: &Rows, seed: &mut Rows, mut enough: impl FnMut(usize, u32) -> bool) {
    let size = usize::from(size);
    let mut grew = true;
    let mut upward = true;
    while grew {
        grew = false;
        for step in 0..size {
            let rank = if upward { step } else { size - 1 - step };
            let mut near = seed[rank];
            if rank > 0 {
                near |= seed[rank - 1];
            }
            if rank + 1 < size {
                near |= seed[rank + 1];
            }
            let row = fill(near & free[rank], free[rank]) | seed[rank];
            if row != seed[rank] {
                seed[rank] = row;
                grew = true;
                if enough(rank, row) {
                    return;
                }
            }
        }
        upward = !upward;
    }
}

/// Grows the seed through the free bits of one row.
#[inline]
fn fill(seed: u32, free: u32) -> u32 {
    // A carry runs up through the free bits above each seed. Mirrored, it runs down through those below.
    let up = free & (free.wrapping_add(seed) ^ free) | seed;
    let (seed, free) = (seed.reverse_bits(), free.reverse_bits());
    let down = free & (free.wrapping_add(seed) ^ free) | seed;
    up | down.reverse_bits()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_fills_up_to_its_walls_on_both_sides() {
        for free in 0..512u32 {
            for seed in (0..512u32).filter(|seed| seed & !free == 0) {
                let mut slow = seed;
                for _ in 0..9 {
                    slow |= (slow << 1 | slow >> 1) & free;
                }
                assert_eq!(fill(seed, free), slow, "{seed:b} in {free:b}");
            }
        }
    }
}
