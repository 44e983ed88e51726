//! The words of a line in the form for comparing, and the words that say no.

use crate::command;

/// Words that say no within a sentence.
pub(in crate::worker) const NOT: [&str; 32] = [
    "not",
    "never",
    "nor",
    "stop",
    "don't",
    "didn't",
    "wasn't",
    "isn't",
    "won't",
    "dont",
    "didnt",
    "wasnt",
    "cannot",
    "can't",
    "wrong",
    "mistake",
    "nicht",
    "nichts",
    "kein",
    "keine",
    "keinen",
    "keinesfalls",
    "niemals",
    "falsch",
    "pas",
    "ikke",
    "aldrig",
    "ingen",
    "intet",
    "inte",
    "\u{43d}\u{435}",
    "niet",
];

/// The words of a line, in lower case and in one spelling. Punctuation and the targets of links are left out.
pub(in crate::worker) fn words(text: &str) -> Vec<String> {
    let targets = |word: &&str| !word.starts_with("mailto:") && !word.starts_with("http");
    let pieces =
        text.split(|c: char| c.is_whitespace() || matches!(c, '<' | '>' | '[' | ']' | '(' | ')')).filter(targets);
    let pieces = pieces.map(command::folded);
    let split = |piece: String| {
        let words = piece.split(|c: char| !c.is_alphanumeric() && c != '\'').map(str::to_owned).collect::<Vec<_>>();
        words.into_iter().filter(|word| !word.is_empty())
    };
    pieces.flat_map(split).collect()
}

pub(in crate::worker) fn is_unseen(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}')
}
