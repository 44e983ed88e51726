//! A finished letter, its recipient, and the mail that it answers.

use crate::club::{PlayerId, Settings};
use crate::mail::{Address, Errand};

/// A finished letter.
#[derive(Clone, Debug)]
pub struct Letter {
    /// Its kind in one word, for the operator's lists.
    pub kind: &'static str,
    /// The recipient.
    pub to: Address,
    /// The board whose thread it belongs to.
    pub number: Option<u32>,
    /// The whole mail, ready to send.
    pub bytes: Vec<u8>,
}

/// The mail that is answered.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answered {
    /// Its Message-ID without brackets. `None` if it had none, or if the letter answers no mail.
    pub message_id: Option<String>,
}

/// The recipient of an answer.
#[derive(Clone, Copy, Debug)]
pub struct Addressee<'a> {
    /// The mailbox.
    pub to: &'a Address,
    /// The player whose mailbox it is; `None` for a stranger.
    pub player: Option<&'a PlayerId>,
    /// The player's settings. For a stranger, the defaults.
    pub settings: Settings,
    /// Whether the player has a password.
    pub has_password: bool,
    /// What the player has noted about the board of the answer.
    pub note: Option<&'a str>,
}

/// The errand of the address that turns off letters of a kind.
pub const UNSUBSCRIBE: Errand = Errand::Letter('u');
