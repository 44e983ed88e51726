//! The pieces on the board and the side to move: a value of fixed size, which is copied instead of undone.
//!
//! As text it is one line: rows from the top, slashes between them, numbers for runs of empty squares, `o` for an attacker, `x` for a
//! defender, `k` for the king: `3o3/3o3/3x3/ooxkxoo/3x3/3o3/3o3`.

use crate::tafl::bitboard::Bitboard;
use crate::tafl::square::SIZE_MAX;
use crate::tafl::{Piece, Play, Side, Square};
use std::fmt;

/// A position. It knows neither the rules nor the history.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Position {
    /// The men of either side by [`Side::index`]. The king is among the defenders.
    pub(in crate::tafl) men: [Bitboard; 2],
    pub(in crate::tafl) king: Option<Square>,
    /// The hash of each side's pieces, by [`Side::index`].
    pub(in crate::tafl) hash: [u64; 2],
    pub(in crate::tafl) size: u8,
    pub(in crate::tafl) to_move: Side,
}

impl Position {
    /// An empty board.
    pub(in crate::tafl) fn empty(size: u8, to_move: Side) -> Position {
        Position { men: [Bitboard::default(); 2], king: None, hash: [0; 2], size, to_move }
    }

    /// Reads rows in the form described at the head of this file. The board is square and has at most one king.
    pub fn parse(rows: &str, to_move: Side) -> Result<Position, BadPosition> {
        let rows: Vec<&str> = rows.trim().split('/').take(usize::from(SIZE_MAX) + 1).collect();
        let size = u8::try_from(rows.len()).ok().filter(|size| (3..=SIZE_MAX).contains(size));
        let size = size.ok_or(BadPosition::Rows { found: rows.len() })?;
        let mut position = Position::empty(size, to_move);
        for (rank, row) in (0..size).rev().zip(&rows) {
            position.put_row(rank, row)?;
        }
        Ok(position)
    }

    fn put_row(&mut self, rank: u8, row: &str) -> Result<(), BadPosition> {
        let mut file: u32 = 0;
        let mut run: u32 = 0;
        let board = self.size;
        let size = u32::from(board);
        let uneven = |found| BadPosition::Row { row: row.chars().take(60).collect(), found, size: board };
        for sign in row.chars() {
            if let Some(digit) = sign.to_digit(10) {
                run = run * 10 + digit;
                if run > size {
                    return Err(uneven(file + run));
                }
                continue;
            }
            file += std::mem::take(&mut run);
            let piece = match sign.to_ascii_lowercase() {
                'o' => Piece::Attacker,
                'x' => Piece::Defender,
                'k' => Piece::King,
                _ => return Err(BadPosition::Sign { sign }),
            };
            if file >= size {
                return Err(uneven(file + 1));
            }
            if piece == Piece::King && self.king.is_some() {
                return Err(BadPosition::Kings);
            }
            self.put(Square::new(file as u8, rank), piece);
            file += 1;
        }
        if file + run != size {
            return Err(uneven(file + run));
        }
        Ok(())
    }

    /// The length of a side of the board, in squares.
    pub fn size(&self) -> u8 {
        self.size
    }

    /// The side to move.
    pub fn to_move(&self) -> Side {
        self.to_move
    }

    /// The piece on a square. There is none outside the board.
    #[inline]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        if square.file() >= self.size || square.rank() >= self.size {
            None
        } else if self.men[0].has(square) {
            Some(Piece::Attacker)
        } else if self.king == Some(square) {
            Some(Piece::King)
        } else {
            self.men[1].has(square).then_some(Piece::Defender)
        }
    }

    /// Every piece, rank by rank from the bottom, attackers first.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> {
        let king = self.king;
        let attackers = self.men[0].squares().map(|square| (square, Piece::Attacker));
        let defender = move |square| {
            if king == Some(square) { Piece::King } else { Piece::Defender }
        };
        attackers.chain(self.men[1].squares().map(move |square| (square, defender(square))))
    }

    /// How many pieces a side has, with its king.
    pub fn count(&self, side: Side) -> u32 {
        self.men[side.index()].rows.iter().map(|row| row.count_ones()).sum()
    }

    /// Puts a piece on an empty square.
    pub(in crate::tafl) fn put(&mut self, square: Square, piece: Piece) {
        self.men[piece.side().index()].add(square);
        if piece == Piece::King {
            self.king = Some(square);
        }
        self.hash[piece.side().index()] ^= key(square, piece);
    }

    /// Removes a piece from its square.
    #[inline]
    pub(in crate::tafl) fn lift(&mut self, square: Square, piece: Piece) {
        self.men[piece.side().index()].remove(square);
        if piece == Piece::King {
            self.king = None;
        }
        self.hash[piece.side().index()] ^= key(square, piece);
    }

    /// Moves a piece to an empty square.
    #[inline]
    pub(in crate::tafl) fn shift(&mut self, piece: Piece, from: Square, to: Square) {
        let men = &mut self.men[piece.side().index()];
        men.remove(from);
        men.add(to);
        if piece == Piece::King {
            self.king = Some(to);
        }
        self.hash[piece.side().index()] ^= key(from, piece) ^ key(to, piece);
    }

    /// Passes the turn to the other side.
    #[inline]
    pub(in crate::tafl) fn pass_turn(&mut self) {
        self.to_move = self.to_move.opponent();
    }

    /// The hash of the position after a move that captures nothing.
    #[inline]
    pub(in crate::tafl) fn hash_after(&self, piece: Piece, play: Play) -> [u64; 2] {
        let mut hash = self.hash;
        hash[piece.side().index()] ^= key(play.from, piece) ^ key(play.to, piece);
        hash
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..self.size).rev() {
            let mut run = 0;
            for file in 0..self.size {
                let Some(piece) = self.piece_at(Square::new(file, rank)) else {
                    run += 1;
                    continue;
                };
                if run > 0 {
                    write!(f, "{run}")?;
                }
                run = 0;
                write!(f, "{}", piece.sign())?;
            }
            if run > 0 {
                write!(f, "{run}")?;
            }
            if rank > 0 {
                f.write_str("/")?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self} {} to move", self.to_move)
    }
}

/// Rows that are not a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadPosition {
    /// There are too few or too many rows.
    #[error("a position has 3 to 19 rows with slashes between them; this one has {found}")]
    Rows {
        /// How many there are. Reading stops at 20.
        found: usize,
    },
    /// A row does not have as many squares as there are rows.
    #[error("the board has {size} rows, but the row \"{row}\" has {found} squares")]
    Row {
        /// The row as written.
        row: String,
        /// Its length in squares, as far as it was read.
        found: u32,
        /// The right length.
        size: u8,
    },
    /// A character without a meaning.
    #[error(
        "\"{sign}\" has no meaning here: use o for an attacker, x for a defender, k for the king and numbers for empty squares"
    )]
    Sign {
        /// The character.
        sign: char,
    },
    /// The board does not have the size of the rules.
    #[error("the position is {found}x{found}, but the board is {size}x{size}")]
    Size {
        /// Its size.
        found: u8,
        /// The size in the rules.
        size: u8,
    },
    /// There is a second king.
    #[error("there is more than one king")]
    Kings,
}

/// The part of the hash for a piece on a square.
#[inline]
fn key(square: Square, piece: Piece) -> u64 {
    KEYS[piece.index()][usize::from(square.rank())][usize::from(square.file())]
}

const SPAN: usize = SIZE_MAX as usize;
static KEYS: [[[u64; SPAN]; SPAN]; 3] = keys();

const fn keys() -> [[[u64; SPAN]; SPAN]; 3] {
    let mut keys = [[[0; SPAN]; SPAN]; 3];
    let mut seed = 0;
    while seed < 3 * SPAN * SPAN {
        keys[seed / (SPAN * SPAN)][seed / SPAN % SPAN][seed % SPAN] = mixed(seed as u64 + 1);
        seed += 1;
    }
    keys
}

/// Spreads a number over 64 bits (the finalizer known as splitmix64).
const fn mixed(number: u64) -> u64 {
    let mut z = number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_printed_as_it_was_read() {
        let rows = "11/6ox1x1/4oo1o3/11/1x5o3/1x2o5x/11/6x1xo1/2o3o4/8kx1/3x2x1o1o";
        let position = Position::parse(rows, Side::Defenders).unwrap();
        assert_eq!(position.to_string(), rows);
        assert_eq!(position.size(), 11);
        assert_eq!(position.piece_at("i2".parse().unwrap()), Some(Piece::King));
        assert_eq!(position.pieces().count(), 22);
    }

    #[test]
    fn broken_rows_are_refused_with_what_was_found() {
        let refused = |rows: &str| Position::parse(rows, Side::Attackers).unwrap_err();
        assert_eq!(refused(""), BadPosition::Rows { found: 1 });
        assert_eq!(refused(&"1/".repeat(40)), BadPosition::Rows { found: 20 });
        assert_eq!(refused("3/3/2"), BadPosition::Row { row: "2".into(), found: 2, size: 3 });
        assert_eq!(refused("3/3/oxko"), BadPosition::Row { row: "oxko".into(), found: 4, size: 3 });
        assert_eq!(
            refused("3/99999999999999999999/3"),
            BadPosition::Row { row: "99999999999999999999".into(), found: 9, size: 3 }
        );
        assert_eq!(refused("3/1z1/3"), BadPosition::Sign { sign: 'z' });
        assert_eq!(refused("k2/3/2k"), BadPosition::Kings);
    }
}
