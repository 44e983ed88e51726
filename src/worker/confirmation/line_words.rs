//! The words of a line in the form for comparing, and the words that say no.

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
    let pieces = pieces.map(spelt);
    let split = |piece: String| {
        let words = piece.split(|c: char| !c.is_alphanumeric() && c != '\'').map(str::to_owned).collect::<Vec<_>>();
        words.into_iter().filter(|word| !word.is_empty())
    };
    pieces.flat_map(split).collect()
}

/// A word in lower case, with umlauts and similar letters written as two letters.
pub(in crate::worker) fn spelt(word: &str) -> String {
    let mut spelt = String::with_capacity(word.len());
    for c in word.to_lowercase().chars().filter(|c| !is_unseen(*c)) {
        match c {
            '\u{e4}' | '\u{e6}' => spelt.push_str("ae"),
            '\u{f6}' | '\u{f8}' => spelt.push_str("oe"),
            '\u{fc}' => spelt.push_str("ue"),
            '\u{e5}' => spelt.push_str("aa"),
            '\u{df}' => spelt.push_str("ss"),
            // The two dots and the ring as separate characters, as some programs send them.
            '\u{308}' => spelt.push('e'),
            '\u{30a}' => spelt.push('a'),
            '\u{2019}' => spelt.push('\''),
            c => spelt.push(c),
        }
    }
    spelt
}

pub(in crate::worker) fn is_unseen(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}')
}
