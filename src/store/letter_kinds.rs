//! Outgoing letters as values: how they are added to the outbox, read from it, and marked.

use crate::club::PlayerId;
use crate::mail::{DeliveryStatus, TokenText};
use crate::store::columns::{Word, stored_by_name};
use chrono::{DateTime, TimeDelta, Utc};

/// A finished letter for one recipient.
#[derive(Clone, Debug)]
pub struct NewLetter {
    /// When it was written.
    pub created: DateTime<Utc>,
    /// The sender in the envelope; empty for the null sender.
    pub envelope_from: String,
    /// The key that identifies it when it comes back; `None` if nothing would be done then.
    pub bounce_key: Option<TokenText>,
    /// The one recipient.
    pub to: String,
    /// The player who reads it; `None` for a stranger.
    pub reader: Option<PlayerId>,
    /// The other player who did what it tells; `None` if there is none.
    pub author: Option<PlayerId>,
    /// The board that it is about, if there is one.
    pub number: Option<u32>,
    /// Its content in one word, for the operator's lists.
    pub kind: &'static str,
    /// The letter from its first header to its end. Every attempt sends these bytes. Empty if they come later.
    pub bytes: Vec<u8>,
    /// The boards of which it tells the readers that it is their turn. Their clocks start when it is sent.
    pub starts: Vec<Start>,
    /// Whether it goes to an address that nobody has confirmed. Such letters are counted and limited.
    pub stranger: bool,
    /// How much it says about its board; `None` if it does not show the current board.
    pub board: Option<BoardNews>,
    /// The earliest time to send it, if not at once.
    pub not_before: Option<DateTime<Utc>>,
}

/// How much a letter says about its board. A newer letter that shows the board replaces a plain one that has not been sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardNews {
    /// A move, and nothing else.
    Plain,
    /// Words, an offer, an end.
    Weighty,
}

impl Word for BoardNews {
    const WHAT: &'static str = "the detail of a letter";
    const ALL: &'static [BoardNews] = &[BoardNews::Plain, BoardNews::Weighty];

    fn word(self) -> &'static str {
        match self {
            BoardNews::Plain => "plain",
            BoardNews::Weighty => "weighty",
        }
    }
}

stored_by_name!(BoardNews);

/// A board whose clock is started by a letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Start {
    /// The board number.
    pub number: u32,
    /// The number of moves when it became the reader's turn.
    pub plies: u32,
}

/// The result of one attempt to send a letter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The relay has accepted it.
    Sent,
    /// Not this time.
    Later {
        /// When to try again.
        at: DateTime<Utc>,
        /// How long the way was open while it waited.
        open: TimeDelta,
        /// The relay's answer.
        error: String,
    },
    /// The relay is the problem, or may be. The attempt does not count for this letter.
    Held {
        /// What is wrong.
        error: String,
    },
    /// A newer letter tells its reader more about the same board, so this one is dropped.
    Outdated,
    /// It will not be tried again.
    GivenUp {
        /// The relay's answer.
        error: String,
        /// What the answer says about the mailbox, if the relay refused the recipient. It counts as a letter that comes back.
        mailbox: Option<DeliveryStatus>,
    },
}

/// The state of a letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LetterState {
    /// It is to be sent.
    Waiting,
    /// The relay has accepted it.
    Sent,
    /// It could not be sent.
    GivenUp,
    /// The operator has dropped it.
    Dropped,
}

impl Word for LetterState {
    const WHAT: &'static str = "the state of a letter";
    const ALL: &'static [LetterState] =
        &[LetterState::Waiting, LetterState::Sent, LetterState::GivenUp, LetterState::Dropped];

    fn word(self) -> &'static str {
        match self {
            LetterState::Waiting => "waiting",
            LetterState::Sent => "sent",
            LetterState::GivenUp => "given-up",
            LetterState::Dropped => "dropped",
        }
    }
}

stored_by_name!(LetterState);

impl std::fmt::Display for LetterState {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.word())
    }
}

/// A letter that is due.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Due {
    /// Its row, for the mark.
    pub id: i64,
    /// The sender in the envelope; empty for the null sender.
    pub envelope_from: String,
    /// The one recipient.
    pub to: String,
    /// The finished letter.
    pub bytes: Vec<u8>,
    /// Attempts before this one.
    pub attempts: u32,
    /// When it was written.
    pub created: DateTime<Utc>,
    /// How long the way was open for it during earlier attempts.
    pub open: TimeDelta,
    /// When it was last tried.
    pub tried: Option<DateTime<Utc>>,
    /// The thread that it belongs to.
    pub thread: Option<Thread>,
    /// Whether a newer letter shows its reader the same board, and this one is only about a move: then it need not be sent.
    pub is_outdated: bool,
    /// Its class, which decides the order if not all letters may be sent.
    pub class: Class,
}

/// The classes of letters under a quota, the most urgent first. Letters of a class are sent by age, unless something else is said.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Class {
    /// It answers a player's mail.
    Answer,
    /// It is a reminder of a deadline. These are sent by deadline.
    Reminder,
    /// It is about a board.
    Turn,
    /// It answers a sign-up.
    SignUp,
    /// Everything else.
    #[default]
    Rest,
}

/// The letters to one reader about one board, which follow each other.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Thread {
    /// The board number.
    pub number: u32,
    /// The reader's id.
    pub reader: String,
}

/// A letter that is due, without its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Waiting {
    /// Its row.
    pub id: i64,
    /// The one recipient.
    pub to: String,
    /// Attempts so far.
    pub attempts: u32,
    /// The thread that it belongs to.
    pub thread: Option<Thread>,
    /// Its class, which decides the order if not all letters may be sent.
    pub class: Class,
    /// The deadline that it is a reminder of.
    pub deadline: Option<DateTime<Utc>>,
}

/// The condition that a letter only answers a mail of the player, or one in the player's name. The index `outbox_answers` has the same words:
/// SQLite uses it only then.
macro_rules! is_answer {
    () => {
        "(kind = 'answer' OR kind = 'answer-key' OR kind = 'unproven' OR kind = 'password' OR kind = 'confirm'
             OR kind = 'confirm-own' OR kind = 'confirm-key' OR kind = 'confirm-password')"
    };
}
pub(super) use is_answer;

/// The class of letters of a kind.
pub(super) fn class_of(kind: &str, is_stranger: bool) -> Class {
    match kind {
        "answer" | "answer-key" | "unproven" | "password" if !is_stranger => Class::Answer,
        "confirm" | "confirm-own" | "confirm-key" | "confirm-password" if !is_stranger => Class::Answer,
        "reminder" => Class::Reminder,
        "game" => Class::Turn,
        "signup" => Class::SignUp,
        _ => Class::Rest,
    }
}
