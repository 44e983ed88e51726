//! The words for the sides and for who gets them, in one language: `[sides]` in `config/letters/*/wishes.toml`.

use crate::tafl::Side;
use serde::Deserialize;
use std::collections::BTreeSet;

/// The words for it in one language.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::command) struct SideWords {
    /// Words that ask for whom a side is.
    who: BTreeSet<String>,
    /// The author.
    pub(super) me: BTreeSet<String>,
    /// The other player.
    pub(super) other: BTreeSet<String>,
    /// Words and phrases for the defenders.
    defends: BTreeSet<String>,
    /// Words and phrases for the attackers, who move first.
    attacks: BTreeSet<String>,
    /// Phrases with a word for a side that give nobody one: `I am coming for his king`.
    neither: BTreeSet<String>,
    /// Words between two parts of a sentence.
    pub(super) parts: BTreeSet<String>,
}

/// The most words of a phrase for a side: `hunt the king`.
const PHRASE_WORDS_MAX: usize = 4;

impl SideWords {
    /// The side that this word names.
    pub(super) fn side_of(&self, word: &str) -> Option<Side> {
        match word {
            _ if self.attacks.contains(word) => Some(Side::Attackers),
            _ if self.defends.contains(word) => Some(Side::Defenders),
            _ => None,
        }
    }

    /// For each side that a part of a sentence gives to somebody, whether its author attacks then. A side is given to whom its phrase names, or
    /// the part names last before it, or else first behind it: `he starts`, `I wanted Sam to have the attackers`, `the king for me`.
    pub(super) fn said(&self, part: &[String], other: &str) -> Vec<bool> {
        if part.first().is_some_and(|word| self.who.contains(word)) {
            return Vec::new();
        }
        let is_author = |word: &String| match word {
            _ if self.me.contains(word) => Some(true),
            _ if self.other.contains(word) || word == other => Some(false),
            _ => None,
        };
        let (mut at, mut given) = (0, Vec::new());
        while at < part.len() {
            let neither = self.neither_at(&part[at..]);
            let Some((side, length)) = self.side_at(&part[at..]).filter(|_| neither == 0) else {
                at += neither.max(1);
                continue;
            };
            let (phrase, behind) = part[at..].split_at(length);
            let near = phrase.iter().chain(part[..at].iter().rev()).chain(behind);
            given.extend(near.map(is_author).find_map(|whose| whose).map(|whose| whose == (side == Side::Attackers)));
            at += length;
        }
        given
    }

    /// How many words at the beginning of these are a phrase that gives nobody a side.
    fn neither_at(&self, words: &[String]) -> usize {
        let longest = words.len().min(PHRASE_WORDS_MAX);
        (1..=longest).rev().find(|length| self.neither.contains(&words[..*length].join(" "))).unwrap_or_default()
    }

    /// The side that the longest phrase at the beginning of these words names, and how many words it has.
    fn side_at(&self, words: &[String]) -> Option<(Side, usize)> {
        let longest = words.len().min(PHRASE_WORDS_MAX);
        (1..=longest).rev().find_map(|length| Some((self.side_of(&words[..length].join(" "))?, length)))
    }
}
