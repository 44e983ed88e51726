//! The games that would be lost on time but wait for something.

use crate::club::Hindrance;
use crate::store::columns::Columns;
use crate::store::{Reader, StoreError};
use chrono::{DateTime, Utc};

/// A game that would be lost on time but waits for something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WaitingForfeit {
    /// The board number.
    pub number: u32,
    /// Since when.
    pub since: DateTime<Utc>,
    /// What it waits for.
    pub why: Hindrance,
}

impl Reader {
    /// The games that would be lost on time but wait for something, the longest waiting first.
    ///
    /// # Errors
    /// If SQLite cannot read.
    pub fn waiting_forfeits(&self, max: u32) -> Result<Vec<WaitingForfeit>, StoreError> {
        let mut waiting = Vec::new();
        let sql = "SELECT game, since, why FROM forfeit_wait ORDER BY since, game LIMIT ?1";
        let mut statement = self.connection.prepare_cached(sql)?;
        let mut rows = statement.query([max])?;
        while let Some(row) = rows.next()? {
            let why = row.get("why")?;
            waiting.push(WaitingForfeit { number: row.get("game")?, since: row.at("since")?, why });
        }
        Ok(waiting)
    }
}
