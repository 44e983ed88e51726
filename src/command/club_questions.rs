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
    /// Words that ask near the beginning of a sentence: `what`.
    opens: Vec<String>,
    /// Words that ask only where they begin it: `is`.
    begins: Vec<String>,
    /// Words that may stand before those.
    leads: Vec<String>,
    /// Two words that ask wherever they stand: `do i`.
    pairs: Vec<String>,
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
    begins: Vec<String>,
    leads: Vec<String>,
    pairs: Vec<String>,
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
    /// Whether that phrase is a clear one.
    pub is_clear: bool,
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
        let Phrases { opens, begins, leads, pairs, wonders, sets, clear, outside } = read;
        let mut known = Known { opens, begins, leads, pairs, wonders, ..Known::default() };
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
        if !asks && !self.asks(words) {
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
        let topics = [best.topic].into_iter().chain(second).collect();
        ClubQuestion { topics, words: best.needs.len(), is_clear: best.is_clear }
    }

    /// Whether words ask, although no sign says so.
    fn asks(&self, words: &[&str]) -> bool {
        let is_in = |list: &[String], word: &str| list.iter().any(|known| known == word);
        let first = words.iter().find(|word| !is_in(&self.leads, word));
        words.iter().take(LEAD_WORDS_MAX).any(|word| is_in(&self.opens, word))
            || first.is_some_and(|first| is_in(&self.begins, first))
            || words.windows(2).any(|pair| is_in(&self.pairs, &pair.join(" ")))
            || words.iter().any(|word| is_in(&self.wonders, word))
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

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use crate::command::Language;

    const ROWS: &str = include_str!("../../tests/replies/club-questions.txt");

    /// Language, topic and question of each row.
    fn rows() -> impl Iterator<Item = (&'static str, ClubTopic, &'static str)> {
        ROWS.lines().filter(|line| !line.starts_with('#')).map(|line| {
            let [language, topic, question] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("{line}") };
            (language, ClubTopic::from_word(topic).unwrap_or_else(|| panic!("{line}")), question)
        })
    }

    #[test]
    fn every_topic_is_asked_about_in_every_language() {
        for language in Language::ALL {
            for topic in ClubTopic::ALL {
                let asked = rows().any(|(of, asked, _)| of == language.word() && asked == *topic);
                assert!(asked, "{language:?}: {topic:?}");
            }
        }
    }

    #[test]
    fn a_question_to_the_club_has_its_topic() {
        let wrong: Vec<String> = rows()
            .filter_map(|(_, topic, question)| {
                let asked = asked_of_club(question, question.ends_with('?'), Readers::OnlyClub);
                (asked.topics.first() != Some(&topic)).then(|| format!("{question} {topic:?} {:?}", asked.topics))
            })
            .collect();
        assert!(wrong.is_empty(), "{wrong:#?}");
    }

    #[test]
    fn one_sentence_may_ask_two_things() {
        for text in ["Does it cost anything and who can see my address?", "Was kostet das und wer sieht meine Adresse?"]
        {
            let asked = asked_of_club(text, true, Readers::OnlyClub).topics;
            assert!(asked.contains(&ClubTopic::Cost) && asked.contains(&ClubTopic::Address), "{text} {asked:?}");
        }
    }

    #[test]
    fn what_friends_write_to_each_other_asks_the_club_nothing() {
        for text in [
            "Did you see how they caught the king in that film?",
            "How is your knee?",
            "Are you coming on Sunday?",
            "What did your new bike cost?",
            "How long did the drive take?",
            "Do you still have my drill?",
            "Will you bring the cake?",
            "What do you think of the garden?",
            "Who is coming to the party?",
            "Have you got a minute on Friday?",
            "Why not?",
            "How much did you pay for the boat?",
            "Can you read music?",
            "Did you get my parcel?",
            "Hast du den Kuchen gebacken?",
            "Wie lange bleibst du in Hamburg?",
            "Was macht dein Knie?",
            "Kommst du am Sonntag?",
            "Wer kommt denn noch?",
            "Hast du meine Bohrmaschine noch?",
            "Hvordan går det med knæet?",
            "Kommer du på søndag?",
            "Har du set min cykel?",
        ] {
            assert_eq!(asked_of_club(text, true, Readers::OpponentToo), ClubQuestion::default(), "{text}");
        }
    }
}
