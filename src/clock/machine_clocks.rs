//! What the clocks of the machine show at one moment. Nobody below the doors reads them; a reading is handed down.
//!
//! Three clocks, because each of them lies in its own way:
//!
//! - `wall` is what people read. It can be set, forward and back, by a person, by NTP, or by a battery that is empty.
//! - `awake` (CLOCK_MONOTONIC) is never set. It stands still while the machine sleeps and begins anew when it is started.
//! - `up` (CLOCK_BOOTTIME) is never set and counts sleep too. Nothing is decided by it: it only chooses the words, because a virtual
//!   machine that was paused moves neither.

use chrono::{DateTime, TimeDelta, Utc};

/// What the clocks of the machine show at one moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reading {
    /// What people read.
    pub wall: DateTime<Utc>,
    /// For how long the machine has been awake since it was started.
    pub awake: TimeDelta,
    /// How long ago it was started.
    pub up: TimeDelta,
    /// Which start that was: readings of `awake` and `up` can be compared where this is the same.
    pub boot: u128,
}

impl Reading {
    /// What a machine shows whose clocks never lie and that never sleeps.
    pub fn steady(wall: DateTime<Utc>) -> Reading {
        let since = wall - DateTime::UNIX_EPOCH;
        Reading { wall, awake: since, up: since, boot: 0 }
    }

    /// For how long the machine was awake from an earlier reading to this one; `None` where nobody can tell, because it was started anew in
    /// between.
    pub fn awake_since(&self, earlier: &Reading) -> Option<TimeDelta> {
        let awake = self.awake - earlier.awake;
        (self.boot == earlier.boot && awake >= TimeDelta::zero()).then_some(awake)
    }
}
