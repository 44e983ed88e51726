//! Letters that go out, as values: what is put among the waiting, what is read of them, and what becomes of them.

use crate::club::PlayerId;
use crate::mail::{DeliveryStatus, TokenText};
use crate::store::columns::{Word, stored_by_name};
use chrono::{DateTime, TimeDelta, Utc};

/// A finished letter for one recipient.
#[derive(Clone, Debug)]
pub struct NewLetter {
    /// When it was written.
    pub created: DateTime<Utc>,
    /// The envelope's sender; empty for the null sender.
    pub envelope_from: String,
    /// What it is known by when it comes back; `None` where nobody would do anything about that.
    pub bounce_key: Option<TokenText>,
    /// The one recipient.
    pub to: String,
    /// The player who reads it; `None` for a stranger.
    pub reader: Option<PlayerId>,
    /// The other player who did what it tells; `None` where nobody else did.
    pub author: Option<PlayerId>,
    /// The board it is about, where it is about one.
    pub number: Option<u32>,
    /// What it tells, in one word, for the operator's lists.
    pub kind: &'static str,
    /// The letter from its first header to its end; every try sends these bytes.
    pub bytes: Vec<u8>,
    /// The boards of which it tells its reader that it is their turn: their clocks start when it is sent.
    pub starts: Vec<Start>,
    /// Whether it goes to an address that nobody has confirmed; such letters are counted and few.
    pub stranger: bool,
    /// How much of its board it tells; `None` where it shows none as it stands.
    pub board: Option<BoardNews>,
    /// When it may go, where that is not at once.
    pub not_before: Option<DateTime<Utc>>,
}

/// How much a letter tells of its board. A newer one that shows the board takes the place of a plain one that has not gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardNews {
    /// A move, and nothing else.
    Plain,
    /// Words, an offer, an end.
    Weighty,
}

impl Word for BoardNews {
    const WHAT: &'static str = "what a letter tells of its board";
    const ALL: &'static [BoardNews] = &[BoardNews::Plain, BoardNews::Weighty];

    fn word(self) -> &'static str {
        match self {
            BoardNews::Plain => "plain",
            BoardNews::Weighty => "weighty",
        }
    }
}

stored_by_name!(BoardNews);

/// A board whose clock a letter starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Start {
    /// The board number.
    pub number: u32,
    /// Half-moves played when it became the reader's turn.
    pub plies: u32,
}

/// What became of one try to send a letter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The relay has it.
    Sent,
    /// Not this time.
    Later {
        /// When to try again.
        at: DateTime<Utc>,
        /// How long the way was open while it waited.
        open: TimeDelta,
        /// What the relay said.
        error: String,
    },
    /// The way is at fault, or may be. That was no try of this letter.
    Held {
        /// What is wrong.
        error: String,
    },
    /// A newer letter tells its reader more about the same board: it is dropped.
    Outdated,
    /// It will not be tried again.
    GivenUp {
        /// What the relay said.
        error: String,
        /// What that says of the mailbox, where it refused the recipient: as good as a letter that comes back.
        mailbox: Option<DeliveryStatus>,
    },
}

/// How far a letter has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LetterState {
    /// It is to be sent.
    Waiting,
    /// The relay has it.
    Sent,
    /// It could not be sent.
    GivenUp,
    /// The operator does not want it to be sent.
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

/// A letter whose time to be sent has come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Due {
    /// Its row, for the mark.
    pub id: i64,
    /// The envelope's sender; empty for the null sender.
    pub envelope_from: String,
    /// The one recipient.
    pub to: String,
    /// The finished letter.
    pub bytes: Vec<u8>,
    /// Tries made before this one.
    pub attempts: u32,
    /// When it was written.
    pub created: DateTime<Utc>,
    /// How long the way was open for it, in tries before this one.
    pub open: TimeDelta,
    /// When it was tried last.
    pub tried: Option<DateTime<Utc>>,
    /// What it is a part of.
    pub thread: Option<Thread>,
    /// Whether a newer letter shows its reader the same board, and it tells of a move alone: it need not go.
    pub is_outdated: bool,
    /// Where it stands when not all may go.
    pub class: Class,
}

/// What letters are to a budget, the most urgent first. By age where nothing else is said.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Class {
    /// It answers a player's mail.
    Answer,
    /// It reminds of a deadline; by that.
    Reminder,
    /// It tells of a board.
    Turn,
    /// Somebody wants to join.
    SignUp,
    /// Everything else.
    #[default]
    Rest,
}

/// What letters follow each other in: those to one reader about one board.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Thread {
    /// The board number.
    pub number: u32,
    /// The reader's id.
    pub reader: String,
}

/// A letter whose time to be sent has come, without its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Waiting {
    /// Its row.
    pub id: i64,
    /// The one recipient.
    pub to: String,
    /// Tries made.
    pub attempts: u32,
    /// What it is a part of.
    pub thread: Option<Thread>,
    /// Where it stands when not all may go.
    pub class: Class,
    /// When the time is over of which it reminds.
    pub deadline: Option<DateTime<Utc>>,
}

/// The kinds of letters that only answer a mail of the player's, or one in the player's name, as the index `outbox_answers` has them.
macro_rules! answer_kinds {
    () => {
        "('answer', 'answer-key', 'unproven', 'password', 'confirm', 'confirm-own', 'confirm-key', 'confirm-password')"
    };
}
pub(super) use answer_kinds;

/// Where letters of a kind stand when not all may go.
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
