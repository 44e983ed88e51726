//! How reliable a player is, from the games of the player.

use crate::club::{PlayerId, Reliability};
use crate::store::StoreError;
use crate::store::columns::only;
use chrono::TimeDelta;
use rusqlite::Connection;

/// How a player's games ended, and how fast the player answers in the latest of them.
pub(super) fn reliability(connection: &Connection, player: &PlayerId) -> Result<Reliability, StoreError> {
    let sql = "WITH own AS (
            SELECT stage, winner, 'attackers' AS side FROM game WHERE attackers = ?1
            UNION ALL SELECT stage, winner, 'defenders' FROM game WHERE defenders = ?1)
        SELECT count(*) AS finished, count(*) FILTER (WHERE stage = 'resigned' AND winner <> side) AS resigned,
            count(*) FILTER (WHERE stage = 'timed-out' AND winner <> side) AS timed_out
        FROM own WHERE stage NOT IN ('invited', 'running', 'declined', 'withdrawn', 'annulled')";
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
