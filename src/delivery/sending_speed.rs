//! How fast letters are sent: by how many threads, with which pauses, and how many.

use std::time::Duration;

use crate::delivery::quota::Quota;

/// How fast letters are sent.
#[derive(Debug, Clone, Copy)]
pub struct Pace {
    /// The number of threads, each with its own connection.
    pub senders: usize,
    /// How long all letters wait if the relay cannot be reached. It doubles each time.
    pub hold_first: Duration,
    /// The longest such wait.
    pub hold_max: Duration,
    /// How long they wait if the relay says that we have sent too much. It doubles each time.
    pub limit_first: Duration,
    /// The longest such wait.
    pub limit_max: Duration,
    /// How many letters may be sent.
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
