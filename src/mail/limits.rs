//! How much of a mail is read. A move takes two hundred bytes. Anything far larger is an accident or an attack, and it costs less to refuse
//! it before parsing.

/// A whole message, in bytes. Large enough for pictures in signatures.
pub const MESSAGE_BYTES_MAX: usize = 1024 * 1024;

/// All headers of a message together, in bytes.
pub const HEADER_BLOCK_BYTES_MAX: usize = 64 * 1024;

/// One header with its continuation lines, in bytes. The value of a longer one is dropped, because the time to decode its encoded words
/// grows with the square of its length.
pub const HEADER_BYTES_MAX: usize = 8 * 1024;

/// Encoded words in one header. A header with more is emptied, like one that is too long.
pub const ENCODED_WORDS_MAX: usize = 200;

/// Parts of a message, with the containers.
pub const PARTS_MAX: usize = 100;

/// The text taken from the plain parts of a mail, and the HTML that is read if there is no text, in bytes.
pub const TEXT_BYTES_MAX: usize = 256 * 1024;

/// How deep the elements of an HTML part may be nested. Real mails need a few dozen levels. The time to build a tree grows with its depth.
pub const HTML_DEPTH_MAX: usize = 256;

/// Elements and texts of an HTML part. A tag can make more than one: bold text continues in the next paragraph.
pub const HTML_NODES_MAX: usize = 50_000;

/// Tags of an HTML part. Each can cost a time that grows with the depth of the part.
pub const HTML_TAGS_MAX: usize = 20_000;

/// Addresses read from the headers that name the recipients.
pub const RECIPIENTS_MAX: usize = 200;

/// Message-IDs read from one header. Of a longer thread, the last ones count.
pub const REFERENCES_MAX: usize = 100;

/// Reply tokens read from one mail.
pub const TOKENS_MAX: usize = 20;

/// A mail with more `Received` headers is considered to be in a loop.
pub const RECEIVED_MAX: usize = 50;
