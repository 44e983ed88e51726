//! Up to when all mails have been handled. A game or deadline ends on time only if no mail from before can still be unhandled.

use crate::club::{Head, Hearing, Hindrance};
use crate::store::columns::{At, only_at};
use crate::store::{StoreError, clockwork_looks};
use chrono::{DateTime, TimeDelta, Utc};
use rusqlite::{Connection, OptionalExtension};

/// What has been handled at an instant, for everything that ends on time.
pub(super) fn hearing(connection: &Connection, now: DateTime<Utc>) -> Result<Hearing, StoreError> {
    let unheard =
        connection.prepare_cached("SELECT min(received) FROM spool WHERE state = 'spooled'")?.query_row([], only_at)?;
    // A door that never finished a look has delivered nothing for certain.
    let doors = connection.prepare_cached("SELECT min(coalesce(heard, 0)) FROM door")?.query_row([], only_at)?;
    let mails = unheard.map(|unheard| unheard - TimeDelta::microseconds(1));
    let (mails, doors) = (mails.unwrap_or(now).min(now), doors.unwrap_or(now).min(now));
    Ok(Hearing { mails, doors, is_doubtful: clockwork_looks::doubted(connection)?.is_some(), ..Hearing::default() })
}

/// The same for one game: whether the letter that tells the player about the turn has been sent, and when the player was last asked about a
/// move.
pub(super) fn of_game(connection: &Connection, head: &Head, hearing: &Hearing) -> Result<Hearing, StoreError> {
    let asked_back = connection
        .prepare_cached("SELECT asked_back FROM game WHERE number = ?1")?
        .query_row([head.number], only_at)
        .optional()?
        .flatten();
    let waits_for_letter = match head.clock.as_ref().is_some_and(|clock| clock.since.is_none()) {
        true => is_untold(connection, head)?,
        false => false,
    };
    Ok(Hearing { asked_back, waits_for_letter, ..*hearing })
}

/// Whether the player to move will still be told, by a letter that waits or by the next letter of the day. No game waits for news that is
/// told again because a letter came back: such a letter must not give anybody more time than a vacation would.
fn is_untold(connection: &Connection, head: &Head) -> Result<bool, StoreError> {
    let sql = "SELECT 1 FROM outbox CROSS JOIN turn_told ON letter = outbox.id
               WHERE outbox.state = 'waiting' AND turn_told.game = ?1 AND plies = ?2";
    if connection.prepare_cached(sql)?.exists((head.number, head.plies))? {
        return Ok(true);
    }
    let sql = "SELECT 1 FROM digest_news WHERE player = ?1 AND game = ?2 AND letter IS NULL";
    Ok(connection.prepare_cached(sql)?.exists((head.player(head.to_move()).as_str(), head.number))?)
}

/// Records that a game which would be lost waits, and when to try again.
pub(super) fn wait(
    connection: &Connection,
    number: u32,
    why: Hindrance,
    since: DateTime<Utc>,
    again: DateTime<Utc>,
) -> Result<bool, StoreError> {
    connection
        .prepare_cached(
            "INSERT INTO forfeit_wait (game, since, why) VALUES (?1, ?2, ?3) ON CONFLICT DO UPDATE SET why = excluded.why",
        )?
        .execute((number, At(since), why))?;
    let sql = "UPDATE game SET due = ?2 WHERE number = ?1 AND due IS NOT NULL";
    Ok(connection.prepare_cached(sql)?.execute((number, At(again)))? == 1)
}
