//! What the clocks of the machine show at one moment. Nothing below the doors reads them; a reading is passed as an argument.
//!
//! There are three clocks, because each can be wrong in its own way:
//!
//! - `wall` is what people read. It can be set, forward and back, by a person, by NTP, or by an empty battery.
//! - `awake` (CLOCK_MONOTONIC) is never set. It stops while the machine is suspended, and starts again at every boot.
//! - `up` (CLOCK_BOOTTIME) is never set, and counts suspended time too. No decision depends on it. It only helps to choose the words,
//!   because a virtual machine that was paused moves neither of the two.

use chrono::{DateTime, TimeDelta, Utc};

/// What the clocks of the machine show at one moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reading {
    /// The time that people read.
    pub wall: DateTime<Utc>,
    /// How long the machine has been awake since it was booted.
    pub awake: TimeDelta,
    /// How long ago it was booted.
    pub up: TimeDelta,
    /// Identifies the boot: readings of `awake` and `up` can only be compared if this is the same.
    pub boot: u128,
}

impl Reading {
    /// The reading of a machine whose clocks are always right and that is never suspended.
    pub fn steady(wall: DateTime<Utc>) -> Reading {
        let since = wall - DateTime::UNIX_EPOCH;
        Reading { wall, awake: since, up: since, boot: 0 }
    }

    /// How long the machine was awake from an earlier reading to this one. `None` if that is not known because it was rebooted in between.
    pub fn awake_since(&self, earlier: &Reading) -> Option<TimeDelta> {
        let awake = self.awake - earlier.awake;
        (self.boot == earlier.boot && awake >= TimeDelta::zero()).then_some(awake)
    }
}
