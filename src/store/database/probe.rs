//! Whether the database works now: a test commit, and a check of every page.

use crate::store::columns::{At, only};
use crate::store::{Store, StoreError};
use chrono::{DateTime, Utc};

impl Store {
    /// Commits a row of a table that has no other use, in the same way as a mail.
    ///
    /// # Errors
    /// If SQLite cannot write: a full disk, a folder of another user, a lock that another process keeps.
    pub fn probe(&mut self, now: DateTime<Utc>) -> Result<(), StoreError> {
        let sql = "INSERT INTO probe (one, at) VALUES (1, ?1) ON CONFLICT DO UPDATE SET at = ?1";
        self.connection.execute(sql, [At(now)])?;
        Ok(())
    }

    /// Checks every page of the database. It takes about a second for each 100 MB.
    ///
    /// # Errors
    /// If a page is damaged, with SQLite's message about the first one.
    pub fn quick_check(&self) -> Result<(), StoreError> {
        let verdict: String = self.connection.query_row("PRAGMA quick_check(1)", [], only)?;
        match verdict.as_str() {
            "ok" => Ok(()),
            _ => Err(StoreError::Damaged { what: "the database file", found: verdict }),
        }
    }
}
