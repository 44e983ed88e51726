//! Why a mail cannot be read at all.

use crate::mail::limits::HEADER_BLOCK_BYTES_MAX;
use crate::mail::limits::MESSAGE_BYTES_MAX;
use crate::mail::limits::PARTS_MAX;

/// Why a mail cannot be read at all. Such a mail is kept for the operator and gets no answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unreadable {
    /// The message is longer than [`MESSAGE_BYTES_MAX`].
    #[error("{size_bytes} bytes are more than the {MESSAGE_BYTES_MAX} that are read")]
    TooLarge {
        /// Its length.
        size_bytes: usize,
    },
    /// The header block is longer than [`HEADER_BLOCK_BYTES_MAX`].
    #[error("the header block is longer than {HEADER_BLOCK_BYTES_MAX} bytes")]
    HeadersTooLong,
    /// More than [`PARTS_MAX`] parts.
    #[error("more than {PARTS_MAX} parts")]
    TooManyParts,
    /// The parser refused it. The text is the parser's.
    #[error("broken structure: {0}")]
    Broken(String),
    /// The parser panicked: a bug to report, with the mail.
    #[error("the parser panicked")]
    Panicked,
}
