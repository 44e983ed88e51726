//! The time zone in which instants are shown: a place, by its name in the IANA database (`Europe/Copenhagen`), or, for a person who has
//! named none, a number of hours before or after UTC (`UTC+1`). Only this file uses chrono-tz. It is only for what people read and write.

use chrono::{DateTime, FixedOffset, NaiveDate, NaiveDateTime, NaiveTime, Offset, TimeZone, Utc};
use chrono_tz::{TZ_VARIANTS, Tz};
use std::fmt;
use std::str::FromStr;

/// A time zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Zone(Clocks);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Clocks {
    /// A place, which may have summer time.
    Place(Tz),
    /// A fixed number of minutes ahead of UTC, in summer and winter; one of [`OFFSETS`], with its name.
    Ahead(i32, &'static str),
}

/// Every difference from UTC that is used on earth, in minutes.
#[rustfmt::skip]
const OFFSETS: [(i32, &str); 40] = [
    (-720, "UTC-12"), (-660, "UTC-11"), (-600, "UTC-10"), (-570, "UTC-9:30"), (-540, "UTC-9"), (-480, "UTC-8"), (-420, "UTC-7"),
    (-360, "UTC-6"), (-300, "UTC-5"), (-240, "UTC-4"), (-210, "UTC-3:30"), (-180, "UTC-3"), (-150, "UTC-2:30"), (-120, "UTC-2"),
    (-60, "UTC-1"), (0, "UTC+0"), (60, "UTC+1"), (120, "UTC+2"), (180, "UTC+3"), (210, "UTC+3:30"), (240, "UTC+4"),
    (270, "UTC+4:30"), (300, "UTC+5"), (330, "UTC+5:30"), (345, "UTC+5:45"), (360, "UTC+6"), (390, "UTC+6:30"), (420, "UTC+7"),
    (480, "UTC+8"), (525, "UTC+8:45"), (540, "UTC+9"), (570, "UTC+9:30"), (600, "UTC+10"), (630, "UTC+10:30"), (660, "UTC+11"),
    (720, "UTC+12"), (765, "UTC+12:45"), (780, "UTC+13"), (825, "UTC+13:45"), (840, "UTC+14"),
];

/// Places in which many people live, one for each difference from UTC.
const EXAMPLES: [&str; 20] = [
    "Europe/Berlin",
    "Europe/London",
    "Europe/Helsinki",
    "America/New_York",
    "America/Chicago",
    "America/Denver",
    "America/Los_Angeles",
    "America/Anchorage",
    "America/Halifax",
    "America/St_Johns",
    "America/Sao_Paulo",
    "Europe/Istanbul",
    "Asia/Dubai",
    "Asia/Karachi",
    "Asia/Kolkata",
    "Asia/Bangkok",
    "Asia/Shanghai",
    "Asia/Tokyo",
    "Australia/Sydney",
    "Pacific/Auckland",
];

/// There is no zone with this name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("write a time zone like Europe/Copenhagen or UTC")]
pub struct BadZone;

impl Default for Zone {
    fn default() -> Zone {
        Zone(Clocks::Place(Tz::UTC))
    }
}

/// Zones by their names, in upper or lower case. The city is enough if it is in only one zone. `UTC+1` is one hour ahead of UTC.
impl FromStr for Zone {
    type Err = BadZone;

    fn from_str(name: &str) -> Result<Zone, BadZone> {
        let name = name.trim();
        if let Some(zone) = TZ_VARIANTS.iter().find(|zone| zone.name().eq_ignore_ascii_case(name)) {
            return Ok(Zone(Clocks::Place(*zone)));
        }
        if let Some((minutes, name)) = OFFSETS.iter().find(|(_, known)| known.eq_ignore_ascii_case(name)) {
            return Ok(Zone(Clocks::Ahead(*minutes, name)));
        }
        // `Etc/GMT+1` is an hour behind Greenwich. People who write GMT+1 do not mean that.
        let city = |zone: &&Tz| {
            zone.name().rsplit_once('/').is_some_and(|(place, city)| {
                place != "Etc" && city.replace('_', "-").eq_ignore_ascii_case(&name.replace('_', "-"))
            })
        };
        let mut cities = TZ_VARIANTS.iter().filter(city);
        match (cities.next(), cities.next()) {
            (Some(zone), None) => Ok(Zone(Clocks::Place(*zone))),
            _ => Err(BadZone),
        }
    }
}

impl fmt::Display for Zone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Zone {
    /// The zone whose clocks are always this many minutes ahead of UTC. `None` if there are no such clocks on earth.
    pub fn ahead(minutes: i32) -> Option<Zone> {
        let found = OFFSETS.iter().find(|(known, _)| *known == minutes);
        found.map(|(minutes, name)| Zone(Clocks::Ahead(*minutes, name)))
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self.0 {
            Clocks::Place(place) => place.name(),
            Clocks::Ahead(_, name) => name,
        }
    }

    /// Whether it is a place, which may have summer time.
    pub fn is_place(self) -> bool {
        matches!(self.0, Clocks::Place(_))
    }

    /// A place whose clocks show the same at that instant, as an example. If none of those in the list does, it is the first one.
    pub fn example(self, at: DateTime<Utc>) -> &'static str {
        let like = |place: &&&str| {
            place.parse::<Zone>().is_ok_and(|place: Zone| place.minutes_ahead(at) == self.minutes_ahead(at))
        };
        EXAMPLES.iter().find(like).unwrap_or(&EXAMPLES[0])
    }

    /// How many minutes its clocks are ahead of UTC at that instant.
    pub fn minutes_ahead(self, at: DateTime<Utc>) -> i32 {
        match self.0 {
            Clocks::Place(place) => at.with_timezone(&place).offset().fix().local_minus_utc() / 60,
            Clocks::Ahead(minutes, _) => minutes,
        }
    }

    /// Names of zones that contain these letters, to help with a mistyped name.
    pub fn like(word: &str) -> Vec<&'static str> {
        let word = word.to_ascii_lowercase();
        let last = word.rsplit(['/', ' ']).next().unwrap_or_default().to_owned();
        let fits = |name: &&&str| last.len() >= 3 && name.to_ascii_lowercase().contains(&last);
        let names: Vec<&str> = TZ_VARIANTS.iter().map(|zone| zone.name()).collect();
        names.iter().filter(fits).take(3).copied().collect()
    }

    /// Year, month, day, day of the week from Monday as 0, hour and minute by this zone's clocks.
    pub fn told(self, at: DateTime<Utc>) -> Told {
        use chrono::{Datelike, Timelike};
        let local = self.wall(at);
        Told {
            year: local.year(),
            month: local.month0() as usize,
            day: local.day(),
            weekday: local.weekday().num_days_from_monday() as usize,
            hour: local.hour(),
            minute: local.minute(),
            // In the hour that comes twice, the wall time alone is ambiguous.
            offset_minutes: self.is_twofold(at).then(|| self.minutes_ahead(at)),
        }
    }

    /// What this zone's clocks show at that instant.
    fn wall(self, at: DateTime<Utc>) -> NaiveDateTime {
        match self.0 {
            Clocks::Place(place) => at.with_timezone(&place).naive_local(),
            Clocks::Ahead(..) => at.naive_utc() + chrono::TimeDelta::minutes(self.minutes_ahead(at).into()),
        }
    }

    fn is_twofold(self, at: DateTime<Utc>) -> bool {
        match self.0 {
            Clocks::Place(place) => {
                let wall = place.from_local_datetime(&self.wall(at));
                wall.latest() != wall.earliest()
            }
            Clocks::Ahead(..) => false,
        }
    }

    /// The instant at which a day begins here. If clocks skip midnight, it is the end of the gap. If midnight comes twice, it is the first
    /// time.
    pub fn midnight(self, day: NaiveDate) -> Option<DateTime<Utc>> {
        self.instant(day, NaiveTime::MIN)
    }

    /// The instant at which this zone's clocks show this time. If they skip it, it is the first instant after the gap. If they show it
    /// twice, it is the first time.
    pub fn instant(self, day: NaiveDate, time: NaiveTime) -> Option<DateTime<Utc>> {
        let mut wall = day.and_time(time);
        let place = match self.0 {
            Clocks::Place(place) => place,
            Clocks::Ahead(minutes, _) => {
                let offset = FixedOffset::east_opt(minutes * 60)?;
                return Some(offset.from_local_datetime(&wall).earliest()?.with_timezone(&Utc));
            }
        };
        // No gap on earth is longer than a day.
        for _ in 0..=24 * 60 {
            if let Some(found) = place.from_local_datetime(&wall).earliest() {
                return Some(found.with_timezone(&Utc));
            }
            wall = wall.checked_add_signed(chrono::TimeDelta::minutes(1))?;
        }
        None
    }

    /// The local day at that instant.
    pub fn day(self, at: DateTime<Utc>) -> NaiveDate {
        self.wall(at).date()
    }
}

/// An instant as a clock and a calendar show it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Told {
    /// The year.
    pub year: i32,
    /// The month, from 0.
    pub month: usize,
    /// The day of the month, from 1.
    pub day: u32,
    /// The day of the week; Monday is 0.
    pub weekday: usize,
    /// The hour.
    pub hour: u32,
    /// The minute.
    pub minute: u32,
    /// Minutes ahead of UTC, if the same wall time comes twice on that day.
    pub offset_minutes: Option<i32>,
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    fn copenhagen() -> Zone {
        "europe/copenhagen".parse().unwrap()
    }

    fn utc(text: &str) -> DateTime<Utc> {
        text.parse().unwrap()
    }

    fn on(day: &str, time: &str) -> String {
        copenhagen().instant(day.parse().unwrap(), time.parse().unwrap()).unwrap().to_rfc3339()
    }

    #[test]
    fn a_zone_is_found_by_its_name_or_its_city() {
        assert_eq!(copenhagen().name(), "Europe/Copenhagen");
        assert_eq!("oslo".parse::<Zone>().unwrap().name(), "Europe/Oslo");
        assert_eq!("new_york".parse::<Zone>().unwrap().name(), "America/New_York");
        assert_eq!("utc".parse::<Zone>().unwrap(), Zone::default());
        assert!("Europe".parse::<Zone>().is_err() && "".parse::<Zone>().is_err() && "CET5".parse::<Zone>().is_err());
        assert_eq!(Zone::like("Europe/Copenhage"), ["Europe/Copenhagen"]);
    }

    #[test]
    fn every_difference_from_utc_that_places_have_is_a_zone_and_no_other() {
        let places = |at: DateTime<Utc>| {
            let ahead = move |zone: &Tz| Zone(Clocks::Place(*zone)).minutes_ahead(at);
            TZ_VARIANTS.iter().map(ahead).collect::<std::collections::BTreeSet<i32>>()
        };
        let shown: Vec<i32> =
            places(utc("2026-01-15T12:00:00Z")).union(&places(utc("2026-07-15T12:00:00Z"))).copied().collect();
        assert_eq!(OFFSETS.map(|(minutes, _)| minutes).to_vec(), shown);
        for (minutes, name) in OFFSETS {
            let zone = Zone::ahead(minutes).unwrap();
            assert_eq!((zone.name(), zone.minutes_ahead(utc("2026-07-15T12:00:00Z"))), (name, minutes));
            assert_eq!(name.to_lowercase().parse(), Ok(zone));
            assert!(!zone.is_place() && copenhagen().is_place());
        }
        for minutes in [15, -15, 90, 720 + 135, 900, -780, i32::MIN, i32::MAX] {
            assert_eq!(Zone::ahead(minutes), None, "{minutes}");
        }
    }

    #[test]
    fn a_zone_without_a_place_has_the_same_clocks_in_summer_and_winter() {
        let zone = Zone::ahead(-210).unwrap();
        let told = zone.told(utc("2026-07-28T01:20:00Z"));
        assert_eq!((told.day, told.hour, told.minute, told.offset_minutes), (27, 21, 50, None));
        let day = zone.day(utc("2026-01-28T03:29:59Z"));
        assert_eq!(day, "2026-01-27".parse().unwrap());
        assert_eq!(zone.midnight(day), Some(utc("2026-01-27T03:30:00Z")));
    }

    #[test]
    fn summer_and_winter_are_told_apart() {
        let told = |at| {
            let told = copenhagen().told(utc(at));
            (told.day, told.hour, told.minute, told.offset_minutes)
        };
        assert_eq!(told("2026-11-28T17:20:00Z"), (28, 18, 20, None));
        assert_eq!(told("2026-07-28T17:20:00Z"), (28, 19, 20, None));
        // 02:30 comes twice on the last Sunday of October, so the wall time is not enough.
        assert_eq!(told("2026-10-25T00:30:00Z"), (25, 2, 30, Some(120)));
        assert_eq!(told("2026-10-25T01:30:00Z"), (25, 2, 30, Some(60)));
    }

    #[test]
    fn a_wall_time_in_the_gap_is_the_first_instant_after_it_and_one_in_the_fold_the_first_of_two() {
        assert_eq!(on("2027-03-28", "02:30:00"), "2027-03-28T01:00:00+00:00");
        assert_eq!(on("2026-10-25", "02:30:00"), "2026-10-25T00:30:00+00:00");
        assert_eq!(on("2028-02-29", "12:00:00"), "2028-02-29T11:00:00+00:00");
        // In Cairo the clocks skip from midnight to one.
        let cairo: Zone = "Africa/Cairo".parse().unwrap();
        let leap = cairo.midnight("2025-04-25".parse().unwrap()).unwrap();
        assert_eq!(leap, utc("2025-04-24T22:00:00Z"));
    }
}
