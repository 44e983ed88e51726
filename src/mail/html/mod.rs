//! The text of an HTML part as plain lines: what a browser would show.
//!
//! ```text
//!  HTML -> tokens (html5gum) -> tree (html5ever) -> lines
//! ```
//!
//! It is read by the rules of the HTML standard, so a missing end tag or a missing `<head>` changes nothing. Text that the sender's program
//! marks as quoted gets `> ` before it, as in plain text. So the same code ([`crate::mail::reply`]) judges both, and a reference in the
//! quoted letter is not lost.
//!
//! Deep nesting by an attacker makes tree builders slow, so a part that is nested deeper than [`crate::mail::limits::HTML_DEPTH_MAX`] is
//! not read at all.

mod tree;

mod lines;
mod marks;

mod tokens;

mod page;

pub(crate) use crate::mail::html::page::{Page, read, text};
