//! What waits, and why, for the operator.

use chrono::DateTime;
use chrono::Utc;

use crate::store::PauseLine;
use crate::store::PauseOf;

/// Something that waits, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Held {
    /// What waits.
    pub what: What,
    /// Since when.
    pub since: DateTime<Utc>,
    /// The answer of the relay, or the error.
    pub why: String,
    /// Whether a person must solve it.
    pub is_alarm: bool,
}

/// What can wait.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum What {
    /// All letters.
    Relay,
    /// Letters to a domain.
    Domain(String),
    /// Letters to a mailbox.
    Mailbox(String),
}

impl What {
    /// In the form for the store.
    pub(in crate::delivery) fn parts(&self) -> (PauseOf, &str) {
        match self {
            What::Relay => (PauseOf::Relay, ""),
            What::Domain(name) => (PauseOf::Domain, name),
            What::Mailbox(name) => (PauseOf::Mailbox, name),
        }
    }
}

impl Held {
    /// In the form for the store.
    pub(in crate::delivery) fn line(&self) -> PauseLine {
        let (what, name) = self.what.parts();
        PauseLine { what, name: name.to_owned(), since: self.since, why: self.why.clone(), needs_hand: self.is_alarm }
    }
}
