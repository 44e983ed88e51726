//! A hearty yes to a challenge, which says more than the one word: `Yes, you're on!`, `Sure, let's go`.
//!
//! Whoever says so goes on to chat, with any words: `Just in from a calving so I smell dreadful, but you won't notice by mail.` So only what
//! refuses, sets terms or asks about the game takes such a yes back. No harm is done: a game that nobody has moved in can be given up.

use crate::command::agreement;
use crate::command::agreement_words;
use crate::command::sides::gives_other_side;
use crate::command::wish_phrases::{KNOWN, Known, Sentence, sentences};
use crate::tafl::Side;

/// A sentence of so many words has nothing else in it: `Not now.`, `Another time then.`
const SHORT_WORDS_MAX: usize = 4;

/// Whether a sentence that begins with a yes is a hearty one.
pub(super) fn is_hearty(sentence: &str) -> bool {
    let says_more = |piece: &str| {
        let accepts = sentences(piece).iter().any(|said| KNOWN.iter().any(|known| known.accepts(&said.words)));
        accepts || agreement::read(piece).is_some_and(|said| said.is_hearty())
    };
    sentence.split(',').any(says_more)
}

/// Whether a sentence behind a hearty yes to play this side may take it back. Its words come without those that only sound doubtful.
pub(super) fn takes_back(sentence: &Sentence, plain: &[String], side: Side) -> bool {
    let hesitates = |word: &String| KNOWN.iter().any(|known| known.hesitates(word));
    let opens = |word: &String| KNOWN.iter().any(|known| known.acceptance.leaves_open(word));
    let has =
        |is_one: fn(&Known, &String) -> bool| plain.iter().any(|word| KNOWN.iter().any(|known| is_one(known, word)));
    let is_about_the_game = has(|known, word| known.acceptance.game.contains(word));
    let is_short = plain.len() <= SHORT_WORDS_MAX;
    let is_day = |word: &String| !is_short && KNOWN.iter().any(|known| known.acceptance.days.contains(word));
    let joins = |word: &String| !hesitates(word) && KNOWN.iter().any(|known| known.sides.parts.contains(word));
    let begins = plain.iter().find(|word| !joins(word));
    agreement_words::mocks(&sentence.words)
        || (is_short && plain.iter().any(hesitates))
        || begins.is_some_and(|word| hesitates(word) && !is_day(word) && !(sentence.asks && opens(word)))
        || KNOWN.iter().any(|known| known.acceptance.refuses(plain))
        || (is_about_the_game && has(|known, word| known.acceptance.terms.contains(word)))
        || (sentence.asks && (is_about_the_game || is_short && plain.iter().any(opens)))
        || gives_other_side(&sentence.words, side)
}
