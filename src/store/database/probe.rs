//! Whether the file can be trusted now: a commit of its own, and a look at every page.

use crate::store::columns::{At, only};
use crate::store::{Store, StoreError};
use chrono::{DateTime, Utc};

impl Store {
    /// Commits a row of a table that nothing else uses, as a mail would be committed.
    ///
    /// # Errors
    /// When SQLite cannot write: a full disk, a folder of another user, a lock that somebody keeps.
    pub fn probe(&mut self, now: DateTime<Utc>) -> Result<(), StoreError> {
        let sql = "INSERT INTO probe (one, at) VALUES (1, ?1) ON CONFLICT DO UPDATE SET at = ?1";
        self.connection.execute(sql, [At(now)])?;
        Ok(())
    }

    /// Reads every page of the file. It takes about a second for each 100 MB.
    ///
    /// # Errors
    /// When a page is damaged, with what SQLite says about the first of them.
    pub fn quick_check(&self) -> Result<(), StoreError> {
        let verdict: String = self.connection.query_row("PRAGMA quick_check(1)", [], only)?;
        match verdict.as_str() {
            "ok" => Ok(()),
            _ => Err(StoreError::Damaged { what: "the database file", found: verdict }),
        }
    }
}
