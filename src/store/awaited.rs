//! Challenges that wait for somebody to join, as rows.

use crate::club::{AWAITED_MAX, Awaiting, PlayerId};
use crate::store::StoreError;
use crate::store::columns::{At, only};
use chrono::{DateTime, Utc};
use rusqlite::{Connection, OptionalExtension, Row};

/// Who waits for a player of this name, with the line of the challenge, who has waited longest first.
pub(super) fn of(connection: &Connection, wanted: &PlayerId) -> Result<Vec<Awaiting>, StoreError> {
    let sql = "SELECT player, line, words FROM awaited WHERE wanted = ?1 ORDER BY since, player LIMIT ?2";
    let mut statement = connection.prepare_cached(sql)?;
    let waiting =
        |row: &Row<'_>| Ok(Awaiting { player: row.get("player")?, line: row.get("line")?, words: row.get("words")? });
    let rows = statement.query_map((wanted, AWAITED_MAX), waiting)?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Keeps the newest challenge of a player to somebody, and the newest few of the player.
pub(super) fn keep(
    connection: &Connection,
    Awaiting { player, line, words }: &Awaiting,
    wanted: &PlayerId,
    at: DateTime<Utc>,
) -> Result<(), StoreError> {
    let sql = "INSERT OR REPLACE INTO awaited (player, wanted, line, words, since) VALUES (?1, ?2, ?3, ?4, ?5)";
    connection.prepare_cached(sql)?.execute((player, wanted, line, words, At(at)))?;
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

/// What a player said to somebody who has joined by now, whose own challenge came first.
pub(super) fn words(
    connection: &Connection,
    player: &PlayerId,
    wanted: &PlayerId,
) -> Result<Option<String>, StoreError> {
    let sql = "SELECT words FROM awaited WHERE player = ?1 AND wanted = ?2";
    Ok(connection.prepare_cached(sql)?.query_row((player, wanted), only).optional()?)
}

/// For whom this player waits, with the lines of the challenges, newest first.
pub(super) fn by(connection: &Connection, player: &PlayerId) -> Result<Vec<(PlayerId, String)>, StoreError> {
    let sql = "SELECT wanted, line FROM awaited WHERE player = ?1 AND wanted NOT IN (SELECT id FROM player)
               ORDER BY since DESC, wanted LIMIT ?2";
    let mut statement = connection.prepare_cached(sql)?;
    let rows = statement.query_map((player, AWAITED_MAX), |row| Ok((row.get("wanted")?, row.get("line")?)))?;
    Ok(rows.collect::<Result<_, _>>()?)
}
