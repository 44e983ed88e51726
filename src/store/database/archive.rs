//! The archive: games that were played elsewhere, as records. Their players need not be players here, so the games are not boards of the
//! club: they have no number, nobody is told about them, and only an export reads their moves.

use crate::store::columns::At;
use crate::store::{Store, StoreError};
use crate::tafl::{GameRecord, RecordFormat};
use chrono::{DateTime, Utc};
use rusqlite::TransactionBehavior;
use serde_json::json;
use sha2::{Digest, Sha256};

impl Store {
    /// Adds records to the archive, all of them or none. Returns how many were new.
    ///
    /// # Errors
    /// If SQLite cannot write. Then none is added.
    pub fn archive(&mut self, records: &[GameRecord], now: DateTime<Utc>) -> Result<usize, StoreError> {
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let mut new = 0;
        for record in records {
            let text = RecordFormat::Json.write(record).map_err(|error| StoreError::Contradiction {
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
                At(now),
            ))?;
        }
        transaction.commit()?;
        Ok(new)
    }
}

fn result(record: &GameRecord) -> String {
    match record.end() {
        None => "unfinished".to_owned(),
        Some(end) => end.winner.map_or("draw".to_owned(), |winner| winner.to_string()),
    }
}

/// What identifies a game. The rules are left out, because a later program may write them in more words.
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
