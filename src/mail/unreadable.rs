//! Why a mail cannot be read at all.

use crate::mail::limits::HEADER_BLOCK_BYTES_MAX;
use crate::mail::limits::MESSAGE_BYTES_MAX;
use crate::mail::limits::PARTS_MAX;

/// Why a mail cannot be read at all. Such a mail is kept for the operator and gets no answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unreadable {
    /// The message is longer than [`MESSAGE_BYTES_MAX`].
    #[error("the mail has {size_bytes} bytes, and at most {MESSAGE_BYTES_MAX} are allowed")]
    TooLarge {
        /// Its length.
        size_bytes: usize,
    },
    /// The header block is longer than [`HEADER_BLOCK_BYTES_MAX`].
    #[error("the headers are longer than {HEADER_BLOCK_BYTES_MAX} bytes together")]
    HeadersTooLong,
    /// More than [`PARTS_MAX`] parts.
    #[error("the mail has more than {PARTS_MAX} MIME parts")]
    TooManyParts,
    /// The parser refused it. The text is the parser's.
    #[error("the structure of the mail is broken: {0}")]
    Broken(String),
    /// The parser panicked: a bug to report, with the mail.
    #[error("an error in the program: the mail parser crashed")]
    Panicked,
}
