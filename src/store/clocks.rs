//! The clocks of games as rows: when they start and stop, and which of them must be looked at.
//!
//! The club computes times. Here they are only written down. A row whose `deadline` is null and whose `due` is not asks the club to compute
//! it.

use crate::clock::Vacation;
use crate::club::{Clock, ClockHeld, HOLD_MAX, Head, PlayerId};
use crate::store::StoreError;
use crate::store::columns::{At, Columns};
use crate::store::games::{head_columns, heads};
use chrono::{DateTime, TimeDelta, Utc};
use rusqlite::Connection;

/// A vacation that ended this long ago cannot matter to any clock.
const VACATION_MATTERS: TimeDelta = TimeDelta::days(3_700);

pub(super) fn is_due(connection: &Connection, now: DateTime<Utc>) -> Result<bool, StoreError> {
    let sql = "SELECT 1 FROM game WHERE due IS NOT NULL AND due <= ?1 LIMIT 1";
    Ok(connection.prepare_cached(sql)?.exists([At(now)])?)
}

/// The games whose clock is due, the longest due first.
pub(super) fn due(connection: &Connection, now: DateTime<Utc>, max: u32) -> Result<Vec<Head>, StoreError> {
    let sql =
        concat!("SELECT ", head_columns!(), " FROM game WHERE due IS NOT NULL AND due <= ?1 ORDER BY due LIMIT ?2");
    heads(connection, sql, (At(now), max))
}

/// Writes a clock. Returns false if there is no such game with one.
pub(super) fn set(connection: &Connection, number: u32, clock: &Clock) -> Result<bool, StoreError> {
    let rows = connection
        .prepare_cached(
            "UPDATE game SET bank_attackers = ?2, bank_defenders = ?3, since = ?4, counted = ?5, deadline = ?6,
             due = ?7 WHERE number = ?1 AND clock IS NOT NULL",
        )?
        .execute((
            number,
            clock.attackers,
            clock.defenders,
            clock.since.map(At),
            clock.counted,
            clock.deadline.map(At),
            clock.due.map(At),
        ))?;
    Ok(rows == 1)
}

/// A letter was sent: the clocks that waited for it start, unless an organizer has stopped them.
pub(super) fn start(connection: &Connection, letter: i64, now: At) -> Result<(), StoreError> {
    connection
        .prepare_cached(
            "UPDATE game SET since = ?2, deadline = NULL, due = ?2
             FROM outbox JOIN turn_told ON turn_told.letter = outbox.id
             WHERE outbox.id = ?1 AND outbox.state = 'waiting' AND game.number = turn_told.game AND game.plies = turn_told.plies
                 AND game.stage = 'running' AND game.clock IS NOT NULL AND game.since IS NULL
                 AND NOT EXISTS (SELECT 1 FROM tournament WHERE tournament.name = game.tournament AND tournament.held IS NOT NULL)",
        )?
        .execute((letter, now))?;
    Ok(())
}

/// A letter was refused: the clocks that wait for it now wait for another one, or for a week.
pub(super) fn wait_on(connection: &Connection, letter: i64, now: DateTime<Utc>) -> Result<(), StoreError> {
    connection
        .prepare_cached(
            "UPDATE game SET deadline = NULL, due = ?2
             FROM turn_told WHERE turn_told.letter = ?1 AND game.number = turn_told.game AND game.plies = turn_told.plies
                 AND game.stage = 'running' AND game.clock IS NOT NULL AND game.since IS NULL AND game.due IS NOT NULL",
        )?
        .execute((letter, At(now + HOLD_MAX)))?;
    Ok(())
}

/// A player's vacations, as far as they can matter to a running clock.
pub(super) fn vacations(
    connection: &Connection,
    player: &PlayerId,
    now: DateTime<Utc>,
) -> Result<Vec<Vacation>, StoreError> {
    let mut vacations = Vec::new();
    let sql = "SELECT begins, ends FROM vacation WHERE player = ?1 AND ends > ?2 ORDER BY ends DESC LIMIT 200";
    let mut statement = connection.prepare_cached(sql)?;
    let mut rows = statement.query((player, At(now - VACATION_MATTERS)))?;
    while let Some(row) = rows.next()? {
        vacations.push(Vacation { from: row.at("begins")?, until: row.at("ends")? });
    }
    Ok(vacations)
}

/// A clock is stopped because a letter has not reached its player.
pub(super) fn hold(connection: &Connection, player: &PlayerId, held: &ClockHeld) -> Result<bool, StoreError> {
    let sql = "INSERT INTO clock_held (player, game, plies, begins, ends) VALUES (?1, ?2, ?3, ?4, ?5)";
    let span = (At(held.span.from), At(held.span.until));
    Ok(connection.prepare_cached(sql)?.execute((player, held.number, held.plies, span.0, span.1))? == 1)
}

/// When clocks were stopped for a player, as far as that counts for the current years.
pub(super) fn held(
    connection: &Connection,
    player: &PlayerId,
    now: DateTime<Utc>,
) -> Result<Vec<ClockHeld>, StoreError> {
    const MATTERS: TimeDelta = TimeDelta::days(400);
    let sql = "SELECT game, plies, begins, ends FROM clock_held WHERE player = ?1 AND ends > ?2 ORDER BY ends DESC LIMIT 1000";
    let mut statement = connection.prepare_cached(sql)?;
    let mut rows = statement.query((player, At(now - MATTERS)))?;
    let mut held = Vec::new();
    while let Some(row) = rows.next()? {
        let span = Vacation { from: row.at("begins")?, until: row.at("ends")? };
        held.push(ClockHeld { number: row.get("game")?, plies: row.get("plies")?, span });
    }
    Ok(held)
}
