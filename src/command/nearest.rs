//! The nearest word: what somebody probably meant when he mistyped a word that we know.
//!
//! The distance is the number of single slips (a letter missing, too many, wrong, or two neighbours swapped) between two words, each
//! stretch of letters being touched once ("optimal string alignment"). It is our own thirty lines rather than the `strsim` crate that
//! clap brings along: that package is clap's, its table is as large as the words are long, and here both are bounded.
//!
//! A suggestion is only worth making when it is probably right. So the distance allowed grows slowly with the length of the longer
//! word, words that begin with another letter must be equal but for that, and there are never more than two. How much is allowed
//! also depends on the place: behind `-` only a name of ours can stand, but a line may begin with any word there is.

use std::cmp::Reverse;

/// Longer words are nobody's misspelling of ours.
const LETTERS_MAX: usize = 24;

/// How many words are suggested at most.
const SUGGESTIONS_MAX: usize = 2;

/// What may stand where the word was typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Nothing but one of the candidates: an option, the name of a game, a player.
    Name,
    /// Any word of a sentence: `love` is no misspelling of `move` there.
    Sentence,
}

impl Place {
    /// Slips allowed where the longer of the two words has so many letters.
    fn slips_max(self, letters: usize) -> usize {
        match (self, letters) {
            (_, 0..=2) => 0,
            (Place::Name, 3..=4) | (Place::Sentence, 3..=5) => 1,
            (Place::Name, 5..=7) | (Place::Sentence, 6..=8) => 2,
            _ => 3,
        }
    }

    /// Fewest letters of a word whose first letter may be the one slip.
    fn letters_without_the_first(self) -> usize {
        match self {
            Place::Name => 4,
            Place::Sentence => 6,
        }
    }
}

/// The one or two of `candidates` that `word` probably was meant to be, nearest first; empty where nothing is near.
///
/// Case does not matter. Candidates come back as they were handed in, each once. Of two that are equally far the one that begins
/// like the word for longer is nearer.
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

/// Whether two words are one slip of the hand from each other. One that is the beginning of the other is a word of its own.
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
    word.chars().take(LETTERS_MAX + 1).flat_map(char::to_lowercase).collect()
}

/// Whether two words of at least two letters begin alike, or would without the first letter of either. Of nearly every pair this is
/// false, and then nothing needs to be measured.
fn may_be_near(typed: &[char], candidate: &str) -> bool {
    let mut known = candidate.chars().flat_map(char::to_lowercase);
    let (first, second) = (known.next(), known.next());
    let is = |letter: Option<char>, i: usize| letter == typed.get(i).copied();
    is(first, 0) || is(first, 1) || is(second, 0) || is(second, 1)
}

/// The distance between the two words where it is small enough to be a slip of the hand, and `None` where it is not.
fn slips(typed: &[char], known: &[char], place: Place) -> Option<usize> {
    // The beginning of a word is no slip at all, but an ambiguous or too short abbreviation.
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

/// The optimal string alignment distance. Both words are at most [`LETTERS_MAX`] and a few letters long, so the work is bounded.
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
