//! The observers of a board.

use crate::club::PlayerId;
use crate::store::StoreError;
use crate::store::columns::only;
use rusqlite::Connection;

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
