//! What the store knows of players besides themselves: the observers of a board, and how reliable a player is.

use crate::club::{PlayerId, Reliability};
use crate::store::StoreError;
use crate::store::columns::only;
use chrono::TimeDelta;
use rusqlite::Connection;
use std::collections::BTreeSet;

/// The observers of a board.
pub(super) fn observers(connection: &Connection, number: u32) -> Result<Vec<PlayerId>, StoreError> {
    let mut found = Vec::new();
    let mut statement = connection.prepare_cached("SELECT player FROM observer WHERE game = ?1 ORDER BY player")?;
    let mut rows = statement.query([number])?;
    while let Some(row) = rows.next()? {
        found.push(only(row)?);
    }
    Ok(found)
}

/// Begins or ends observing.
pub(super) fn observe(connection: &Connection, number: u32, player: &PlayerId, on: bool) -> Result<bool, StoreError> {
    let sql = match on {
        true => "INSERT INTO observer (game, player) VALUES (?1, ?2)",
        false => "DELETE FROM observer WHERE game = ?1 AND player = ?2",
    };
    Ok(connection.prepare_cached(sql)?.execute((number, player))? == 1)
}

/// Players who become organizers only when the operator has confirmed it.
pub(super) fn organizers_waiting(connection: &Connection) -> Result<BTreeSet<PlayerId>, StoreError> {
    let mut found = BTreeSet::new();
    let mut statement = connection.prepare_cached("SELECT player FROM unconfirmed_organizer")?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        found.insert(only(row)?);
    }
    Ok(found)
}

/// How a player's games ended, and how fast the player answers in the latest of them.
pub(super) fn reliability(connection: &Connection, player: &PlayerId) -> Result<Reliability, StoreError> {
    let sql = "WITH own AS (
            SELECT stage, winner, 'attackers' AS side FROM game WHERE attackers = ?1
            UNION ALL SELECT stage, winner, 'defenders' FROM game WHERE defenders = ?1)
        SELECT count(*) AS finished, count(*) FILTER (WHERE stage = 'resigned' AND winner <> side) AS resigned,
            count(*) FILTER (WHERE stage = 'timed-out' AND winner <> side) AS timed_out
        FROM own WHERE stage NOT IN ('invited', 'running', 'declined', 'withdrawn')";
    let (finished, resigned, timed_out) = connection
        .prepare_cached(sql)?
        .query_row([player], |row| Ok((row.get("finished")?, row.get("resigned")?, row.get("timed_out")?)))?;
    // The first move of a game answers nothing.
    let sql = "WITH lately AS (
            SELECT number, first, 'attackers' AS side FROM game WHERE attackers = ?1 AND plies > 1
            UNION ALL SELECT number, first, 'defenders' FROM game WHERE defenders = ?1 AND plies > 1
            ORDER BY number DESC LIMIT 30)
        SELECT cast(avg(answer.at - asked.at) AS INTEGER) FROM lately
        JOIN play AS answer ON answer.game = number AND (answer.ply % 2 = 1) = (first = side)
        JOIN play AS asked ON asked.game = number AND asked.ply = answer.ply - 1";
    let answer: Option<i64> = connection.prepare_cached(sql)?.query_row([player], only)?;
    Ok(Reliability { finished, resigned, timed_out, answer: answer.map(TimeDelta::microseconds) })
}
