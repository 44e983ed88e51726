//! A friendly yes to a sign-up. Joining does no harm and can be undone, so no special word is needed. But a text that may be a no is not a
//! yes.

use crate::command;
use crate::worker::confirmation::line_words::{NOT, spelt, words};

/// Words that begin a greeting.
const GREETINGS: [&str; 20] = [
    "hi", "hello", "hey", "dear", "good", "hallo", "moin", "servus", "guten", "liebe", "lieber", "liebes", "hej",
    "hejsa", "goddag", "kaere", "hola", "bonjour", "salut", "ciao",
];

/// The most words of a greeting.
const GREETING_WORDS_MAX: usize = 4;

/// Words that may follow a "no" without making it a no: no password is needed.
const PASSWORDS: [&str; 8] =
    ["password", "passwort", "kennwort", "adgangskode", "kodeord", "problem", "worries", "need"];

/// The most words of a sentence that only gives a name.
const NAMING_WORDS_MAX: usize = 4;

/// So many words before a "not" may name what is not needed.
const NEAR: usize = 3;

/// Words after a "no" in a later sentence that make it take back what was said before.
const ABOUT: [&str; 21] = [
    "me",
    "mine",
    "join",
    "ask",
    "asked",
    "sign",
    "signed",
    "request",
    "requested",
    "want",
    "wanted",
    "this",
    "mir",
    "mich",
    "will",
    "moechte",
    "wollte",
    "mig",
    "vil",
    "bedt",
    "dette",
];

/// The most sentences that are read. The text that a company adds below every mail says nothing about this one.
const SENTENCES_MAX: usize = 4;

/// Whether a text is a friendly yes.
pub(super) fn is_yes(text: &str) -> bool {
    let mut sentences = sentences(text).into_iter().peekable();
    while sentences.peek().is_some_and(|(words, _)| is_greeting(words)) {
        sentences.next();
    }
    let Some((first, said)) = sentences.next() else { return false };
    let yes = first.first().is_some_and(|word| command::is_yes_word(word, spelt) || command::joins(word));
    // `Call me bjorn`, as the letter says.
    let names = || command::given_name(said, "", "").is_some() && !command::hesitates(said);
    let takes_a_name = || first.len() <= NAMING_WORDS_MAX && names();
    let agrees = || command::says_it_was_me(&first, spelt) || command::wishes_to_join(said) || takes_a_name();
    !said.contains('?')
        && (yes || agrees())
        && !denies(&first, true)
        && sentences.take(SENTENCES_MAX).all(|(words, _)| !denies(&words, false))
}

/// The words of each sentence, and the sentence.
fn sentences(text: &str) -> Vec<(Vec<String>, &str)> {
    let pieces = text.split_inclusive(['.', '!', '?', '\n']);
    pieces.map(|piece| (words(piece), piece)).filter(|(words, _)| !words.is_empty()).collect()
}

fn is_greeting(words: &[String]) -> bool {
    words.len() <= GREETING_WORDS_MAX && words.first().is_some_and(|word| GREETINGS.contains(&word.as_str()))
}

/// Whether a sentence says no, or may take back another sentence.
fn denies(words: &[String], is_first: bool) -> bool {
    let is_not = |word: &String| NOT.contains(&word.as_str());
    // `No password`, `ein Passwort brauche ich nicht`.
    let near = |at: usize| at.saturating_sub(NEAR)..words.len().min(at + 2);
    let about_a_password = |at: usize| words[near(at)].iter().any(|word| PASSWORDS.contains(&word.as_str()));
    let no = words.iter().enumerate().any(|(at, word)| command::is_no(word) && !about_a_password(at));
    let not = words.iter().enumerate().any(|(at, word)| is_not(word) && !about_a_password(at));
    let about = words.iter().any(|word| ABOUT.contains(&word.as_str()));
    no || (not && (is_first || about))
}
