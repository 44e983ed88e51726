//! Reads the archive: games that were played elsewhere.

use crate::store::columns::{Columns, only};
use crate::store::{Reader, StoreError};
use crate::tafl::{Catalogue, GameRecord, ImportError, RecordFormat};
use chrono::{DateTime, Utc};

/// An archived game in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArchiveLine {
    /// Its row.
    pub id: i64,
    /// The player of the attackers, by the record.
    pub attackers: String,
    /// The player of the defenders.
    pub defenders: String,
    /// The variant's name, by the record.
    pub variant: String,
    /// The number of moves.
    pub plies: u32,
    /// `attackers`, `defenders`, `draw` or `unfinished`.
    pub result: String,
    /// When it was imported.
    pub imported: DateTime<Utc>,
}

impl Reader {
    /// How many games are archived.
    ///
    /// # Errors
    /// If SQLite cannot read.
    pub fn archived_count(&self) -> Result<u32, StoreError> {
        Ok(self.connection.query_row("SELECT count(*) FROM archive", [], only)?)
    }

    /// Archived games, the newest first; at most `limit`.
    ///
    /// # Errors
    /// If SQLite cannot read.
    pub fn archived(&self, limit: u32) -> Result<Vec<ArchiveLine>, StoreError> {
        let sql =
            "SELECT id, attackers, defenders, variant, plies, result, imported FROM archive ORDER BY id DESC LIMIT ?1";
        let mut statement = self.connection.prepare_cached(sql)?;
        let mut rows = statement.query([limit])?;
        let mut found = Vec::new();
        while let Some(row) = rows.next()? {
            found.push(ArchiveLine {
                id: row.get("id")?,
                attackers: row.get("attackers")?,
                defenders: row.get("defenders")?,
                variant: row.get("variant")?,
                plies: row.get("plies")?,
                result: row.get("result")?,
                imported: row.at("imported")?,
            });
        }
        Ok(found)
    }

    /// The archived game after this row, the oldest first; 0 asks for the first one. The inner error is a record that cannot be read back.
    ///
    /// # Errors
    /// If SQLite cannot read.
    #[allow(clippy::type_complexity, reason = "a row, and what is in it")]
    pub fn archived_after(
        &self,
        id: i64,
        catalogue: &Catalogue,
    ) -> Result<Option<(i64, Result<GameRecord, ImportError>)>, StoreError> {
        let sql = "SELECT id, text FROM archive WHERE id > ?1 ORDER BY id LIMIT 1";
        let mut statement = self.connection.prepare_cached(sql)?;
        let mut rows = statement.query([id])?;
        let Some(row) = rows.next()? else {
            return Ok(None);
        };
        let text = row.text("text")?;
        let read = RecordFormat::Json.read_all(text, catalogue, None);
        let one = read.map(|mut records| records.pop()).transpose();
        let one = one.ok_or_else(|| StoreError::Damaged { what: "an archived game", found: text.to_owned() })?;
        Ok(Some((row.get("id")?, one)))
    }
}
