//! The words for the sides and for who gets them, in one language: `[sides]` in `config/letters/*/wishes.toml`.

use crate::tafl::Side;
use serde::Deserialize;
use std::collections::BTreeSet;

/// The words for it in one language.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::command) struct SideWords {
    /// The author.
    me: BTreeSet<String>,
    /// The other player.
    other: BTreeSet<String>,
    /// Words for the defenders.
    defends: BTreeSet<String>,
    /// Words for the attackers.
    attacks: BTreeSet<String>,
    /// Words between two parts of a sentence.
    pub(super) parts: BTreeSet<String>,
}

impl SideWords {
    /// The side that this word names.
    pub(super) fn side_of(&self, word: &str) -> Option<Side> {
        match word {
            _ if self.attacks.contains(word) => Some(Side::Attackers),
            _ if self.defends.contains(word) => Some(Side::Defenders),
            _ => None,
        }
    }

    /// For each side that a part of a sentence gives to somebody, whether its author attacks then. A side is given to whom the part names last
    /// before it, or else first behind it: `I wanted Sam to have the attackers`, `the king for me`.
    pub(super) fn said(&self, part: &[String], other: &str) -> Vec<bool> {
        let is_author = |word: &String| match word {
            _ if self.me.contains(word) => Some(true),
            _ if self.other.contains(word) || word == other => Some(false),
            _ => None,
        };
        let attacks = |word: &String| self.side_of(word).map(|side| side == Side::Attackers);
        let given = part.iter().enumerate().filter_map(|(at, word)| {
            let whose = part[..at].iter().rev().chain(&part[at..]).find_map(is_author)?;
            Some(whose == attacks(word)?)
        });
        given.collect()
    }
}
