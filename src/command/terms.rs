//! The rules and the clock of a challenge.

use std::fmt;

use crate::clock::{BadControl, Control};
use crate::tafl::Variant;

/// The rules of a challenge.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(clippy::large_enum_variant, reason = "a mail holds twenty commands at most, and none outlives it")]
pub enum Terms {
    /// Those of a game of the catalogue, with options, or a player's own.
    Variant(Variant),
    /// Those with which this board was begun.
    AsOn(u32),
}

/// The clock of a challenge.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Timing {
    /// This one.
    Control(Control),
    /// No clock: there is no time limit.
    Unlimited,
}

impl Timing {
    /// The clock that a word names.
    ///
    /// # Errors
    /// If it names none.
    pub fn read(word: &str) -> Result<Timing, BadControl> {
        match word.trim().to_lowercase().as_str() {
            "none" | "off" | "unlimited" | "no" => Ok(Timing::Unlimited),
            word => word.parse().map(Timing::Control),
        }
    }
}

impl fmt::Display for Timing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Timing::Unlimited => f.write_str("none"),
            Timing::Control(control) => match control.preset().filter(|name| name.parse() == Ok(*control)) {
                Some(name) => f.write_str(name),
                None => control.fmt(f),
            },
        }
    }
}
