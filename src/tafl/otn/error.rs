//! What can be wrong with an OpenTafl rules record, in both directions.

use serde::Serialize;
use std::ops::Range;

/// No rule set needs a longer record. Longer ones are refused without reading them.
pub(in crate::tafl::otn) const TEXT_BYTES_MAX: usize = 3 * 1024;

/// A rules record that cannot be read, or rules that no record can express.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum OtnError {
    /// The record is too long.
    #[error("the rules record is longer than {TEXT_BYTES_MAX} bytes")]
    TooLong,
    /// Something else is in the place of `dim`.
    #[error(
        "a rules record begins with dim: and the number of squares on a side, as in dim:9; this one begins with {found}"
    )]
    NotFirst {
        /// What is there.
        found: String,
    },
    /// Something else is in the place of the position.
    #[error("a rules record ends with start: and the opening position; this one ends with {found}")]
    NotLast {
        /// What is there.
        found: String,
    },
    /// There is no such entry.
    #[error("a rules record cannot contain {found}; its entries are {}", known.join(", "))]
    Unknown {
        /// The word.
        found: String,
        /// All entries.
        known: Vec<&'static str>,
    },
    /// The entry is there twice.
    #[error("{entry} appears twice")]
    Twice {
        /// The entry.
        entry: &'static str,
    },
    /// The value is not valid.
    #[error("{entry}: found {found}; expected {allowed}")]
    Wrong {
        /// The entry.
        entry: &'static str,
        /// What was found.
        found: String,
        /// The valid values.
        allowed: String,
    },
    /// Each value is valid, but together they make no rules.
    #[error("{entry}: {found}; {expected}")]
    Unlawful {
        /// The entry.
        entry: &'static str,
        /// What was found.
        found: String,
        /// Why they do not fit.
        expected: String,
    },
    /// This server does not support the rule.
    #[error("{entry}: found {found}, which taflpost does not support; expected {allowed}")]
    NotPlayed {
        /// The entry.
        entry: &'static str,
        /// What was found.
        found: String,
        /// The supported values.
        allowed: String,
    },
    /// A record cannot express the rule.
    #[error("{parameter}: an OpenTafl rules record cannot express {found}; it can express {sayable}")]
    NotSaid {
        /// The parameter of the rules.
        parameter: &'static str,
        /// Its value.
        found: String,
        /// What a record can express.
        sayable: String,
    },
}

impl OtnError {
    /// The same with its English parts said in another way: what was found, and what was expected.
    pub fn said(self, mut say: impl FnMut(String) -> String) -> OtnError {
        match self {
            OtnError::NotFirst { found } => OtnError::NotFirst { found: say(found) },
            OtnError::NotLast { found } => OtnError::NotLast { found: say(found) },
            OtnError::Wrong { entry, found, allowed } => {
                OtnError::Wrong { entry, found: say(found), allowed: say(allowed) }
            }
            OtnError::Unlawful { entry, found, expected } => {
                OtnError::Unlawful { entry, found: say(found), expected: say(expected) }
            }
            OtnError::NotPlayed { entry, found, allowed } => {
                OtnError::NotPlayed { entry, found: say(found), allowed: say(allowed) }
            }
            OtnError::NotSaid { parameter, found, sayable } => {
                OtnError::NotSaid { parameter, found: say(found), sayable: say(sayable) }
            }
            OtnError::TooLong | OtnError::Unknown { .. } | OtnError::Twice { .. } => self,
        }
    }

    /// The bytes of the record where the mistake is.
    pub fn place_in(&self, record: &str) -> Range<usize> {
        let mut from = 0;
        let mut words = record.split_whitespace().map(|word| {
            let start = from + record[from..].find(word).unwrap_or_default();
            from = start + word.len();
            (word, start..from)
        });
        let found = match self {
            OtnError::TooLong | OtnError::NotSaid { .. } => None,
            OtnError::NotFirst { .. } => words.next(),
            OtnError::NotLast { found } => words.filter(|(word, _)| quoted(word) == *found).last(),
            OtnError::Unknown { found, .. } => {
                words.find(|(word, _)| quoted(word.split(':').next().unwrap_or_default()) == *found)
            }
            OtnError::Twice { entry } => words.filter(|(word, _)| is_entry(word, entry)).nth(1),
            OtnError::Wrong { entry, .. } | OtnError::Unlawful { entry, .. } | OtnError::NotPlayed { entry, .. } => {
                words.find(|(word, _)| is_entry(word, entry))
            }
        };
        found.map_or(0..record.len(), |(_, place)| place)
    }
}

fn is_entry(word: &str, entry: &str) -> bool {
    word.split_once(':').is_some_and(|(key, _)| key == entry)
}

/// A word from outside, as an error shows it.
pub(in crate::tafl::otn) fn quoted(word: &str) -> String {
    if word.is_empty() {
        return "nothing".to_owned();
    }
    let shown: String = word.chars().take(40).collect();
    let more = if shown.len() < word.len() { "..." } else { "" };
    format!("\"{shown}{more}\"")
}
