//! When a letter that could not be sent is tried again: after 1, 5, 15 and 30 minutes, 1 and 2 hours, then every 4 hours, each up to a
//! fifth longer or shorter. It is given up after at least eight attempts over five days *in which the way was open*. Time in which nothing
//! was tried, because the relay or we were away, does not count. So a first greylisting after ten days of downtime counts as a first
//! attempt.

use chrono::TimeDelta;

/// Minutes to wait after the first attempt, the second, and so on. The last one stays.
const WAITS_MINUTES: [i64; 7] = [1, 5, 15, 30, 60, 120, 240];

/// How long the way must be open before a letter is given up.
const OPEN_MAX: TimeDelta = TimeDelta::days(5);

/// How often it must be tried before that.
const TRIES_MIN: u32 = 8;

/// An attempt may be this much later than planned and the time still counts as open: cron runs once an hour.
const LATE: TimeDelta = TimeDelta::hours(1);

/// How long to wait for the next attempt. `None` if the letter must be given up. `tries` is the number of attempts, at least one; `open` is
/// how long the way was open for it; `jitter` is a random number, equally likely over all of `u32`.
///
/// The last attempt is at the end of the fifth day, so that a domain that was repaired late still gets its letters.
pub fn next(tries: u32, open: TimeDelta, jitter: u32) -> Option<TimeDelta> {
    let left = OPEN_MAX - open;
    match left > TimeDelta::zero() {
        true => Some(wait(tries, jitter).min(left)),
        false if tries < TRIES_MIN => Some(wait(tries, jitter)),
        false => None,
    }
}

/// How long the way was open for a letter, with the time since the previous attempt: at most what was planned and a little more. The first
/// attempt is the beginning.
pub fn opened(before: TimeDelta, tries: u32, since_last: Option<TimeDelta>) -> TimeDelta {
    let Some(passed) = since_last else {
        return before;
    };
    let passed = passed.clamp(TimeDelta::zero(), wait(tries, u32::MAX) + LATE);
    // The store keeps whole seconds. Rounded down, the last part of a second would never pass.
    (before + TimeDelta::seconds((passed.num_milliseconds() + 999) / 1_000)).min(OPEN_MAX)
}

/// How long to wait after this many attempts, without a limit on the total.
pub fn wait(tries: u32, jitter: u32) -> TimeDelta {
    let step = usize::try_from(tries.saturating_sub(1)).unwrap_or(usize::MAX);
    spread(TimeDelta::minutes(WAITS_MINUTES[step.min(WAITS_MINUTES.len() - 1)]), jitter)
}

/// A wait, made up to a fifth shorter or longer.
fn spread(wait: TimeDelta, jitter: u32) -> TimeDelta {
    let millis = wait.num_milliseconds();
    // From -20 % to +20 % of the wait, evenly.
    let shift = millis * 2 / 5 * i64::from(jitter) / i64::from(u32::MAX) - millis / 5;
    TimeDelta::milliseconds(millis + shift)
}

/// A jitter that differs between letters and between the attempts of one letter. It needs no random numbers: it only has to prevent that a
/// hundred letters of one bad minute all come back in the same minute.
pub fn jitter(letter: i64, tries: u32) -> u32 {
    // The mixing steps of SplitMix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, 2014).
    let mut mixed = letter.cast_unsigned().wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(u64::from(tries));
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    u32::try_from((mixed ^ (mixed >> 31)) >> 32).unwrap_or(u32::MAX)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_waits_grow_to_four_hours() {
        let middle = u32::MAX / 2;
        let waits: Vec<i64> =
            (1..=9).map(|tries| next(tries, TimeDelta::zero(), middle).unwrap().num_seconds()).collect();
        let expected = [1, 5, 15, 30, 60, 120, 240, 240, 240];
        for (wait, expected) in waits.iter().zip(expected) {
            assert!((wait - expected * 60).abs() <= 1, "{waits:?}");
        }
    }

    #[test]
    fn the_last_try_is_at_the_end_of_the_fifth_open_day() {
        let left = TimeDelta::minutes(3);
        assert_eq!(next(40, OPEN_MAX - left, 0), Some(left));
        assert_eq!(next(41, OPEN_MAX, 0), None);
        assert!(next(7, OPEN_MAX, 0).is_some(), "tried too seldom");
        assert_eq!(next(8, OPEN_MAX, 0), None);
    }

    /// A letter was written, and then the machine was off for ten days. Its first greylisting once made it given up.
    #[test]
    fn an_absence_is_no_time_in_which_the_way_was_open() {
        assert_eq!(opened(TimeDelta::zero(), 0, None), TimeDelta::zero());
        let open = opened(TimeDelta::minutes(1), 1, Some(TimeDelta::days(10)));
        assert!(open < TimeDelta::hours(2), "{open}");
        let set_back = opened(TimeDelta::minutes(1), 1, Some(TimeDelta::days(-10)));
        assert_eq!(set_back, TimeDelta::minutes(1));
    }

    #[test]
    fn letters_of_one_minute_are_spread() {
        let mut seen: Vec<u32> = (1..=100).map(|id| jitter(id, 1) / (u32::MAX / 10)).collect();
        seen.sort_unstable();
        seen.dedup();
        assert!(seen.len() >= 10, "{seen:?}");
        assert_ne!(jitter(7, 1), jitter(7, 2));
    }

    proptest! {
        #[test]
        fn every_wait_is_within_a_fifth(tries in 0u32..100, jitter in any::<u32>()) {
            let wait = next(tries, TimeDelta::zero(), jitter).unwrap();
            let step = usize::try_from(tries.saturating_sub(1)).unwrap().min(6);
            let minutes = TimeDelta::minutes(WAITS_MINUTES[step]);
            prop_assert!(wait * 5 >= minutes * 4 && wait * 5 <= minutes * 6, "{wait}");
        }

        /// Whatever happens between the attempts: five open days and eight attempts, neither more nor less.
        #[test]
        fn a_letter_ends_after_five_open_days_and_eight_tries(
            late in prop::collection::vec((0i64..30 * 24 * 60, any::<u32>()), 1..60),
        ) {
            let (mut open, mut tries, mut since_last, mut passed) = (TimeDelta::zero(), 0, None, TimeDelta::zero());
            loop {
                // In the form that the store keeps.
                open = TimeDelta::seconds(opened(open, tries, since_last).num_seconds());
                tries += 1;
                prop_assert!(tries < 80);
                let (late, jitter) = late[tries as usize % late.len()];
                let Some(wait) = next(tries, open, jitter) else { break };
                since_last = Some(wait + TimeDelta::minutes(late));
                passed += wait + TimeDelta::minutes(late);
            }
            prop_assert!(tries >= TRIES_MIN && passed + TimeDelta::minutes(2) >= OPEN_MAX && open == OPEN_MAX, "{tries} {passed} {open}");
        }

        #[test]
        fn no_clock_is_too_odd(tries in any::<u32>(), passed in any::<i32>(), jitter in any::<u32>()) {
            let passed = TimeDelta::seconds(i64::from(passed));
            let open = opened(TimeDelta::zero(), tries, Some(passed));
            prop_assert!(open >= TimeDelta::zero() && open <= OPEN_MAX);
            let _ = next(tries, open, jitter);
        }
    }
}
