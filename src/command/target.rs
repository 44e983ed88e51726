//! The board, or the challenge, that a command is about.

use std::fmt;

/// The board, or the challenge, that a command is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Target {
    /// The board of the letter that is answered. Without such a letter, the only board that can be meant.
    OfLetter,
    /// The one with this number.
    Number(u32),
}

impl Target {
    /// Its number, if the command names it.
    pub fn number(self) -> Option<u32> {
        match self {
            Target::OfLetter => None,
            Target::Number(number) => Some(number),
        }
    }
}

impl From<Option<u32>> for Target {
    fn from(number: Option<u32>) -> Target {
        number.map_or(Target::OfLetter, Target::Number)
    }
}

/// ` 17`, or nothing: what follows the word of the command.
impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Target::OfLetter => Ok(()),
            Target::Number(number) => write!(f, " {number}"),
        }
    }
}
