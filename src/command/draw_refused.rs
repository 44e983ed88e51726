//! Somebody asks about a draw only to say no: `A draw? No, not yet.`

use crate::command::agreement_words;
use crate::command::wish_phrases::{KNOWN, Sentence, sentences};
use crate::command::yes_no;

/// A text that asks about a draw only to say no, up to there and from there on: `A draw? No, not yet. I move c2-c5.`
pub fn behind_a_draw_refused(text: &str) -> Option<(&str, &str)> {
    let is_draw =
        |word: &String| agreement_words::known().languages.iter().any(|language| language.draw.contains(word));
    // `A draw? Not on your life!`
    let denies = |word: &String| yes_no::is_no(word) || KNOWN.iter().any(|known| known.denies(word));
    let begins_with_no = |sentence: &Sentence| sentence.words.first().is_some_and(denies);
    let said = sentences(text);
    let pair = said
        .windows(2)
        .find(|pair| pair[0].asks && pair[0].words.iter().any(is_draw) && !pair[1].asks && begins_with_no(&pair[1]))?;
    text.split_at_checked(pair[1].at.end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_no_to_an_own_question_is_found_and_what_stands_behind_it() {
        assert_eq!(
            behind_a_draw_refused("A draw? No, not yet. I move c2-c5."),
            Some(("A draw? No, not yet.", " I move c2-c5."))
        );
        assert!(behind_a_draw_refused("A draw? Not on your nelly! d5-g5").is_some());
        assert!(behind_a_draw_refused("Remis? Nie im Leben. d5-g5").is_some());
        for text in ["A draw? Yes!", "A draw? No idea, do you want one?", "No draw today.", "Shall we stop? No."] {
            assert_eq!(behind_a_draw_refused(text), None, "{text}");
        }
    }
}
