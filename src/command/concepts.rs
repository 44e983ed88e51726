//! What people mean by several words that stand in one sentence, in any order: `Tell Bob to sharpen his axe`, `How exactly do I capture?`
//!
//! The words are data, in `config/letters/*/wishes.toml`: a concept is a list of ways to name one thing, and a set of concepts that stand in
//! one sentence is a wish. It counts only where no whole phrase is found. Where nobody but the server is meant, one concept may be enough.
//! Beside a board most words are for the opponent, so there it takes more.

use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};

/// Where a mail is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Context {
    /// It answers no letter about a board.
    Outside,
    /// It answers a letter that asks something of its reader: a challenge, or an offer.
    Asked,
    /// It answers another letter about a game that is played.
    Board,
    /// It answers a letter about a game that has ended.
    Ended,
}

/// The sets of one place: for each command, the sets that wish for it.
type Sets = BTreeMap<String, Vec<String>>;

/// The sets of each place, as in the file. Those of `board` count in answers to all letters about boards.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Meanings {
    pub outside: Sets,
    pub asked: Sets,
    pub board: Sets,
    pub ended: Sets,
}

#[cfg(test)]
impl Meanings {
    /// The lines of all commands in them.
    pub(super) fn lines(&self) -> impl Iterator<Item = &String> {
        [&self.outside, &self.asked, &self.board, &self.ended].into_iter().flat_map(BTreeMap::keys)
    }
}

/// What is no word of the lists: the sentence is a question, it is short, it denies something, it names a player or the opponent, or a game.
const SPECIAL: [&str; 6] = ["?", "short", "denied", "{player}", "{opponent}", "{variant}"];

/// The most words of a sentence that says only one thing.
const SHORT_WORDS_MAX: usize = 3;

/// A sentence, and what is known about it.
#[derive(Debug, Default)]
pub(super) struct Said<'a> {
    pub words: &'a [String],
    pub asks: bool,
    pub denied: bool,
    pub names_game: bool,
    /// The only player in it, besides the author and the opponent.
    pub player: Option<&'a str>,
    pub names_opponent: bool,
}

/// A way to name a concept.
struct Pattern {
    words: Vec<String>,
    /// Whether only words that change nothing may stand before it in its sentence.
    at_start: bool,
    concept: usize,
}

/// A set of concepts, and the line of its command.
struct Set {
    place: Context,
    line: String,
    needs: BTreeSet<usize>,
    without: BTreeSet<usize>,
    /// How much it says.
    score: usize,
}

/// The concepts and sets of one language, ready to be searched for.
pub(super) struct Concepts {
    /// By the first character of their first word.
    patterns: BTreeMap<char, Vec<Pattern>>,
    names: Vec<String>,
    sets: Vec<Set>,
}

/// What a sentence means.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Meant {
    /// The line of the command.
    pub line: String,
    /// How much the sentence says of it.
    pub score: usize,
    needs: BTreeSet<usize>,
}

impl Meant {
    /// Whether a word of the lists says it, and not only a name or a question mark.
    pub(super) fn has_words(&self) -> bool {
        self.needs.iter().any(|concept| *concept >= SPECIAL.len())
    }

    /// Whether it is seen in other words than this.
    pub(super) fn is_apart_from(&self, other: &Meant) -> bool {
        self.needs.intersection(&other.needs).all(|concept| *concept < SPECIAL.len())
    }
}

impl Concepts {
    /// The concepts of a file. What a set needs and no list has is left out; a test reads all sets.
    pub(super) fn new(concepts: &BTreeMap<String, Vec<String>>, meanings: Meanings) -> Concepts {
        let names: Vec<String> =
            SPECIAL.iter().map(|name| (*name).to_owned()).chain(concepts.keys().cloned()).collect();
        let mut patterns: BTreeMap<char, Vec<Pattern>> = BTreeMap::new();
        for (name, ways) in concepts {
            let Some(concept) = names.iter().position(|known| known == name) else { continue };
            for way in ways {
                let (way, at_start) = way.strip_prefix('^').map_or((way.as_str(), false), |way| (way, true));
                let words: Vec<String> = way.split_whitespace().map(str::to_owned).collect();
                if let Some(first) = way.trim().chars().next() {
                    patterns.entry(first).or_default().push(Pattern { words, at_start, concept });
                }
            }
        }
        let Meanings { outside, asked, board, ended } = meanings;
        let places =
            [(Context::Outside, outside), (Context::Asked, asked), (Context::Board, board), (Context::Ended, ended)];
        let sets = places.into_iter().flat_map(|(place, sets)| sets.into_iter().map(move |set| (place, set)));
        let sets = sets.flat_map(|(place, (line, sets))| {
            sets.into_iter().map(move |set| (place, line.clone(), set)).collect::<Vec<_>>()
        });
        let sets = sets.filter_map(|(place, line, set)| read_set(place, line, &set, &names)).collect();
        Concepts { patterns, names, sets }
    }

    /// Whether these words say the concept of this name.
    pub(super) fn says(&self, words: &[String], name: &str) -> bool {
        let concept = self.names.iter().position(|known| known == name);
        let said = Said { words, ..Said::default() };
        concept.is_some_and(|concept| self.present_in(&said, &|_| false).contains(&concept))
    }

    /// Whether a word alone is in one of the lists.
    pub(super) fn has(&self, word: &str) -> bool {
        let patterns = word.chars().next().and_then(|first| self.patterns.get(&first));
        patterns.into_iter().flatten().any(|pattern| *pattern.words == [word])
    }

    /// Whether a word alone is in one of the lists, perhaps with another ending.
    pub(super) fn is_in(&self, word: &str) -> bool {
        let patterns = word.chars().next().and_then(|first| self.patterns.get(&first));
        let word = [word.to_owned()];
        patterns.into_iter().flatten().any(|pattern| pattern.words.len() == 1 && pattern.fits(&word))
    }

    /// What a sentence means, what it says most of first.
    pub(super) fn meant(&self, said: &Said<'_>, is_fill: &dyn Fn(&str) -> bool, place: Context) -> Vec<Meant> {
        let present = self.present_in(said, is_fill);
        let fits = |set: &&Set| {
            let here = set.place == place || (set.place == Context::Board && place != Context::Outside);
            here && set.needs.is_subset(&present) && set.without.is_disjoint(&present)
        };
        let mut meant: Vec<Meant> = Vec::new();
        for Set { line, needs, score, .. } in self.sets.iter().filter(fits) {
            let line = match said.player {
                Some(player) => line.replace("{player}", player),
                None => line.clone(),
            };
            match meant.iter_mut().find(|known| known.line == line) {
                Some(known) if known.score >= *score => {}
                Some(known) => (known.score, known.needs) = (*score, needs.clone()),
                None => meant.push(Meant { line, score: *score, needs: needs.clone() }),
            }
        }
        meant.sort_by_key(|meant| std::cmp::Reverse(meant.score));
        meant
    }

    fn present_in(&self, said: &Said<'_>, is_fill: &dyn Fn(&str) -> bool) -> BTreeSet<usize> {
        let short = said.words.iter().filter(|word| !is_fill(word)).count() <= SHORT_WORDS_MAX;
        let special = [said.asks, short, said.denied, said.player.is_some(), said.names_opponent, said.names_game];
        let mut present: BTreeSet<usize> =
            special.iter().enumerate().filter(|(_, is)| **is).map(|(concept, _)| concept).collect();
        let start = said.words.iter().take_while(|word| is_fill(word)).count();
        for (at, word) in said.words.iter().enumerate() {
            let patterns = word.chars().next().and_then(|first| self.patterns.get(&first));
            for pattern in patterns.into_iter().flatten().filter(|pattern| !pattern.at_start || at <= start) {
                if pattern.fits(&said.words[at..]) {
                    present.insert(pattern.concept);
                }
            }
        }
        present
    }

    /// The names in the sets of a file that no list of it has.
    #[cfg(test)]
    pub(super) fn unknown_in(&self, meanings: &Meanings) -> Vec<String> {
        let Meanings { outside, asked, board, ended } = meanings;
        let sets = [outside, asked, board, ended].into_iter().flat_map(BTreeMap::values).flatten();
        let names = sets.flat_map(|set| set.split_whitespace()).map(|name| name.trim_start_matches('!'));
        names.filter(|name| !self.names.iter().any(|known| known == name)).map(str::to_owned).collect()
    }
}

fn read_set(place: Context, line: String, set: &str, names: &[String]) -> Option<Set> {
    let index = |name: &str| names.iter().position(|known| known == name);
    let (mut needs, mut without) = (BTreeSet::new(), BTreeSet::new());
    for name in set.split_whitespace() {
        match name.strip_prefix('!') {
            Some(name) => without.insert(index(name)?),
            None => needs.insert(index(name)?),
        };
    }
    // A question mark says less than a word.
    let score = needs.iter().map(|concept| if *concept < 3 { 1 } else { 2 }).sum();
    Some(Set { place, line, needs, without, score })
}

impl Pattern {
    fn fits(&self, words: &[String]) -> bool {
        let is = |(known, word): (&String, &String)| match known.strip_suffix('*') {
            Some(stem) => word.starts_with(stem),
            None => word == known,
        };
        self.words.len() <= words.len() && self.words.iter().zip(words).all(is)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_is_met_in_any_order_and_the_largest_counts() {
        let list = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<String>>();
        let concepts = BTreeMap::from([
            ("play".to_owned(), list(&["play*", "game of"])),
            ("how".to_owned(), list(&["^how"])),
            ("no".to_owned(), list(&["no"])),
        ]);
        let sets = |pairs: &[(&str, &[&str])]| {
            pairs.iter().map(|(line, sets)| ((*line).to_owned(), list(sets))).collect::<Sets>()
        };
        let outside = sets(&[("rules", &["how play !no"]), ("players", &["play ?"]), ("help", &["short"])]);
        let concepts = Concepts::new(&concepts, Meanings { outside, ..Meanings::default() });
        let meant = |text: &str, asks: bool| {
            let words: Vec<String> = text.split(' ').map(str::to_owned).collect();
            let said = Said { words: &words, asks, ..Said::default() };
            let meant = concepts.meant(&said, &|word| word == "so", Context::Outside);
            meant.into_iter().map(|meant| meant.line).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(meant("so how does playing this go", false), "rules");
        assert_eq!(meant("so how does playing this go", true), "rules players");
        assert_eq!(meant("no how does playing this go", true), "players");
        assert_eq!(meant("tell me how", false), "help");
        assert_eq!(meant("he told me once how one is playing", false), "");
        assert!(concepts.meant(&Said::default(), &|_| false, Context::Board).is_empty());
    }
}
