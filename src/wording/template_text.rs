//! The text of the templates between their fields, which is the same in every letter.

use std::sync::OnceLock;

/// Shorter pieces of a sentence could be anybody's.
const WORDS_MIN: usize = 5;
const CHARS_MIN: usize = 25;

/// The constant pieces of all templates.
#[derive(Default)]
pub(super) struct Pieces(OnceLock<Folded>);

/// The same in the form for comparing: with one blank between any two words.
pub struct Folded {
    /// Those that are long enough to identify a line that contains them.
    long: Vec<String>,
    /// All of them, one in a line.
    all: String,
}

impl Pieces {
    /// Computed at the first use, because most mails have no words that need it.
    pub(super) fn of<'a>(&self, templates: impl Iterator<Item = &'a str>) -> &Folded {
        self.0.get_or_init(|| {
            let mut pieces: Vec<String> = templates.flat_map(constant).filter(|piece| !piece.is_empty()).collect();
            pieces.sort_unstable();
            pieces.dedup();
            Folded { all: pieces.join("\n"), long: pieces.into_iter().filter(|piece| is_long(piece)).collect() }
        })
    }
}

impl Folded {
    /// Whether a folded line contains a long piece of a template, or is one.
    pub fn holds(&self, line: &str) -> bool {
        is_long(line) && (self.all.contains(line) || self.long.iter().any(|piece| line.contains(piece)))
    }
}

fn is_long(text: &str) -> bool {
    text.len() >= CHARS_MIN && text.split(' ').count() >= WORDS_MIN
}

/// The text between the fields, markers and conditions of a template.
pub(super) fn constant(template: &str) -> Vec<String> {
    let mut pieces = Vec::new();
    for part in template.split(['{', '[']) {
        // After a field: `{{ number }} is over`.
        let part = part.rsplit(['}', ']']).next().unwrap_or_default();
        pieces.extend(part.split("\n\n").map(folded));
    }
    pieces
}

/// How much of a line of a letter is in a template.
pub(super) struct Alike {
    /// The line in the template, from 1.
    pub(super) line: usize,
    /// The length of the longest row of words that both have.
    pub(super) length: usize,
    /// Whether the row is long enough to be from this template, or is the whole line.
    pub(super) is_telling: bool,
}

/// The words of a line that are looked for: enough to find its template.
const WORDS_MAX: usize = 12;
/// Shorter rows of words are in many templates.
const ROW_CHARS_MIN: usize = 12;

/// Compares a line of a letter with a template. What a field filled in is not in the template.
pub(super) fn alike(template: &str, line: &str) -> Alike {
    let words: Vec<&str> = line.split_whitespace().take(WORDS_MAX).collect();
    let lines = template.lines().zip(1..).map(|(text, number)| (number, shared(&folded(text), &words)));
    // Of equally long rows, the first one counts.
    let (line, length) = lines.fold((1, 0), |best, next| if next.1 > best.1 { next } else { best });
    let is_telling = length >= ROW_CHARS_MIN || length > 0 && length == words.join(" ").len();
    Alike { line, length, is_telling }
}

/// The length of the longest row of these words in a text.
fn shared(text: &str, words: &[&str]) -> usize {
    let mut longest = 0;
    for start in 0..words.len() {
        for end in start + 1..=words.len() {
            let row = words[start..end].join(" ");
            if !text.contains(&row) {
                break;
            }
            longest = longest.max(row.len());
        }
    }
    longest
}

/// The text with one blank between any two words.
pub(crate) fn folded(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
