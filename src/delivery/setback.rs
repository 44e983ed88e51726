//! Why a letter was not accepted, and what the cause is.

use std::fmt;

use crate::mail::DeliveryStatus;

/// Why a letter was not accepted. The cause decides what happens next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Setback {
    /// The letter or its recipient, for good: it is given up.
    Refused {
        /// The answer.
        why: String,
        /// What the answer says about the mailbox; `None` if it is only about the letter.
        mailbox: Option<DeliveryStatus>,
    },
    /// Something that goes away: this letter is tried again later.
    Later {
        /// The answer.
        why: String,
        /// Whether it is only about the mailbox and says nothing about its domain.
        is_mailbox: bool,
    },
    /// It may be the recipient's domain or the relay: another letter must show which.
    Suspect {
        /// The answer.
        why: String,
        /// Whether it is about a limit on what we may send.
        is_limit: bool,
    },
    /// The relay cannot be reached, and that may go away. It is not the letter's fault, and the attempt does not count. The other letters
    /// wait too, so that they do not all fail in the same way.
    NoWay(String),
    /// The relay accepts no more letters from us for now. It is not the letter's fault, and the attempt does not count.
    Limit(String),
    /// The relay's settings, its certificate, our login or our disk. It is not the letter's fault, and the attempt does not count. All
    /// letters wait until a person solves it.
    Ours(String),
    /// We are stopping, and the text was not sent yet: nothing has happened.
    Stopping,
}

impl fmt::Display for Setback {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Setback::Refused { why, .. }
            | Setback::Later { why, .. }
            | Setback::Suspect { why, .. }
            | Setback::NoWay(why)
            | Setback::Limit(why)
            | Setback::Ours(why) => f.write_str(why),
            Setback::Stopping => f.write_str("taflpost is stopping"),
        }
    }
}

impl std::error::Error for Setback {}
