//! An HTML part after reading: its text, and what else it shows.

use crate::mail::html::{lines, tokens};

/// What an HTML part shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Page {
    /// Its text.
    pub text: String,
    /// Whether it also shows pictures.
    pub has_pictures: bool,
    /// Whether the document is complete: each element that needs an end tag has one.
    pub is_closed: bool,
}

/// Reads an HTML document. Gives `None` if it is nested too deep or has too many elements.
pub(crate) fn read(html: &str) -> Option<Page> {
    let tokens::Document { nodes, is_closed } = tokens::read(html)?;
    let (text, has_pictures) = lines::of(&nodes);
    Some(Page { text, has_pictures, is_closed })
}

/// Reads the text of an HTML document. The text is empty if the document cannot be read.
pub(crate) fn text(html: &str) -> String {
    read(html).map(|page| page.text).unwrap_or_default()
}

#[cfg(test)]
mod tests;
