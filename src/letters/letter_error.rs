//! Why a letter could not be written.

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
        "the Subject \"{0}\" of a letter would be read as a command when it is answered: choose another name for the club"
    )]
    CommandSubject(String),
    /// A header or part cannot be built.
    #[error("a letter cannot be built: {0}")]
    Unwritable(#[from] mail::Unwritable),
    /// The club's address is so long that no token fits.
    #[error("the club's address is too long to carry a reply token: {0}")]
    Address(#[from] mail::BadAddress),
}
