//! Who plays: the player's id and what the club knows about him. Passwords live in `password`.

use crate::clock::{Vacation, Zone};
use crate::command;
use crate::command::{BoardStyle, Hour, Language, LetterStyle, Setting, Wanted};
use crate::mail::{Address, DeliveryStatus};
use crate::tafl;
use chrono::{DateTime, TimeDelta, Utc};
use serde::Serialize;
use std::fmt;
use std::str::FromStr;

/// A player's id: 2 to 16 characters, a letter first, then letters, digits, `_` or `-`; kept in lower case.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlayerId(String);

/// Why a word cannot be a player's id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum BadPlayerId {
    /// Shorter than 2 or longer than 16 characters.
    #[error("a player id has 2 to 16 characters")]
    Length,
    /// It begins with something that is no letter from a to z.
    #[error("a player id begins with a letter from a to z")]
    Start,
    /// It holds something other than letters, digits, `_` and `-`.
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
        // Of what is wrong with it, what its writer sees first.
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

/// What a player has set about himself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// How the columns are lettered in what he reads and writes.
    pub dialect: tafl::Dialect,
    /// The language of his letters; `None` for that of the club.
    pub language: Option<Language>,
    /// By whose clocks he is told what time it is; `None` for those of the club.
    pub zone: Option<Zone>,
    /// What his letters are made of.
    pub letters: LetterStyle,
    /// What the boards in their text are drawn with.
    pub board: BoardStyle,
    /// When he gets one letter with the news of a day; `None` where each is a letter.
    pub digest: Option<Hour>,
    /// Whether the club's news come.
    pub announcements: Wanted,
    /// Whether he is reminded of what waits for him.
    pub reminders: Wanted,
    /// Whether leave begins by itself before he loses a game on time.
    pub rescue: Wanted,
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
            rescue: Wanted::Off,
        }
    }
}

impl Settings {
    /// These with one changed.
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
            Setting::Rescue(rescue) => Settings { rescue, ..self },
        }
    }

    /// Each of them.
    pub fn all(self) -> [Setting; 9] {
        [
            Setting::Dialect(self.dialect),
            Setting::Language(self.language),
            Setting::Letters(self.letters),
            Setting::Board(self.board),
            Setting::Zone(self.zone.unwrap_or_default()),
            Setting::Digest(self.digest),
            Setting::Announcements(self.announcements),
            Setting::Reminders(self.reminders),
            Setting::Rescue(self.rescue),
        ]
    }
}

/// A player of the club.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    /// His id.
    pub id: PlayerId,
    /// His confirmed addresses, never empty; letters go to the first that is not suspended.
    pub addresses: Vec<Address>,
    /// Since when each of them is his, in the same order.
    pub addresses_since: Vec<DateTime<Utc>>,
    /// Those of his addresses to which letters have stopped because they came back, now or before.
    pub suspensions: Vec<Suspension>,
    /// The argon2 hash of his password in PHC form, where he has one.
    pub password_hash: Option<String>,
    /// What he has set.
    pub settings: Settings,
    /// When he is or was on leave, as far as it can matter to a clock that runs.
    pub leave: Vec<Vacation>,
    /// When clocks stood still because letters had not reached the player, of late: it counts among the days of leave.
    pub held: Vec<ClockHeld>,
    /// When he was last reminded of what waits for him.
    pub reminded: Option<DateTime<Utc>>,
    /// When leave began by itself for him, if he has not been heard of since.
    pub rescued: Option<DateTime<Utc>>,
    /// How many games he wants to have at a time; `None` for as many as the server keeps.
    pub limit: Option<u32>,
    /// Whether he wants letters and games.
    pub presence: Presence,
    /// When he confirmed his sign-up.
    pub joined: DateTime<Utc>,
}

impl Player {
    /// Where his letters go, or would go if any went.
    pub fn address(&self) -> &Address {
        self.addresses.iter().find(|address| !self.is_suspended(address)).unwrap_or(&self.addresses[0])
    }

    /// Whether letters to this address have stopped.
    pub fn is_suspended(&self, address: &Address) -> bool {
        self.suspensions.iter().any(|suspension| !suspension.lifted && suspension.address == *address)
    }

    /// Whether letters reach him at all. Where they do not, nothing should be held against him that he cannot know of.
    pub fn is_reachable(&self) -> bool {
        self.addresses.iter().any(|address| !self.is_suspended(address))
    }

    /// Whether `address` is one of his confirmed ones.
    pub fn has_address(&self, address: &Address) -> bool {
        self.address_like(address).is_some()
    }

    /// The confirmed address that is the same as this one, in the spelling he gave it.
    pub fn address_like(&self, address: &Address) -> Option<&Address> {
        self.addresses.iter().find(|own| *own == address)
    }
}

/// A clock stood still because a letter did not reach its player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClockHeld {
    /// The board.
    pub number: u32,
    /// How many half-moves had been made there.
    pub plies: u32,
    /// From when to when; no time at all where it was not the mailbox's fault.
    pub span: Vacation,
}

/// Whether a player wants letters and games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Presence {
    /// He does.
    #[default]
    Here,
    /// Neither, until he says so. He can still write, and is answered.
    SignedOff,
}

/// Letters to an address have stopped because they came back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suspension {
    /// The address.
    pub address: Address,
    /// What its mail system said.
    pub status: DeliveryStatus,
    /// Since when.
    pub since: DateTime<Utc>,
    /// Its player was heard of since, and letters go there again.
    pub lifted: bool,
}

/// How far a player can be relied on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reliability {
    /// Games that have ended.
    pub finished: u32,
    /// Of these, given up.
    pub resigned: u32,
    /// Of these, lost on time.
    pub timed_out: u32,
    /// How long an answer takes on average, in the last games.
    pub answer: Option<TimeDelta>,
}

/// A sign-up that waits for the answer from its mailbox.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signup {
    /// The id asked for.
    pub id: PlayerId,
    /// The mailbox that must answer.
    pub address: Address,
    /// The player whose mailbox it has become meanwhile.
    pub joined: Option<PlayerId>,
}
