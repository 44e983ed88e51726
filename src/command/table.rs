//! Every command as data: the one list that feeds the parser's word matching, the help letters and the table in docs/players.md. The texts
//! of help are in `config/letters/en/help.toml`, and in that file of the other languages.
//!
//! To add a command, add a [`Verb`], an [`Entry`] in the file of its group, and the code that reads the words after it. A test parses every
//! example, so an entry cannot promise what the parser does not accept. docs/contributing.md lists the files.

use std::sync::LazyLock;

use crate::command::known_commands::{account, beginning, looking, playing, server, talking, tournaments};
use crate::command::nearest::{self, Place};

pub use crate::command::entry::{Entry, Form, Group, Verb, Weight};

/// The commands of each group, in the order of the list.
static GROUPS: [&[Entry]; 7] = [
    &playing::ENTRIES,
    &beginning::ENTRIES,
    &looking::ENTRIES,
    &tournaments::ENTRIES,
    &talking::ENTRIES,
    &server::ENTRIES,
    &account::ENTRIES,
];

/// Every command, in the order of the list.
pub fn entries() -> impl Iterator<Item = &'static Entry> + Clone {
    GROUPS.iter().copied().flatten()
}

/// The words of all commands, in the order of the list.
pub fn words() -> impl Iterator<Item = &'static str> + Clone {
    static WORDS: LazyLock<Vec<&'static str>> = LazyLock::new(|| entries().flat_map(Entry::words).collect());
    WORDS.iter().copied()
}

/// The words of commands that a word was probably meant to be.
pub(in crate::command) fn near_words(word: &str, place: Place) -> Vec<&'static str> {
    static KNOWN: LazyLock<nearest::Known> = LazyLock::new(|| nearest::Known::new(words()));
    KNOWN.nearest(word, place)
}

/// A word of a command, and the place of the command in the list.
struct Known {
    word: &'static str,
    place: usize,
    entry: &'static Entry,
}

/// The words of all commands in the order of the alphabet: nearly every word of every mail is looked up here.
static BY_WORD: LazyLock<Vec<Known>> = LazyLock::new(|| {
    let known = |(place, entry): (usize, &'static Entry)| entry.words().map(move |word| Known { word, place, entry });
    let mut all: Vec<Known> = entries().enumerate().flat_map(known).collect();
    all.sort_unstable_by_key(|known| known.word);
    all
});

/// The words of commands that begin like this.
fn beginning_with(word: &str) -> &'static [Known] {
    let from = BY_WORD.partition_point(|known| known.word < word);
    let count = BY_WORD[from..].iter().take_while(|known| known.word.starts_with(word)).count();
    &BY_WORD[from..from + count]
}

/// The entry of a command.
pub fn entry(verb: Verb) -> &'static Entry {
    entries().find(|entry| entry.verb == verb).expect("every word has an entry: a test goes through them")
}

/// Which command a word in lower case means.
#[derive(Debug)]
pub(in crate::command) enum Match {
    /// This one, by its complete word.
    Whole(&'static Entry),
    /// This one, by an unambiguous beginning.
    Beginning(&'static Entry),
    /// The names of those that begin like this.
    Several(Vec<&'static str>),
    /// None.
    Nothing,
}

/// The fewest letters of an abbreviated command.
pub(in crate::command) const BEGINNING_LETTERS_MIN: usize = 3;

/// Ordinary words with which mails and sentences begin. Although a command begins like them, they abbreviate none, and none is suggested.
const ORDINARY: [&str; 4] = ["hi", "his", "not", "que"];

/// The command whose name or synonym the word is.
pub(in crate::command) fn whole(word: &str) -> Option<&'static Entry> {
    let found = BY_WORD.binary_search_by_key(&word, |known| known.word).ok()?;
    Some(BY_WORD[found].entry)
}

/// Finds the command a word names.
pub(in crate::command) fn find(word: &str) -> Match {
    if let Some(entry) = whole(word) {
        return Match::Whole(entry);
    }
    if !may_abbreviate(word) {
        return Match::Nothing;
    }
    let mut fitting: Vec<&Known> = beginning_with(word).iter().collect();
    fitting.sort_unstable_by_key(|known| known.place);
    fitting.dedup_by_key(|known| known.place);
    let fitting: Vec<&'static Entry> = fitting.into_iter().map(|known| known.entry).collect();
    match fitting.as_slice() {
        [] => Match::Nothing,
        // Serious commands need the complete word: `for.` is not a forfeit, and `Und` is not `undo`.
        [only] if only.weight != Weight::Light => Match::Nothing,
        [only] => Match::Beginning(only),
        several => Match::Several(several.iter().map(|entry| entry.name).collect()),
    }
}

/// Whether a command's word begins like this, or is this.
pub(in crate::command) fn is_beginning(word: &str) -> bool {
    whole(word).is_some() || (may_abbreviate(word) && !beginning_with(word).is_empty())
}

/// Whether a word may be an abbreviated command.
fn may_abbreviate(word: &str) -> bool {
    word.chars().count() >= BEGINNING_LETTERS_MIN && !is_ordinary(word)
}

/// Whether a word in lower case is so ordinary that nobody abbreviates a command with it.
pub(in crate::command) fn is_ordinary(word: &str) -> bool {
    ORDINARY.contains(&word)
}

/// Whether a word in lower case is a command's, or a mistyped one. A mere beginning is too often an ordinary word: `with`, `for`.
pub(in crate::command) fn is_or_was_to_be(word: &str) -> bool {
    let slips = || near_words(word, Place::Sentence);
    whole(word).is_some() || slips().iter().any(|known| !known.starts_with(word))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    #[test]
    fn a_word_names_one_command() {
        let mut words: Vec<&str> = entries().flat_map(Entry::words).collect();
        words.sort_unstable();
        let all = words.len();
        words.dedup();
        assert_eq!(words.len(), all);
        assert!(words.iter().all(|word| *word == word.to_lowercase()));
    }

    #[test]
    fn a_word_and_its_beginnings_are_found_as_if_one_went_through_the_list() {
        for word in words() {
            for end in 1..=word.len() {
                let typed = &word[..end];
                let is = |entry: &&Entry| entry.words().any(|known| known == typed);
                assert_eq!(whole(typed).map(|entry| entry.name), entries().find(is).map(|entry| entry.name), "{typed}");
                let begins = |entry: &&Entry| entry.words().any(|known| known.starts_with(typed));
                let fitting: Vec<&str> = entries().filter(begins).map(|entry| entry.name).collect();
                match find(typed) {
                    Match::Several(names) => assert_eq!(names, fitting, "{typed}"),
                    Match::Beginning(entry) => assert_eq!([entry.name], fitting[..], "{typed}"),
                    Match::Whole(_) | Match::Nothing => {}
                }
            }
        }
    }

    #[test]
    fn beginnings_of_three_letters_are_enough_when_they_fit_one_command() {
        let name = |word: &str| match find(word) {
            Match::Whole(entry) | Match::Beginning(entry) => Some(entry.name),
            Match::Several(_) | Match::Nothing => None,
        };
        assert_eq!(name("chall"), Some("challenge"));
        assert_eq!(name("mvoe"), Some("move"));
        assert_eq!(name("acc"), None, "whole words of what cannot be taken back");
        assert_eq!(name("und"), None);
        assert_eq!(name("for"), None);
        assert_eq!(name("reject"), Some("decline"));
        assert_eq!(name("propose"), Some("draw"));
        assert_eq!(name("mo"), None);
        assert!(matches!(find("cha"), Match::Several(names) if names == ["challenge", "chat", "change"]));
        assert_eq!(name("qmove"), Some("queue"));
    }

    #[test]
    fn a_mistyped_command_is_told_from_an_ordinary_word() {
        for word in ["resign", "resgn", "mvoee", "mve", "singnup"] {
            assert!(is_or_was_to_be(word), "{word}");
        }
        for word in ["with", "for", "in", "of", "hello", "thanks", "e", ""] {
            assert!(!is_or_was_to_be(word), "{word}");
        }
    }

    #[test]
    fn every_entry_fits_a_letter() {
        for entry in entries() {
            for form in entry.forms {
                assert!(form.usage.len() <= 68, "{}: {}", entry.name, form.usage);
            }
        }
    }
}
