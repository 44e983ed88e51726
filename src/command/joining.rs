//! What an answer to the letter that asks whether somebody wants to join says: `Guilty as charged`, `Please forget we exist`, `I read it tonight`.
//!
//! Joining is harmless, so it takes no special words. What refuses, what asks and what puts off are told apart, and everything else joins that
//! has a word of joining, or is short and friendly. The words are data, `config/joining.toml`, which says what each list is for.

use crate::command::agreement;
use crate::command::answer_in_a_sentence::says_it_was_me;
use crate::command::proposed_ids::given_name;
use crate::command::wish_phrases::plain;
use crate::command::wishes::wishes_to_join;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

const FILE: &str = include_str!("../../config/joining.toml");

/// The most parts of sentences that are read. The text that a company adds below every mail says nothing about this one.
const PARTS_MAX: usize = 24;

/// The most words of a part that is read. Longer ones are of such a text.
const PART_WORDS_MAX: usize = 40;

/// The most words of a text that is short.
const SHORT_WORDS_MAX: usize = 12;

/// The most words that `..` stands for.
const GAP_MAX: usize = 5;

/// What somebody answers who was asked whether they want to join.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Joining {
    /// They do.
    Joins,
    /// They do not.
    Refuses,
    /// Not yet, or nothing that says so.
    Open,
}

/// The words of one language, as in the file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Section {
    joins: Vec<String>,
    member: Vec<String>,
    wants: Vec<String>,
    others: Vec<String>,
    denies: Vec<String>,
    refuses: Vec<String>,
    harmless: Vec<String>,
    puts_off: Vec<String>,
    asks: BTreeSet<String>,
    begs: Vec<String>,
    turns: BTreeSet<String>,
    friendly: Vec<String>,
    strange: BTreeSet<String>,
}

/// A phrase, and where it must stand.
struct Phrase {
    words: Vec<String>,
    at_start: bool,
    at_end: bool,
}

/// The words of one language.
struct Known {
    joins: Vec<Phrase>,
    member: Vec<Phrase>,
    wants: Vec<Phrase>,
    others: Vec<Phrase>,
    denies: Vec<Phrase>,
    refuses: Vec<Phrase>,
    harmless: Vec<Phrase>,
    puts_off: Vec<Phrase>,
    asks: BTreeSet<String>,
    begs: Vec<Phrase>,
    turns: BTreeSet<String>,
    friendly: Vec<Phrase>,
    strange: BTreeSet<String>,
}

static KNOWN: LazyLock<Vec<Known>> = LazyLock::new(|| {
    let sections: BTreeMap<String, Section> = toml::from_str(FILE).expect("a test reads config/joining.toml");
    sections.into_values().map(Known::new).collect()
});

/// A part of a sentence, up to a comma.
struct Part<'a> {
    words: Vec<String>,
    said: &'a str,
    /// Whether its sentence asks something.
    asks: bool,
    /// Whether it begins its sentence, and whether it ends it.
    begins: bool,
    ends: bool,
}

/// What a whole answer says.
pub fn joining(text: &str) -> Joining {
    let parts = parts(text);
    let read: Vec<Said> = parts.iter().map(|part| part.says()).collect();
    let refuses = read.contains(&Said::Refuses);
    // `Yes, that's me. But hang on, forget that 11x11 thing.`
    let refuses_to_join = || parts.iter().zip(&read).any(|(part, said)| *said == Said::Refuses && !part.names_a_game());
    if begins_with_a_yes_alone(text) && !refuses_to_join() {
        return Joining::Joins;
    }
    let joins = read.iter().position(|said| *said == Said::Joins);
    // `I have never been a member of anything, so sign me up!`
    let only_denies = |at: usize| read[at..].iter().all(|said| *said != Said::Denies);
    match joins {
        Some(_) if refuses => Joining::Open,
        // `Yes, but not yet`
        Some(at) if is_taken_back(&parts[at + 1..], &read[at + 1..]) || !only_denies(at) => Joining::Open,
        Some(_) => Joining::Joins,
        None if refuses || read.contains(&Said::Denies) && !read.contains(&Said::PutsOff) => Joining::Refuses,
        None if read.contains(&Said::PutsOff) => Joining::Open,
        None if is_friendly(&parts) || is_thumb(text) => Joining::Joins,
        None => Joining::Open,
    }
}

/// Whether the first sentence of a text is a yes and nothing else. It decides, whatever is put off below it.
fn begins_with_a_yes_alone(text: &str) -> bool {
    let text = text.trim_start();
    let end = text.find(['.', '!', '\n']).unwrap_or(text.len());
    let first = text.get(..end).unwrap_or_default();
    agreement::is_friendly_yes(first) && end < text.len()
}

/// What a part of a sentence says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Said {
    Joins,
    Refuses,
    /// That somebody does not join, or has never joined anything.
    Denies,
    PutsOff,
    Nothing,
}

/// Whether what follows a yes puts it off.
fn is_taken_back(parts: &[Part<'_>], read: &[Said]) -> bool {
    let turns =
        |part: &Part<'_>| part.words.first().is_some_and(|first| KNOWN.iter().any(|known| known.turns.contains(first)));
    parts.iter().zip(read).any(|(part, said)| *said == Said::PutsOff && turns(part))
}

/// Whether a text is short and friendly, and asks nothing: `Sounds fun!`
fn is_friendly(parts: &[Part<'_>]) -> bool {
    let words: usize = parts.iter().map(|part| part.words.len()).sum();
    let is_strange = |word: &String| KNOWN.iter().any(|known| known.strange.contains(word));
    let is_friendly = |part: &Part<'_>| KNOWN.iter().any(|known| has(&known.friendly, &part.words, true));
    words <= SHORT_WORDS_MAX
        && parts.iter().any(is_friendly)
        && !parts.iter().any(|part| part.asks || part.is_like_a_question() || part.words.iter().any(is_strange))
}

/// Whether a text without words is a thumb that points up, or the like.
fn is_thumb(text: &str) -> bool {
    const SIGNS: [char; 6] = ['\u{1f44d}', '\u{1f44c}', '\u{2705}', '\u{2714}', '\u{1f64b}', '\u{1f389}'];
    !text.contains(char::is_alphanumeric) && text.contains(SIGNS) && !text.contains('\u{1f44e}')
}

/// The parts of the sentences of a text.
fn parts(text: &str) -> Vec<Part<'_>> {
    let mut parts = Vec::new();
    for sentence in text.split_inclusive(['.', '!', '?', ';', ':', '\n', '\u{2026}']) {
        let asks = sentence.trim_end().ends_with('?');
        let first = parts.len();
        for said in sentence.split([',', '(', ')', '\u{2013}']) {
            let words: Vec<String> = said.split_whitespace().map(plain).filter(|word| !word.is_empty()).collect();
            if words.is_empty() {
                continue;
            }
            parts.push(Part { words: folded_all(words), said, asks, begins: parts.len() == first, ends: false });
        }
        if let Some(last) = parts.get_mut(first..).and_then(<[Part<'_>]>::last_mut) {
            last.ends = true;
        }
    }
    parts.truncate(PARTS_MAX);
    parts.retain(|part| part.words.len() <= PART_WORDS_MAX);
    parts
}

impl Part<'_> {
    /// Whether it names a game that is played here, and not joining.
    fn names_a_game(&self) -> bool {
        const GAMES: [&str; 9] =
            ["game", "games", "challenge", "invitation", "partie", "spiel", "herausforderung", "parti", "udfordring"];
        let is_size =
            |word: &str| word.split_once('x').is_some_and(|(left, right)| left == right && left.parse::<u8>().is_ok());
        self.words.iter().any(|word| GAMES.contains(&word.as_str()) || is_size(word))
    }

    fn says(&self) -> Said {
        let words = self.without_harmless();
        let any = |list: fn(&Known) -> &[Phrase]| KNOWN.iter().any(|known| has(list(known), &words, self.ends));
        // A question about leaving is none that refuses: `How can I delete my account later?`
        let begs = || KNOWN.iter().any(|known| has(&known.begs, &words, false));
        let asks = (self.asks || self.is_like_a_question()) && !begs();
        if any(|known| &known.refuses) && !asks {
            return Said::Refuses;
        }
        if self.asks {
            let wishes = wishes_to_join(self.said) && !any(|known| &known.others) && !any(|known| &known.denies);
            return if wishes || self.gives_a_name() { Said::Joins } else { Said::Nothing };
        }
        let puts_off = any(|known| &known.puts_off);
        // `Why not` is read over as a refusal, and joins.
        let joins = any(|known| &known.joins)
            || KNOWN.iter().any(|known| has(&known.joins, &self.words, self.ends))
            || self.agrees(&words);
        let in_one = |known: &Known| has(&known.member, &words, self.ends) && has(&known.wants, &words, self.ends);
        let wants = KNOWN.iter().any(in_one) && !any(|known| &known.others);
        let denies = any(|known| &known.denies);
        if denies && (joins || any(|known| &known.member)) {
            return if puts_off { Said::PutsOff } else { Said::Denies };
        }
        let is_question = self.is_like_a_question();
        let joins = joins || wants && !is_question || wishes_to_join(self.said);
        match (joins, puts_off) {
            (true, false) => Said::Joins,
            (_, true) => Said::PutsOff,
            (false, false) if !denies && (self.was_me() || self.gives_a_name()) => Said::Joins,
            (false, false) => Said::Nothing,
        }
    }

    /// Whether it says yes to whatever was asked.
    fn agrees(&self, words: &[String]) -> bool {
        let begins = || words.first().is_some_and(|first| agreement::is_yes_word(first, folded));
        begins() || agreement::read(self.said).is_some_and(|said| agreement::says_yes(&said))
    }

    fn was_me(&self) -> bool {
        says_it_was_me(&self.words, folded)
    }

    /// `Call me bjorn`, as the letter says.
    fn gives_a_name(&self) -> bool {
        given_name(self.said, "", "").is_some()
    }

    /// Whether it begins like a question, with or without its sign.
    fn is_like_a_question(&self) -> bool {
        self.begins && self.words.first().is_some_and(|first| KNOWN.iter().any(|known| known.asks.contains(first)))
    }

    /// Its words without those that only sound like refusing.
    fn without_harmless(&self) -> Vec<String> {
        let (mut at, mut kept) = (0, Vec::new());
        while at < self.words.len() {
            let rest = &self.words[at..];
            let phrases = KNOWN.iter().flat_map(|known| &known.harmless);
            match phrases.filter_map(|phrase| phrase.length(rest)).max() {
                Some(length) => at += length,
                None => {
                    kept.push(self.words[at].clone());
                    at += 1;
                }
            }
        }
        kept
    }
}

/// Whether one of these phrases stands in these words, with which a sentence `ends`.
fn has(phrases: &[Phrase], words: &[String], ends: bool) -> bool {
    phrases.iter().any(|phrase| phrase.is_in(words, ends))
}

impl Known {
    fn new(section: Section) -> Known {
        let phrases = |said: Vec<String>| said.iter().map(|said| Phrase::new(said)).collect::<Vec<Phrase>>();
        let set = |said: BTreeSet<String>| said.iter().map(|word| folded(word)).collect::<BTreeSet<String>>();
        let mut joins = phrases(section.joins);
        for phrase in joins.iter_mut().filter(|phrase| phrase.words.len() == 1) {
            phrase.at_start = true;
        }
        Known {
            joins,
            member: phrases(section.member),
            wants: phrases(section.wants),
            others: phrases(section.others),
            denies: phrases(section.denies),
            refuses: phrases(section.refuses),
            harmless: phrases(section.harmless),
            puts_off: phrases(section.puts_off),
            asks: set(section.asks),
            begs: phrases(section.begs),
            turns: set(section.turns),
            friendly: phrases(section.friendly),
            strange: set(section.strange),
        }
    }
}

impl Phrase {
    fn new(said: &str) -> Phrase {
        let mut words: Vec<String> = said.split(' ').map(folded).collect();
        let at_start = words.first().is_some_and(|word| word == "^");
        let at_end = words.last().is_some_and(|word| word == "$");
        words.retain(|word| word != "^" && word != "$");
        Phrase { words, at_start, at_end }
    }

    fn is_in(&self, words: &[String], ends: bool) -> bool {
        let starts = if self.at_start { 0..words.len().min(1) } else { 0..words.len() };
        starts.into_iter().any(|at| {
            self.length(&words[at..]).is_some_and(|length| !self.at_end || ends && at + length == words.len())
        })
    }

    /// How many words at the beginning of these it takes.
    fn length(&self, words: &[String]) -> Option<usize> {
        fits(&self.words, words)
    }
}

/// How many words at the beginning of these a phrase takes, with the gaps in it.
fn fits(phrase: &[String], words: &[String]) -> Option<usize> {
    let Some((first, rest)) = phrase.split_first() else { return Some(0) };
    if first == ".." {
        return (0..=GAP_MAX.min(words.len())).find_map(|gap| Some(gap + fits(rest, &words[gap..])?));
    }
    let word = words.first()?;
    let is_it = match first.strip_suffix('*') {
        Some(stem) => word.starts_with(stem),
        None => word == first,
    };
    if is_it { Some(1 + fits(rest, &words[1..])?) } else { None }
}

fn folded_all(words: Vec<String>) -> Vec<String> {
    words.iter().map(|word| folded(word)).collect()
}

/// A word with umlauts and similar letters written as two letters, as some people type them.
fn folded(word: &str) -> String {
    let mut folded = String::with_capacity(word.len());
    for c in word.chars().flat_map(char::to_lowercase) {
        match c {
            '\u{e4}' | '\u{e6}' => folded.push_str("ae"),
            '\u{f6}' | '\u{f8}' => folded.push_str("oe"),
            '\u{fc}' => folded.push_str("ue"),
            '\u{e5}' => folded.push_str("aa"),
            '\u{df}' => folded.push_str("ss"),
            // The two dots and the ring as separate characters, as some programs send them.
            '\u{308}' => folded.push('e'),
            '\u{30a}' => folded.push('a'),
            '\u{2019}' => folded.push('\''),
            c => folded.push(c),
        }
    }
    folded
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests;
