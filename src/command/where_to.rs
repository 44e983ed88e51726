//! A question for the squares to which a piece may go: `Where can the one on c4 go?` The words are data, in `config/letters/*/wishes.toml`.

use crate::command::agreement;
use crate::command::destination;
use crate::command::phrases::has_phrase;
use crate::command::wish_phrases::{KNOWN, Sentence, sentences};
use crate::tafl::Square;

/// The square of the piece about which a text asks where it may go, if it names no other: `Where can the one on c4 go?`
pub fn asks_where_it_may_go(text: &str) -> Option<Square> {
    /// A longer text talks of more.
    const WORDS_MAX: usize = 25;
    let said = sentences(text);
    let asks = |said: &Sentence| KNOWN.iter().any(|known| has_phrase(&said.words, &known.where_to));
    let is_beside = |said: &Sentence| !said.asks && !agreement::is_only_polite(&text[said.at.clone()]);
    if text.split_whitespace().count() > WORDS_MAX || !said.iter().any(asks) || said.iter().any(is_beside) {
        return None;
    }
    let squares = destination::squares(text);
    let [only] = squares[..] else { return None };
    Some(only)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    #[test]
    fn a_question_names_the_piece() {
        let asked = |text: &str| asks_where_it_may_go(text).map(|square| square.to_string());
        for text in [
            "Where can the one on c4 go?",
            "wo kann der auf c4 \u{fc}berall hin?",
            "Hvor kan den p\u{e5} c4 g\u{e5} hen?",
        ] {
            assert_eq!(asked(text).as_deref(), Some("c4"), "{text}");
        }
        for text in [
            "Where can the one on c4 go? It rains here, Bob.",
            "Where can we meet on Sunday?",
            "Where can c4 go, or c3?",
            "c4 goes where it likes",
            "c4-c3",
        ] {
            assert_eq!(asked(text), None, "{text}");
        }
    }
}
