//! Telling players that their clocks got time back: in the savepoint in which it is noted that they are told.

use crate::club::{self, Amends, PlayerId};
use crate::journal::{self, LogEvent};
use crate::store::{Amended, Room, Store, StoreError};
use crate::worker::incoming::{HandleError, Incoming};
use chrono::{DateTime, Utc};

/// Letters in one transaction: nobody else can write meanwhile.
const LETTERS_MAX: u32 = 16;

impl Incoming {
    /// Tells players whose clocks got time back, up to a bounded number; `more` says that others are to be told.
    ///
    /// # Errors
    /// When SQLite cannot go on; then nobody has been told.
    pub(super) fn make_amends(&mut self, store: &mut Store, now: DateTime<Utc>) -> Result<Amended, StoreError> {
        let amended = store.amends(LETTERS_MAX, now, |room, player, amends| self.tell_amends(room, player, amends))?;
        for (player, why) in &amended.stumbles {
            journal::write(&LogEvent::AmendsUntold { player: player.as_str(), why });
        }
        Ok(amended)
    }

    fn tell_amends(&mut self, room: &Room, player: &PlayerId, amends: &Amends) -> Result<(), HandleError> {
        let view = room.view(&club::amends_needs(player), room.now())?;
        let decision = club::amends(&view, player, amends, room.now(), &mut self.chance);
        self.carry_out(room, None, &decision)
    }
}
