//! The operator's settings for games, as far as decisions depend on them.

use crate::clock::{Control, DAY, HOUR, Zone};

/// The policy for games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Policy {
    /// The clock of a challenge that names none. `None` for no clock.
    pub clock: Option<Control>,
    /// Seconds between the end of a player's time and the loss of the game.
    pub grace: u32,
    /// The most seconds for the first move of a side. `None` for as long as its clock has.
    pub first_max: Option<u32>,
    /// The time zone by which days are counted for a player who has set none.
    pub zone: Zone,
    /// Days of vacation that a player has in a year.
    pub vacation_days: u32,
}

impl Default for Policy {
    fn default() -> Policy {
        Policy {
            clock: "standard".parse().ok(),
            grace: 12 * HOUR,
            first_max: Some(14 * DAY),
            zone: Zone::default(),
            vacation_days: 30,
        }
    }
}

impl Policy {
    /// A clock, filled in with what a challenge leaves to the policy.
    pub fn pinned(&self, control: Control) -> Control {
        control.in_house(self.grace, self.first_max)
    }
}
