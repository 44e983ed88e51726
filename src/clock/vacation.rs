//! Vacations: intervals in which a clock does not run. Days of vacation are days of 24 hours.

use chrono::{DateTime, TimeDelta, Utc};

/// An interval of vacation: with its first instant, without its last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Vacation {
    /// Its first instant.
    pub from: DateTime<Utc>,
    /// The first instant after it.
    pub until: DateTime<Utc>,
}

impl Vacation {
    /// Whether it contains the instant.
    pub fn holds(&self, at: DateTime<Utc>) -> bool {
        self.from <= at && at < self.until
    }
}

/// How much vacation stops a clock: only the first part of each player's vacation since an instant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VacationLimit {
    /// From when it counts.
    pub from: DateTime<Utc>,
    /// How many seconds.
    pub seconds: u32,
}

impl VacationLimit {
    /// The part of these intervals that stops the clock. It is the earliest part, so a vacation that is set for later takes nothing away
    /// from an earlier one.
    pub fn of(&self, vacations: &[Vacation]) -> Vec<Vacation> {
        let (mut at, mut time) = (self.from, TimeDelta::seconds(i64::from(self.seconds)));
        let mut parts = Vec::new();
        for vacation in in_order(vacations) {
            let from = vacation.from.max(at);
            let length = (vacation.until - from).min(time);
            if length > TimeDelta::zero() {
                parts.push(Vacation { from, until: from + length });
                time -= length;
                at = vacation.until;
            }
        }
        parts
    }
}

/// The time from `start` to `end` outside all intervals. They may overlap and come in any order.
pub fn left_out(start: DateTime<Utc>, end: DateTime<Utc>, vacations: &[Vacation]) -> TimeDelta {
    let mut counted = TimeDelta::zero();
    let mut at = start;
    for vacation in in_order(vacations) {
        if vacation.until <= at || vacation.from >= end {
            continue;
        }
        counted += (vacation.from - at).max(TimeDelta::zero());
        at = vacation.until;
    }
    counted + (end - at).max(TimeDelta::zero())
}

/// The instant at which this much time outside all intervals has passed since `start`.
pub fn lasting(start: DateTime<Utc>, mut time: TimeDelta, vacations: &[Vacation]) -> DateTime<Utc> {
    let mut at = start;
    for vacation in in_order(vacations) {
        if vacation.until <= at {
            continue;
        }
        let before = (vacation.from - at).max(TimeDelta::zero());
        if before > time {
            break;
        }
        time -= before;
        at = vacation.until;
    }
    at.checked_add_signed(time).unwrap_or(DateTime::<Utc>::MAX_UTC)
}

fn in_order(vacations: &[Vacation]) -> Vec<Vacation> {
    let mut vacations: Vec<Vacation> =
        vacations.iter().copied().filter(|vacation| vacation.from < vacation.until).collect();
    vacations.sort_unstable_by_key(|vacation| vacation.from);
    vacations
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn at(hour: i64) -> DateTime<Utc> {
        DateTime::UNIX_EPOCH + TimeDelta::hours(hour)
    }

    fn vacation(from: i64, until: i64) -> Vacation {
        Vacation { from: at(from), until: at(until) }
    }

    #[test]
    fn a_clock_stands_still_exactly_within_the_interval() {
        let holiday = [vacation(10, 20)];
        let lasting = |start, hours| lasting(at(start), TimeDelta::hours(hours), &holiday);
        assert_eq!(lasting(0, 9), at(9));
        // The last second before it still counts, and the first one after it counts again.
        assert_eq!(lasting(0, 10), at(20));
        assert_eq!(lasting(0, 11), at(21));
        assert_eq!(lasting(12, 1), at(21));
        assert_eq!(lasting(20, 1), at(21));
        let counted = |start, end| left_out(at(start), at(end), &holiday).num_hours();
        assert_eq!(
            [counted(0, 5), counted(0, 15), counted(0, 25), counted(12, 18), counted(15, 25)],
            [5, 10, 15, 0, 5]
        );
    }

    #[test]
    fn intervals_that_touch_or_overlap_count_once() {
        let all = [vacation(20, 30), vacation(10, 20), vacation(15, 25)];
        assert_eq!(lasting(at(0), TimeDelta::hours(10), &all), at(30));
        assert_eq!(left_out(at(0), at(40), &all).num_hours(), 20);
    }

    proptest! {
        /// All clocks with such a limit stop at the same instants. These are vacation, and they add up to the limit exactly.
        #[test]
        fn so_much_leave_stops_a_clock_and_no_more(
            since in 0i64..150, seconds in 0u32..200_000, later in 0i64..40,
            spans in proptest::collection::vec((0i64..200, 0i64..40), 0..6),
        ) {
            let all: Vec<Vacation> = spans.iter().map(|(from, long)| vacation(*from, from + long)).collect();
            let limit = VacationLimit { from: at(since), seconds };
            let parts = limit.of(&all);
            let whole = at(300) - at(since) - left_out(at(since), at(300), &all);
            let stopped = at(300) - at(0) - left_out(at(0), at(300), &parts);
            prop_assert_eq!(stopped, whole.min(TimeDelta::seconds(i64::from(seconds))));
            prop_assert!(parts.iter().all(|part| part.from >= at(since)));
            // No clock stops outside a vacation.
            prop_assert_eq!(left_out(at(0), at(300), &[all.clone(), parts.clone()].concat()), left_out(at(0), at(300), &all));
            // A vacation that is set for later changes nothing about the past.
            let now = at(200);
            let more: Vec<Vacation> = all.iter().copied().chain([vacation(200 + later, 300)]).collect();
            prop_assert_eq!(left_out(at(0), now, &limit.of(&more)), left_out(at(0), now, &parts));
        }

        /// Adding time and counting time agree with each other.
        #[test]
        fn a_deadline_counts_back_to_the_time_given(
            start in 0i64..100, time in 0i64..200, spans in proptest::collection::vec((0i64..200, 0i64..40), 0..6),
        ) {
            let all: Vec<Vacation> = spans.iter().map(|(from, long)| vacation(*from, from + long)).collect();
            let end = lasting(at(start), TimeDelta::hours(time), &all);
            prop_assert_eq!(left_out(at(start), end, &all).num_hours(), time);
            prop_assert!(!all.iter().any(|vacation| vacation.from < end && vacation.holds(end)));
        }
    }
}
