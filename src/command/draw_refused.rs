//! Somebody asks about a draw only to say no: `A draw? No, not yet.`

use crate::command::agreement;
use crate::command::agreement_words;
use crate::command::wish_phrases::{Sentence, sentences};
use crate::command::yes_no;

/// A text that asks about a draw only to say no, up to there and from there on: `A draw? No, not yet. I move c2-c5.`
pub fn behind_a_draw_refused(text: &str) -> Option<(&str, &str)> {
    let is_draw =
        |word: &String| agreement_words::known().languages.iter().any(|language| language.draw.contains(word));
    // `No, not yet.`, `Not on your life!`, but not `Not a bad idea.`
    let refuses = |sentence: &Sentence| {
        let begins_with_no = || sentence.words.first().is_some_and(|word| yes_no::is_no(word));
        begins_with_no() || agreement::read(&text[sentence.at.clone()]).is_some_and(|said| !said.yes)
    };
    let said = sentences(text);
    let pair = said
        .windows(2)
        .find(|pair| pair[0].asks && pair[0].words.iter().any(is_draw) && !pair[1].asks && refuses(&pair[1]))?;
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
        assert!(behind_a_draw_refused("Remis? Kommt nicht in die T\u{fc}te. d5-g5").is_some());
        for text in [
            "A draw? Not a bad idea! d5-g5",
            "A draw? Yes!",
            "A draw? No idea, do you want one?",
            "No draw today.",
            "Shall we stop? No.",
        ] {
            assert_eq!(behind_a_draw_refused(text), None, "{text}");
        }
    }
}
