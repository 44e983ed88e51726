//! Events that were held elsewhere. Each is kept as the archive it came as, and read from it again; nothing of it is a row of its own, for
//! its players need not be players here.

use crate::club::event::{Archive, Event, EventName, Moves, PlayedGame};
use crate::store::columns::micros;
use crate::store::rule_records::RuleRecords;
use crate::store::{Store, StoreError, tournaments};
use chrono::{DateTime, Utc};
use rusqlite::{Connection, OptionalExtension, TransactionBehavior};

/// What has become of an archive that was brought.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Archived {
    /// It is here now.
    New,
    /// The same was here already: brought before, or held here.
    Known,
    /// Another event has its name.
    NameTaken,
}

impl Store {
    /// Keeps an event that was held elsewhere. Doing it again changes nothing.
    ///
    /// # Errors
    /// When SQLite cannot write; then it is not kept.
    pub fn archive_event(
        &mut self,
        archive: &Archive,
        event: &Event,
        now: DateTime<Utc>,
    ) -> Result<Archived, StoreError> {
        let rule_records = &self.rule_records;
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        if let Some(other) = tournaments::event(&transaction, rule_records, &event.name)? {
            let moves = match &other.imported {
                Some(moves) => moves.clone(),
                None => moves(&transaction, rule_records, &other)?,
            };
            return Ok(if Archive::of(&other, &moves) == *archive { Archived::Known } else { Archived::NameTaken });
        }
        let record = rule_records.save(&transaction, &event.rules)?;
        let sql = "INSERT INTO event_archive (name, record, title, players, text, created, imported)
                   VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
        let (name, players) = (event.name.as_str(), event.entries.len() as u32);
        let (created, imported) = (micros(event.created), micros(now));
        let row = (name, record.as_slice(), &event.title, players, archive.to_json(), created, imported);
        transaction.execute(sql, row)?;
        transaction.commit()?;
        Ok(Archived::New)
    }
}

/// The moves of the games of an event that was held here.
fn moves(connection: &Connection, rule_records: &RuleRecords, event: &Event) -> Result<Moves, StoreError> {
    let ended = tournaments::ended_games(connection, rule_records, event)?;
    Ok(ended.iter().filter_map(|game| Some((game.head.number, PlayedGame::of(game)?))).collect())
}

/// An event that was held elsewhere.
pub(super) fn event(
    connection: &Connection,
    rule_records: &RuleRecords,
    name: &EventName,
) -> Result<Option<Event>, StoreError> {
    let sql = "SELECT record, text FROM event_archive WHERE name = ?1";
    let read = |row: &rusqlite::Row<'_>| Ok((row.get::<_, [u8; 32]>(0)?, row.get::<_, String>(1)?));
    let found = connection.prepare_cached(sql)?.query_row([name.as_str()], read).optional()?;
    let Some((record, text)) = found else {
        return Ok(None);
    };
    let rules = rule_records.load(connection, record)?;
    let event = Archive::from_json(&text).and_then(|archive| archive.event(rules));
    event
        .map(Some)
        .map_err(|wrong| StoreError::Damaged { what: "an archived tournament", found: format!("{name}: {wrong}") })
}
