//! The games that would be lost on time and that wait.

use crate::club::Hindrance;
use crate::store::columns::Columns;
use crate::store::{Reader, StoreError};
use chrono::{DateTime, Utc};

/// A game that would be lost on time and that waits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WaitingForfeit {
    /// The board.
    pub number: u32,
    /// Since when.
    pub since: DateTime<Utc>,
    /// What for.
    pub why: Hindrance,
}

impl Reader {
    /// The games that would be lost on time and that wait, the longest waiting first.
    ///
    /// # Errors
    /// When SQLite cannot read.
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
