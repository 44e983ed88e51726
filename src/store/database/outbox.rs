//! Letters to be sent, and how many have gone out: providers allow so many in a minute and in a day.

use crate::store::letter_kinds::{Due, Waiting};
use crate::store::{Store, StoreError, outbox};
use chrono::{DateTime, Utc};
use rusqlite::{OptionalExtension, TransactionBehavior};

const INDEX: &str = "CREATE INDEX outbox_sent ON outbox (settled) WHERE state = 'sent'";

impl Store {
    /// Letters to be sent now, those that have waited longest first.
    ///
    /// # Errors
    /// When SQLite cannot read.
    pub fn due(&self, now: DateTime<Utc>, limit: u32) -> Result<Vec<Due>, StoreError> {
        outbox::due(&self.connection, now, limit, |_| true)
    }

    /// The same, of those that `takes` takes; it is asked of each that is due.
    ///
    /// # Errors
    /// When SQLite cannot read.
    pub fn due_where(
        &self,
        now: DateTime<Utc>,
        limit: u32,
        takes: impl FnMut(&Waiting) -> bool,
    ) -> Result<Vec<Due>, StoreError> {
        outbox::due(&self.connection, now, limit, takes)
    }

    /// Letters to be sent now, without their texts, those that have waited longest first.
    ///
    /// # Errors
    /// When SQLite cannot read.
    pub fn waiting(&self, now: DateTime<Utc>) -> Result<Vec<Waiting>, StoreError> {
        outbox::all_waiting(&self.connection, now)
    }

    /// The whole letter.
    ///
    /// # Errors
    /// When SQLite cannot read, or it is gone.
    pub fn with_text(&self, letter: Waiting) -> Result<Due, StoreError> {
        outbox::with_text(&self.connection, letter)
    }

    /// Makes counting quick where letters are counted before each goes, and spares every letter the page that this takes where they
    /// are not. Without it all rows are looked at.
    ///
    /// # Errors
    /// When SQLite cannot write.
    pub fn count_sent(&mut self, often: bool) -> Result<(), StoreError> {
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let sql = "SELECT 1 FROM sqlite_schema WHERE name = 'outbox_sent'";
        let is_there = transaction.query_row(sql, [], |_| Ok(())).optional()?.is_some();
        if often != is_there {
            transaction.execute_batch(if often { INDEX } else { "DROP INDEX outbox_sent" })?;
            transaction.commit()?;
        }
        Ok(())
    }

    /// How many letters the relay has taken since then.
    ///
    /// # Errors
    /// When SQLite cannot read.
    pub fn sent_since(&self, since: DateTime<Utc>) -> Result<u32, StoreError> {
        outbox::sent_since(&self.connection, since)
    }
}
