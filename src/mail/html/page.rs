//! An HTML part, read: its words, and what else it shows.

use crate::mail::html::{lines, tokens};

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
