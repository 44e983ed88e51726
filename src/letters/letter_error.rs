//! Why a letter could not be written.

use crate::mail;
use crate::wording::WordingError;

/// Why a letter could not be written: a fault of this program or its templates, never of a mail.
#[derive(Debug, thiserror::Error)]
pub enum LetterError {
    /// A template.
    #[error(transparent)]
    Wording(#[from] WordingError),
    /// An answer would bring the Subject back, and it would be obeyed.
    #[error(
        "the Subject \"{0}\" of a letter would be read as a command when it is answered: choose another name for the club"
    )]
    CommandSubject(String),
    /// A header or part that cannot be built.
    #[error("a letter cannot be built: {0}")]
    Unwritable(#[from] mail::Unwritable),
    /// The club's address has no room for a token.
    #[error("the club's address is too long to carry a reply token: {0}")]
    Address(#[from] mail::BadAddress),
}
