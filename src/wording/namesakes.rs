//! What is said if a player used a name that several rule sets have: which one was meant, and the names of the others.

use crate::tafl::Catalogue;
use crate::wording::blocks::Block;
use crate::wording::facts::context;
use crate::wording::templates::{Wording, WordingError};

/// The sentence and the list for such a name. Empty if there is none.
pub(crate) fn blocks(
    words: &Wording,
    catalogue: &Catalogue,
    asked_as: Option<&str>,
) -> Result<Vec<Block>, WordingError> {
    let Some((name, meant)) = asked_as.and_then(|name| Some((name, catalogue.find(name)?))) else {
        return Ok(Vec::new());
    };
    let facts = context! { name, variant => &meant.name, title => &meant.title };
    let lines: Vec<String> =
        catalogue.namesakes(name).map(|other| format!("  {:<25} {}", other.name, other.title)).collect();
    Ok(vec![Block::Paragraph(words.phrase("line/namesakes", facts)?), Block::Fixed(lines.join("\n"))])
}
