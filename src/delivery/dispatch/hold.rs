//! Holding: when no letter is to blame, all of them wait, and then one tries the way.
//!
//! ```text
//!  open --hold--> held, 30 s --its time has come--> scouting --got through to somebody--> open
//!                  ^                                   |
//!                  '-------hold: twice as long---------'
//! ```

use std::time::Duration;
use std::time::Instant;

use crate::delivery::attempt::Hold;
use crate::delivery::dispatch::Pace;
use crate::journal;
use crate::journal::Event;

/// Whether letters go out.
#[derive(Default)]
pub(super) enum Mode {
    #[default]
    Open,
    /// Nothing goes out before `until`.
    Held { until: Instant, held: Held },
    /// One letter tries the way.
    Scouting { held: Held },
}

/// The history of a hold.
#[derive(Clone, Copy)]
pub(super) struct Held {
    wait: Duration,
    is_alarm: bool,
}

impl Mode {
    pub(super) fn is_open(&self) -> bool {
        matches!(self, Mode::Open)
    }

    /// When letters may be put on their way; `None` while one tries it.
    pub(super) fn open_at(&self, now: Instant) -> Option<Instant> {
        match self {
            Mode::Open => Some(now),
            Mode::Held { until, .. } => Some(*until),
            Mode::Scouting { .. } => None,
        }
    }

    /// One letter is to try the way. False when that is not called for.
    pub(super) fn scout(&mut self) -> bool {
        let Mode::Held { held, .. } = *self else {
            return false;
        };
        *self = Mode::Scouting { held };
        true
    }

    /// Whether somebody was to mend something before letters go again.
    pub(super) fn is_alarm(&self) -> bool {
        matches!(self, Mode::Held { held, .. } | Mode::Scouting { held } if held.is_alarm)
    }

    /// Somebody answered a letter. True when a hold ends by that: others may have been on their way before it began.
    pub(super) fn got_through(&mut self) -> bool {
        let Mode::Scouting { held } = *self else {
            return false;
        };
        if held.is_alarm {
            journal::write(&Event::DeliveryResumed);
        }
        *self = Mode::Open;
        true
    }

    /// A letter found no way. Others that were on their way find the same; only one that was sent to try makes the
    /// hold longer.
    pub(super) fn hold(&mut self, hold: &Hold, pace: Pace, now: Instant) {
        let (wait, was_alarm) = match *self {
            Mode::Open => (pace.hold_first, false),
            Mode::Held { held, .. } => (held.wait, held.is_alarm),
            Mode::Scouting { held } => ((held.wait * 2).min(pace.hold_max), held.is_alarm),
        };
        if let (Hold::Alarm(why), false) = (hold, was_alarm) {
            journal::write(&Event::DeliveryPaused { why });
        }
        let is_alarm = was_alarm || matches!(hold, Hold::Alarm(_));
        *self = Mode::Held { until: now + wait, held: Held { wait, is_alarm } };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PACE: Pace = Pace {
        senders: 1,
        hold_first: Duration::from_secs(30),
        hold_max: Duration::from_secs(100),
        quota: crate::delivery::quota::Quota { per_minute: None, per_day: None },
    };

    /// How long letters wait, in seconds; `None` while one tries the way.
    fn wait(mode: &Mode, now: Instant) -> Option<u64> {
        mode.open_at(now).map(|at| (at - now).as_secs())
    }

    #[test]
    fn each_try_in_vain_doubles_the_wait_up_to_a_bound_and_one_answer_ends_it() {
        let now = Instant::now();
        let no_way = Hold::NoWay(String::new());
        let mut mode = Mode::default();
        assert!(!mode.scout() && !mode.got_through() && mode.is_open());
        for seconds in [30, 60, 100, 100] {
            mode.hold(&no_way, PACE, now);
            assert_eq!(wait(&mode, now), Some(seconds));
            assert!(mode.scout() && !mode.scout());
            assert_eq!(wait(&mode, now), None);
        }
        assert!(mode.got_through() && mode.is_open());
        assert_eq!(wait(&mode, now), Some(0));
        mode.hold(&no_way, PACE, now);
        assert_eq!(wait(&mode, now), Some(30), "a new hold begins anew");
    }

    #[test]
    fn letters_that_were_on_their_way_neither_lengthen_nor_end_a_hold() {
        let now = Instant::now();
        let mut mode = Mode::default();
        for _ in 0..8 {
            mode.hold(&Hold::NoWay(String::new()), PACE, now);
        }
        assert_eq!(wait(&mode, now), Some(30));
        assert!(!mode.got_through() && !mode.is_open());
    }
}
