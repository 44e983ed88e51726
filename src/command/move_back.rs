//! Whether somebody grants a move back in a sentence of their own, with chat beside it.

use crate::command::agreement::{self, About, phrase_at, spelt};
use crate::command::agreement_words::{self, Says, Words, known};
use crate::command::behind_a_yes::{is_kind, leaves_it};
use crate::command::entry::Weight;
use crate::command::gravity::Gravity;
use crate::command::lexer::Line;
use crate::command::polite_words;
use crate::command::salutation;
use crate::command::wish_phrases::KNOWN;
use crate::command::yes_no;

/// Whether a text lets the opponent have a move back: its first sentence that is no mere courtesy says so, with nothing before it but a yes and
/// nothing behind it but a name or a kind phrase, and the next one does not mock that, deny or set terms. `Yes, of course he may have it back.`, but
/// not `You can have it back when hell freezes over.`
pub fn plainly_grants_a_move_back(text: &str) -> bool {
    let lines = text.lines().filter(|line| !line.trim().is_empty() && !salutation::is_only_a_frame(line));
    let sentences: Vec<&str> = lines.flat_map(|line| line.split_inclusive(['.', '!', '?'])).collect();
    let plain = |sentence: &str| Line::new(sentence).words().iter().map(spelt).collect::<Vec<String>>();
    let says_something = |sentence: &&&str| !is_kind(sentence) && !is_yes(sentence) && !plain(sentence).is_empty();
    let Some(at) = sentences.iter().position(|sentence| says_something(&sentence)) else { return false };
    let all: Vec<&Words> = known().languages.iter().collect();
    // `But I shall tell your mother.` What sets a term has another word for it.
    let without_but = |sentence: &str| {
        let line = Line::new(sentence);
        let is_but = line.words().first().is_some_and(|word| known().buts.contains(&spelt(word)));
        let rest = if is_but { line.words().get(1) } else { None };
        rest.map_or(sentence.to_owned(), |word| sentence[word.whole.start..].to_owned())
    };
    let leaves = |next: &str| {
        let next = &*without_but(next);
        let words = plain(next);
        let denies = words.first().is_some_and(|word| yes_no::is_no(word));
        let grants_too = all.iter().any(|language| language.gives_back.contains(&words));
        words.is_empty() || grants_too || !denies && leaves_it(next, &all, Gravity::Light)
    };
    grants(sentences[at])
        && !sentences.iter().any(|sentence| agreement_words::doubts(&plain(sentence)))
        && sentences.get(at + 1).is_none_or(|next| leaves(next))
}

/// Whether a sentence of a text lets the opponent have a move back, in so many words, and denies nothing: `Fair is fair, you may have it back.`
pub fn grants_a_move_back(text: &str) -> bool {
    /// `you can` alone says nothing.
    const PHRASE_WORDS_MIN: usize = 3;
    const TEXT_WORDS_MAX: usize = 100;
    text.split_inclusive(['.', '!', '?', '\n']).any(|sentence| {
        let words = agreement::spelt_words(sentence, TEXT_WORDS_MAX);
        known().languages.iter().any(|language| {
            let has = |phrase: &Vec<String>| {
                phrase.len() >= PHRASE_WORDS_MIN && words.windows(phrase.len()).any(|said| said == phrase)
            };
            language.gives_back.iter().any(has) && !words.iter().any(|word| language.denies.contains(word))
        })
    })
}

/// Whether a sentence says yes and nothing else.
fn is_yes(sentence: &str) -> bool {
    agreement::read(sentence).is_some_and(|said| said.yes && said.is_certain(Weight::Light, About::Offer))
}

/// Whether a sentence grants it and says no more.
fn grants(sentence: &str) -> bool {
    const WORDS_BEHIND_MAX: usize = 2;
    let line = Line::new(sentence);
    let words = line.words();
    let plain: Vec<String> = words.iter().map(spelt).collect();
    // `Oh, of course`
    let is_lead = |end: usize| {
        let mut at = 0;
        while at < end {
            let phrases = known().languages.iter().filter_map(|language| phrase_at(language, &words[at..]));
            match phrases.filter(|(_, says)| *says != Says::No).map(|(length, _)| length).max() {
                Some(length) => at += length,
                None => return false,
            }
        }
        at == end
    };
    let is_dear =
        |at: usize| polite_words::is_name(&words[at]) || KNOWN.iter().any(|known| known.dears.contains(&plain[at]));
    // `Of course he may have it back, fair is fair.`
    let is_kind_rest = |language: &Words, from: usize| {
        let rest = &plain[from..];
        language.praise.iter().chain(&language.gives_back).any(|more| more == rest)
    };
    let in_language = |language: &Words| {
        language.gives_back.iter().filter(|phrase| phrase.len() > WORDS_BEHIND_MAX).any(|phrase| {
            let found = plain.windows(phrase.len()).rposition(|said| said == phrase);
            found.is_some_and(|at| {
                let end = at + phrase.len();
                let is_name = plain.len() - end <= WORDS_BEHIND_MAX && (end..plain.len()).all(is_dear);
                is_lead(at) && (is_name || is_kind_rest(language, end))
            })
        })
    };
    !sentence.contains('?') && known().languages.iter().any(in_language)
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
            "course you can, we are even now. i do eat peas btw. peas count",
            "Oh, go on then, of course you may have it back, just this once. But I shall tell your mother.",
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
            "The move stands, fair is fair.",
            "Touch move! You touched it, you moved it. Fair is fair.",
            "Leave it where it is, fair is fair.",
            "Der Zug bleibt stehen, das ist nur fair.",
            "I found your casserole dish under the sink. You can have it back.",
            "Dein Rasenm\u{e4}her steht bei mir im Weg. Nimm ihn zur\u{fc}ck.",
            "Buy me a pint and you can have it back.",
            "You can have it back next Christmas.",
            "You can have it back at Easter.",
            "Would be nice, you may have it back tomorrow.",
            "He thinks he may have it back.",
            "Ask Dad, he says you can have it back.",
            "You can have it back.\n\nNo, on reflection it should stand.",
            "You can have it back, once pigs fly.",
            "You can have it back, not.",
            "You may have it back, if I get the king.",
        ] {
            assert!(!plainly_grants_a_move_back(text), "{text}");
        }
    }

    #[test]
    fn a_grant_among_other_words_is_heard() {
        for text in
            ["I was asleep. Fair is fair, you may have it back. What next?", "Du darfst ihn zur\u{fc}cknehmen, klar."]
        {
            assert!(grants_a_move_back(text), "{text}");
        }
        for text in ["You can not have it back.", "you can", "I was asleep. What next?", ""] {
            assert!(!grants_a_move_back(text), "{text}");
        }
    }
}
