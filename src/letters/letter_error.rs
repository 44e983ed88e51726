//! Why a letter could not be written.

use crate::letters::bad_letter::BadLetter;
use crate::mail;
use crate::wording::WordingError;

/// Why a letter could not be written. This is a fault of the program or its templates, never of a mail.
#[derive(Debug, thiserror::Error)]
pub enum LetterError {
    /// A template cannot be used.
    #[error(transparent)]
    Wording(#[from] WordingError),
    /// An answer would bring the Subject back, and it would be a command.
    #[error(
        "the name of the club makes the subject \"{0}\" look like a command when a player answers: choose another name"
    )]
    CommandSubject(String),
    /// A letter with an operator's own words would not arrive as it was meant, or its answer would not be understood.
    #[error("{place}: {why}")]
    Law {
        /// File, line and name of the template.
        place: String,
        /// What is wrong.
        why: BadLetter,
    },
    /// A header or part cannot be built.
    #[error("a letter cannot be written: {0}")]
    Unwritable(#[from] mail::Unwritable),
    /// The club's address is so long that no token fits.
    #[error("the address of the club is too long; the key of a letter does not fit into it: {0}")]
    Address(#[from] mail::BadAddress),
}
