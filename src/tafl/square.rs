//! A square by file and rank. It does not know the size of its board.

use std::fmt;
use std::fmt::Write;
use std::str::FromStr;

/// The largest board has this many files and ranks (Alea evangelii).
pub(super) const SIZE_MAX: u8 = 19;

/// Letters that can be typed: those of the largest board, and one more for when I is left out.
const TYPED_FILES: u8 = SIZE_MAX + 1;

/// A square: file letter and rank number, rank 1 at the bottom, no letter skipped (P13).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square {
    file: u8,
    rank: u8,
}

impl Square {
    /// A square by its file and rank, both counted from 0.
    pub const fn new(file: u8, rank: u8) -> Square {
        Square { file, rank }
    }

    /// The file, counted from 0 (`a`).
    pub const fn file(self) -> u8 {
        self.file
    }

    /// The rank, counted from 0 (the bottom row).
    pub const fn rank(self) -> u8 {
        self.rank
    }

    /// Reads a square at the beginning of `text`: the square and how many bytes it took.
    pub(in crate::tafl) fn read(text: &[u8]) -> Option<(Square, usize)> {
        Square::read_of(SIZE_MAX, text)
    }

    /// Reads a square that a player typed. Its column may be one beyond the largest board, because that is the last letter if I is left
    /// out.
    pub(in crate::tafl) fn read_typed(text: &[u8]) -> Option<(Square, usize)> {
        Square::read_of(TYPED_FILES, text)
    }

    fn read_of(files: u8, text: &[u8]) -> Option<(Square, usize)> {
        let file = text.first()?.to_ascii_lowercase().wrapping_sub(b'a');
        if file >= files {
            return None;
        }
        let tens = text.get(1).filter(|digit| digit.is_ascii_digit())? - b'0';
        let (rank, used) = match text.get(2).filter(|digit| digit.is_ascii_digit()) {
            Some(units) => (tens * 10 + (units - b'0'), 3),
            None => (tens, 2),
        };
        let more = text.get(used).is_some_and(u8::is_ascii_digit);
        let lawful = tens != 0 && !more && (1..=SIZE_MAX).contains(&rank);
        lawful.then(|| (Square::new(file, rank - 1), used))
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = u32::from(self.rank) + 1;
        let letter = char::from(b'a'.saturating_add(self.file));
        if f.width().is_some() {
            return f.pad(&format!("{letter}{number}"));
        }
        // A list of moves has hundreds of squares, and two characters are written sooner than a number of any length.
        f.write_char(letter)?;
        match (number / 10, char::from_digit(number % 10, 10)) {
            (0, Some(digit)) => f.write_char(digit),
            _ => write!(f, "{number}"),
        }
    }
}

/// As text.
impl serde::Serialize for Square {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A word that is not a square of any board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("\"{0}\" is not a square: a square is a letter from a to s and a number from 1 to 19, as in e5.")]
pub struct BadSquare(pub String);

impl FromStr for Square {
    type Err = BadSquare;

    fn from_str(word: &str) -> Result<Square, BadSquare> {
        match Square::read(word.as_bytes()) {
            Some((square, used)) if used == word.len() => Ok(square),
            _ => Err(BadSquare(word.chars().take(40).collect())),
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    #[test]
    fn no_letter_is_skipped_and_case_does_not_matter() {
        assert_eq!("I1".parse(), Ok(Square::new(8, 0)));
        assert_eq!("s19".parse(), Ok(Square::new(18, 18)));
        assert_eq!(Square::new(9, 10).to_string(), "j11");
    }

    #[test]
    fn what_is_no_square_is_refused_by_name() {
        for word in ["", "e", "5e", "t1", "a0", "a20", "a05", "e5x", "e123", "é5", "ee5"] {
            assert_eq!(word.parse::<Square>().unwrap_err(), BadSquare(word.to_owned()));
        }
    }
}
