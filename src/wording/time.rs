//! Time in words: an instant in the reader's time zone, how long something takes, and a game's clock.

use crate::clock::{Control, Zone};
use crate::club::{Head, Stage};
use crate::wording::facts::{Facts, context};
use crate::wording::locale::Locale;
use crate::wording::templates::{Wording, WordingError};
use chrono::{DateTime, TimeDelta, Utc};

/// An instant in a time zone, with its name: `Sat 28 Nov 2026 18:20 Europe/Copenhagen`.
pub(crate) fn date(words: &Wording, at: DateTime<Utc>, zone: Zone) -> Result<String, WordingError> {
    words.phrase("time/date", told(words, at, zone)?)
}

/// A day in a time zone: `28 Nov 2026`.
pub(crate) fn day(words: &Wording, at: DateTime<Utc>, zone: Zone) -> Result<String, WordingError> {
    words.phrase("time/day", told(words, at, zone)?)
}

fn told(words: &Wording, at: DateTime<Utc>, zone: Zone) -> Result<Facts, WordingError> {
    let told = zone.told(at);
    let nth = |list: &str, index: usize| -> Result<String, WordingError> {
        let names = words.phrase(&format!("time/{list}"), context! {})?;
        Ok(names.split_whitespace().nth(index).unwrap_or_default().to_owned())
    };
    Ok(context! {
        weekday => nth("weekdays", told.weekday)?,
        day => told.day,
        month => nth("months", told.month)?,
        year => told.year,
        hour => format!("{:02}", told.hour),
        minute => format!("{:02}", told.minute),
        zone => zone.name(),
        offset => told.offset_minutes.map(|minutes| format!("UTC{:+03}:{:02}", minutes / 60, minutes % 60)),
    })
}

/// That times are in the zone that the reader's own mails show, and how to name a place.
pub(crate) fn zone_of_mails(locale: &Locale) -> Result<String, WordingError> {
    let (zone, place) = (locale.zone.name(), locale.zone.example(locale.now));
    locale.words.phrase("line/zone", context! { zone, place })
}

/// How long something takes: `9 days 4 hours`, to the nearest hour. Less than a day is rounded down to minutes: `5 hours 20 minutes`.
pub(crate) fn span(words: &Wording, time: TimeDelta) -> Result<String, WordingError> {
    let time = time.max(TimeDelta::zero());
    let nearest = time + TimeDelta::minutes(30);
    let time = if nearest.num_days() > 0 { nearest } else { time };
    let (days, hours, minutes) = (time.num_days(), time.num_hours() % 24, time.num_minutes() % 60);
    words.phrase("time/span", context! { days, hours, minutes => if days == 0 { minutes } else { 0 } })
}

fn seconds(words: &Wording, seconds: u32) -> Result<String, WordingError> {
    span(words, TimeDelta::seconds(i64::from(seconds)))
}

/// A clock in plain words, for an invitation.
pub(crate) fn clock(words: &Wording, control: Option<&Control>) -> Result<String, WordingError> {
    let Some(control) = control else {
        return words.phrase("clock/none", context! {});
    };
    let some = |time: Option<u32>| time.map(|time| seconds(words, time)).transpose();
    let facts = context! {
        per_move => some(control.per_move)?,
        bank => seconds(words, control.bank)?,
        inc => some(Some(control.inc).filter(|inc| *inc > 0))?,
        until => control.inc_until,
        moves => control.period_moves,
        cap => some(control.cap)?,
        longest => some(control.move_max)?,
        first => some(control.first_max.filter(|first| i64::from(*first) < control.first_bank()))?,
        double => some(control.double_after)?,
        whole_days => control.whole_days,
        no_vacation => control.no_vacation,
        grace => some(control.grace.filter(|grace| *grace > 0))?,
    };
    words.phrase("clock/control", facts)
}

/// The facts about time for a sentence about the side to move.
pub(crate) fn facts(locale: Locale, head: &Head) -> Result<Facts, WordingError> {
    let clock = head.clock.as_ref().filter(|_| head.stage == Stage::Running);
    let deadline = clock.and_then(|clock| clock.deadline);
    let left = deadline.map(|deadline| deadline - locale.now);
    let grace = clock.map(|clock| clock.control.grace()).unwrap_or_default();
    Ok(context! {
        timed => clock.is_some(),
        held => clock.is_some() && head.held.is_some(),
        away => head.away.filter(|until| clock.is_some() && *until > locale.now).map(|until| date(locale.words, until, locale.zone)).transpose()?,
        left => left.filter(|left| *left > TimeDelta::zero()).map(|left| span(locale.words, left)).transpose()?,
        until => deadline.map(|deadline| date(locale.words, deadline, locale.zone)).transpose()?,
        grace => Some(grace).filter(|grace| *grace > TimeDelta::zero()).map(|grace| span(locale.words, grace)).transpose()?,
        lost => deadline.map(|deadline| date(locale.words, deadline + grace, locale.zone)).transpose()?,
    })
}
