//! Settings of `taflpost work`: how often it runs.

use crate::clock::{self, DAY, MINUTE};
use chrono::TimeDelta;
use serde::Deserialize;

/// The shortest and the longest time, in seconds.
const BOUNDS: std::ops::RangeInclusive<u32> = MINUTE..=7 * DAY;

/// How often `work` runs.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Work {
    /// The time between two runs.
    #[serde(deserialize_with = "often")]
    pub every: TimeDelta,
}

impl Default for Work {
    fn default() -> Work {
        Work { every: TimeDelta::hours(1) }
    }
}

fn often<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<TimeDelta, D::Error> {
    let text = String::deserialize(deserializer)?;
    match clock::time(&text) {
        Ok(seconds) if BOUNDS.contains(&seconds) => Ok(TimeDelta::seconds(seconds.into())),
        _ => Err(serde::de::Error::custom(format!("{text} is not a time from 1m to 7d, such as 15m, 1h or 1d"))),
    }
}
