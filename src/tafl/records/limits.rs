//! How much a text with records may hold.

/// The longest text that is read, in bytes.
pub(super) const TEXT_BYTES_MAX: usize = 16 * 1024 * 1024;
/// The most records in one text.
pub(in crate::tafl::records) const RECORDS_MAX: usize = 10_000;
/// The most moves in one record.
pub(in crate::tafl::records) const PLIES_MAX: u32 = 5_000;
/// The longest comment, in bytes. All comments on one move count as one.
pub(in crate::tafl::records) const COMMENT_BYTES_MAX: usize = 16 * 1024;
