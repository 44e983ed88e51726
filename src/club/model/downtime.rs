//! The time that clocks got back because the server was down.

use chrono::{DateTime, TimeDelta, Utc};

/// What clocks got back after the server was down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Downtime {
    /// When the server was last running.
    pub gone: DateTime<Utc>,
    /// When it was running again.
    pub back: DateTime<Utc>,
    /// What each running clock got.
    pub given: TimeDelta,
}
