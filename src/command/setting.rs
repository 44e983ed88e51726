//! What players can set, as data: the keys, and the values that each can have.
//!
//! To add a setting, add a [`Key`] here and an arm to [`Setting`]. Parser, help and answers read this list. What a
//! value means is in `[setting]` of each `help.toml`.

use crate::clock::Zone;
use crate::command::language::Language;
use crate::tafl::Dialect;

/// One setting of a player, with its value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Setting {
    /// How the columns of boards are lettered, in what is read and what is written.
    Dialect(Dialect),
    /// The language of letters; `None` for the club's language.
    Language(Option<Language>),
    /// The time zone in which times are shown.
    Zone(Zone),
    /// The parts of a letter.
    Letters(LetterStyle),
    /// The characters for boards in the text.
    Board(BoardStyle),
    /// The hour of the daily digest; `None` for a letter at each turn.
    Digest(Option<Hour>),
    /// Whether the club's news are sent.
    Announcements(Wanted),
    /// Whether the player gets reminders.
    Reminders(Wanted),
    /// Whether a vacation begins by itself before a game is lost on time.
    AutoVacation(Wanted),
    /// What happens with an answer that holds only words.
    Words(PlainWords),
    /// Whether the player gets a letter for each move of their own.
    Receipts(Wanted),
}

/// The parts of a letter.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum LetterStyle {
    /// Text, and the same as HTML with the board as a table.
    Html,
    /// Only plain text.
    Text,
    /// Text, and the same as HTML with the board as a picture.
    #[default]
    Picture,
}

impl LetterStyle {
    /// All of them.
    pub const ALL: [LetterStyle; 3] = [LetterStyle::Html, LetterStyle::Text, LetterStyle::Picture];

    /// The word for it.
    pub const fn word(self) -> &'static str {
        match self {
            LetterStyle::Html => "html",
            LetterStyle::Text => "text",
            LetterStyle::Picture => "picture",
        }
    }
}

/// Whether letters of a kind are sent.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Wanted {
    /// They are sent.
    #[default]
    On,
    /// They are not sent. Letters about the player's own games and tournaments still come.
    Off,
}

impl Wanted {
    /// Both of them.
    pub const ALL: [Wanted; 2] = [Wanted::On, Wanted::Off];

    /// The word for it.
    pub const fn word(self) -> &'static str {
        match self {
            Wanted::On => "on",
            Wanted::Off => "off",
        }
    }

    fn from_word(word: &str) -> Option<Wanted> {
        Wanted::ALL.into_iter().find(|wanted| wanted.word() == word)
    }
}

/// What happens with an answer to a letter about a board that holds no command, only words.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum PlainWords {
    /// Its author is asked whether the opponent may have them.
    #[default]
    Ask,
    /// The opponent gets them at once.
    On,
    /// They go to nobody.
    Off,
}

impl PlainWords {
    /// All of them.
    pub const ALL: [PlainWords; 3] = [PlainWords::Ask, PlainWords::On, PlainWords::Off];

    /// The word for it.
    pub const fn word(self) -> &'static str {
        match self {
            PlainWords::Ask => "ask",
            PlainWords::On => "on",
            PlainWords::Off => "off",
        }
    }
}

/// Kinds of letters that can be turned off by a mail to an address that they contain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mailing {
    /// Reminders that a move is awaited.
    Reminders,
    /// The club's news.
    Announcements,
}

impl Mailing {
    /// All of them.
    pub const ALL: [Mailing; 2] = [Mailing::Reminders, Mailing::Announcements];

    /// The word for it, the same as for its setting.
    pub fn word(self) -> &'static str {
        self.off().key()
    }

    /// The setting that turns it off.
    pub fn off(self) -> Setting {
        match self {
            Mailing::Reminders => Setting::Reminders(Wanted::Off),
            Mailing::Announcements => Setting::Announcements(Wanted::Off),
        }
    }
}

/// The characters for boards in the text.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum BoardStyle {
    /// Letters and characters that every mail program has.
    #[default]
    Ascii,
    /// Geometric shapes, which nearly all fonts have.
    Unicode,
}

impl BoardStyle {
    /// Both of them.
    pub const ALL: [BoardStyle; 2] = [BoardStyle::Ascii, BoardStyle::Unicode];

    /// The word for it.
    pub const fn word(self) -> &'static str {
        match self {
            BoardStyle::Ascii => "ascii",
            BoardStyle::Unicode => "unicode",
        }
    }
}

/// An hour of the day, by UTC.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hour(u8);

impl Hour {
    /// The hour of this word, 0 to 23.
    pub fn from_word(word: &str) -> Option<Hour> {
        let word = if word.len() == 2 { word.strip_prefix('0').unwrap_or(word) } else { word };
        HOURS.iter().position(|hour| *hour == word).and_then(|at| u8::try_from(at).ok()).map(Hour)
    }

    /// The word for it.
    pub fn word(self) -> &'static str {
        HOURS.get(usize::from(self.0)).copied().unwrap_or_default()
    }

    /// From 0 to 23.
    pub const fn number(self) -> u8 {
        self.0
    }
}

const HOURS: [&str; 24] = [
    "0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15", "16", "17", "18", "19", "20",
    "21", "22", "23",
];

/// The word for none.
const OFF: &str = "off";

static DIGESTS: [&str; HOURS.len() + 1] = {
    let mut values = [OFF; HOURS.len() + 1];
    let mut at = 0;
    while at < HOURS.len() {
        values[at + 1] = HOURS[at];
        at += 1;
    }
    values
};

/// A setting, as data.
#[derive(Debug)]
pub struct Key {
    /// The word for it.
    pub name: &'static str,
    /// The form of the command that sets it.
    pub usage: &'static str,
    /// The words for its values, the usual one first.
    pub values: &'static [&'static str],
}

/// All of them.
pub fn keys() -> &'static [Key] {
    &KEYS
}

/// The word for the club's default.
const CLUB: &str = "club";

static KEYS: [Key; 11] = [
    Key { name: "dialect", usage: "set dialect plain|no-i", values: &["plain", "no-i"] },
    Key { name: "language", usage: "set language club|en|de|da", values: &[CLUB, "en", "de", "da"] },
    Key { name: "zone", usage: "set zone CITY", values: &["UTC", "Europe/Copenhagen"] },
    Key { name: "letters", usage: "set letters html|text|picture", values: &["html", "text", "picture"] },
    Key { name: "board", usage: "set board ascii|unicode", values: &["ascii", "unicode"] },
    Key { name: "digest", usage: "set digest off|HOUR", values: &DIGESTS },
    Key { name: "announcements", usage: "set announcements on|off", values: &["on", "off"] },
    Key { name: "reminders", usage: "set reminders on|off", values: &["on", "off"] },
    Key { name: "rescue", usage: "set rescue on|off", values: &["on", "off"] },
    Key { name: "words", usage: "set words ask|on|off", values: &["ask", "on", "off"] },
    Key { name: "receipts", usage: "set receipts on|off", values: &["on", "off"] },
];

impl Setting {
    /// The setting that two words in lower case mean.
    pub fn from_words(key: &str, value: &str) -> Option<Setting> {
        match key {
            "dialect" => {
                let known = Dialect::ALL.into_iter().find(|dialect| dialect.word() == value);
                known.or_else(|| matches!(value, "noi" | "no_i").then_some(Dialect::NoI)).map(Setting::Dialect)
            }
            "language" if value == CLUB => Some(Setting::Language(None)),
            "language" => value.parse().ok().map(Some).map(Setting::Language),
            // Only a place has summer time.
            "zone" => value.parse().ok().filter(|zone: &Zone| zone.is_place()).map(Setting::Zone),
            "letters" => LetterStyle::ALL.into_iter().find(|style| style.word() == value).map(Setting::Letters),
            "announcements" => Wanted::from_word(value).map(Setting::Announcements),
            "reminders" => Wanted::from_word(value).map(Setting::Reminders),
            "rescue" => Wanted::from_word(value).map(Setting::AutoVacation),
            "words" => PlainWords::ALL.into_iter().find(|words| words.word() == value).map(Setting::Words),
            "receipts" => Wanted::from_word(value).map(Setting::Receipts),
            "board" => BoardStyle::ALL.into_iter().find(|style| style.word() == value).map(Setting::Board),
            "digest" if value == OFF => Some(Setting::Digest(None)),
            "digest" => Hour::from_word(value).map(Some).map(Setting::Digest),
            _ => None,
        }
    }

    /// The word for what is set.
    pub fn key(self) -> &'static str {
        match self {
            Setting::Dialect(_) => "dialect",
            Setting::Language(_) => "language",
            Setting::Zone(_) => "zone",
            Setting::Letters(_) => "letters",
            Setting::Board(_) => "board",
            Setting::Digest(_) => "digest",
            Setting::Announcements(_) => "announcements",
            Setting::Reminders(_) => "reminders",
            Setting::AutoVacation(_) => "rescue",
            Setting::Words(_) => "words",
            Setting::Receipts(_) => "receipts",
        }
    }

    /// The word for what it is set to.
    pub fn value(self) -> &'static str {
        match self {
            Setting::Dialect(dialect) => dialect.word(),
            Setting::Language(language) => language.map_or(CLUB, Language::word),
            Setting::Zone(zone) => zone.name(),
            Setting::Letters(style) => style.word(),
            Setting::Board(style) => style.word(),
            Setting::Words(words) => words.word(),
            Setting::Digest(hour) => hour.map_or(OFF, Hour::word),
            Setting::Announcements(wanted)
            | Setting::Reminders(wanted)
            | Setting::AutoVacation(wanted)
            | Setting::Receipts(wanted) => wanted.word(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_of_every_key_is_understood_and_written_alike() {
        for key in keys() {
            for value in key.values {
                let setting = Setting::from_words(key.name, value);
                assert_eq!(setting.map(|setting| (setting.key(), setting.value())), Some((key.name, *value)));
            }
        }
    }
}
