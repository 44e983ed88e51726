//! What players have noted for themselves about their boards, as rows.

use crate::club::PlayerId;
use crate::store::StoreError;
use crate::store::columns::only;
use rusqlite::{Connection, OptionalExtension};

/// What the player has noted about this board.
pub(super) fn of(connection: &Connection, number: u32, player: &PlayerId) -> Result<Option<String>, StoreError> {
    let sql = "SELECT words FROM note WHERE game = ?1 AND player = ?2";
    Ok(connection.prepare_cached(sql)?.query_row((number, player), only).optional()?)
}

/// Keeps other words instead, or none.
pub(super) fn keep(connection: &Connection, number: u32, player: &PlayerId, words: &str) -> Result<(), StoreError> {
    let sql = "DELETE FROM note WHERE game = ?1 AND player = ?2";
    connection.prepare_cached(sql)?.execute((number, player))?;
    if !words.is_empty() {
        let sql = "INSERT INTO note (game, player, words) VALUES (?1, ?2, ?3)";
        connection.prepare_cached(sql)?.execute((number, player, words))?;
    }
    Ok(())
}
