//! The words of an HTML part, as lines of plain text: what a browser would show of it.
//!
//! ```text
//!  HTML -> tokens (html5gum) -> tree (html5ever) -> lines
//! ```
//!
//! Read by the rules of the standard, so that an end tag or a whole `<head>` that is left out changes nothing. What the sender's
//! program marks as quoted comes out with `> ` before it, just as in plain text, so that one reader ([`crate::mail::reply`]) judges
//! both, and a reference in the quoted letter is not lost.
//!
//! Hostile nesting makes tree builders slow, so a part that is nested deeper than [`crate::mail::limits::HTML_DEPTH_MAX`] is not
//! read at all.

mod tree;

mod lines;
mod marks;

mod tokens;

mod page;

pub(crate) use crate::mail::html::page::{Page, read, text};
