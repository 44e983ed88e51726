//! Stores a tournament that was held elsewhere.

use crate::club::tournament::{Archive, Moves, PlayedGame, Tournament};
use crate::store::columns::At;
use crate::store::rule_records::RuleRecords;
use crate::store::{Store, StoreError, tournaments};
use chrono::{DateTime, Utc};
use rusqlite::{Connection, TransactionBehavior};

/// What happened to an imported archive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Archived {
    /// It is stored now.
    New,
    /// The same was already here: imported before, or held here.
    Known,
    /// Another tournament has its name.
    NameTaken,
}

impl Store {
    /// Stores a tournament that was held elsewhere. A second call changes nothing.
    ///
    /// # Errors
    /// If SQLite cannot write. Then it is not stored.
    pub fn archive_tournament(
        &mut self,
        archive: &Archive,
        tournament: &Tournament,
        now: DateTime<Utc>,
    ) -> Result<Archived, StoreError> {
        let rule_records = &self.rule_records;
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        if let Some(other) = tournaments::tournament(&transaction, rule_records, &tournament.name)? {
            let moves = match &other.imported {
                Some(moves) => moves.clone(),
                None => moves(&transaction, rule_records, &other)?,
            };
            return Ok(if Archive::of(&other, &moves) == *archive { Archived::Known } else { Archived::NameTaken });
        }
        let record = rule_records.save(&transaction, &tournament.rules)?;
        let sql = "INSERT INTO tournament_archive (name, record, title, players, text, created, imported)
                   VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
        let (name, players) = (tournament.name.as_str(), tournament.entries.len() as u32);
        let (created, imported) = (At(tournament.created), At(now));
        let row = (name, record.as_slice(), &tournament.title, players, archive.to_json(), created, imported);
        transaction.execute(sql, row)?;
        transaction.commit()?;
        Ok(Archived::New)
    }
}

/// The moves of the games of a tournament that was held here.
fn moves(connection: &Connection, rule_records: &RuleRecords, tournament: &Tournament) -> Result<Moves, StoreError> {
    let ended = tournaments::ended_games(connection, rule_records, tournament)?;
    Ok(ended.iter().filter_map(|game| Some((game.head.number, PlayedGame::of(game)?))).collect())
}
