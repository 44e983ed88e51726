//! The current ratings.

use crate::club::rating::{GameResult, Ledger, Period};
use crate::store::{Reader, StoreError, ratings};

impl Reader {
    /// The ratings, and the results since they were last closed.
    ///
    /// # Errors
    /// If SQLite cannot read.
    pub fn ledger(&self) -> Result<Ledger, StoreError> {
        ratings::ledger(&self.connection)
    }

    /// The results of the games that ended in this week or later.
    ///
    /// # Errors
    /// If SQLite cannot read.
    pub fn results_since(&self, from: Period) -> Result<Vec<GameResult>, StoreError> {
        ratings::results(&self.connection, Some(from))
    }
}
