//! Whether an answer to a letter that only showed a move means to make it: `Yes, please play it`, and not `ok thanks`, which thanks for the board.

use crate::command::lexer::{Line, Word};
use crate::command::yes_no;

/// Words with which people say that a move is to be made.
const MAKES: [&str; 20] = [
    "play",
    "move",
    "make",
    "go",
    "do",
    "enter",
    "take",
    "spiel",
    "spiele",
    "spielen",
    "zieh",
    "ziehe",
    "ziehen",
    "mach",
    "nehme",
    "spil",
    "spiller",
    "tr\u{e6}k",
    "tr\u{e6}kker",
    "g\u{f8}r",
];

/// Words with which people thank for a board, or say that they have understood.
const THANKS: [&str; 16] = [
    "thanks",
    "thank",
    "thx",
    "ta",
    "cheers",
    "see",
    "got",
    "understood",
    "helps",
    "danke",
    "dank",
    "verstanden",
    "hilft",
    "tak",
    "forst\u{e5}et",
    "hj\u{e6}lper",
];

/// A longer answer must say what is to be done.
const YES_WORDS_MAX: usize = 3;

/// Whether the text says so.
pub fn plays_it_after_all(text: &str) -> bool {
    let words: Vec<String> =
        text.lines().flat_map(|line| Line::new(line).words().to_vec()).map(|word: Word| word.lower()).collect();
    let has = |list: &[&str]| words.iter().any(|word| list.contains(&word.as_str()));
    let first = text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
    let is_yes = words.first().is_some_and(|word| yes_no::is_yes(word) || yes_no::is_clear_yes(word));
    let is_brief = Line::new(first).words().len() <= YES_WORDS_MAX;
    has(&MAKES) || (is_yes && is_brief && !has(&THANKS))
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
