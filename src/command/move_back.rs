//! Whether somebody who was asked for a move back grants it in a sentence of their own, with chat beside it.

use crate::command::acceptance::{Hesitation, hesitation};
use crate::command::agreement::spelt;
use crate::command::agreement_words::{self, Words, known};
use crate::command::behind_a_yes::leaves_it;
use crate::command::gravity::Gravity;
use crate::command::lexer::Line;
use crate::command::salutation;

/// Whether a sentence of a text lets the opponent have a move back and ends there, and nothing in the next one mocks that or sets terms: `Yes, of
/// course he may have it back.`, but not `You can have it back when hell freezes over.`
pub fn plainly_grants_a_move_back(text: &str) -> bool {
    /// `he may have it back, bless him`
    const WORDS_BEHIND_MAX: usize = 2;
    let lines = text.lines().filter(|line| !line.trim().is_empty() && !salutation::is_only_a_frame(line));
    let sentences: Vec<&str> = lines.flat_map(|line| line.split_inclusive(['.', '!', '?'])).collect();
    let all: Vec<&Words> = known().languages.iter().collect();
    let plain = |sentence: &str| Line::new(sentence).words().iter().map(spelt).collect::<Vec<String>>();
    let hesitates = |words: &[String]| (0..words.len()).any(|at| hesitation(&words[at..]) == Some(Hesitation::Doubt));
    let grants = |sentence: &str| {
        let words = plain(sentence);
        // `Of course he may have it back, fair is fair.`
        let is_more = |rest: &[String]| all.iter().any(|language| language.gives_back.iter().any(|more| more == rest));
        let ends_in = |phrase: &Vec<String>| {
            let at = words.windows(phrase.len()).rposition(|said| said == phrase);
            phrase.len() > WORDS_BEHIND_MAX
                && at.is_some_and(|at| {
                    let rest = &words[at + phrase.len()..];
                    (rest.len() <= WORDS_BEHIND_MAX || is_more(rest)) && !hesitates(&words[..at])
                })
        };
        let in_language = |language: &Words| {
            language.gives_back.iter().any(ends_in) && !words.iter().any(|word| language.denies.contains(word))
        };
        !sentence.contains('?') && known().languages.iter().any(in_language)
    };
    let Some(at) = sentences.iter().position(|sentence| grants(sentence)) else { return false };
    let grants_too = |words: &Vec<String>| all.iter().any(|language| language.gives_back.contains(words));
    let leaves = |next: &str| {
        let words = plain(next);
        words.is_empty() || grants_too(&words) || leaves_it(next, &all, Gravity::Light)
    };
    !sentences.iter().any(|sentence| agreement_words::doubts(&plain(sentence)))
        && sentences.get(at + 1).is_none_or(|next| leaves(next))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_back_is_granted_plainly_or_not_at_all() {
        for text in [
            "Yes, of course he may have it back.\n\nHalf a dozen, Rob, and brown ones if the hens are willing.\n\nMargaret",
            "Oh, go ahead, you can have it back. But then we're even on the parade.",
            "You may have it back, Ann dear. It rains here again.",
            "Na gut, nimm ihn zur\u{fc}ck.",
            "Of course he may have it back, fair is fair.\n\nThere you are, Huw, now we are quits.",
        ] {
            assert!(plainly_grants_a_move_back(text), "{text}");
        }
        for text in [
            "You can have it back when hell freezes over.",
            "You can have it back, but only if I get the king.",
            "You can have it back. Only joking!",
            "You can have it back. If you beg for it on your knees.",
            "You can not have it back.",
            "Can you have it back? Hm.",
            "If you ask nicely, you can have it back.",
            "You can have it back. In your dreams.",
            "Maybe you can have it back.",
            "You may.",
            "You can have it back, once pigs fly.",
            "You can have it back, not.",
            "You may have it back, if I get the king.",
        ] {
            assert!(!plainly_grants_a_move_back(text), "{text}");
        }
    }
}
