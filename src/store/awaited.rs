//! Challenges that wait for somebody to join, as rows.

use crate::club::{AWAITED_MAX, PlayerId};
use crate::store::StoreError;
use crate::store::columns::At;
use chrono::{DateTime, Utc};
use rusqlite::Connection;

/// Who waits for a player of this name, with the line of the challenge, who has waited longest first.
pub(super) fn of(connection: &Connection, wanted: &PlayerId) -> Result<Vec<(PlayerId, String)>, StoreError> {
    let sql = "SELECT player, line FROM awaited WHERE wanted = ?1 ORDER BY since, player LIMIT ?2";
    let mut statement = connection.prepare_cached(sql)?;
    let rows = statement.query_map((wanted, AWAITED_MAX), |row| Ok((row.get("player")?, row.get("line")?)))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Keeps the newest challenge of a player to somebody, and the newest few of the player.
pub(super) fn keep(
    connection: &Connection,
    player: &PlayerId,
    wanted: &PlayerId,
    line: &str,
    at: DateTime<Utc>,
) -> Result<(), StoreError> {
    let sql = "INSERT OR REPLACE INTO awaited (player, wanted, line, since) VALUES (?1, ?2, ?3, ?4)";
    connection.prepare_cached(sql)?.execute((player, wanted, line, At(at)))?;
    let sql = "DELETE FROM awaited WHERE player = ?1 AND wanted NOT IN
                   (SELECT wanted FROM awaited WHERE player = ?1 ORDER BY since DESC, wanted LIMIT ?2)";
    connection.prepare_cached(sql)?.execute((player, AWAITED_MAX))?;
    Ok(())
}

/// Forgets who waited for this name: they have been told.
pub(super) fn forget(connection: &Connection, wanted: &PlayerId) -> Result<(), StoreError> {
    connection.prepare_cached("DELETE FROM awaited WHERE wanted = ?1")?.execute([wanted])?;
    Ok(())
}

/// Forgets that this player waits for that one.
pub(super) fn drop_one(connection: &Connection, player: &PlayerId, wanted: &PlayerId) -> Result<(), StoreError> {
    connection.prepare_cached("DELETE FROM awaited WHERE player = ?1 AND wanted = ?2")?.execute((player, wanted))?;
    Ok(())
}

/// For whom this player waits, with the lines of the challenges, newest first.
pub(super) fn by(connection: &Connection, player: &PlayerId) -> Result<Vec<(PlayerId, String)>, StoreError> {
    let sql = "SELECT wanted, line FROM awaited WHERE player = ?1 ORDER BY since DESC, wanted LIMIT ?2";
    let mut statement = connection.prepare_cached(sql)?;
    let rows = statement.query_map((player, AWAITED_MAX), |row| Ok((row.get("wanted")?, row.get("line")?)))?;
    Ok(rows.collect::<Result<_, _>>()?)
}
