//! Prepared moves as rows: a line is a list of moves for one ply of one side.

use crate::club::Prepared;
use crate::store::StoreError;
use crate::store::columns::{Columns, parse};
use crate::tafl;
use rusqlite::Connection;

/// The lines on a board, in the order in which they were prepared.
pub(super) fn of_game(connection: &Connection, number: u32) -> Result<Vec<Prepared>, StoreError> {
    let mut lines = Vec::new();
    let sql = "SELECT side, ply, conditional, plays FROM prepared_line WHERE game = ?1 ORDER BY id";
    let mut statement = connection.prepare_cached(sql)?;
    let mut rows = statement.query([number])?;
    while let Some(row) = rows.next()? {
        let plays = row.text("plays")?;
        let plays = plays.split_whitespace().map(|play| parse("a prepared play", play)).collect::<Result<_, _>>()?;
        lines.push(Prepared {
            side: row.get("side")?,
            ply: row.get("ply")?,
            conditional: row.get("conditional")?,
            plays,
        });
    }
    Ok(lines)
}

/// Replaces all lines of a side with these.
pub(super) fn set(
    connection: &Connection,
    number: u32,
    side: tafl::Side,
    lines: &[Prepared],
) -> Result<bool, StoreError> {
    connection.prepare_cached("DELETE FROM prepared_line WHERE game = ?1 AND side = ?2")?.execute((number, side))?;
    for line in lines {
        let plays: Vec<String> = line.plays.iter().map(tafl::Play::to_string).collect();
        connection
            .prepare_cached(
                "INSERT INTO prepared_line (game, side, ply, conditional, plays) VALUES (?1, ?2, ?3, ?4, ?5)",
            )?
            .execute((number, side, line.ply, line.conditional, plays.join(" ")))?;
    }
    Ok(true)
}
