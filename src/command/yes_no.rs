//! A plain yes or no, as people answer a question. The question is not known here.

use crate::command::agreement_words::known;
use crate::command::lexer::Line;

/// Whether a word says yes.
pub fn is_yes(word: &str) -> bool {
    known().plain.contains(&word.to_lowercase())
}

/// Whether a word says no.
pub fn is_no(word: &str) -> bool {
    known().plain_no.contains(&word.to_lowercase())
}

/// Whether a word means the same as a written yes, whatever was asked. `ok` does not answer `Was this you?`.
pub fn is_clear_yes(word: &str) -> bool {
    known().clear.contains(word)
}

/// Whether a line begins with the opposite word: a text that says both says nothing.
pub(in crate::command) fn contradicts(line: &str, yes: bool) -> bool {
    let line = Line::new(line);
    let first = line.words().first().map(|word| word.lower()).unwrap_or_default();
    let says_other = if yes { is_no(&first) } else { is_yes(&first) };
    says_other && !(yes && line.words().get(1).is_some_and(|word| known().friendly.contains(&word.lower())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_friendly_no_contradicts_nothing() {
        for (line, is_friendly) in [
            ("no prob, happens to me too", true),
            ("No problem!", true),
            ("no worries", true),
            ("no, wait", false),
            ("nein", false),
            ("No.", false),
        ] {
            assert_eq!(!contradicts(line, true), is_friendly, "{line}");
        }
        assert!(contradicts("yes", false));
    }
}
