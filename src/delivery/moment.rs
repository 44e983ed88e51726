//! The present moment on two clocks: the wall clock for what is recorded, the monotonic clock for pauses. So setting the wall clock makes
//! no pause longer or shorter.

use std::time::Instant;

use chrono::DateTime;
use chrono::Utc;

/// A moment, as an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moment {
    /// The time of the wall clock.
    pub wall: DateTime<Utc>,
    /// The time of the monotonic clock, which nobody can set.
    pub monotonic: Instant,
}
