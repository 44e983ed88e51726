//! A plain yes or no, as people answer a question. The question is not known here.

use crate::command::agreement_words::known;
use crate::command::lexer::{Line, Word};

/// Whether a word says yes.
pub fn is_yes(word: &str) -> bool {
    known().plain.contains(&word.to_lowercase())
}

/// Whether a word says no.
pub fn is_no(word: &str) -> bool {
    known().plain_no.contains(&word.to_lowercase())
}

/// Whether a text begins with a no that a sign sets off, behind no more than a sound, and says yes nowhere behind a sign: `Oh no, not that!`, but
/// not `No problem.`, or `No? Yes!`
pub fn says_no_apart(text: &str) -> bool {
    /// `uff gut dass ihr fragts, nein.`
    const WORDS_BEFORE_MAX: usize = 5;
    let lines: Vec<Line> = text.lines().map(Line::new).filter(|line| !line.words().is_empty()).collect();
    let Some(first) = lines.first() else { return false };
    let is_set_off = |word: &Word| word.closing.contains([',', '.', '!', ';', ':']);
    let no = first.words().iter().take(WORDS_BEFORE_MAX + 1).position(|word| is_no(&word.lower()) && is_set_off(word));
    let all = lines.iter().flat_map(|line| line.words());
    let mut is_begun = true;
    let mut agrees = false;
    for word in all {
        agrees |= is_begun && is_yes(&word.lower());
        is_begun = !word.closing.is_empty();
    }
    no.is_some() && !agrees
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

    #[test]
    fn a_no_is_set_off_at_the_beginning() {
        for text in [
            "Oh no, not that! I was only wondering aloud. Looking at it there he'd be stuck next to a3.",
            "Nein, um Gottes willen, da steht er ja direkt neben dem auf a3!",
            "uff gut dass ihr fragts, nein. da steht er ja",
            "Nej, det var ikke det.",
        ] {
            assert!(says_no_apart(text), "{text}");
        }
        for text in ["No problem.", "No? Yes!", "no wait. yes, do it", "I have no idea, but go on"] {
            assert!(!says_no_apart(text), "{text}");
        }
    }
}
