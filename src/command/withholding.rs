//! What leaves all as it is, in an answer to the question whether a line is meant: `Hold off, I am on the motorway`, `forget it all`, `that was
//! a question for Felix`. Nothing is done then, so it may be said in many ways. The phrases are data, `withholds` in `config/yes-and-no.toml`.

use crate::command::agreement::{begins_with_yes, spelt_words};
use crate::command::agreement_words::{Words, known};

/// Whether a text says so, wherever in it, and does not begin with a yes.
pub fn withholds(text: &str) -> bool {
    /// A longer text is a letter to somebody.
    const WORDS_MAX: usize = 40;
    let words = spelt_words(text, WORDS_MAX + 1);
    let fits = |at: usize, phrase: &Vec<String>| {
        let said = words.get(at..at + phrase.len());
        said.is_some_and(|said| phrase.iter().zip(said).all(|(known, word)| known == word || known == "_"))
    };
    let in_language =
        |language: &Words| (0..words.len()).any(|at| language.withholds.iter().any(|phrase| fits(at, phrase)));
    words.len() <= WORDS_MAX && !begins_with_yes(text) && known().languages.iter().any(in_language)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_puts_off_or_takes_back_leaves_all_as_it_is() {
        for text in [
            "forget it all, i was half asleep",
            "Leave everything where it is, would you?",
            "Hold off, on the motorway. Will send a proper move tonight",
            "not yet",
            "I was asking Felix, who as my sworn enemy was bound to be fair.",
            "that was a question for felix",
            "let me think again",
            "hmm not sure",
            "I was only joking",
            "Do nothing yet, please.",
            "warte noch",
            "vergiss es",
            "Moment, ich schau nochmal",
            "Das war nur eine Frage an Felix.",
            "nur laut gedacht",
            "vent lidt",
            "det var et sp\u{f8}rgsm\u{e5}l til Felix",
            "glem det",
        ] {
            assert!(withholds(text), "{text}");
        }
        for text in [
            "yes, not yet sure of the rest but go",
            "go on then",
            "make it",
            "Certainly, and forgive my untidy phrasing.",
            "ja mach, wart nicht auf mich",
            "",
            &"la ".repeat(30_000),
        ] {
            assert!(!withholds(text), "{text}");
        }
    }
}
