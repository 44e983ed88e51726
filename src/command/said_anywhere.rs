//! What a text says anywhere in it, by the words of our data: it puts something off, passes something on, or speaks of a game.

use crate::command::addressed;
use crate::command::phrases::has_phrase;
use crate::command::player_id;
use crate::command::wish_phrases::{KNOWN, Known, Sentence, sentences};
use crate::command::yes_no;
use std::collections::BTreeSet;

/// Whether a text puts off its answer: `Dunno yet, talk to me after the weekend.`
pub fn puts_off(text: &str) -> bool {
    says_anywhere(text, "later")
}

/// Whether a text says that its author will do something at another time: `Not this week though.`
pub fn is_not_now(text: &str) -> bool {
    puts_off(text) || says_anywhere(text, "notnow")
}

/// Whether a text that asks nothing thanks, or will look later: `thx, will have a look later`
pub fn thanks_or_waits(text: &str) -> bool {
    let is_talk = !text.contains('?') && !says_anywhere(text, "wish");
    is_talk && (is_not_now(text) || addressed::has_thanks(text))
}

/// Whether a text wants something told to somebody: `Tell Felix that I have the flu.`
pub fn passes_on(text: &str) -> bool {
    sentences(text).first().is_some_and(|first| wants_told(&first.words))
}

/// The end of a text, from a sentence on that wants something told to somebody: `Brandubh, please. And tell him: I am ready!`
pub fn words_to_pass_on(text: &str) -> Option<&str> {
    let told = sentences(text).into_iter().find(|said| wants_told(&said.words))?;
    text.get(told.at.start..).map(str::trim)
}

/// Whether a sentence begins so, perhaps behind an `and`.
fn wants_told(words: &[String]) -> bool {
    const ME: [&str; 5] = ["me", "us", "mir", "uns", "mig"];
    let passes = |words: &[String]| KNOWN.iter().any(|known| known.concepts.says(words, "passon"));
    let is_join = |word: &&String| matches!(word.as_str(), "and" | "und" | "og" | "please" | "bitte");
    let joins = words.iter().take_while(is_join).count();
    passes(&words[joins..]) && !words.iter().take(joins + 3).any(|word| ME.contains(&word.as_str()))
}

/// Whether a text asks, supposes something, or speaks of what is the reader's: `your d1-c1 surprised me`
pub fn speaks_of_the_others(text: &str) -> bool {
    let is_theirs = |word: &String| KNOWN.iter().any(|known| known.you.contains(word) || known.is_unsure(word));
    sentences(text).iter().any(|said| said.asks || said.words.iter().any(is_theirs))
}

/// Whether a sentence of a text says the concept of this name.
pub(super) fn says_anywhere(text: &str, name: &str) -> bool {
    sentences(text).iter().any(|said| says(said, name))
}

/// Whether a sentence says it, in one of the languages.
fn says(said: &Sentence, name: &str) -> bool {
    KNOWN.iter().any(|known| known.concepts.says(&said.words, name))
}

/// Whether a text asks to see a move before it is made: `What would it look like if I went d4-e4?`
pub fn looks_first(text: &str) -> bool {
    sentences(text).iter().any(|said| KNOWN.iter().any(|known| has_phrase(&said.words, &known.looks_first)))
}

/// Whether a text denies something or puts it off: `Yes, but no game yet`, `Yes, only to look on`.
pub fn hesitates(text: &str) -> bool {
    let puts_off = |known: &Known, word: &String| known.doubts(word) || known.only_joins.contains(word);
    let doubts = |word: &String| yes_no::is_no(word) || KNOWN.iter().any(|known| puts_off(known, word));
    sentences(text).iter().any(|said| said.words.iter().any(doubts))
}

/// Whether a text has a word for a game or for playing: `Can I play Bob?`, but not `Bob, you rascal!`
pub fn names_a_game(text: &str) -> bool {
    says_anywhere(text, "play")
}

/// Whether a text has so many words that a person has written it, and denies nothing: `I saw your address in the newsletter.`
pub fn is_human(text: &str) -> bool {
    const WORDS_MIN: usize = 4;
    let words: Vec<String> = sentences(text).into_iter().flat_map(|sentence| sentence.words).collect();
    words.len() >= WORDS_MIN && !words.iter().any(|word| KNOWN.iter().any(|known| known.denies(word)))
}

/// The words of a text that may be ids of players: no words that usually mean something else.
pub fn possible_names(text: &str) -> BTreeSet<String> {
    let words = sentences(text).into_iter().flat_map(|sentence| sentence.words);
    let is_word =
        |word: &str| KNOWN.iter().any(|known| known.is_fill(word) || known.doubts(word) || known.concepts.has(word));
    words.filter(|word| player_id::is_player_id(word) && !is_word(word)).collect()
}

/// Whether a text asks whether somebody has joined: `Is my sister Katrin here yet?`
pub fn asks_who_is_here(text: &str) -> bool {
    sentences(text).iter().any(|said| said.asks && says(said, "alreadyhere"))
}

/// Whether a text speaks of a game that is played: `our game`, `my game with Felix`
pub fn speaks_of_the_game_at_hand(text: &str) -> bool {
    says_anywhere(text, "ourgame")
}

/// Whether a mail only thanks the club: `Thank you, nice service!`
pub fn thanks_the_club(text: &str) -> bool {
    const WORDS_MAX: usize = 10;
    let said = sentences(text);
    let asks = said.iter().any(|sentence| sentence.asks);
    let words: Vec<String> = said.into_iter().flat_map(|sentence| sentence.words).collect();
    !asks && words.len() <= WORDS_MAX && KNOWN.iter().any(|known| known.thanks_the_club(&words))
}
