//! When the letter of the day is due.

use crate::command::Hour;
use chrono::{DateTime, Days, NaiveTime, Utc};

/// The first instant after `now` at which it is this hour.
pub(in crate::club) fn next(hour: Hour, now: DateTime<Utc>) -> DateTime<Utc> {
    let time = NaiveTime::from_hms_opt(hour.number().into(), 0, 0).unwrap_or_default();
    let today = now.date_naive().and_time(time).and_utc();
    if today > now { today } else { today.checked_add_days(Days::new(1)).unwrap_or(today) }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    #[test]
    fn the_hour_is_the_next_one_that_comes() {
        let at = |instant: &str| instant.parse::<DateTime<Utc>>().unwrap();
        let next = |hour: &str, now: &str| next(Hour::from_word(hour).unwrap(), at(now));
        assert_eq!(next("18", "2026-11-21T12:00:00Z"), at("2026-11-21T18:00:00Z"));
        assert_eq!(next("18", "2026-11-21T18:00:00Z"), at("2026-11-22T18:00:00Z"));
        assert_eq!(next("0", "2026-12-31T23:59:59Z"), at("2027-01-01T00:00:00Z"));
        assert_eq!(next("07", "2028-02-28T08:00:00Z"), at("2028-02-29T07:00:00Z"));
    }
}
