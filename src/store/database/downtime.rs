//! Handles the players who have not been told yet that their clocks got time back.

use crate::club::{Downtime, PlayerId};
use crate::store::columns::At;
use crate::store::savepoint::alone;
use crate::store::{Store, StoreError, Tx, downtime};
use chrono::{DateTime, Utc};
use rusqlite::TransactionBehavior;
use std::fmt;

/// The result.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DowntimeTold {
    /// Letters that were written.
    pub letters: u32,
    /// Players whose letter could not be written, and why. They are not told.
    pub stumbles: Vec<(PlayerId, String)>,
    /// Whether there are more players to tell.
    pub more: bool,
}

impl Store {
    /// Lets `write` tell players that their clocks got time back, at most `max` of them. There is one savepoint for each, so that one
    /// failure does not delay the others. Each is told once.
    ///
    /// # Errors
    /// If SQLite cannot go on. Then nobody has been told.
    pub fn tell_downtime<E: fmt::Display>(
        &mut self,
        max: u32,
        now: DateTime<Utc>,
        mut write: impl FnMut(&Tx<'_>, &PlayerId, &Downtime) -> Result<(), E>,
    ) -> Result<DowntimeTold, StoreError> {
        // Checked first without the lock, because an idle server asks often.
        if downtime::untold(&self.connection, 1, now)?.is_empty() {
            return Ok(DowntimeTold::default());
        }
        let mut told = DowntimeTold::default();
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let players = downtime::untold(&transaction, max, now)?;
        told.more = players.len() == max as usize;
        for (player, downtime) in players {
            let tx = Tx::new(&transaction, &self.rule_records, now);
            match alone(&tx, || write(&tx, &player, &downtime))? {
                Ok(()) => told.letters += tx.letters(),
                Err(why) => told.stumbles.push((player.clone(), why)),
            }
            transaction.prepare_cached("DELETE FROM downtime WHERE player = ?1")?.execute([&player])?;
            transaction
                .prepare_cached("UPDATE player SET downtime_told = ?2 WHERE id = ?1")?
                .execute((&player, At(now)))?;
        }
        transaction.commit()?;
        Ok(told)
    }
}
