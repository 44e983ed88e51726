//! Why a letter was not taken, and what is to blame.

use std::fmt;

use crate::mail::DeliveryStatus;

/// Why a letter was not taken. What is to blame decides what happens next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Setback {
    /// The letter or its recipient, for good: it is given up.
    Refused {
        /// What was said.
        why: String,
        /// What that says of the mailbox; `None` where it is only about the letter.
        mailbox: Option<DeliveryStatus>,
    },
    /// Something that passes: this letter is tried again later.
    Later {
        /// What was said.
        why: String,
        /// Whether it is about the mailbox alone and says nothing of its domain.
        is_mailbox: bool,
    },
    /// It may be the recipient's domain or the relay: another letter has to show which.
    Suspect {
        /// What was said.
        why: String,
        /// Whether it tells of a limit on what we may send.
        is_limit: bool,
    },
    /// The way to the relay, and it may pass: no letter is to blame and no try is counted. The others need not run into the
    /// same wall at once.
    NoWay(String),
    /// The relay takes no more from us for now. No letter is to blame and no try is counted.
    Limit(String),
    /// The relay's settings, its certificate, our login, our disk: no letter is to blame and no try is counted. All
    /// wait until somebody mends it.
    Ours(String),
    /// We are stopping, and the text had not gone yet: nothing has happened.
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
