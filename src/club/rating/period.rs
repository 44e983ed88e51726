//! The weeks by which ratings are computed.

use chrono::{DateTime, TimeDelta, Utc};

/// One week, from Monday 00:00 UTC to the next. Its number is counted from the week of Monday 1970-01-05.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Period(pub i64);

/// 1970-01-01 was a Thursday.
const FIRST_MONDAY: TimeDelta = TimeDelta::days(4);

impl Period {
    /// The week of this instant.
    pub fn of(at: DateTime<Utc>) -> Period {
        let since = at - DateTime::<Utc>::UNIX_EPOCH - FIRST_MONDAY;
        // Instants are whole microseconds, so whole seconds rounded down lose no boundary.
        let seconds = since.num_microseconds().map_or(since.num_seconds(), |micros| micros.div_euclid(1_000_000));
        Period(seconds.div_euclid(TimeDelta::weeks(1).num_seconds()))
    }

    /// Its first instant.
    pub fn begins(self) -> DateTime<Utc> {
        DateTime::<Utc>::UNIX_EPOCH + FIRST_MONDAY + TimeDelta::weeks(self.0)
    }

    /// The first instant after it.
    pub fn ends(self) -> DateTime<Utc> {
        self.next().begins()
    }

    /// The one after it.
    pub fn next(self) -> Period {
        Period(self.0 + 1)
    }

    /// The one before it.
    pub fn before(self) -> Period {
        Period(self.0 - 1)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    #[test]
    fn a_week_begins_on_monday_at_midnight() {
        let at = |text: &str| Period::of(text.parse().unwrap());
        let week = at("2026-11-16T00:00:00Z");
        assert_eq!(week.begins().to_rfc3339(), "2026-11-16T00:00:00+00:00");
        assert_eq!(week.ends().to_rfc3339(), "2026-11-23T00:00:00+00:00");
        assert_eq!(at("2026-11-22T23:59:59.999999Z"), week);
        assert_eq!(at("2026-11-15T23:59:59.999999Z"), week.before());
        assert_eq!(at("2026-11-23T00:00:00Z"), week.next());
        // A leap day, the end of a year, and before the first week.
        assert_eq!(at("2028-02-29T12:00:00Z"), at("2028-02-28T00:00:00Z"));
        assert_eq!(at("2026-12-31T12:00:00Z"), at("2027-01-03T23:59:59Z"));
        assert_eq!(at("1970-01-05T00:00:00Z"), Period(0));
        assert_eq!(at("1970-01-04T23:59:59.5Z"), Period(-1));
    }
}
