//! The nearest word: what a person probably meant with a mistyped word.
//!
//! The distance is the number of single typing mistakes (a letter missing, too many, wrong, or two neighbours swapped) between two words,
//! with each stretch of letters touched once ("optimal string alignment"). These are thirty lines of our own instead of the `strsim` crate
//! that clap uses: that package is clap's, its table grows with the length of the words, and here both are limited.
//!
//! A suggestion is useful only if it is probably right. So the allowed distance grows slowly with the length of the longer word, words that
//! begin with another letter must otherwise be equal, and there are never more than two suggestions. How much is allowed also depends on
//! the place: after `-` only a known name can come, but a line may begin with any word.

use std::cmp::Reverse;
use std::collections::HashMap;

/// Longer words are not misspellings of ours.
const LETTERS_MAX: usize = 24;

/// The most words that are suggested.
const SUGGESTIONS_MAX: usize = 2;

/// What may be at the place of the word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Only one of the candidates: an option, the name of a game, a player.
    Name,
    /// Any word of a sentence: `love` is not a misspelling of `move` there.
    Sentence,
}

impl Place {
    /// The mistakes allowed if the longer of the two words has this many letters.
    fn slips_max(self, letters: usize) -> usize {
        match (self, letters) {
            (_, 0..=2) => 0,
            (Place::Name, 3..=4) | (Place::Sentence, 3..=5) => 1,
            (Place::Name, 5..=7) | (Place::Sentence, 6..=8) => 2,
            _ => 3,
        }
    }

    /// The fewest letters of a word whose first letter may be the one mistake.
    fn letters_without_the_first(self) -> usize {
        match self {
            Place::Name => 4,
            Place::Sentence => 6,
        }
    }
}

/// The one or two of `candidates` that `word` was probably meant to be, nearest first. Empty if none is near.
///
/// Case does not matter. Candidates are returned as they were passed, each once. Of two at the same distance, the one with the longer equal
/// beginning is nearer.
pub fn nearest<'a>(word: &str, place: Place, candidates: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let typed = letters(word);
    if typed.len() < 2 || typed.len() > LETTERS_MAX {
        return Vec::new();
    }
    let mut found: Vec<((usize, Reverse<usize>), &str)> = Vec::new();
    for candidate in candidates.into_iter().filter(|candidate| may_be_near(&typed, candidate)) {
        let known = letters(candidate);
        if known.len() > LETTERS_MAX || found.iter().any(|(_, seen)| *seen == candidate) {
            continue;
        }
        if let Some(slips) = slips(&typed, &known, place) {
            let alike = typed.iter().zip(&known).take_while(|(a, b)| a == b).count();
            found.push(((slips, Reverse(alike)), candidate));
        }
    }
    found.sort_by_key(|(farness, _)| *farness);
    let best = found.first().map(|(farness, _)| *farness);
    let equal = found.into_iter().filter(|(farness, _)| Some(*farness) == best);
    equal.take(SUGGESTIONS_MAX).map(|(_, candidate)| candidate).collect()
}

/// Known words by their first two letters, for places where nearly every word of every mail is compared with all of them.
pub(in crate::command) struct Known {
    words: Vec<&'static str>,
    by_letter: HashMap<char, Vec<usize>>,
}

impl Known {
    pub(in crate::command) fn new(words: impl IntoIterator<Item = &'static str>) -> Known {
        let words: Vec<&str> = words.into_iter().collect();
        let mut by_letter: HashMap<char, Vec<usize>> = HashMap::new();
        for (at, word) in words.iter().enumerate() {
            for letter in letters(word).into_iter().take(2) {
                by_letter.entry(letter).or_default().push(at);
            }
        }
        Known { words, by_letter }
    }

    /// The same as [`nearest`] of all of them.
    pub(in crate::command) fn nearest(&self, word: &str, place: Place) -> Vec<&'static str> {
        let begin = letters(word).into_iter().take(2);
        let mut near: Vec<usize> = begin.filter_map(|letter| self.by_letter.get(&letter)).flatten().copied().collect();
        near.sort_unstable();
        near.dedup();
        nearest(word, place, near.into_iter().map(|at| self.words[at]))
    }
}

/// Whether two words differ by one typing mistake. If one is the beginning of the other, it counts as a separate word.
pub(in crate::command) fn is_one_slip(word: &str, known: &str) -> bool {
    let typed = letters(word);
    if !may_be_near(&typed, known) {
        return false;
    }
    let known = letters(known);
    typed.len().max(known.len()) <= LETTERS_MAX
        && typed.len().abs_diff(known.len()) <= 1
        && !known.starts_with(&typed)
        && !typed.starts_with(&known)
        && distance(&typed, &known) == 1
}

fn letters(word: &str) -> Vec<char> {
    if word.is_ascii() {
        return word.bytes().take(LETTERS_MAX + 1).map(|byte| byte.to_ascii_lowercase().into()).collect();
    }
    word.chars().take(LETTERS_MAX + 1).flat_map(char::to_lowercase).collect()
}

/// Whether two words of at least two letters begin alike, or would without the first letter of either. For nearly every pair this is false,
/// and then the distance need not be calculated.
fn may_be_near(typed: &[char], candidate: &str) -> bool {
    let (first, second) = match candidate.as_bytes() {
        [first, second, ..] if first.is_ascii() && second.is_ascii() => {
            (Some(first.to_ascii_lowercase().into()), Some(second.to_ascii_lowercase().into()))
        }
        _ => {
            let mut known = candidate.chars().flat_map(char::to_lowercase);
            (known.next(), known.next())
        }
    };
    let is = |letter: Option<char>, i: usize| letter == typed.get(i).copied();
    is(first, 0) || is(first, 1) || is(second, 0) || is(second, 1)
}

/// The distance between the two words if it is small enough for a typing mistake, else `None`.
fn slips(typed: &[char], known: &[char], place: Place) -> Option<usize> {
    // The beginning of a word is not a mistake, but an ambiguous or too short abbreviation.
    if known.starts_with(typed) {
        return Some(1);
    }
    let allowed = place.slips_max(typed.len().max(known.len()));
    if typed.len().min(known.len()) <= 2 || typed.len().abs_diff(known.len()) > allowed {
        return None;
    }
    let begins_alike = typed[0] == known[0] || (typed[0] == known[1] && typed[1] == known[0]);
    if begins_alike {
        return Some(distance(typed, known)).filter(|slips| *slips <= allowed);
    }
    let only_the_first = typed[1..] == known[1..] || *typed == known[1..] || typed[1..] == *known;
    (only_the_first && known.len() >= place.letters_without_the_first()).then_some(1)
}

/// The optimal string alignment distance. Both words have at most [`LETTERS_MAX`] and a few letters, so the work is limited.
fn distance(a: &[char], b: &[char]) -> usize {
    let mut before_last: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let wrong = usize::from(a[i - 1] != b[j - 1]);
            let mut least = (last[j] + 1).min(row[j - 1] + 1).min(last[j - 1] + wrong);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                least = least.min(before_last[j - 2] + 1);
            }
            row.push(least);
        }
        before_last = last;
        last = row;
    }
    last[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    const WORDS: [&str; 10] =
        ["move", "challenge", "chat", "accept", "resign", "help", "show", "draw", "undo", "small"];

    fn check(word: &str, place: Place, expected: &[&str]) {
        assert_eq!(nearest(word, place, WORDS), expected, "nearest to {word}");
        assert_eq!(Known::new(WORDS).nearest(word, place), expected, "nearest to {word} among known words");
    }

    #[test]
    fn a_slip_of_the_hand_finds_its_word() {
        for (word, meant) in [
            ("mvoe", "move"),
            ("moev", "move"),
            ("chalenge", "challenge"),
            ("chellenege", "challenge"),
            ("acept", "accept"),
            ("Resgin", "resign"),
            ("hlep", "help"),
            ("smal", "small"),
            ("shwo", "show"),
            ("ccept", "accept"),
        ] {
            check(word, Place::Sentence, &[meant]);
            check(word, Place::Name, &[meant]);
        }
    }

    #[test]
    fn where_only_a_name_can_stand_more_is_forgiven() {
        for (word, meant) in [("smol", "small"), ("mall", "small"), ("hello", "help")] {
            check(word, Place::Name, &[meant]);
            check(word, Place::Sentence, &[]);
        }
    }

    #[test]
    fn an_ambiguous_beginning_offers_both_words() {
        check("cha", Place::Name, &["challenge", "chat"]);
    }

    #[test]
    fn of_two_equally_far_the_one_that_begins_alike_is_nearer() {
        assert_eq!(nearest("anno", Place::Name, ["annb", "canno", "ann"]), ["annb", "ann"]);
    }

    #[test]
    fn nothing_near_means_no_suggestion() {
        for word in ["", "x", "thanks", "vacation", "queue", "how", "raw", "that", "love", "dear"] {
            check(word, Place::Sentence, &[]);
        }
        check(&"move".repeat(1000), Place::Name, &[]);
    }
}
