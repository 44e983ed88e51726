//! Whether an answer to a letter that only showed a move means to make it: `Yes, please play it`, and not `ok thanks`, which thanks for the board.

use crate::command::lexer::{Line, Word};
use crate::command::wish_phrases::{KNOWN, Known};
use crate::command::yes_no;
use std::collections::BTreeSet;

/// A longer answer must say what is to be done.
const YES_WORDS_MAX: usize = 3;

/// Whether the text says so. The words are data, `[looked_at]` in `config/letters/*/wishes.toml`.
pub fn plays_it_after_all(text: &str) -> bool {
    let words: Vec<String> =
        text.lines().flat_map(|line| Line::new(line).words().iter().map(Word::lower).collect::<Vec<_>>()).collect();
    let has = |list: fn(&Known) -> &BTreeSet<String>| {
        words.iter().any(|word| KNOWN.iter().any(|known| list(known).contains(word)))
    };
    let first = text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
    let is_yes = words.first().is_some_and(|word| yes_no::is_yes(word) || yes_no::is_clear_yes(word));
    let is_brief = Line::new(first).words().len() <= YES_WORDS_MAX;
    has(|known| &known.looked_at.makes) || (is_yes && is_brief && !has(|known| &known.looked_at.thanks))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thanks_for_a_board_make_no_move() {
        for text in [
            "yes",
            "Yes please!",
            "Yes, that looks very nice. Please play it.",
            "ok play that",
            "ja bitte",
            "Ja, so ziehe ich.",
        ] {
            assert!(plays_it_after_all(text), "{text}");
        }
        for text in [
            "ok thanks",
            "Yes thanks.",
            "OK, understood.",
            "Okay, that helps.",
            "Yes, I see now, thank you very much.",
            "Ja, danke!",
            "",
        ] {
            assert!(!plays_it_after_all(text), "{text}");
        }
    }
}
