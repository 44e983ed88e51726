//! What can be wrong with a record that is read, and what a format cannot say.

use crate::tafl::RecordFault;

/// A text that is no game record, or holds a game that cannot be played through.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {why}")]
pub struct ImportError {
    /// The line, counted from 1.
    pub line: usize,
    /// The character in the line, counted from 1.
    pub column: usize,
    /// What is wrong there.
    pub why: ImportFault,
}

/// What is wrong with a record.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ImportFault {
    /// Longer than anything that is read.
    #[error("more than {max} {what}; split it")]
    TooMuch {
        /// What is counted.
        what: &'static str,
        /// How many are read.
        max: usize,
    },
    /// Something else stands where it should.
    #[error("found {found}; expected {expected}")]
    Unexpected {
        /// What stands there.
        found: String,
        /// What would do.
        expected: String,
    },
    /// A part that cannot be read, in the words of its own reader.
    #[error("{0}")]
    Unreadable(String),
    /// A tag that stands twice.
    #[error("{tag} is said a second time")]
    Twice {
        /// Which.
        tag: String,
    },
    /// A play that cannot be read or made.
    #[error("half-move {ply}: {why}")]
    Play {
        /// The half-move, counted from 1.
        ply: u32,
        /// Why not.
        why: RecordFault,
    },
    /// A play that names another piece than the one that stands there.
    #[error("half-move {ply}: {named} is named on {square}, and {stands} stands there")]
    Piece {
        /// The half-move, counted from 1.
        ply: u32,
        /// The letter.
        named: char,
        /// Where.
        square: String,
        /// What stands there.
        stands: &'static str,
    },
    /// Something that is read, and not played here.
    #[error("{what} is not played here")]
    NotPlayed {
        /// What.
        what: String,
    },
    /// The parts are well, and make no game together.
    #[error(transparent)]
    Misfit(#[from] Misfit),
}

/// Parts that make no record together.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Misfit {
    /// A text that is too long.
    #[error("{what} is longer than {max} {of}")]
    TooLong {
        /// Which.
        what: String,
        /// How much there may be.
        max: usize,
        /// Of what.
        of: &'static str,
    },
    /// A text with signs that are not for reading.
    #[error("{what} holds a line end or another control character")]
    Control {
        /// Which.
        what: String,
    },
    /// The name of a tag that is none.
    #[error(
        "{name} is no name for a tag: at most 40 letters, digits, - or _, a letter first, and none of those that have a meaning"
    )]
    TagName {
        /// The name.
        name: String,
    },
    /// A tag that is there already, in the same letters or others.
    #[error("the tag {name} stands twice")]
    TagTwice {
        /// The name.
        name: String,
    },
    /// More tags than are kept.
    #[error("a game has at most {max} tags")]
    TooManyTags {
        /// How many there may be.
        max: usize,
    },
    /// A comment on a half-move that was not made.
    #[error("a comment stands at half-move {ply}, and the game has {plies}")]
    NoSuchPly {
        /// The half-move.
        ply: u32,
        /// How many there are.
        plies: u32,
    },
    /// The end said is not the one played.
    #[error("the record says {said}, and by the rules its plays lead to {played}{why}")]
    End {
        /// What is said.
        said: String,
        /// What came of the plays.
        played: String,
        /// More about it, or nothing.
        why: &'static str,
    },
}

/// Something a format has no sign for.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{format} cannot hold {what}, because it contains {sign}; choose json")]
pub struct Unsayable {
    /// The format.
    pub format: &'static str,
    /// What it cannot hold.
    pub what: String,
    /// What is in the way.
    pub sign: &'static str,
}

/// A fault and where in the text it stands, in bytes.
#[derive(Clone, Debug)]
pub(in crate::tafl::records) struct Fault {
    pub at: usize,
    pub why: ImportFault,
}

impl Fault {
    /// A fault at a place.
    pub fn new(at: usize, why: impl Into<ImportFault>) -> Fault {
        Fault { at, why: why.into() }
    }

    /// This word stands there instead of something else.
    pub fn unexpected(at: usize, word: &str, expected: &str) -> Fault {
        Fault::instead(at, quoted(word), expected)
    }

    /// Something, as a sentence names it, stands there instead of something else.
    pub fn instead(at: usize, found: impl Into<String>, expected: &str) -> Fault {
        Fault::new(at, ImportFault::Unexpected { found: found.into(), expected: expected.to_owned() })
    }

    /// The fault with its line and column.
    pub fn in_text(self, text: &str) -> ImportError {
        let before = text.get(..self.at).unwrap_or(text);
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        ImportError { line, column, why: self.why }
    }
}

/// A word from outside as an error shows it.
pub(in crate::tafl::records) fn quoted(word: &str) -> String {
    if word.is_empty() {
        return "nothing".to_owned();
    }
    let shown: String = word.chars().map(|sign| if sign.is_control() { ' ' } else { sign }).take(40).collect();
    let more = if word.chars().nth(40).is_some() { "..." } else { "" };
    format!("\"{shown}{more}\"")
}
