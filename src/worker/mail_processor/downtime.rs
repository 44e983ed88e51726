//! Tells players that their clocks got time back, in the savepoint that records that they were told.

use crate::club::{self, Downtime, PlayerId};
use crate::journal::{self, LogEvent};
use crate::store::{DowntimeTold, Store, StoreError, Tx};
use crate::worker::mail_processor::{HandleError, MailProcessor};
use chrono::{DateTime, Utc};

/// Letters in one transaction. No other process can write at that time.
const LETTERS_MAX: u32 = 16;

impl MailProcessor {
    /// Tells players whose clocks got time back, up to a limited number. `more` says that there are more.
    ///
    /// # Errors
    /// If SQLite cannot go on. Then nobody has been told.
    pub(in crate::worker) fn tell_of_downtime(
        &mut self,
        store: &mut Store,
        now: DateTime<Utc>,
    ) -> Result<DowntimeTold, StoreError> {
        let told = store
            .tell_downtime(LETTERS_MAX, now, |tx, player, downtime| self.tell_one_of_downtime(tx, player, downtime))?;
        for (player, why) in &told.stumbles {
            journal::write(&LogEvent::DowntimeUntold { player: player.as_str(), why });
        }
        Ok(told)
    }

    fn tell_one_of_downtime(&mut self, tx: &Tx, player: &PlayerId, downtime: &Downtime) -> Result<(), HandleError> {
        let view = tx.view(&club::downtime_needs(player), tx.now())?;
        let decision = club::downtime_news(&view, player, downtime, tx.now(), &mut self.chance);
        self.carry_out(tx, None, &decision)
    }
}
