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

mod lines;
mod marks;
mod tokens;
mod tree;

/// What an HTML part shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Page {
    /// Its words.
    pub text: String,
    /// Whether it shows pictures too.
    pub has_pictures: bool,
    /// Whether nothing in it ends too early: each element that needs an end tag has one.
    pub is_closed: bool,
}

/// Reads an HTML document; `None` where it is nested deeper, or has more elements, than is read.
pub(crate) fn read(html: &str) -> Option<Page> {
    let tokens::Document { nodes, is_closed } = tokens::read(html)?;
    let (text, has_pictures) = lines::of(&nodes);
    Some(Page { text, has_pictures, is_closed })
}

/// Reads the text of an HTML document; nothing where it cannot be read.
pub(crate) fn text(html: &str) -> String {
    read(html).map(|page| page.text).unwrap_or_default()
}

#[cfg(test)]
mod tests;
