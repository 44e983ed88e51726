//! Letters to be sent, and how many have been sent: providers allow only a number in a minute and in a day.

use crate::store::letter_kinds::{Due, Waiting};
use crate::store::{Store, StoreError, outbox};
use chrono::{DateTime, Utc};
use rusqlite::{OptionalExtension, TransactionBehavior};

const INDEX: &str = "CREATE INDEX outbox_sent ON outbox (settled) WHERE state = 'sent'";

impl Store {
    /// Letters to be sent now, those that have waited longest first.
    ///
    /// # Errors
    /// If SQLite cannot read.
    pub fn due(&self, now: DateTime<Utc>, limit: u32) -> Result<Vec<Due>, StoreError> {
        outbox::due(&self.connection, now, limit, |_| true)
    }

    /// The same, but only letters that `takes` accepts. It is called for each letter that is due.
    ///
    /// # Errors
    /// If SQLite cannot read.
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
    /// If SQLite cannot read.
    pub fn waiting(&self, now: DateTime<Utc>) -> Result<Vec<Waiting>, StoreError> {
        outbox::all_waiting(&self.connection, now)
    }

    /// The whole letter.
    ///
    /// # Errors
    /// If SQLite cannot read, or it does not exist any more.
    pub fn with_text(&self, letter: Waiting) -> Result<Due, StoreError> {
        outbox::with_text(&self.connection, letter)
    }

    /// Creates an index that makes counting quick, if letters are counted before each one is sent. Otherwise the index is not kept, which
    /// saves one page for every letter, and a count reads all rows.
    ///
    /// # Errors
    /// If SQLite cannot write.
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

    /// How many letters the relay has accepted since then.
    ///
    /// # Errors
    /// If SQLite cannot read.
    pub fn sent_since(&self, since: DateTime<Utc>) -> Result<u32, StoreError> {
        outbox::sent_since(&self.connection, since)
    }
}
