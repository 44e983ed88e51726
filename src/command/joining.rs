//! What an answer to the letter that asks whether somebody wants to join says: `Guilty as charged`, `Please forget we exist`, `I read it tonight`.
//!
//! Joining is harmless, so it takes no special words. What refuses, what asks and what puts off are told apart, and everything else joins that
//! has a word of joining, or is short and friendly. The words are data, `config/joining.toml`, which says what each list is for.

use crate::command::agreement;
use crate::command::answer_in_a_sentence::says_it_was_me;
use crate::command::phrases::{GappedPhrase, folded};
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

/// The words of one language.
struct Known {
    joins: Vec<GappedPhrase>,
    member: Vec<GappedPhrase>,
    wants: Vec<GappedPhrase>,
    others: Vec<GappedPhrase>,
    denies: Vec<GappedPhrase>,
    refuses: Vec<GappedPhrase>,
    harmless: Vec<GappedPhrase>,
    puts_off: Vec<GappedPhrase>,
    asks: BTreeSet<String>,
    begs: Vec<GappedPhrase>,
    turns: BTreeSet<String>,
    friendly: Vec<GappedPhrase>,
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
            parts.push(Part {
                words: words.iter().map(|word| folded(word)).collect(),
                said,
                asks,
                begins: parts.len() == first,
                ends: false,
            });
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
        let any = |list: fn(&Known) -> &[GappedPhrase]| KNOWN.iter().any(|known| has(list(known), &words, self.ends));
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
fn has(phrases: &[GappedPhrase], words: &[String], ends: bool) -> bool {
    phrases.iter().any(|phrase| phrase.is_in(words, ends))
}

impl Known {
    fn new(section: Section) -> Known {
        let phrases =
            |said: Vec<String>| said.iter().map(|said| GappedPhrase::new(said)).collect::<Vec<GappedPhrase>>();
        let set = |said: BTreeSet<String>| said.iter().map(|word| folded(word)).collect::<BTreeSet<String>>();
        let joins = phrases(section.joins).into_iter().map(GappedPhrase::at_start_if_single);
        Known {
            joins: joins.collect(),
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

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests;
