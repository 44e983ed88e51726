//! A day and a time by the clocks of a place, as an organizer writes it: `2027-02-28/12:00/Europe/Copenhagen`. The time may be left out
//! (then it is noon), and so may the place.

use crate::clock::Zone;
use chrono::{DateTime, NaiveDate, NaiveTime, Utc};
use std::fmt;
use std::str::FromStr;

/// When something closes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Closing {
    day: NaiveDate,
    time: NaiveTime,
    zone: Option<Zone>,
}

/// The text is not a closing date.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("write the closing date of a tournament like 2027-02-28/12:00/Europe/Copenhagen")]
pub struct BadClosing;

impl Closing {
    /// The same by the clocks of this place, if it names none.
    pub fn in_zone(self, zone: Zone) -> Closing {
        Closing { zone: self.zone.or(Some(zone)), ..self }
    }

    /// The instant. If the clocks skip this time, it is the first instant after the gap. If they show it twice, it is the first time.
    pub fn at(self) -> Option<DateTime<Utc>> {
        self.zone.unwrap_or_default().instant(self.day, self.time)
    }
}

impl FromStr for Closing {
    type Err = BadClosing;

    fn from_str(written: &str) -> Result<Closing, BadClosing> {
        let mut parts = written.splitn(3, '/');
        let day = parts.next().unwrap_or_default();
        // Years must have four digits. Others are typing mistakes.
        let day = if day.len() == 10 { day.parse().map_err(|_| BadClosing)? } else { return Err(BadClosing) };
        let time = match parts.next() {
            None => NaiveTime::from_hms_opt(12, 0, 0).ok_or(BadClosing)?,
            Some(time) => NaiveTime::parse_from_str(time, "%H:%M").map_err(|_| BadClosing)?,
        };
        let zone = parts.next().map(|zone| zone.parse().map_err(|_| BadClosing)).transpose()?;
        Ok(Closing { day, time, zone })
    }
}

impl fmt::Display for Closing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.day, self.time.format("%H:%M"))?;
        self.zone.map_or(Ok(()), |zone| write!(f, "/{zone}"))
    }
}

impl TryFrom<String> for Closing {
    type Error = BadClosing;

    fn try_from(written: String) -> Result<Closing, BadClosing> {
        written.parse()
    }
}

impl From<Closing> for String {
    fn from(closing: Closing) -> String {
        closing.to_string()
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    #[test]
    fn a_closing_date_is_an_instant_whatever_the_clocks_on_walls_do() {
        for (written, canonical, at) in [
            ("2027-02-28", "2027-02-28/12:00", "2027-02-28T12:00:00Z"),
            ("2027-02-28/9:05/europe/copenhagen", "2027-02-28/09:05/Europe/Copenhagen", "2027-02-28T08:05:00Z"),
            // In the gap in spring, and in the hour that comes twice in autumn.
            ("2027-03-28/02:30/Europe/Copenhagen", "2027-03-28/02:30/Europe/Copenhagen", "2027-03-28T01:00:00Z"),
            ("2026-10-25/02:30/Europe/Copenhagen", "2026-10-25/02:30/Europe/Copenhagen", "2026-10-25T00:30:00Z"),
            ("2028-02-29/12:00/utc", "2028-02-29/12:00/UTC", "2028-02-29T12:00:00Z"),
        ] {
            let closing: Closing = written.parse().unwrap();
            assert_eq!(closing.to_string(), canonical);
            assert_eq!(canonical.parse(), Ok(closing));
            assert_eq!(closing.at(), Some(at.parse().unwrap()), "{written}");
        }
        for wrong in ["", "soon", "2027-02-30", "2027-2-28", "12027-02-28", "2027-02-28/25:00", "2027-02-28/12:00/Here"]
        {
            assert_eq!(wrong.parse::<Closing>(), Err(BadClosing), "{wrong}");
        }
        let zone: Zone = "Europe/Oslo".parse().unwrap();
        let closing: Closing = "2027-02-28/12:00".parse().unwrap();
        assert_eq!(closing.in_zone(zone).to_string(), "2027-02-28/12:00/Europe/Oslo");
    }
}
