//! The games that people name in ordinary words: `a game of Brandubh (7x7)`, `the small one, 7x7`.

use crate::command::wish_phrases::{KNOWN, NAMED_GAME, sentences};
use crate::tafl::{Catalogue, NAME_WORDS_MAX};
use std::collections::BTreeSet;

/// Games whose names are words for a size.
const ADJECTIVES: [&str; 3] = ["small", "medium", "large"];

/// The games that a text names.
pub(super) fn in_text(text: &str, catalogue: &Catalogue) -> BTreeSet<String> {
    let mut games = BTreeSet::new();
    for sentence in sentences(text) {
        taken_out(sentence.words, catalogue, &mut games);
    }
    add_by_size(text, catalogue, &mut games);
    games
}

/// Beside the name of a game, a word for a size is none: `that small one, brandubh`.
fn without_adjectives(games: &mut BTreeSet<String>) {
    if games.iter().any(|game| !ADJECTIVES.contains(&game.as_str())) {
        games.retain(|game| !ADJECTIVES.contains(&game.as_str()));
    }
}

/// Adds the game of the size that a text names, if it names no other. Beside a size, a word for one is no name: `the small one, 7x7`.
pub(super) fn add_by_size(text: &str, catalogue: &Catalogue, games: &mut BTreeSet<String>) {
    without_adjectives(games);
    let of_size = game_by_size(text, catalogue);
    if of_size.is_some() {
        games.retain(|game| !ADJECTIVES.contains(&game.as_str()));
    }
    if games.is_empty() {
        games.extend(of_size);
    }
}

/// The sentence with [`NAMED_GAME`] for the games that are named in it, each with a small word before it and its size behind it:
/// `a game of Brandubh (7x7)`. They are added to the others.
pub(super) fn taken_out(sentence: Vec<String>, catalogue: &Catalogue, games: &mut BTreeSet<String>) -> Vec<String> {
    const SMALL: [&str; 12] = ["of", "at", "to", "in", "for", "zu", "im", "um", "eine", "i", "p\u{e5}", "til"];
    let sentence = with_sizes(sentence);
    let (mut rest, mut kept) = (sentence.as_slice(), Vec::new());
    while let Some(word) = rest.first() {
        let Some((count, name)) = game_at(rest, catalogue) else {
            kept.push(word.clone());
            rest = &rest[1..];
            continue;
        };
        if kept.last().is_some_and(|word: &String| SMALL.contains(&word.as_str())) {
            kept.pop();
        }
        games.insert(name);
        kept.push(NAMED_GAME.to_owned());
        rest = rest.get(count..).unwrap_or_default();
    }
    kept
}

/// The usual game of a size that is named: `the small one, 7x7`. Beside a number, words that only compare are none: `a bigger board, 9x9`.
fn game_by_size(text: &str, catalogue: &Catalogue) -> Option<String> {
    let said: Vec<(u8, bool)> = sentences(text).into_iter().flat_map(|sentence| sizes_in(&sentence.words).1).collect();
    let is_any_counted = said.iter().any(|(_, is_counted)| *is_counted);
    let sizes: BTreeSet<u8> =
        said.iter().filter(|(_, is_counted)| *is_counted || !is_any_counted).map(|(size, _)| *size).collect();
    let mut named = sizes.iter().filter_map(|size| {
        catalogue.iter().find(|variant| variant.rules.size() == *size).map(|variant| variant.name.clone())
    });
    named.next().filter(|_| named.next().is_none())
}

/// The words of a sentence, with `7x7` for a size that is said in words: `seven by seven`, `the smallest board`.
fn with_sizes(sentence: Vec<String>) -> Vec<String> {
    sizes_in(&sentence).0
}

/// The same, with the sizes, and whether each is counted.
fn sizes_in(sentence: &[String]) -> (Vec<String>, Vec<(u8, bool)>) {
    let (mut rest, mut words, mut sizes) = (sentence, Vec::new(), Vec::new());
    while let Some(word) = rest.first() {
        let size = KNOWN.iter().find_map(|known| known.sizes.begins(&words, rest));
        let typed =
            || word.split_once('x').filter(|(side, other)| side == other).and_then(|(side, _)| side.parse().ok());
        let length = match size {
            Some(size) => {
                sizes.extend(size.side.parse().ok().map(|side: u8| (side, size.is_counted)));
                words.push(format!("{0}x{0}", size.side));
                size.words
            }
            None => {
                sizes.extend(typed().map(|side| (side, true)));
                words.push(word.clone());
                1
            }
        };
        rest = rest.get(length..).unwrap_or_default();
    }
    (words, sizes)
}

/// The game whose name the words begin with, and how many words say it, with its size. `tafl` is any of them.
fn game_at(words: &[String], catalogue: &Catalogue) -> Option<(usize, String)> {
    let words: Vec<&str> = words.iter().take(NAME_WORDS_MAX + 1).map(String::as_str).collect();
    let (count, name) = catalogue.name_of_words(words.get(..words.len().min(NAME_WORDS_MAX))?)?;
    let size = catalogue.find(&name)?.rules.size();
    let is_size = |word: &&&str| **word == format!("{size}x{size}");
    Some((count + words.get(count..)?.first().filter(is_size).iter().count(), name))
}
