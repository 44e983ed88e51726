//! A machine whose clocks are wrong: it is suspended and switched off, and its wall clock is set, drifts, and loses its battery.

use chrono::{DateTime, TimeDelta, Utc};
use std::time::{Duration, Instant};
use taflpost::clock::Reading;
use taflpost::delivery::dispatch::Moment;

/// The machine, and the true time, which nobody in it knows.
pub struct Machine {
    /// Since the simulation began.
    pub truth: TimeDelta,
    /// How much of it the machine was awake.
    pub awake: TimeDelta,
    /// How far the clock on the wall is from the truth.
    pub wrong: TimeDelta,
    start: DateTime<Utc>,
    begun: Instant,
    booted: (TimeDelta, TimeDelta),
    boot: u128,
}

impl Machine {
    pub fn new(start: DateTime<Utc>) -> Machine {
        let zero = TimeDelta::zero();
        let begun = Instant::now();
        Machine { truth: zero, awake: zero, wrong: zero, start, begun, booted: (zero, zero), boot: 1 }
    }

    /// Time passes, and the machine is awake.
    pub fn runs(&mut self, time: TimeDelta) {
        self.truth += time;
        self.awake += time;
    }

    /// Time passes, and the machine sleeps.
    pub fn sleeps(&mut self, time: TimeDelta) {
        self.truth += time;
    }

    /// Time passes, and the machine is off.
    pub fn is_off(&mut self, time: TimeDelta) {
        self.truth += time;
        self.booted = (self.truth, self.awake);
        self.boot += 1;
    }

    /// What a clock on a good wall would show.
    pub fn true_wall(&self) -> DateTime<Utc> {
        self.start + self.truth
    }

    pub fn reading(&self) -> Reading {
        let (truth, awake) = self.booted;
        Reading {
            // As `cli::clock` has it: no year before 1970.
            wall: (self.true_wall() + self.wrong).max(DateTime::UNIX_EPOCH),
            awake: self.awake - awake,
            up: self.truth - truth,
            boot: self.boot,
        }
    }

    /// As delivery sees it.
    pub fn moment(&self) -> Moment {
        let monotonic = self.begun + self.awake.to_std().unwrap_or(Duration::ZERO);
        Moment { wall: self.reading().wall, monotonic }
    }
}
