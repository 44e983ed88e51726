//! A player: their id and what is known about them. Passwords are in `password`.

use crate::clock::{Vacation, Zone};
use crate::command;
use crate::command::{BoardStyle, Hour, Language, LetterStyle, PlainWords, Setting, Wanted};
use crate::mail::{Address, DeliveryStatus};
use crate::tafl;
use chrono::{DateTime, TimeDelta, Utc};
use serde::Serialize;
use std::fmt;
use std::str::FromStr;

/// A player's id: 2 to 16 characters, a letter first, then letters, digits, `_` or `-`. It is kept in lower case.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlayerId(String);

/// Why a word cannot be a player's id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum BadPlayerId {
    /// Shorter than 2 or longer than 16 characters.
    #[error("a player id has 2 to 16 characters")]
    Length,
    /// It does not begin with a letter from a to z.
    #[error("a player id begins with a letter from a to z")]
    Start,
    /// It contains something other than letters, digits, `_` and `-`.
    #[error("a player id is made of letters from a to z, digits, - and _")]
    Character,
}

impl PlayerId {
    /// The id as text, in lower case.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for PlayerId {
    type Err = BadPlayerId;

    fn from_str(word: &str) -> Result<PlayerId, BadPlayerId> {
        let word = word.to_ascii_lowercase();
        if command::is_player_id(&word) {
            return Ok(PlayerId(word));
        }
        // Of several faults, the one that its writer sees first.
        if !(command::ID_CHARS_MIN..=command::ID_CHARS_MAX).contains(&word.chars().count()) {
            return Err(BadPlayerId::Length);
        }
        match word.starts_with(|c: char| c.is_ascii_lowercase()) {
            false => Err(BadPlayerId::Start),
            true => Err(BadPlayerId::Character),
        }
    }
}

impl fmt::Display for PlayerId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A player's own settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The letters of the columns in what they read and write.
    pub dialect: tafl::Dialect,
    /// The language of their letters. `None` for that of the server.
    pub language: Option<Language>,
    /// The time zone in their letters. `None` for that of the server.
    pub zone: Option<Zone>,
    /// What their letters consist of.
    pub letters: LetterStyle,
    /// What the boards in the text are drawn with.
    pub board: BoardStyle,
    /// When they get one letter with the news of a day. `None` if each piece of news is a letter.
    pub digest: Option<Hour>,
    /// Whether they get announcements.
    pub announcements: Wanted,
    /// Whether they are reminded of boards that wait for them.
    pub reminders: Wanted,
    /// Whether a vacation begins by itself before they lose a game on time.
    pub auto_vacation: Wanted,
    /// What happens with their answers that hold only words.
    pub words: PlainWords,
    /// Whether they get a letter for each move of their own.
    pub receipts: Wanted,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            dialect: tafl::Dialect::default(),
            language: None,
            zone: None,
            letters: LetterStyle::default(),
            board: BoardStyle::default(),
            digest: None,
            announcements: Wanted::On,
            reminders: Wanted::On,
            auto_vacation: Wanted::Off,
            words: PlainWords::default(),
            receipts: Wanted::On,
        }
    }
}

impl Settings {
    /// These settings with one changed.
    pub fn with(self, setting: Setting) -> Settings {
        match setting {
            Setting::Dialect(dialect) => Settings { dialect, ..self },
            Setting::Language(language) => Settings { language, ..self },
            Setting::Zone(zone) => Settings { zone: Some(zone), ..self },
            Setting::Letters(letters) => Settings { letters, ..self },
            Setting::Board(board) => Settings { board, ..self },
            Setting::Digest(digest) => Settings { digest, ..self },
            Setting::Announcements(announcements) => Settings { announcements, ..self },
            Setting::Reminders(reminders) => Settings { reminders, ..self },
            Setting::AutoVacation(auto_vacation) => Settings { auto_vacation, ..self },
            Setting::Words(words) => Settings { words, ..self },
            Setting::Receipts(receipts) => Settings { receipts, ..self },
        }
    }

    /// Each setting.
    pub fn all(self) -> [Setting; 11] {
        [
            Setting::Dialect(self.dialect),
            Setting::Language(self.language),
            Setting::Letters(self.letters),
            Setting::Board(self.board),
            Setting::Zone(self.zone.unwrap_or_default()),
            Setting::Digest(self.digest),
            Setting::Announcements(self.announcements),
            Setting::Reminders(self.reminders),
            Setting::AutoVacation(self.auto_vacation),
            Setting::Words(self.words),
            Setting::Receipts(self.receipts),
        ]
    }
}

/// A player of the club.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    /// The id.
    pub id: PlayerId,
    /// The confirmed addresses, never empty. Letters go to the first one that still gets letters.
    pub addresses: Vec<Address>,
    /// Since when the player has had each of them, in the same order.
    pub addresses_since: Vec<DateTime<Utc>>,
    /// Their addresses to which letters have stopped because earlier letters came back, now or before.
    pub suspensions: Vec<Suspension>,
    /// The argon2 hash of the password in PHC form, if there is one.
    pub password_hash: Option<String>,
    /// The player's own settings.
    pub settings: Settings,
    /// The vacations, as far as they can matter to a running clock.
    pub vacations: Vec<Vacation>,
    /// When clocks were stopped lately because letters had not reached the player. This counts among the days of vacation.
    pub held: Vec<ClockHeld>,
    /// When the player was last reminded of boards that wait for them.
    pub reminded: Option<DateTime<Utc>>,
    /// When an automatic vacation began for them, if they have not been heard of since.
    pub auto_vacation_since: Option<DateTime<Utc>>,
    /// How many games they want to have at a time. `None` for the limit of the server.
    pub limit: Option<u32>,
    /// Whether they want letters and games.
    pub presence: Presence,
    /// When they confirmed their sign-up.
    pub joined: DateTime<Utc>,
}

impl Player {
    /// Where their letters go, or would go if letters had not stopped.
    pub fn address(&self) -> &Address {
        self.addresses.iter().find(|address| !self.is_suspended(address)).unwrap_or(&self.addresses[0])
    }

    /// Whether letters to this address have stopped.
    pub fn is_suspended(&self, address: &Address) -> bool {
        self.suspensions.iter().any(|suspension| !suspension.lifted && suspension.address == *address)
    }

    /// Whether letters reach the player at all. If not, nothing should be held against them that they cannot know of.
    pub fn is_reachable(&self) -> bool {
        self.addresses.iter().any(|address| !self.is_suspended(address))
    }

    /// Whether `address` is one of their confirmed ones.
    pub fn has_address(&self, address: &Address) -> bool {
        self.address_like(address).is_some()
    }

    /// The confirmed address that is the same as this one, in the player's own spelling.
    pub fn address_like(&self, address: &Address) -> Option<&Address> {
        self.addresses.iter().find(|own| *own == address)
    }
}

/// A clock was stopped because a letter did not reach its player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClockHeld {
    /// The board.
    pub number: u32,
    /// How many moves had been made there.
    pub plies: u32,
    /// From when to when. Empty if it was not the mailbox's fault.
    pub span: Vacation,
}

/// Whether a player wants letters and games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Presence {
    /// They do.
    #[default]
    Here,
    /// Neither, until they sign on again. They can still write, and get answers.
    SignedOff,
}

/// Letters to an address have stopped because earlier letters came back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suspension {
    /// The address.
    pub address: Address,
    /// What its mail system said.
    pub status: DeliveryStatus,
    /// Since when.
    pub since: DateTime<Utc>,
    /// Whether the player has been heard of since, and letters go there again.
    pub lifted: bool,
}

/// How reliable a player is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reliability {
    /// Finished games.
    pub finished: u32,
    /// How many of these the player resigned.
    pub resigned: u32,
    /// How many of these the player lost on time.
    pub timed_out: u32,
    /// How long the player takes to answer on average, in the last games.
    pub answer: Option<TimeDelta>,
}

/// A sign-up that waits for the answer from its mailbox.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signup {
    /// The id asked for.
    pub id: PlayerId,
    /// The mailbox that must answer.
    pub address: Address,
    /// The player to whom the mailbox has belonged since.
    pub joined: Option<PlayerId>,
}
