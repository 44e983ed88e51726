//! The two sides of a tafl game and the pieces they move.

use serde::Serialize;
use std::fmt;
use std::str::FromStr;

/// One of the two sides. The names are the same on every board; colours are not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Side {
    /// The larger force, around the edge. Drawn as `o`.
    Attackers,
    /// The king and its men. Drawn as `x` and `k`.
    Defenders,
}

impl Side {
    /// The other side.
    pub const fn opponent(self) -> Side {
        match self {
            Side::Attackers => Side::Defenders,
            Side::Defenders => Side::Attackers,
        }
    }

    /// The index of this side in arrays of two.
    pub(in crate::tafl) const fn index(self) -> usize {
        self as usize
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Side::Attackers => "attackers",
            Side::Defenders => "defenders",
        })
    }
}

/// A word that names no side.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("\"{0}\" is not a side: write attackers or defenders.")]
pub struct BadSide(pub String);

impl FromStr for Side {
    type Err = BadSide;

    fn from_str(word: &str) -> Result<Side, BadSide> {
        if word.eq_ignore_ascii_case("attackers") {
            Ok(Side::Attackers)
        } else if word.eq_ignore_ascii_case("defenders") {
            Ok(Side::Defenders)
        } else {
            Err(BadSide(word.chars().take(40).collect()))
        }
    }
}

/// A piece on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Piece {
    /// A man of the attackers.
    Attacker,
    /// A man of the defenders.
    Defender,
    /// The king, which belongs to the defenders.
    King,
}

impl Piece {
    /// Whose piece it is.
    pub const fn side(self) -> Side {
        match self {
            Piece::Attacker => Side::Attackers,
            Piece::Defender | Piece::King => Side::Defenders,
        }
    }

    /// The letter for it on boards: `o`, `x` or `k` (S001, figures 1 to 4).
    pub const fn sign(self) -> char {
        match self {
            Piece::Attacker => 'o',
            Piece::Defender => 'x',
            Piece::King => 'k',
        }
    }

    /// The index of this piece in arrays of three.
    pub(in crate::tafl) const fn index(self) -> usize {
        self as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_side_is_read_in_any_case_and_nothing_else_is() {
        assert_eq!("Attackers".parse(), Ok(Side::Attackers));
        assert_eq!("DEFENDERS".parse(), Ok(Side::Defenders));
        assert!("white".parse::<Side>().is_err());
    }
}
