//! Threads: one for each game, in every mail program.

use crate::club::Head;
use crate::letters::title::title;
use crate::letters::wording::{Wording, WordingError};
use minijinja::context;

/// The subject of every letter about a game: one thread a game in every client.
pub fn subject(words: &Wording, head: &Head) -> Result<String, WordingError> {
    let title = title(words, &head.title)?;
    let facts = context! {
        title => title.split(',').next().unwrap_or(&title),
        number => head.number,
        attackers => head.attackers.as_str(),
        defenders => head.defenders.as_str(),
    };
    words.phrase("line/subject", facts)
}
