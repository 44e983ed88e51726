//! Settings about time: the clock of a challenge that names none, grace, and vacation.

use crate::cli::settings::values::WholeNumber;
use crate::clock::{DAY, HOUR, PRESETS, Zone};
use crate::club::Policy;
use crate::command::Timing;
use serde::Deserialize;

/// How much time a player has.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Clock {
    /// The clock of a challenge that names none.
    #[serde(deserialize_with = "timing")]
    pub default: Timing,
    /// Hours between the end of a player's time and the loss of the game.
    #[serde(deserialize_with = "hours")]
    pub grace_hours: u32,
    /// Days within which the first move of each side has to come; 0 for as many as its clock has.
    #[serde(deserialize_with = "days")]
    pub first_move_days: u32,
    /// Days of vacation that a player has in a year.
    #[serde(deserialize_with = "days")]
    pub vacation_days: u32,
}

impl Default for Clock {
    fn default() -> Clock {
        let Policy { clock, grace, first_max, vacation_days, .. } = Policy::default();
        Clock {
            default: clock.map_or(Timing::Unlimited, Timing::Control),
            grace_hours: grace / HOUR,
            first_move_days: first_max.unwrap_or(0) / DAY,
            vacation_days,
        }
    }
}

impl Clock {
    /// The policy for decisions, made from these settings and the club's zone.
    pub fn rules(&self, zone: Zone) -> Policy {
        Policy {
            clock: match self.default {
                Timing::Control(control) => Some(control),
                Timing::Unlimited => None,
            },
            grace: self.grace_hours * HOUR,
            first_max: Some(self.first_move_days * DAY).filter(|first| *first > 0),
            zone,
            vacation_days: self.vacation_days,
        }
    }
}

fn timing<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Timing, D::Error> {
    let text = String::deserialize(deserializer)?;
    Timing::read(&text).map_err(|why| {
        let names: Vec<&str> = PRESETS.iter().map(|(name, ..)| *name).collect();
        serde::de::Error::custom(format!("{why}; it can be none, {}, or a clock such as 10d+1d", names.join(", ")))
    })
}

fn hours<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
    deserializer.deserialize_i64(WholeNumber { min: 0, max: 336 })
}

fn days<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
    deserializer.deserialize_i64(WholeNumber { min: 0, max: 366 })
}
