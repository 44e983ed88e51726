//! How a mail ends: `Kind regards, Hildegard`. The phrases are data, in `config/letters/*/wishes.toml`.
//!
//! What stands there wishes for nothing and says nothing to anybody, although its words could: `kind` is asked for in `What kind of games
//! are there?`

use crate::command::wish_phrases::{KNOWN, sentences};

/// The most words of a name.
const NAME_WORDS_MAX: usize = 4;

/// Where in a sentence its author takes leave: only a name follows.
pub(super) fn at(sentence: &[String]) -> Option<usize> {
    (0..sentence.len()).find(|at| {
        let rest = &sentence[*at..];
        let ends = |closing: &Vec<String>| rest.starts_with(closing) && rest.len() <= closing.len() + NAME_WORDS_MAX;
        KNOWN.iter().any(|known| known.closings.iter().any(ends))
    })
}

/// Whether a text only takes leave, perhaps with the name of its author below.
pub fn only_takes_leave(text: &str) -> bool {
    let mut has_left = false;
    let mut words_behind = 0;
    let takes_leave = sentences(text).iter().all(|sentence| {
        if has_left {
            words_behind += sentence.words.len();
        }
        has_left |= at(&sentence.words) == Some(0);
        has_left && words_behind <= NAME_WORDS_MAX
    });
    takes_leave && has_left
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mail_ends_with_a_name() {
        for text in ["Kind regards,\nHildegard", "Viele Gr\u{fc}\u{df}e\n\nHans Peter", "Mvh Ole", "LG", "Cheers, T."] {
            assert!(only_takes_leave(text), "{text}");
        }
        for text in [
            "Kind regards to your wife, who plays so well",
            "How kind of you",
            "Regards, Ann\n\nPS: do you have a second board at home for the others?",
            "",
        ] {
            assert!(!only_takes_leave(text), "{text}");
        }
    }
}
