//! News that waits for the daily digest, as rows.

use crate::club::{Kept, PlayerId, ToldBefore};
use crate::store::StoreError;
use crate::store::columns::{At, Columns, only};
use chrono::{DateTime, Utc};
use rusqlite::Connection;

/// The most news of one player that one digest contains, the oldest first. The rest waits for the next.
const KEPT_MAX: u32 = 500;

/// The players whose digest is due, the longest due first.
pub(super) fn due(connection: &Connection, now: DateTime<Utc>, max: u32) -> Result<Vec<PlayerId>, StoreError> {
    let mut players = Vec::new();
    let mut statement = connection.prepare_cached("SELECT player FROM digest WHERE due <= ?1 ORDER BY due LIMIT ?2")?;
    let mut rows = statement.query((At(now), max))?;
    while let Some(row) = rows.next()? {
        players.push(only(row)?);
    }
    Ok(players)
}

/// What is kept for a player, in the order in which it happened.
pub(super) fn kept(connection: &Connection, player: &PlayerId) -> Result<Vec<Kept>, StoreError> {
    let mut kept = Vec::new();
    // What happened on the board after the letter was told by another letter.
    let sql = "SELECT kept.id, kept.game, words, kept.since, coalesce(touched > outbox.created, false) AS gone_on
               FROM digest_news AS kept JOIN game ON number = kept.game LEFT JOIN outbox ON outbox.id = letter
               WHERE kept.player = ?1 ORDER BY kept.id LIMIT ?2";
    let mut statement = connection.prepare_cached(sql)?;
    let mut rows = statement.query((player, KEPT_MAX))?;
    while let Some(row) = rows.next()? {
        let gone_on = row.get("gone_on")?;
        let again = row.at_if_any("since")?.map(|since| ToldBefore { since, gone_on });
        kept.push(Kept { row: row.get("id")?, number: row.get("game")?, words: row.get("words")?, again });
    }
    Ok(kept)
}

/// Keeps news. The first one schedules a digest.
pub(super) fn keep(
    connection: &Connection,
    player: &PlayerId,
    number: u32,
    author: Option<&PlayerId>,
    words: &str,
    at: DateTime<Utc>,
    due: DateTime<Utc>,
) -> Result<(), StoreError> {
    connection
        .prepare_cached("INSERT INTO digest (player, due) VALUES (?1, ?2) ON CONFLICT DO NOTHING")?
        .execute((player, At(due)))?;
    connection
        .prepare_cached("INSERT INTO digest_news (player, game, author, words, at) VALUES (?1, ?2, ?3, ?4, ?5)")?
        .execute((player, number, author, words, At(at)))?;
    Ok(())
}

/// News of a letter that has come back.
pub(super) struct KeptAgain<'a> {
    /// The board.
    pub number: u32,
    /// The words that came with it.
    pub words: &'a str,
    /// The letter, by its row in the outbox.
    pub letter: i64,
    /// When it was first told.
    pub since: DateTime<Utc>,
    /// When it happened.
    pub at: DateTime<Utc>,
    /// When it is told again at the latest.
    pub due: DateTime<Utc>,
}

/// Keeps news again from a letter that has come back. It was first told at `since`, and is told at `due` at the latest.
pub(super) fn keep_again(connection: &Connection, player: &PlayerId, again: &KeptAgain<'_>) -> Result<(), StoreError> {
    let KeptAgain { number, words, letter, since, at, due } = *again;
    connection
        .prepare_cached(
            "INSERT INTO digest (player, due) VALUES (?1, ?2) ON CONFLICT DO UPDATE SET due = min(due, excluded.due)",
        )?
        .execute((player, At(due)))?;
    connection
        .prepare_cached(
            "INSERT INTO digest_news (player, game, words, at, letter, since) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        )?
        .execute((player, number, words, At(at), letter, At(since)))?;
    Ok(())
}

/// Whether something waits to be told to a player again.
pub(super) fn is_told_again(connection: &Connection, player: &PlayerId) -> Result<bool, StoreError> {
    let sql = "SELECT 1 FROM digest_news WHERE player = ?1 AND letter IS NOT NULL";
    Ok(connection.prepare_cached(sql)?.exists([player])?)
}

/// Deletes what was told. The rest waits until `due`. Returns false if nothing was kept.
pub(super) fn told(
    connection: &Connection,
    player: &PlayerId,
    told: &[i64],
    due: DateTime<Utc>,
) -> Result<bool, StoreError> {
    let mut forget = connection.prepare_cached("DELETE FROM digest_news WHERE id = ?1 AND player = ?2")?;
    for row in told {
        forget.execute((row, player))?;
    }
    let left = connection.prepare_cached("SELECT 1 FROM digest_news WHERE player = ?1 LIMIT 1")?.exists([player])?;
    let rows = match left {
        true => {
            connection.prepare_cached("UPDATE digest SET due = ?2 WHERE player = ?1")?.execute((player, At(due)))?
        }
        false => connection.prepare_cached("DELETE FROM digest WHERE player = ?1")?.execute([player])?,
    };
    Ok(rows == 1)
}

/// What is kept for a player is told as soon as possible, because the player does not want a digest any more.
pub(super) fn hurry(connection: &Connection, player: &PlayerId) -> Result<(), StoreError> {
    connection.prepare_cached("UPDATE digest SET due = 0 WHERE player = ?1")?.execute([player])?;
    Ok(())
}
