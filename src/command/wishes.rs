//! What people wish for in ordinary words, anywhere in a mail without a command: `Shall we call it a draw?`, `Whose turn is it?`
//!
//! The phrases are data: `config/letters/*/wishes.toml`, in each language of our letters. A phrase counts only as a whole and inside one
//! sentence. What would change something is only asked about, and the rest is answered. Two different wishes are none. In a phrase,
//! `{player}` may be any id; whether somebody has it is not known here. The name of a game may stand anywhere: it is taken out of its
//! sentence first, `play Brandubh (7x7) with bob`.

use crate::command::command::Command;
use crate::command::mail_parser::parse_line;
use crate::command::player_id;
use crate::tafl::{Catalogue, NAME_WORDS_MAX};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

/// The files, one for each language.
const FILES: [&str; 3] = [
    include_str!("../../config/letters/en/wishes.toml"),
    include_str!("../../config/letters/de/wishes.toml"),
    include_str!("../../config/letters/da/wishes.toml"),
];

/// The most words of a mail that are searched.
const WORDS_MAX: usize = 1_000;

/// Whoever asks for help in the same mail wants the other thing.
const WEAKEST: &str = "help";

/// The line that is about the game that is named, if none is on the board.
const RULES: &str = "rules";

/// In the line of a command: the game that is named, or else the usual one.
const GAME: &str = "{game}";
const USUAL_GAME: &str = "hnefatafl";
/// A player in a phrase, and in the line of its command.
const PLAYER: &str = "{player}";

/// One thing that the words of a mail wish for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wish {
    /// The command for it.
    pub command: Command,
    /// Whether the mail says nothing else.
    pub is_all: bool,
}

/// The phrases of one language, as in its file: for each command, what people write instead.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Phrases {
    /// Words that deny a want in their sentence.
    not: BTreeSet<String>,
    /// What changes something.
    wants: BTreeMap<String, Vec<String>>,
    /// What is only answered. Nothing denies it: `I do not see the board`.
    asks: BTreeMap<String, Vec<String>>,
}

/// A phrase as words, and the line of its command.
struct Phrase {
    words: Vec<String>,
    line: String,
    can_be_denied: bool,
}

/// The phrases of one language, ready to be searched for.
struct Known {
    not: BTreeSet<String>,
    /// By their first words.
    phrases: BTreeMap<String, Vec<Phrase>>,
}

static KNOWN: LazyLock<Vec<Known>> = LazyLock::new(|| FILES.iter().filter_map(|file| read(file)).collect());

/// The phrases of a file. A test reads all files, so none is left out.
fn read(file: &'static str) -> Option<Known> {
    let Phrases { not, wants, asks } = toml::from_str(file).ok()?;
    let mut phrases: BTreeMap<String, Vec<Phrase>> = BTreeMap::new();
    for (can_be_denied, (line, said)) in
        wants.into_iter().map(|want| (true, want)).chain(asks.into_iter().map(|ask| (false, ask)))
    {
        for phrase in said {
            let words: Vec<String> = phrase.split_whitespace().map(str::to_owned).collect();
            let phrase = Phrase { words, line: line.clone(), can_be_denied };
            phrases.entry(phrase.words.first()?.clone()).or_default().push(phrase);
        }
    }
    Some(Known { not, phrases })
}

/// Whether this is the text of one of our files.
pub fn are_our_wishes(text: &str) -> bool {
    FILES.contains(&text)
}

/// What the words of a mail wish for, if it is exactly one thing. If they answer a letter about a board, they are about that board.
pub fn wish(text: &str, on_board: bool, catalogue: &Catalogue) -> Option<Wish> {
    /// `Hm.`, `Hello Bob!`
    const SIGH_WORDS_MAX: usize = 2;
    /// `Hello, can you please ...`
    const WORDS_BESIDE_MAX: usize = 5;
    let mut found: BTreeSet<String> = BTreeSet::new();
    let (mut is_all, mut games) = (true, BTreeSet::new());
    for sentence in sentences(text) {
        let sentence = without_games(sentence, catalogue, &mut games);
        let wishes = longest(KNOWN.iter().flat_map(|known| known.found_in(&sentence)).collect());
        let others = sentence.len() - wishes.iter().map(|wish| wish.words).max().unwrap_or_default();
        is_all &= if wishes.is_empty() { others <= SIGH_WORDS_MAX } else { others <= WORDS_BESIDE_MAX };
        found.extend(wishes.into_iter().map(|wish| wish.line));
    }
    if found.len() > 1 {
        found.remove(WEAKEST);
    }
    let (Some(line), 1) = (found.first(), found.len()) else {
        return None;
    };
    let line = match (line.as_str(), games.first()) {
        (_, _) if games.len() > 1 => return None,
        (RULES, Some(game)) if !on_board => format!("{RULES} {game}"),
        (line, game) => line.replace(GAME, game.map_or(USUAL_GAME, String::as_str)),
    };
    let command = parse_line(&line, catalogue).ok()?;
    Some(Wish { command, is_all })
}

/// The sentence without the games that are named in it, each with a small word before it and its size behind it: `a game of Brandubh (7x7)`.
fn without_games(sentence: Vec<String>, catalogue: &Catalogue, games: &mut BTreeSet<String>) -> Vec<String> {
    const SMALL: [&str; 12] = ["of", "at", "to", "in", "for", "zu", "im", "um", "eine", "i", "p\u{e5}", "til"];
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
        rest = rest.get(count..).unwrap_or_default();
    }
    kept
}

/// The game whose name the words begin with, and how many words say it, with its size.
fn game_at(words: &[String], catalogue: &Catalogue) -> Option<(usize, String)> {
    let words: Vec<&str> = words.iter().take(NAME_WORDS_MAX + 1).map(String::as_str).collect();
    let (count, name) = catalogue.name_of_words(words.get(..words.len().min(NAME_WORDS_MAX))?)?;
    let size = catalogue.find(&name)?.rules.size();
    let is_size = |word: &&&str| **word == format!("{size}x{size}");
    Some((count + words.get(count..)?.first().filter(is_size).iter().count(), name))
}

/// Whether the word may be a player's id. `you` is not.
fn may_be_player(word: &str) -> bool {
    /// Who is meant by these is not in the mail.
    const NOBODY: [&str; 29] = [
        "you", "me", "him", "her", "them", "us", "somebody", "someone", "anybody", "anyone", "another", "other", "the",
        "this", "that", "dir", "mir", "ihm", "ihr", "euch", "jemand", "jemandem", "jemanden", "einem", "dig", "mig",
        "ham", "hende", "nogen",
    ];
    player_id::is_player_id(word) && !NOBODY.contains(&word)
}

/// A phrase that was found in a sentence.
struct Found {
    line: String,
    at: usize,
    words: usize,
}

/// Those that no longer phrase overlaps: `How do I challenge bob?` does not challenge him.
fn longest(mut found: Vec<Found>) -> Vec<Found> {
    found.sort_by_key(|found| std::cmp::Reverse(found.words));
    let mut kept: Vec<Found> = Vec::new();
    for one in found {
        let overlaps = |other: &Found| one.at < other.at + other.words && other.at < one.at + one.words;
        let is_shorter = |other: &Found| other.words > one.words && overlaps(other);
        if !kept.iter().any(is_shorter) {
            kept.push(one);
        }
    }
    kept
}

impl Known {
    /// The phrases in a sentence.
    fn found_in(&self, sentence: &[String]) -> Vec<Found> {
        let denied = sentence.iter().any(|word| self.not.contains(word));
        let mut all = Vec::new();
        for at in 0..sentence.len() {
            let beginning = self.phrases.get(&sentence[at]).into_iter().flatten();
            let meant = beginning.filter(|phrase| !(phrase.can_be_denied && denied));
            all.extend(meant.filter_map(|phrase| {
                let line = phrase.line_for(&sentence[at..])?;
                Some(Found { line, at, words: phrase.words.len() })
            }));
        }
        all
    }
}

impl Phrase {
    /// Its line, if the words begin with the phrase.
    fn line_for(&self, words: &[String]) -> Option<String> {
        let words = words.get(..self.words.len())?;
        let mut line = self.line.clone();
        for (known, word) in self.words.iter().zip(words) {
            if known == PLAYER && may_be_player(word) {
                line = line.replace(PLAYER, word);
            } else if known != word {
                return None;
            }
        }
        Some(line)
    }
}

/// The sentences of a text, in lower case and without punctuation. A sentence may go on in the next line, but not over a blank one.
fn sentences(text: &str) -> Vec<Vec<String>> {
    let mut sentences: Vec<Vec<String>> = vec![Vec::new()];
    let mut left = WORDS_MAX;
    for line in text.lines() {
        if line.trim().is_empty() {
            sentences.push(Vec::new());
        }
        for word in line.split_whitespace() {
            if left == 0 {
                break;
            }
            left -= 1;
            let plain = plain(word);
            let ends = word.ends_with(['.', '!', '?', ';', ':', '\u{2026}']);
            if let (Some(sentence), false) = (sentences.last_mut(), plain.is_empty()) {
                sentence.push(plain);
            }
            if ends {
                sentences.push(Vec::new());
            }
        }
    }
    sentences.retain(|sentence| !sentence.is_empty());
    sentences
}

/// A word in lower case, without the signs around it, and with a plain apostrophe.
fn plain(word: &str) -> String {
    let word = word.trim_matches(|c: char| !c.is_alphanumeric());
    word.to_lowercase().replace(['\u{2019}', '\u{2bc}'], "'")
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    fn wished(text: &str) -> Option<String> {
        let catalogue = Catalogue::embedded().unwrap();
        wish(text, false, &catalogue).map(|wish| wish.command.to_string())
    }

    #[test]
    fn every_language_wishes_for_the_same_commands_in_clean_phrases() {
        let catalogue = Catalogue::embedded().unwrap();
        let files = FILES.map(|file| toml::from_str::<Phrases>(file).unwrap());
        for file in &files {
            assert!(file.wants.keys().eq(files[0].wants.keys()) && file.asks.keys().eq(files[0].asks.keys()));
            assert!(!file.not.is_empty());
            for (line, said) in file.wants.iter().chain(&file.asks) {
                let shown = line.replace(GAME, "brandubh").replace(PLAYER, "bob");
                assert!(parse_line(&shown, &catalogue).is_ok(), "{line}");
                assert!(!said.is_empty(), "{line}");
                for phrase in said {
                    let slot = |word: &str| word == PLAYER;
                    let words =
                        phrase.split_whitespace().map(|word| if slot(word) { word.to_owned() } else { plain(word) });
                    assert_eq!(words.collect::<Vec<_>>().join(" "), *phrase);
                    assert!(!slot(phrase.split(' ').next().unwrap()), "{phrase}");
                }
            }
        }
    }

    #[test]
    fn no_phrase_means_two_things() {
        let mut all: BTreeMap<String, String> = BTreeMap::new();
        for file in FILES {
            let Phrases { wants, asks, .. } = toml::from_str(file).unwrap();
            for (line, said) in wants.into_iter().chain(asks) {
                for phrase in said {
                    if let Some(other) = all.insert(phrase.clone(), line.clone()) {
                        assert_eq!(other, line, "{phrase}");
                    }
                }
            }
        }
    }

    #[test]
    fn one_wish_is_found_and_a_denied_one_is_not() {
        assert_eq!(wished("maja, how about we call it a draw").as_deref(), Some("draw"));
        assert_eq!(wished("Oh no, can I take that\nback please? I wanted f4-f2!").as_deref(), Some("undo"));
        assert_eq!(wished("Hm. Whose turn is it?").as_deref(), Some("show"));
        assert_eq!(wished("I did not understand how I catch the king.").as_deref(), Some("rules"));
        assert_eq!(wished("I do not want to call it a draw"), None);
        assert_eq!(wished("Call it a draw? Or I give up?"), None);
        assert_eq!(wished("Can you help me? Whose turn is it?").as_deref(), Some("show"));
        assert_eq!(wished("a\n\ndraw"), None);
        assert_eq!(wished(&format!("{} call it a draw", "word ".repeat(2_000))), None);
        assert_eq!(wished(""), None);
    }

    #[test]
    fn a_game_and_a_player_are_named_in_a_wish() {
        for (text, line) in [
            ("Thank you! I would like to play Brandubh with jonas.", "challenge me jonas brandubh"),
            ("cool. id like to play brandubh (7x7) with maja", "challenge me maja brandubh"),
            ("Ich will gegen bob spielen", "challenge me bob -hnefatafl"),
            ("I want to play against bob please", "challenge me bob -hnefatafl"),
            ("How does one capture the king in Brandubh?", "rules brandubh"),
            ("How does one capture the king?", "rules"),
            ("how do i challenge someone", "help challenge"),
            ("How do I challenge bob?", "help challenge"),
        ] {
            assert_eq!(wished(text).as_deref(), Some(line), "{text}");
        }
        for text in ["I like to play with you", "I do not want to play with bob", "play brandubh (9x9) with maja"] {
            assert_eq!(wished(text), None, "{text}");
        }
    }
}
