//! What can be wrong with a record that is read, and what a format cannot express.

use crate::tafl::RecordFault;

/// A text that is not a game record, or holds a game that cannot be replayed.
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
    /// It is longer than what is read.
    #[error("there are more than {max} {what}; split the file")]
    TooMuch {
        /// What is counted.
        what: &'static str,
        /// The limit.
        max: usize,
    },
    /// Something else is in this place.
    #[error("found {found}; expected {expected}")]
    Unexpected {
        /// What is there.
        found: String,
        /// What should be there.
        expected: String,
    },
    /// A part cannot be read. The text comes from its own reader.
    #[error("{0}")]
    Unreadable(String),
    /// A tag is there twice.
    #[error("{tag} appears twice")]
    Twice {
        /// The tag.
        tag: String,
    },
    /// A move cannot be read or made.
    #[error("move {ply}: {why}")]
    Play {
        /// The ply, counted from 1.
        ply: u32,
        /// The reason.
        why: RecordFault,
    },
    /// A move names another piece than the one on the square.
    #[error("move {ply}: the record names {named} on {square}, but the piece there is {stands}")]
    Piece {
        /// The ply, counted from 1.
        ply: u32,
        /// The letter.
        named: char,
        /// The square.
        square: String,
        /// The piece on it.
        stands: &'static str,
    },
    /// It can be read, but is not supported here.
    #[error("taflpost does not support {what}")]
    NotPlayed {
        /// What.
        what: String,
    },
    /// Each part is valid, but together they make no game.
    #[error(transparent)]
    Misfit(#[from] Misfit),
}

/// Parts that make no record together.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Misfit {
    /// A text is too long.
    #[error("{what} is longer than {max} {of}")]
    TooLong {
        /// The text.
        what: String,
        /// The limit.
        max: usize,
        /// The unit of the limit.
        of: &'static str,
    },
    /// A text has control characters.
    #[error("{what} contains a line break or another control character")]
    Control {
        /// The text.
        what: String,
    },
    /// The name of a tag is not valid.
    #[error(
        "{name} cannot be the name of a tag: a name has at most 40 letters, digits, - or _, begins with a letter, and is not one that the program uses itself"
    )]
    TagName {
        /// The name.
        name: String,
    },
    /// A tag is already there, perhaps in upper or lower case.
    #[error("the tag {name} appears twice")]
    TagTwice {
        /// The name.
        name: String,
    },
    /// There are too many tags.
    #[error("a game has at most {max} tags")]
    TooManyTags {
        /// The limit.
        max: usize,
    },
    /// There is a comment on a move that was not made.
    #[error("there is a comment on move {ply}, but the game has only {plies} moves")]
    NoSuchPly {
        /// The ply.
        ply: u32,
        /// The number of moves.
        plies: u32,
    },
    /// The end in the record does not fit the moves.
    #[error("the record gives the result {said}, but its moves lead to {played}{why}")]
    End {
        /// The end in the record.
        said: String,
        /// The end after the moves.
        played: String,
        /// More about it, or nothing.
        why: &'static str,
    },
}

/// Something that a format cannot express.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{what} contains {sign}, which the format {format} cannot express; choose json")]
pub struct Unsayable {
    /// The format.
    pub format: &'static str,
    /// What it cannot hold.
    pub what: String,
    /// The character that prevents it.
    pub sign: &'static str,
}

/// A mistake and its place in the text, in bytes.
#[derive(Clone, Debug)]
pub(in crate::tafl::records) struct Fault {
    pub at: usize,
    pub why: ImportFault,
}

impl Fault {
    /// A mistake at a place.
    pub(super) fn new(at: usize, why: impl Into<ImportFault>) -> Fault {
        Fault { at, why: why.into() }
    }

    /// This word was found instead of what was expected.
    pub(super) fn unexpected(at: usize, word: &str, expected: &str) -> Fault {
        Fault::instead(at, quoted(word), expected)
    }

    /// This was found, in the words of a sentence, instead of what was expected.
    pub(super) fn instead(at: usize, found: impl Into<String>, expected: &str) -> Fault {
        Fault::new(at, ImportFault::Unexpected { found: found.into(), expected: expected.to_owned() })
    }

    /// The mistake with its line and column.
    pub(super) fn in_text(self, text: &str) -> ImportError {
        let before = text.get(..self.at).unwrap_or(text);
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        ImportError { line, column, why: self.why }
    }
}

/// A word from outside, as an error shows it.
pub(in crate::tafl::records) fn quoted(word: &str) -> String {
    if word.is_empty() {
        return "nothing".to_owned();
    }
    let shown: String = word.chars().map(|sign| if sign.is_control() { ' ' } else { sign }).take(40).collect();
    let more = if word.chars().nth(40).is_some() { "..." } else { "" };
    format!("\"{shown}{more}\"")
}
