//! The time zone in which a player who has set none is told the time: the one that the Dates of their own mails show.
//!
//! A mail shows no place but a difference from UTC, so the letters use that (`UTC+1`). This is right even when it is old. It follows the
//! mails slowly, so that it does not change back and forth with every phone and every journey, and it is never taken from a mail that
//! somebody else may have written.
//!
//! `+0000` is shown in London in winter, and by every mail program that hides the zone. It is never learned. If mails have shown it for a
//! while, what was learned before is forgotten, and times are told in the server's zone again.

use crate::clock::Zone;
use chrono::{DateTime, TimeDelta, Utc};

/// Another zone replaces the known one after mails have shown that zone and no other for this long.
const STEADY: TimeDelta = TimeDelta::days(3);

/// What is known of a player's mails.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MailZone {
    /// What they show. `None` for the server's zone.
    pub zone: Option<Zone>,
    /// What the last of them have shown instead, and since when.
    pub other: Option<(Zone, DateTime<Utc>)>,
}

impl MailZone {
    /// The same after one more mail. It came at `at` and showed this many minutes ahead of UTC. The first zone is learned when mails of two
    /// days have shown it.
    #[must_use]
    pub fn after(self, minutes_ahead: i32, at: DateTime<Utc>, club: Zone) -> MailZone {
        let Some(shown) = Zone::ahead(minutes_ahead) else {
            return self;
        };
        let known = MailZone { other: None, ..self };
        if minutes_ahead == self.zone.unwrap_or(club).minutes_ahead(at) {
            return known;
        }
        if minutes_ahead == 0 && self.zone.is_none() {
            return self;
        }
        let since = self.other.filter(|(other, _)| *other == shown).map(|(_, since)| since);
        let is_enough = since.is_some_and(|since| match self.zone {
            None => shown.day(since) < shown.day(at),
            Some(_) => at - since >= STEADY,
        });
        if is_enough {
            // If the server's zone shows the same, it is used, because it also has summer time.
            let zone = Some(shown).filter(|_| minutes_ahead != 0 && minutes_ahead != club.minutes_ahead(at));
            return MailZone { zone, other: None };
        }
        MailZone { other: Some((shown, since.unwrap_or(at))), ..self }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    const UTC_CLUB: &str = "UTC";

    /// The zone that is told after mails on these days of 2026, each at noon by UTC.
    fn told(club: &str, mails: &[(&str, i32)]) -> Vec<&'static str> {
        let club: Zone = club.parse().unwrap();
        let mut known = MailZone::default();
        let after = |(day, minutes): &(&str, i32)| {
            let at = format!("2026-{day}T12:00:00Z").parse().unwrap();
            known = known.after(*minutes, at, club);
            known.zone.map_or("club", Zone::name)
        };
        mails.iter().map(after).collect()
    }

    #[test]
    fn mails_of_two_days_are_needed() {
        assert_eq!(told(UTC_CLUB, &[("01-01", 60)]), ["club"]);
        assert_eq!(told(UTC_CLUB, &[("02-01", 60), ("02-02", 60)]), ["club", "UTC+1"]);
        assert_eq!(told(UTC_CLUB, &[("02-01", 60), ("02-02", 120), ("02-03", 60)]), ["club"; 3]);
        let mut same = MailZone::default();
        // In UTC-9 it is one day.
        for at in ["2026-02-01T10:00:00Z", "2026-02-01T10:00:00Z", "2026-02-02T08:00:00Z"] {
            same = same.after(-540, at.parse().unwrap(), Zone::default());
            assert_eq!(same.zone, None, "{at}");
        }
        same = same.after(-540, "2026-02-02T09:00:00Z".parse().unwrap(), Zone::default());
        assert_eq!(same.zone.map(Zone::name), Some("UTC-9"));
    }

    #[test]
    fn a_journey_of_a_day_and_a_second_mail_program_change_nothing() {
        let mails = [
            ("01-01", 60),
            ("01-02", 60),
            ("02-01", -300),
            ("02-02", -300),
            ("02-03", 60),
            ("02-04", -300),
            ("02-06", 60),
        ];
        assert_eq!(told(UTC_CLUB, &mails)[1..], ["UTC+1"; 6]);
    }

    #[test]
    fn what_mails_show_for_three_days_counts() {
        let mails = [("01-01", 60), ("01-02", 60), ("03-29", 120), ("03-31", 120), ("04-01", 120), ("04-02", 60)];
        assert_eq!(told(UTC_CLUB, &mails)[1..], ["UTC+1", "UTC+1", "UTC+1", "UTC+2", "UTC+2"]);
    }

    #[test]
    fn london_has_a_summer_and_a_winter_and_a_program_that_hides_the_zone_shows_nothing() {
        assert_eq!(told(UTC_CLUB, &[("01-01", 0), ("02-01", 0), ("02-09", 0)]), ["club"; 3]);
        let year = [("01-01", 0), ("04-01", 60), ("04-02", 60), ("10-26", 0), ("10-28", 0), ("10-30", 0)];
        assert_eq!(told(UTC_CLUB, &year), ["club", "club", "UTC+1", "UTC+1", "UTC+1", "club"]);
        assert_eq!(told("Europe/Copenhagen", &year), ["club", "club", "UTC+1", "UTC+1", "UTC+1", "club"]);
    }

    #[test]
    fn who_has_the_clocks_of_the_club_keeps_its_zone_with_its_summer() {
        let mails = [("01-01", 60), ("03-28", 60), ("03-29", 120), ("07-01", 120), ("11-01", 60)];
        assert_eq!(told("Europe/Copenhagen", &mails), ["club"; 5]);
        // Back from a summer in London.
        let mails = [("01-01", 60), ("06-01", 60), ("06-02", 60), ("09-01", 120), ("09-04", 120)];
        assert_eq!(told("Europe/Copenhagen", &mails), ["club", "club", "UTC+1", "UTC+1", "club"]);
    }

    #[test]
    fn what_no_clock_shows_is_not_heard() {
        let mails = [("01-01", 60), ("01-02", 60), ("02-01", 77), ("02-05", 77), ("02-09", 6000), ("02-19", i32::MIN)];
        assert_eq!(told(UTC_CLUB, &mails)[1..], ["UTC+1"; 5]);
    }
}
