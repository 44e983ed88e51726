//! What a player can set about himself, as data: the keys, the values each can have, and what they mean.
//!
//! To add a setting, add a [`Key`] here and an arm to [`Setting`]; parser, help and answers read this list.

use crate::clock::Zone;
use crate::command::language::Language;
use crate::tafl::Dialect;

/// One thing a player has set, and to what.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Setting {
    /// How the columns of boards are lettered, in what is read and what is written.
    Dialect(Dialect),
    /// The language of letters; `None` for that of the club.
    Language(Option<Language>),
    /// By whose clocks instants are told.
    Zone(Zone),
}

/// A setting there is.
#[derive(Debug)]
pub struct Key {
    /// The word for it.
    pub name: &'static str,
    /// The form of the command that sets it.
    pub usage: &'static str,
    /// The words for its values, the usual one first, and what each means.
    pub values: &'static [(&'static str, &'static str)],
}

/// All of them.
pub fn keys() -> &'static [Key] {
    &KEYS
}

/// The word for whatever is usual in the club.
const CLUB: &str = "club";

static KEYS: [Key; 3] = [
    Key {
        name: "dialect",
        usage: "set dialect plain|no-i",
        values: &[("plain", "columns A to S, no letter left out"), ("no-i", "columns A to H and J to T, no I")],
    },
    Key {
        name: "language",
        usage: "set language club|en|de|da",
        values: &[
            (CLUB, "letters in the language of the club"),
            ("en", "letters in English"),
            ("de", "letters in German (Deutsch)"),
            ("da", "letters in Danish (dansk)"),
        ],
    },
    Key {
        name: "zone",
        usage: "set zone CITY",
        values: &[
            ("UTC", "the clocks by which you are told the time"),
            ("Europe/Copenhagen", "the clocks by which you are told the time"),
        ],
    },
];

impl Setting {
    /// The setting that two words in lower case make.
    pub fn from_words(key: &str, value: &str) -> Option<Setting> {
        match key {
            "dialect" => {
                let known = Dialect::ALL.into_iter().find(|dialect| dialect.word() == value);
                known.or_else(|| matches!(value, "noi" | "no_i").then_some(Dialect::NoI)).map(Setting::Dialect)
            }
            "language" if value == CLUB => Some(Setting::Language(None)),
            "language" => value.parse().ok().map(Some).map(Setting::Language),
            "zone" => value.parse().ok().map(Setting::Zone),
            _ => None,
        }
    }

    /// The word for what is set.
    pub fn key(self) -> &'static str {
        match self {
            Setting::Dialect(_) => "dialect",
            Setting::Language(_) => "language",
            Setting::Zone(_) => "zone",
        }
    }

    /// The word for what it is set to.
    pub fn value(self) -> &'static str {
        match self {
            Setting::Dialect(dialect) => dialect.word(),
            Setting::Language(language) => language.map_or(CLUB, Language::word),
            Setting::Zone(zone) => zone.name(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_of_every_key_is_understood_and_written_alike() {
        for key in keys() {
            for (value, _) in key.values {
                let setting = Setting::from_words(key.name, value);
                assert_eq!(setting.map(|setting| (setting.key(), setting.value())), Some((key.name, *value)));
            }
        }
    }
}
