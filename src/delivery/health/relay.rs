//! The state of the relay. If the problem is the relay, all letters wait, and none counts as tried. Then one letter tests whether it works
//! again.
//!
//! ```text
//!  open --fails--> pausing, 30 s --its time has come--> scouting --an answer for a recipient--> open
//!                   ^                                      |
//!                   '--------fails: twice as long----------'
//! ```

use std::collections::BTreeSet;
use std::time::Duration;
use std::time::Instant;

use chrono::DateTime;
use chrono::Utc;

use crate::delivery::health::held::Held;
use crate::delivery::health::held::What;
use crate::delivery::moment::Moment;
use crate::delivery::sending_speed::Pace;
use crate::journal;
use crate::journal::LogEvent;

/// What is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ill {
    /// The relay cannot be reached. That happens.
    Away,
    /// A person must solve the problem.
    Alarm,
    /// We have sent all that the provider allows for now. Only a letter that is accepted shows that this is over.
    Limit,
}

/// Whether letters go out.
#[derive(Clone, Default)]
pub(super) enum Mode {
    #[default]
    Open,
    /// Nothing is sent before `until`.
    Pausing { until: Instant, hold: Hold },
    /// One letter, to this domain, tests the relay.
    Scouting { hold: Hold, domain: String },
}

/// A pause of all letters, with its history.
#[derive(Clone)]
pub(super) struct Hold {
    ill: Ill,
    wait: Duration,
    since: DateTime<Utc>,
    why: String,
    /// If the pause came from equal refusals by every domain that could be asked: those domains. A letter to another domain may be sent at
    /// once.
    asked: Option<BTreeSet<String>>,
}

impl Mode {
    pub(super) fn is_open(&self) -> bool {
        matches!(self, Mode::Open)
    }

    /// When letters may be sent. `None` while one letter tests the relay.
    pub(super) fn open_at(&self, now: Instant) -> Option<Instant> {
        match self {
            Mode::Open => Some(now),
            Mode::Pausing { until, .. } => Some(*until),
            Mode::Scouting { .. } => None,
        }
    }

    /// Whether a letter to this domain may be sent, perhaps as the test.
    pub(super) fn may_try(&self, domain: &str, now: Instant) -> bool {
        match self {
            Mode::Open => true,
            Mode::Pausing { until, hold } => {
                *until <= now || hold.asked.as_ref().is_some_and(|asked| !asked.contains(domain))
            }
            Mode::Scouting { .. } => false,
        }
    }

    /// Whether a letter may test the relay before the pause is over.
    pub(super) fn asks(&self) -> bool {
        matches!(self, Mode::Pausing { hold, .. } if hold.asked.is_some())
    }

    /// A letter to this domain is started. During a pause, it is the one that tests the relay.
    pub(super) fn scout(&mut self, domain: &str) {
        if let Mode::Pausing { hold, .. } = self {
            *self = Mode::Scouting { hold: hold.clone(), domain: domain.to_owned() };
        }
    }

    fn hold(&self) -> Option<&Hold> {
        match self {
            Mode::Open => None,
            Mode::Pausing { hold, .. } | Mode::Scouting { hold, .. } => Some(hold),
        }
    }

    /// Whether a person had to solve something before letters are sent again.
    pub(super) fn is_alarm(&self) -> bool {
        self.hold().is_some_and(|hold| hold.ill != Ill::Away)
    }

    /// The pause, for the operator.
    pub(super) fn held(&self) -> Option<Held> {
        let hold = self.hold()?;
        Some(Held { what: What::Relay, since: hold.since, why: hold.why.clone(), is_alarm: hold.ill != Ill::Away })
    }

    /// A recipient's domain answered a letter, or accepted it. That ends a pause only if the letter was sent as a test: others may have
    /// been started before the pause. Returns the domains that had refused in the same way, if that was their own fault after all.
    pub(super) fn got_through(&mut self, is_taken: bool, now: Instant) -> BTreeSet<String> {
        let Mode::Scouting { hold, domain } = self else {
            return BTreeSet::new();
        };
        if hold.ill == Ill::Limit && !is_taken {
            *self = Mode::Pausing { until: now + hold.wait, hold: hold.clone() };
            return BTreeSet::new();
        }
        if hold.ill != Ill::Away {
            journal::write(&LogEvent::DeliveryResumed);
        }
        let asked = hold.asked.take().filter(|asked| is_taken && !asked.contains(domain));
        *self = Mode::Open;
        asked.unwrap_or_default()
    }

    /// The test letter was not tried after all.
    pub(super) fn left(&mut self, now: Instant) {
        if let Mode::Scouting { hold, .. } = self {
            *self = Mode::Pausing { until: now, hold: hold.clone() };
        }
    }

    /// A letter could not be sent because of the relay. Others that were under way find the same, so only the test letter makes the pause
    /// longer.
    pub(super) fn begin(&mut self, ill: Ill, why: &str, asked: Option<BTreeSet<String>>, pace: Pace, now: Moment) {
        let (first, most) = match ill {
            Ill::Away | Ill::Alarm => (pace.hold_first, pace.hold_max),
            Ill::Limit => (pace.limit_first, pace.limit_max),
        };
        let before = self.hold();
        let wait = match (&self, before) {
            (Mode::Pausing { .. }, Some(hold)) if hold.ill == ill => hold.wait,
            (Mode::Scouting { .. }, Some(hold)) if hold.ill == ill => (hold.wait * 2).min(most),
            _ => first,
        };
        if ill != Ill::Away && !self.is_alarm() {
            journal::write(&LogEvent::DeliveryPaused { why });
        }
        let since = before.map_or(now.wall, |hold| hold.since);
        let asked = match self {
            // The list of domains that were asked is still true, and this one is now asked too.
            Mode::Scouting { hold, domain } if asked.is_none() => hold.asked.clone().map(|mut asked| {
                asked.insert(domain.clone());
                asked
            }),
            Mode::Pausing { hold, .. } if asked.is_none() => hold.asked.clone(),
            _ => asked,
        };
        let hold = Hold { ill, wait, since, why: why.to_owned(), asked };
        *self = Mode::Pausing { until: now.monotonic + wait, hold };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PACE: Pace = Pace {
        senders: 1,
        hold_first: Duration::from_secs(30),
        hold_max: Duration::from_secs(100),
        limit_first: Duration::from_secs(900),
        limit_max: Duration::from_secs(3_600),
        quota: crate::delivery::quota::Quota { per_minute: None, per_day: None },
    };

    fn now() -> Moment {
        Moment { wall: DateTime::UNIX_EPOCH, monotonic: Instant::now() }
    }

    /// How long letters wait, in seconds. `None` while one letter tests the relay.
    fn wait(mode: &Mode, now: Moment) -> Option<u64> {
        mode.open_at(now.monotonic).map(|at| (at - now.monotonic).as_secs())
    }

    #[test]
    fn each_try_in_vain_doubles_the_wait_up_to_a_bound_and_one_answer_ends_it() {
        let now = now();
        let mut mode = Mode::default();
        mode.scout("x.org");
        assert!(mode.is_open());
        for seconds in [30, 60, 100, 100] {
            mode.begin(Ill::Away, "", None, PACE, now);
            assert_eq!(wait(&mode, now), Some(seconds));
            mode.scout("x.org");
            assert_eq!(wait(&mode, now), None);
        }
        mode.got_through(false, now.monotonic);
        assert_eq!(wait(&mode, now), Some(0));
        mode.begin(Ill::Away, "", None, PACE, now);
        assert_eq!(wait(&mode, now), Some(30), "a new hold begins anew");
    }

    #[test]
    fn letters_that_were_on_their_way_neither_lengthen_nor_end_a_hold() {
        let now = now();
        let mut mode = Mode::default();
        for _ in 0..8 {
            mode.begin(Ill::Away, "", None, PACE, now);
        }
        assert_eq!(wait(&mode, now), Some(30));
        mode.got_through(true, now.monotonic);
        assert!(!mode.is_open());
    }

    #[test]
    fn only_a_letter_that_is_taken_ends_a_providers_limit() {
        let now = now();
        let mut mode = Mode::default();
        mode.begin(Ill::Limit, "", None, PACE, now);
        for is_taken in [false, true] {
            assert_eq!(wait(&mode, now), Some(900));
            mode.scout("x.org");
            mode.got_through(is_taken, now.monotonic);
        }
        assert!(mode.is_open());
    }
}
