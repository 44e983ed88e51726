//! Finds what the sender wrote in a body that also holds the letter it answers.
//!
//! There is no standard for this, only the habits of mail clients. The body is judged line by line, from the top. The words of many
//! languages are in files of their own. What is found decides:
//!
//! ```text
//!  what is found                              what happens
//!  our marker line, unquoted                  stop
//!  an answer with our reference behind it     stays, without the reference
//!  the news of our letter, above its marker   removed
//!  one of our reply addresses                 the quoted letter begins, see below
//!  a whole command                            stays, whatever it looks like
//!  `-- ` or a long dash alone                 stop, unless a letter quoted with `>` follows the signature: then both are removed
//!  a list's footer                            stop
//!  Original Message, Forwarded message,
//!    a block of From: Sent: To: Subject:      stop, unless `>` quotes follow: then those are removed
//!  On ... wrote:                              with `>` quotes after it: both are removed, reading goes on
//!                                             else stop, or go on if nothing was written yet
//!  `>` or `|` in front                        removed; the lines between are answers and stay
//!  `-----`, `***`, `_____` alone on a line    removed if one of the above follows; else it stays, with all below it, unless
//!                                             there is nothing else
//!  Sent from my phone                         removed
//! ```
//!
//! The words of a quoted letter must not be taken for the sender's, and no word of the sender may disappear without a notice. So where the
//! reader stops but does not find what it stopped for, it says which lines it left out ([`Written::cut`]). Every rule looks at a bounded
//! number of lines around, so the time grows only with the length of the body.

// lines and words
mod device_footers;
mod fields;
mod line_kind;
mod subject;
mod words;

// where the letter that is answered begins
mod attribution;
mod own_news;
mod own_words_end;
mod unmarked_signature;

mod new_words;

pub use crate::mail::reply::new_words::CUT_LINES_MAX;
pub use crate::mail::reply::new_words::Written;
pub use crate::mail::reply::new_words::with_answered_quotes;
pub use crate::mail::reply::new_words::written;
pub use crate::mail::reply::subject::command_subject;
pub use crate::mail::reply::subject::is_forwarded;
pub use crate::mail::reply::unmarked_signature::Closed;
pub use crate::mail::reply::unmarked_signature::closing;
