//! This moment on both clocks: by the wall, for what is written down, and by the monotonic one, for pauses. A wall clock that
//! is set lengthens no pause and cuts none short.

use std::time::Instant;

use chrono::DateTime;
use chrono::Utc;

/// A moment, handed in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moment {
    /// What time it is.
    pub wall: DateTime<Utc>,
    /// On a clock that nobody sets.
    pub monotonic: Instant,
}
