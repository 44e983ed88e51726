//! How eagerly letters are sent: by how many threads, after which pauses, and how many.

use std::time::Duration;

use crate::delivery::quota::Quota;

/// How eagerly letters are sent.
#[derive(Debug, Clone, Copy)]
pub struct Pace {
    /// Threads, each with a connection of its own.
    pub senders: usize,
    /// How long all letters wait when the relay is not there; doubled each time.
    pub hold_first: Duration,
    /// The longest such wait.
    pub hold_max: Duration,
    /// How long they wait when the relay says that we have sent too much; doubled each time.
    pub limit_first: Duration,
    /// The longest such wait.
    pub limit_max: Duration,
    /// How many may go out.
    pub quota: Quota,
}

impl Default for Pace {
    fn default() -> Pace {
        Pace {
            senders: 8,
            hold_first: Duration::from_secs(30),
            hold_max: Duration::from_secs(600),
            limit_first: Duration::from_secs(900),
            limit_max: Duration::from_secs(3_600),
            quota: Quota::default(),
        }
    }
}
