//! Whether a clear yes is still one with what its author says behind it: `Yes, a draw. Thank you, it was a pleasure.`, but not `Yes, a draw. As
//! if.`
//!
//! A few kind phrases never take it back, nor does praise. Other talk must not deny, hesitate or doubt. Behind a yes that cannot be taken back, it is judged
//! like the sentences behind a move ([`about_a_move`]): it must not be about the game at all.

use crate::command::about_a_move;
use crate::command::acceptance::{Hesitation, hesitation};
use crate::command::agreement::{phrase_at, spelt};
use crate::command::agreement_words::{Says, Words, known};
use crate::command::lexer::{Line, Word};
use crate::command::phrasebook::{self, Phrasebook};
use crate::command::polite_words;
use crate::command::salutation;
use crate::command::sentences::{self, texts};

/// A shorter text that is not kind may be a joke: `You wish`, `just kidding now`.
const TALK_WORDS_MIN: usize = 4;

/// Whether the talk behind a yes leaves it one. `agreeing` are the languages in which the yes was said.
pub(in crate::command) fn leaves_it(talk: &str, agreeing: &[&Words], is_grave: bool) -> bool {
    let line = Line::new(talk);
    let words = line.words();
    let plain: Vec<String> = words.iter().map(spelt).collect();
    is_kind(talk)
        || (plain.len() >= TALK_WORDS_MIN
            && !agreeing.iter().any(|language| (0..plain.len()).any(|at| doubts(language, words, &plain, at)))
            && !(is_grave && !praises(words, &plain) && is_about_the_game(words)))
}

/// Whether the talk begins with praise that ends there, perhaps behind a name: `Good game Ann, another one at the weekend maybe?` Who praises
/// the game means to end it.
fn praises(words: &[Word], plain: &[String]) -> bool {
    let phrases = known().languages.iter().flat_map(|language| &language.praise);
    let lengths = phrases.filter(|phrase| plain.starts_with(phrase)).map(Vec::len);
    let ends = |length: usize| words[length - 1..].iter().take(2).any(|word| !word.closing.is_empty());
    lengths.max().is_some_and(ends)
}

/// Whether something in the talk may take the yes back.
fn doubts(language: &Words, words: &[Word], plain: &[String], at: usize) -> bool {
    language.denies.contains(&plain[at])
        || (at == 0 && hesitation(plain) == Some(Hesitation::Doubt))
        || language.doubtful.iter().chain(&language.plays_on).any(|phrase| plain[at..].starts_with(phrase))
        || phrase_at(language, &words[at..]).is_some_and(|(_, says)| says == Says::No)
}

/// Whether a sentence of the talk may be about the game.
fn is_about_the_game(words: &[Word]) -> bool {
    let said = sentences::said(words);
    let judges = phrasebook::guessed(said.iter().map(|said| said.word.as_str()));
    sentences::sentences(&said)
        .iter()
        .any(|sentence| judges.iter().any(|judge| about_a_move::behind(sentence, judge, 0)))
}

/// Whether the talk has nothing but kind phrases, and perhaps a name at its end: `Good game, bye Ann!`
pub(in crate::command) fn is_kind(talk: &str) -> bool {
    let line = Line::new(talk);
    let words = line.words();
    let plain: Vec<String> = words.iter().map(spelt).collect();
    let said = sentences::said(words);
    if said.iter().any(|said| said.is_odd) || words.iter().any(|word| word.raw.contains('?')) {
        return false;
    }
    let longest = |at: usize| {
        let praise = known().languages.iter().flat_map(|language| &language.praise);
        let praise = praise.filter(|phrase| plain[at..].starts_with(phrase)).map(Vec::len).max();
        let texts = texts(&said[at..]);
        let of_book = |book: &Phrasebook| book.kind.longest(&texts).max(book.signs_off.longest(&texts));
        let kind = phrasebook::languages().iter().map(of_book).max();
        let polite = polite_words::phrase_length(&words[at..]).max(salutation::length(&words[at..]));
        praise.max(kind).unwrap_or_default().max(polite)
    };
    let (mut at, mut phrases) = (0, 0);
    while at < words.len() {
        match longest(at) {
            _ if polite_words::is_face(&words[at]) => at += 1,
            0 => return phrases > 0 && at + 1 == words.len() && polite_words::is_name(&words[at]),
            length => (at, phrases) = (at + length, phrases + 1),
        }
    }
    phrases > 0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn leaves(talk: &str) -> bool {
        let all: Vec<&Words> = known().languages.iter().collect();
        leaves_it(talk, &all, true)
    }

    #[test]
    fn kind_words_and_talk_about_life_leave_a_yes_one() {
        for talk in [
            "good game",
            "Thank you for a lovely game, Ann.",
            "Shall we play again soon?",
            "that was fun x",
            "bis bald!",
            "war echt cool",
            "cheers Ann",
            "im knackered, night shift again",
            "my cat is hungry anyway",
            "The children are calling, and dinner is ready.",
            "hat Spa\u{df} gemacht, lg",
            "ich muss jetzt eh zur Uni los",
        ] {
            assert!(leaves(talk), "{talk}");
        }
    }

    #[test]
    fn anything_else_may_take_it_back() {
        for talk in [
            "as if",
            "You wish.",
            "just kidding",
            "not",
            "In your dreams, my friend.",
            "but only on Sunday",
            "Or shall we go on?",
            "if you give me the king",
            "Good game so far, but I want to win it",
            "once I have won",
            "my son wrote that",
            "tr\u{e4}um weiter",
            "In the other game I mean, with Carl.",
            "when hell freezes over",
            "said the fox to the hen",
        ] {
            assert!(!leaves(talk), "{talk}");
        }
    }
}
