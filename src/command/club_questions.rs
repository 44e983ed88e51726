//! What a sentence asks the club: `Does it cost anything?`, `who can see my adress`. The phrases are data: `config/club-questions.toml`.
//!
//! A wrong answer does little harm: it only says something that nobody wanted to know. But beside a board, a question may be for the
//! opponent. So there only clear phrases count, and never a sentence that calls the opponent by name.

use crate::command::club_topic::ClubTopic;
use serde::Deserialize;
use std::collections::{BTreeMap, HashMap};
use std::sync::LazyLock;

/// The most words of a sentence that are looked at, one for each bit of a [`Places`].
const WORDS_MAX: usize = 64;

/// The most other words between two words of a clear phrase.
const BETWEEN_MAX: u32 = 2;

/// Within how many words the word stands with which a sentence begins to ask.
const LEAD_WORDS_MAX: usize = 6;

/// At which words of a sentence something stands.
type Places = u64;

/// The phrases about each topic.
type Topics = BTreeMap<ClubTopic, Vec<String>>;

/// One language, as in the file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Phrases {
    /// Words with which a question begins.
    opens: Vec<String>,
    /// Words that ask wherever they stand.
    wonders: Vec<String>,
    /// Words for one thing, by its name: `@see` stands for one of them.
    sets: BTreeMap<String, Vec<String>>,
    /// Phrases whose words stand in this order.
    clear: Topics,
    /// Sets of words in any order.
    outside: Topics,
}

/// A phrase: which words it needs, by their number in [`Known`].
struct Phrase {
    topic: ClubTopic,
    needs: Vec<usize>,
    is_clear: bool,
}

/// One language, ready to be searched for.
#[derive(Default)]
struct Known {
    opens: Vec<String>,
    wonders: Vec<String>,
    phrases: Vec<Phrase>,
    /// The number of each way to write a word of a phrase: `see|sees`.
    numbers: BTreeMap<String, usize>,
    /// Which of them a word is.
    exact: HashMap<String, Vec<usize>>,
    /// Which of them a word with this beginning is.
    beginnings: Vec<(String, usize)>,
}

static KNOWN: LazyLock<Vec<Known>> = LazyLock::new(|| {
    let read: BTreeMap<String, Phrases> = toml::from_str(include_str!("../../config/club-questions.toml"))
        .expect("a test reads config/club-questions.toml");
    read.into_values().map(Known::new).collect()
});

/// What a sentence asks the club.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct ClubQuestion {
    /// The topics, what is said most clearly first. At most two.
    pub topics: Vec<ClubTopic>,
    /// How many words of the phrase it says.
    pub words: usize,
}

/// Who reads what is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Readers {
    /// Nobody but the club: single words that belong together are enough.
    OnlyClub,
    /// The opponent may be meant as well.
    OpponentToo,
}

/// What a sentence asks the club. `asks` if it ends like a question.
pub(super) fn asked_of_club(sentence: &str, asks: bool, readers: Readers) -> ClubQuestion {
    let words = words_of(sentence);
    asked_in(&words.iter().map(String::as_str).collect::<Vec<_>>(), asks, readers)
}

/// The same for words in lower case.
pub(super) fn asked_in(words: &[&str], asks: bool, readers: Readers) -> ClubQuestion {
    let words = &words[..words.len().min(WORDS_MAX)];
    KNOWN.iter().map(|known| known.asked(words, asks, readers)).max_by_key(|asked| asked.words).unwrap_or_default()
}

/// The words of a sentence in lower case, without the signs around them. A sign that stands alone is a word, for it may be asked about.
fn words_of(sentence: &str) -> Vec<String> {
    let word = |written: &str| {
        let quotes = |c: char| matches!(c, '"' | '\'' | ',' | '?' | '!' | '.' | ';' | ':') || "„“”‚‘’«»".contains(c);
        let plain = match written.chars().any(char::is_alphanumeric) {
            true => written.trim_matches(|c: char| !c.is_alphanumeric()),
            false => written.trim_matches(quotes),
        };
        plain.to_lowercase().replace(['\u{2019}', '\u{2bc}'], "'")
    };
    sentence.split(|c: char| c.is_whitespace() || c == '/').map(word).filter(|word| !word.is_empty()).collect()
}

impl Known {
    fn new(read: Phrases) -> Known {
        let Phrases { opens, wonders, sets, clear, outside } = read;
        let mut known = Known { opens, wonders, ..Known::default() };
        for (topics, is_clear) in [(clear, true), (outside, false)] {
            for (topic, phrases) in topics {
                for phrase in phrases {
                    let needs = phrase.split_whitespace().map(|word| known.number(word, &sets)).collect();
                    known.phrases.push(Phrase { topic, needs, is_clear });
                }
            }
        }
        known
    }

    /// The number of a word of a phrase: `see|sees`, `charg-`, or `@see` for all words of a set.
    fn number(&mut self, written: &str, sets: &BTreeMap<String, Vec<String>>) -> usize {
        if let Some(number) = self.numbers.get(written) {
            return *number;
        }
        let number = self.numbers.len();
        self.numbers.insert(written.to_owned(), number);
        let of_set = |way: &str| way.strip_prefix('@').and_then(|name| sets.get(name)).cloned();
        let ways = written.split('|').flat_map(|way| of_set(way).unwrap_or_else(|| vec![way.to_owned()]));
        for way in ways.collect::<Vec<_>>() {
            match way.strip_suffix('-') {
                Some(beginning) => self.beginnings.push((beginning.to_owned(), number)),
                None => self.exact.entry(way).or_default().push(number),
            }
        }
        number
    }

    fn asked(&self, words: &[&str], asks: bool, readers: Readers) -> ClubQuestion {
        let is_in = |list: &[String], word: &&str| list.iter().any(|known| known == word);
        let is_question = asks
            || words.iter().take(LEAD_WORDS_MAX).any(|word| is_in(&self.opens, word))
            || words.iter().any(|word| is_in(&self.wonders, word));
        if !is_question {
            return ClubQuestion::default();
        }
        let places = self.places(words);
        let may_count = |phrase: &&Phrase| phrase.is_clear || readers == Readers::OnlyClub;
        let counted = || self.phrases.iter().filter(may_count);
        // Of two that say as much, the clear one says more.
        let score = |phrase: &&Phrase| (phrase.needs.len(), phrase.is_clear);
        let Some(best) = counted().filter(|phrase| phrase.fits(&places, 0)).max_by_key(score) else {
            return ClubQuestion::default();
        };
        let used = best.needs.iter().fold(0, |used, need| used | places[*need]);
        let is_another = |phrase: &&Phrase| phrase.topic != best.topic && phrase.fits(&places, used);
        let second = counted().filter(is_another).max_by_key(score).map(|phrase| phrase.topic);
        ClubQuestion { topics: [best.topic].into_iter().chain(second).collect(), words: best.needs.len() }
    }

    /// Where each of the words of its phrases stands.
    fn places(&self, words: &[&str]) -> Vec<Places> {
        let mut places = vec![0; self.numbers.len()];
        for (at, word) in words.iter().enumerate() {
            let begun = self.beginnings.iter().filter(|(beginning, _)| word.starts_with(beginning.as_str()));
            let numbers = self.exact.get(*word).into_iter().flatten().chain(begun.map(|(_, number)| number));
            numbers.for_each(|number| places[*number] |= 1 << at);
        }
        places
    }
}

impl Phrase {
    /// Whether a sentence has its words, at other places than those that are `used`.
    fn fits(&self, places: &[Places], used: Places) -> bool {
        let mut free = self.needs.iter().map(|need| places[*need] & !used);
        if !self.is_clear {
            return free.all(|places| places != 0);
        }
        let Some(first) = free.next() else { return false };
        let within = |from: Places| (1..=BETWEEN_MAX + 1).fold(0, |reached, far| reached | from << far);
        free.fold(first, |from, places| within(from) & places) != 0
    }
}
