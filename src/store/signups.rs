//! Sign-ups that wait for room: letters to strangers are few, and each domain gets its turn. A sign-up that has waited for a day is
//! deleted. So is a letter to a person who is not a player, if it could not be sent for that long.

use crate::club::PlayerId;
use crate::mail::Address;
use crate::store::StoreError;
use crate::store::columns::{At, only};
use chrono::{DateTime, TimeDelta, Utc};
use rusqlite::{Connection, OptionalExtension};

/// The most sign-ups that wait.
pub const SIGNUPS_QUEUED_MAX: u32 = 500;

/// How long one waits.
pub(super) const WAITS: TimeDelta = TimeDelta::hours(24);

/// Puts a sign-up at the end of its domain's queue. Only the last one of an address counts. If the queue is full, the domain with the most
/// sign-ups loses its last one, which may be the new one.
pub(super) fn queue(
    connection: &Connection,
    id: &PlayerId,
    address: &Address,
    at: DateTime<Utc>,
) -> Result<(), StoreError> {
    let domain = address.domain().to_ascii_lowercase();
    connection
        .prepare_cached(
            "INSERT INTO signup_queue (address, written, domain, player, asked) VALUES (?1, ?2, ?3, ?4, ?5)
             ON CONFLICT DO UPDATE SET written = excluded.written, player = excluded.player",
        )?
        .execute((address.key(), address.as_str(), &domain, id, At(at)))?;
    if count(connection)? > SIGNUPS_QUEUED_MAX {
        let longest: String = connection
            .prepare_cached(
                "SELECT domain FROM signup_queue GROUP BY domain ORDER BY count(*) DESC, domain = ?1 DESC LIMIT 1",
            )?
            .query_row([&domain], only)?;
        connection
            .prepare_cached(
                "DELETE FROM signup_queue WHERE address = (
                     SELECT address FROM signup_queue WHERE domain = ?1 ORDER BY asked DESC, address = ?2 DESC LIMIT 1)",
            )?
            .execute((longest, address.key()))?;
    }
    Ok(())
}

pub(super) fn count(connection: &Connection) -> Result<u32, StoreError> {
    Ok(connection.prepare_cached("SELECT count(*) FROM signup_queue")?.query_row([], only)?)
}

/// Records that a letter to a stranger answers a genuine mail.
pub(super) fn note_genuine(connection: &Connection, letter: i64) -> Result<(), StoreError> {
    connection.prepare_cached("INSERT INTO to_genuine (letter) VALUES (?1)")?.execute([letter])?;
    Ok(())
}

/// The first in the queue of the domain that got the fewest letters in the last day, after skipping `passed` domains.
pub(super) fn next(
    connection: &Connection,
    passed: u32,
    now: DateTime<Utc>,
) -> Result<Option<(PlayerId, Address)>, StoreError> {
    let sql = "WITH lately AS (
            SELECT lower(substr(recipient, instr(recipient, '@') + 1)) AS domain, count(*) AS letters FROM outbox
            WHERE audience = 'stranger' AND created > ?1 AND id NOT IN (SELECT letter FROM to_genuine) GROUP BY 1)
        SELECT player, written FROM (
            SELECT player, written, domain, min(asked) AS asked FROM signup_queue GROUP BY domain)
        LEFT JOIN lately USING (domain) ORDER BY coalesce(letters, 0), asked, domain LIMIT 1 OFFSET ?2";
    let found: Option<(PlayerId, Address)> = connection
        .prepare_cached(sql)?
        .query_row((At(now - WAITS), passed), |row| Ok((row.get("player")?, row.get("written")?)))
        .optional()?;
    Ok(found)
}
