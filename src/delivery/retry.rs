//! When a letter that could not be sent is tried again: after 1, 5, 15 and 30 minutes, 1 and 2 hours, then every 4
//! hours, each a fifth longer or shorter; given up five days after it was written. Mail servers do much the same.

use chrono::DateTime;
use chrono::TimeDelta;
use chrono::Utc;

/// Minutes to wait after the first try, the second, and so on; the last one stays.
const WAITS_MINUTES: [i64; 7] = [1, 5, 15, 30, 60, 120, 240];

/// How long a letter is tried, in days.
const DAYS_MAX: i64 = 5;

/// When to try next; `None` when it is to be given up. `tries` counts those made, at least one; `jitter` is a number
/// drawn evenly from all of `u32`.
///
/// The last try falls on the end of the fifth day, so that a relay that was mended late still gets its letters.
pub fn next(tries: u32, created: DateTime<Utc>, now: DateTime<Utc>, jitter: u32) -> Option<DateTime<Utc>> {
    let end = created.checked_add_signed(TimeDelta::days(DAYS_MAX))?;
    if now >= end {
        return None;
    }
    let step = usize::try_from(tries.saturating_sub(1)).unwrap_or(usize::MAX);
    let minutes = WAITS_MINUTES[step.min(WAITS_MINUTES.len() - 1)];
    let at = now.checked_add_signed(spread(TimeDelta::minutes(minutes), jitter))?;
    Some(at.min(end))
}

/// A wait, made up to a fifth shorter or longer.
fn spread(wait: TimeDelta, jitter: u32) -> TimeDelta {
    let millis = wait.num_milliseconds();
    // From -20 % to +20 % of the wait, evenly.
    let shift = millis * 2 / 5 * i64::from(jitter) / i64::from(u32::MAX) - millis / 5;
    TimeDelta::milliseconds(millis + shift)
}

/// A jitter that two letters, or two tries of one, have by chance in common only. It takes no dice: what matters is
/// that a hundred letters of one bad minute do not all come back in the same one.
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

    fn noon() -> DateTime<Utc> {
        "2026-11-21T12:00:00Z".parse().unwrap()
    }

    #[test]
    fn the_waits_grow_to_four_hours() {
        let middle = u32::MAX / 2;
        let mut now = noon();
        let mut waits = Vec::new();
        for tries in 1..=9 {
            let at = next(tries, noon(), now, middle).unwrap();
            waits.push((at - now).num_seconds().div_euclid(30) * 30 / 60);
            now = at;
        }
        let expected = [1, 5, 15, 30, 60, 120, 240, 240, 240];
        for (wait, expected) in waits.iter().zip(expected) {
            assert!((expected - 1..=expected).contains(wait), "{waits:?}");
        }
    }

    #[test]
    fn the_last_try_is_at_the_end_of_the_fifth_day() {
        let end = noon() + TimeDelta::days(5);
        let before = end - TimeDelta::minutes(3);
        assert_eq!(next(40, noon(), before, 0), Some(end));
        assert_eq!(next(41, noon(), end, 0), None);
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
            let wait = next(tries, noon(), noon(), jitter).unwrap() - noon();
            let step = usize::try_from(tries.saturating_sub(1)).unwrap().min(6);
            let minutes = TimeDelta::minutes(WAITS_MINUTES[step]);
            prop_assert!(wait * 5 >= minutes * 4 && wait * 5 <= minutes * 6, "{wait}");
        }

        #[test]
        fn a_letter_ends(jitters in prop::collection::vec(any::<u32>(), 60)) {
            let mut now = noon();
            let mut tries = 0;
            while let Some(at) = next(tries + 1, noon(), now, jitters[tries as usize % 60]) {
                prop_assert!(at > now);
                now = at;
                tries += 1;
                prop_assert!(tries < 60);
            }
            prop_assert_eq!(now, noon() + TimeDelta::days(5));
        }

        #[test]
        fn no_clock_is_too_odd(tries in any::<u32>(), created in any::<i64>(), now in any::<i64>(), jitter in any::<u32>()) {
            let (Some(created), Some(now)) =
                (DateTime::from_timestamp_micros(created), DateTime::from_timestamp_micros(now)) else { return Ok(()) };
            let _ = next(tries, created, now, jitter);
        }
    }
}
