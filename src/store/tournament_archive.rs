//! Tournaments that were held elsewhere. Each is stored as the archive in which it came, and read from it again. It has no other rows,
//! because its players need not be players here.

use crate::club::tournament::{Archive, Tournament, TournamentName};
use crate::store::StoreError;
use crate::store::rule_records::RuleRecords;
use rusqlite::{Connection, OptionalExtension};

/// A tournament that was held elsewhere.
pub(super) fn tournament(
    connection: &Connection,
    rule_records: &RuleRecords,
    name: &TournamentName,
) -> Result<Option<Tournament>, StoreError> {
    let sql = "SELECT record, text FROM tournament_archive WHERE name = ?1";
    let read = |row: &rusqlite::Row<'_>| Ok((row.get::<_, [u8; 32]>("record")?, row.get::<_, String>("text")?));
    let found = connection.prepare_cached(sql)?.query_row([name.as_str()], read).optional()?;
    let Some((record, text)) = found else {
        return Ok(None);
    };
    let rules = rule_records.load(connection, record)?;
    let tournament = Archive::from_json(&text).and_then(|archive| archive.tournament(rules));
    tournament
        .map(Some)
        .map_err(|wrong| StoreError::Damaged { what: "an archived tournament", found: format!("{name}: {wrong}") })
}
