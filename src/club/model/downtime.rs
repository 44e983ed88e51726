//! The time that clocks got back because no server was running.

use chrono::{DateTime, TimeDelta, Utc};

/// What clocks got back after an absence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Downtime {
    /// When a server was last there.
    pub gone: DateTime<Utc>,
    /// When one was there again.
    pub back: DateTime<Utc>,
    /// What each clock got that ran.
    pub given: TimeDelta,
}
