//! A finished letter, whom an answer goes to, and the mail that it answers.

use crate::club::{PlayerId, Settings};
use crate::mail::{Address, Errand};

/// A finished letter.
#[derive(Clone, Debug)]
pub struct Letter {
    /// What it is, in one word, for the operator's lists.
    pub kind: &'static str,
    /// Where it goes.
    pub to: Address,
    /// The board whose thread it belongs to.
    pub number: Option<u32>,
    /// All of it, ready to send.
    pub bytes: Vec<u8>,
}

/// The mail that is answered.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answered {
    /// Its Message-ID without brackets; `None` where it had none or nothing is answered.
    pub message_id: Option<String>,
}

/// Whom an answer goes to.
#[derive(Clone, Copy, Debug)]
pub struct Addressee<'a> {
    /// The mailbox.
    pub to: &'a Address,
    /// The player whose mailbox it is; `None` for a stranger.
    pub player: Option<&'a PlayerId>,
    /// What the player has set; a stranger has set nothing.
    pub settings: Settings,
}

/// The errand of the address that turns off letters of a kind.
pub const UNSUBSCRIBE: Errand = Errand::Letter('u');
