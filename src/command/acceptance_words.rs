//! The words around the acceptance of a challenge in one language: `[acceptance]` in `config/letters/*/wishes.toml`.

use crate::command::phrase_lists;
use serde::Deserialize;
use std::collections::BTreeSet;

/// How people accept a challenge.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::command) struct AcceptanceWords {
    /// What accepts it.
    pub(super) says: Vec<String>,
    /// How people speak of a challenge of their own, which nobody accepts who says so: `my challenge`.
    #[serde(deserialize_with = "phrase_lists::as_words")]
    pub(super) own: Vec<Vec<String>>,
    /// Words and phrases with which somebody offers other terms: `only`, `could`.
    #[serde(deserialize_with = "phrase_lists::as_words")]
    bargains: Vec<Vec<String>>,
    /// What wants the other side: `swap sides`.
    #[serde(deserialize_with = "phrase_lists::as_words")]
    swaps: Vec<Vec<String>>,
    /// All words of a yes that only wants the other side: `Yes, but I want the king`.
    #[serde(rename = "with-side")]
    with_side: BTreeSet<String>,
    /// Words that make a yes doubtful, wherever they stand.
    pub(super) doubts: BTreeSet<String>,
    /// Phrases with such words that do not: `I do not mind`.
    #[serde(deserialize_with = "phrase_lists::as_words")]
    pub(super) harmless: Vec<Vec<String>>,
    /// Those of the doubts that are days or times, or tell of the past: in a longer sentence behind a yes they doubt nothing.
    pub(super) days: BTreeSet<String>,
    /// Words for the game and what belongs to it.
    pub(super) game: BTreeSet<String>,
    /// Other words with which a question may be about the game: `which`.
    open: BTreeSet<String>,
    /// Words with which somebody says on which terms they play, if the sentence is about the game: `if`.
    pub(super) terms: BTreeSet<String>,
    /// What is said behind a number of days that each move may take: `days a move`.
    #[serde(deserialize_with = "phrase_lists::as_words")]
    pace: Vec<Vec<String>>,
    /// What says that they are too few.
    #[serde(deserialize_with = "phrase_lists::as_words")]
    few: Vec<Vec<String>>,
    /// Words for days.
    #[serde(rename = "day-words")]
    day_words: BTreeSet<String>,
    /// The numbers from one on, as words.
    counts: Vec<String>,
    /// Phrases that take back even a hearty yes.
    #[serde(deserialize_with = "phrase_lists::as_words")]
    refuses: Vec<Vec<String>>,
}

impl AcceptanceWords {
    /// Whether all these words may stand in a yes that only wants a side.
    pub(super) fn only_wants_a_side(&self, words: &[String]) -> bool {
        words.iter().all(|word| self.with_side.contains(word))
    }

    /// How many words at the beginning of these sound doubtful and are not.
    pub(super) fn harmless(&self, words: &[String]) -> Option<usize> {
        self.harmless.iter().filter(|phrase| words.starts_with(phrase)).map(Vec::len).max()
    }

    /// Whether something in these words takes back even a hearty yes.
    pub(super) fn refuses(&self, words: &[String]) -> bool {
        (0..words.len()).any(|at| self.refuses.iter().any(|phrase| words[at..].starts_with(phrase)))
    }

    /// Whether something in these words bargains.
    pub(super) fn bargains(&self, words: &[String]) -> bool {
        (0..words.len()).any(|at| self.bargains.iter().any(|phrase| words[at..].starts_with(phrase)))
    }

    /// Whether these words want the other side.
    pub(super) fn swaps(&self, words: &[String]) -> bool {
        (0..words.len()).any(|at| self.swaps.iter().any(|phrase| words[at..].starts_with(phrase)))
    }

    /// How many days each move may take, if these words say so: `three days a move`, but not `one day a move is too short`.
    pub(super) fn days_a_move(&self, words: &[String]) -> Option<u32> {
        let is_pace = |at: usize| self.pace.iter().any(|phrase| words[at..].starts_with(phrase));
        let stands = |at: &usize| is_pace(*at) && !self.are_few(words);
        (1..words.len()).find(stands).and_then(|at| self.count(&words[at - 1]))
    }

    /// How many days these words name: `would three days be all right?`
    pub(super) fn days(&self, words: &[String]) -> Option<u32> {
        (1..words.len()).find(|at| self.day_words.contains(&words[*at])).and_then(|at| self.count(&words[at - 1]))
    }

    /// Whether these words say that something is too little.
    pub(super) fn are_few(&self, words: &[String]) -> bool {
        (0..words.len()).any(|at| self.few.iter().any(|phrase| words[at..].starts_with(phrase)))
    }

    /// What such a word counts.
    fn count(&self, word: &String) -> Option<u32> {
        let named = || self.counts.iter().position(|known| known == word).and_then(|at| u32::try_from(at + 1).ok());
        word.parse().ok().or_else(named)
    }

    /// Whether a question with this word may be about the game.
    pub(super) fn leaves_open(&self, word: &str) -> bool {
        self.game.contains(word) || self.open.contains(word)
    }
}
