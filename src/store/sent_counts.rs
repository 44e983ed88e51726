//! How many letters have gone out: providers allow so many in a minute and in a day.

use crate::store::columns::micros;
use crate::store::{Reader, Store, StoreError};
use chrono::{DateTime, Utc};
use rusqlite::{Connection, OptionalExtension, TransactionBehavior};

const INDEX: &str = "CREATE INDEX outbox_sent ON outbox (settled) WHERE state = 'sent'";

impl Store {
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
        sent_since(&self.connection, since)
    }
}

impl Reader {
    /// How many letters the relay has taken since then.
    ///
    /// # Errors
    /// When SQLite cannot read.
    pub fn sent_since(&self, since: DateTime<Utc>) -> Result<u32, StoreError> {
        sent_since(&self.connection, since)
    }
}

fn sent_since(connection: &Connection, since: DateTime<Utc>) -> Result<u32, StoreError> {
    let sql = "SELECT count(*) FROM outbox WHERE state = 'sent' AND settled >= ?1";
    Ok(connection.prepare_cached(sql)?.query_row([micros(since)], |row| row.get(0))?)
}
