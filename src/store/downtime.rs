//! Players who must be told that their clocks got time back, as rows.

use crate::clock::Passed;
use crate::club::{Downtime, PlayerId};
use crate::store::StoreError;
use crate::store::columns::{At, Columns};
use chrono::{DateTime, TimeDelta, Utc};
use rusqlite::{Connection, OptionalExtension, Row};

/// A letter that is only about time given back comes at most this often.
const BETWEEN_LETTERS: TimeDelta = TimeDelta::days(7);

/// A deadline counts as near if it was within this time.
const SOON: TimeDelta = TimeDelta::hours(72);

pub(super) fn untold(
    connection: &Connection,
    max: u32,
    now: DateTime<Utc>,
) -> Result<Vec<(PlayerId, Downtime)>, StoreError> {
    let mut players = Vec::new();
    let mut statement = connection.prepare_cached(
        "SELECT player, gone, back, given FROM downtime JOIN player ON id = player
         WHERE soon = 1 AND (downtime_told IS NULL OR downtime_told <= ?2) ORDER BY player LIMIT ?1",
    )?;
    let mut rows = statement.query((max, At(now - BETWEEN_LETTERS)))?;
    while let Some(row) = rows.next()? {
        players.push((row.get("player")?, downtime(row)?));
    }
    Ok(players)
}

/// The time that a player's clocks got back and that the player has not been told about. From now on it counts as told.
pub(super) fn take(connection: &Connection, player: &PlayerId) -> Result<Option<Downtime>, StoreError> {
    // Nearly nobody waits for that, and to look costs much less than to delete.
    let sql = "SELECT gone, back, given FROM downtime WHERE player = ?1";
    let untold = connection.prepare_cached(sql)?.query_row([player], downtime).optional()?;
    if untold.is_some() {
        connection.prepare_cached("DELETE FROM downtime WHERE player = ?1")?.execute([player])?;
    }
    Ok(untold)
}

fn downtime(row: &Row<'_>) -> rusqlite::Result<Downtime> {
    Ok(Downtime { gone: row.at("gone")?, back: row.at("back")?, given: TimeDelta::seconds(row.get("given")?) })
}

/// Records whose clocks get time back, before they do. A player who has not been told about an earlier downtime yet is told about both at
/// once.
pub(super) fn note(connection: &Connection, passed: &Passed) -> Result<(), StoreError> {
    connection.execute(
        "INSERT INTO downtime (player, gone, back, given, soon)
         SELECT CASE WHEN (plies % 2 = 0) = (first = 'attackers') THEN attackers ELSE defenders END AS player, ?1, ?2, ?3,
             max(coalesce(deadline < ?4, 0))
         FROM game WHERE due IS NOT NULL AND since IS NOT NULL GROUP BY 1
         ON CONFLICT DO UPDATE SET back = excluded.back, given = given + excluded.given, soon = max(soon, excluded.soon)",
        (At(passed.last), At(passed.now), passed.away().num_seconds(), At(passed.last + SOON)),
    )?;
    Ok(())
}
