//! The archive: games that were played elsewhere, as records. Their players need not be players here, so the games are none of the
//! club's boards: they have no number, nobody is told of them, and nothing but an export asks for their plays.

use crate::store::columns::{instant, micros};
use crate::store::{Reader, Store, StoreError};
use crate::tafl::{Catalogue, GameRecord, ImportError, RecordFormat};
use chrono::{DateTime, Utc};
use rusqlite::TransactionBehavior;
use serde_json::json;
use sha2::{Digest, Sha256};

/// An archived game in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArchiveLine {
    /// Its row.
    pub id: i64,
    /// Who played the attackers, as the record says it.
    pub attackers: String,
    /// Who played the defenders.
    pub defenders: String,
    /// The variant's name, as the record says it.
    pub variant: String,
    /// Half-moves.
    pub plies: u32,
    /// `attackers`, `defenders`, `draw` or `unfinished`.
    pub result: String,
    /// When it was imported.
    pub imported: DateTime<Utc>,
}

impl Store {
    /// Adds records to the archive, all of them or none. The answer is how many were new.
    ///
    /// # Errors
    /// When SQLite cannot write; then none is added.
    pub fn archive(&mut self, records: &[GameRecord], now: DateTime<Utc>) -> Result<usize, StoreError> {
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let mut new = 0;
        for record in records {
            let text = record.write(RecordFormat::Json).map_err(|error| StoreError::Contradiction {
                change: "an imported game".to_owned(),
                why: error.to_string(),
            })?;
            let about = record.about();
            let mut statement = transaction.prepare_cached(
                "INSERT INTO archive (hash, attackers, defenders, variant, plies, result, text, imported)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8) ON CONFLICT DO NOTHING",
            )?;
            new += statement.execute((
                key(record).as_slice(),
                &about.attackers,
                &about.defenders,
                &about.variant,
                record.state().ply(),
                result(record),
                text,
                micros(now),
            ))?;
        }
        transaction.commit()?;
        Ok(new)
    }
}

impl Reader {
    /// How many games are archived.
    ///
    /// # Errors
    /// When SQLite cannot read.
    pub fn archived_count(&self) -> Result<u32, StoreError> {
        Ok(self.connection().query_row("SELECT count(*) FROM archive", [], |row| row.get(0))?)
    }

    /// Archived games, the newest first; at most `limit`.
    ///
    /// # Errors
    /// When SQLite cannot read.
    pub fn archived(&self, limit: u32) -> Result<Vec<ArchiveLine>, StoreError> {
        let sql =
            "SELECT id, attackers, defenders, variant, plies, result, imported FROM archive ORDER BY id DESC LIMIT ?1";
        let mut statement = self.connection().prepare_cached(sql)?;
        let mut rows = statement.query([limit])?;
        let mut found = Vec::new();
        while let Some(row) = rows.next()? {
            found.push(ArchiveLine {
                id: row.get(0)?,
                attackers: row.get(1)?,
                defenders: row.get(2)?,
                variant: row.get(3)?,
                plies: row.get(4)?,
                result: row.get(5)?,
                imported: instant(row.get(6)?)?,
            });
        }
        Ok(found)
    }

    /// The archived game behind this row, the oldest first; 0 asks for the first one. The inner error is a record that cannot be
    /// read back.
    ///
    /// # Errors
    /// When SQLite cannot read.
    #[allow(clippy::type_complexity, reason = "a row, and what is in it")]
    pub fn archived_after(
        &self,
        id: i64,
        catalogue: &Catalogue,
    ) -> Result<Option<(i64, Result<GameRecord, ImportError>)>, StoreError> {
        let sql = "SELECT id, text FROM archive WHERE id > ?1 ORDER BY id LIMIT 1";
        let mut statement = self.connection().prepare_cached(sql)?;
        let mut rows = statement.query([id])?;
        let Some(row) = rows.next()? else {
            return Ok(None);
        };
        let text = row.get_ref(1)?.as_str().map_err(rusqlite::Error::from)?;
        let read = GameRecord::read_all(text, RecordFormat::Json, catalogue, None);
        let one = read.map(|mut records| records.pop()).transpose();
        let one = one.ok_or_else(|| StoreError::Damaged { what: "an archived game", found: text.to_owned() })?;
        Ok(Some((row.get(0)?, one)))
    }
}

fn result(record: &GameRecord) -> String {
    match record.end() {
        None => "unfinished".to_owned(),
        Some(end) => end.winner.map_or("draw".to_owned(), |winner| winner.to_string()),
    }
}

/// What makes a game this one and no other. The rules are left out: a later program may say them in more words.
fn key(record: &GameRecord) -> [u8; 32] {
    let about = record.about();
    let plays: Vec<String> = record.state().plays().iter().map(ToString::to_string).collect();
    let comments: Vec<(&u32, &String)> = record.comments().iter().collect();
    let who = json!([about.attackers, about.defenders, about.event, about.round]);
    let when = json!([about.began, about.ended, about.variant, about.tags]);
    let opening = record.state().rules().opening().to_string();
    let end = record.end().map(|end| end.to_string());
    Sha256::digest(json!([who, when, opening, plays, end, comments]).to_string()).into()
}
