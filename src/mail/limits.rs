//! How much of a mail we look at. A move is two hundred bytes; what is far beyond that is either
//! an accident or an attack, and both are cheaper to refuse before parsing.

/// A whole message, in bytes. Pictures in signatures fit.
pub const MESSAGE_BYTES_MAX: usize = 1024 * 1024;

/// All headers of a message together, in bytes.
pub const HEADER_BLOCK_BYTES_MAX: usize = 64 * 1024;

/// One header with its continuation lines, in bytes. The value of a longer one is dropped: the
/// time to decode its encoded words grows with the square of its length.
pub const HEADER_BYTES_MAX: usize = 8 * 1024;

/// Encoded words in one header. A header with more is emptied like one that is too long.
pub const ENCODED_WORDS_MAX: usize = 200;

/// Parts of a message, containers included.
pub const PARTS_MAX: usize = 100;

/// The text taken from the plain parts of a mail, and the HTML read when there is none, in bytes.
pub const TEXT_BYTES_MAX: usize = 256 * 1024;

/// Elements of an HTML part inside each other. Real mails have a few dozen; the time to build a tree grows with its depth.
pub const HTML_DEPTH_MAX: usize = 256;

/// Elements and texts of an HTML part. A tag can make more than one: what is bold goes on in the next paragraph.
pub const HTML_NODES_MAX: usize = 50_000;

/// Tags of an HTML part. Each can cost as much time as the part is deep.
pub const HTML_TAGS_MAX: usize = 20_000;

/// Addresses read from the headers that say for whom a mail is.
pub const RECIPIENTS_MAX: usize = 200;

/// Message-IDs read from one header; of a longer thread the last ones count.
pub const REFERENCES_MAX: usize = 100;

/// Reply tokens taken from one mail.
pub const TOKENS_MAX: usize = 20;

/// `Received` headers after which a mail is taken to run in a circle.
pub const RECEIVED_MAX: usize = 50;
