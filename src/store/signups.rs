//! Sign-ups that wait for room: letters to strangers are few, and each domain gets its turn. What has waited for a day is forgotten, and so
//! is a letter to somebody who is no player that has found no way out for so long.

use crate::club::PlayerId;
use crate::mail::Address;
use crate::store::columns::{micros, parse};
use crate::store::work::alone;
use crate::store::{Store, StoreError, Tx};
use chrono::{DateTime, TimeDelta, Utc};
use rusqlite::{Connection, OptionalExtension, TransactionBehavior};
use std::fmt;

/// How many wait at most.
pub const SIGNUPS_QUEUED_MAX: u32 = 500;

/// How long one waits.
const WAITS: TimeDelta = TimeDelta::hours(24);

/// Puts a sign-up at the end of its domain's queue. Of an address the last one counts. When all is full, the domain with most of them
/// loses its last; where that is the new one's own, the new one is forgotten.
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
        .execute((address.key(), address.as_str(), &domain, id.as_str(), micros(at)))?;
    if count(connection)? > SIGNUPS_QUEUED_MAX {
        let longest: String = connection
            .prepare_cached(
                "SELECT domain FROM signup_queue GROUP BY domain ORDER BY count(*) DESC, domain = ?1 DESC LIMIT 1",
            )?
            .query_row([&domain], |row| row.get(0))?;
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
    Ok(connection.prepare_cached("SELECT count(*) FROM signup_queue")?.query_row([], |row| row.get(0))?)
}

/// Notes that a letter to a stranger answers a genuine mail.
pub(super) fn note_genuine(connection: &Connection, letter: i64) -> Result<(), StoreError> {
    connection.prepare_cached("INSERT INTO to_genuine (letter) VALUES (?1)")?.execute([letter])?;
    Ok(())
}

/// The first in the queue of the domain that had the fewest letters within the last day, of those after so many others.
fn next(connection: &Connection, passed: u32, now: DateTime<Utc>) -> Result<Option<(PlayerId, Address)>, StoreError> {
    let sql = "WITH lately AS (
            SELECT lower(substr(recipient, instr(recipient, '@') + 1)) AS domain, count(*) AS letters FROM outbox
            WHERE audience = 'stranger' AND created > ?1 AND id NOT IN (SELECT letter FROM to_genuine) GROUP BY 1)
        SELECT player, written FROM (
            SELECT player, written, domain, min(asked) AS asked FROM signup_queue GROUP BY domain)
        LEFT JOIN lately USING (domain) ORDER BY coalesce(letters, 0), asked, domain LIMIT 1 OFFSET ?2";
    let found: Option<(String, String)> = connection
        .prepare_cached(sql)?
        .query_row((micros(now - WAITS), passed), |row| Ok((row.get(0)?, row.get(1)?)))
        .optional()?;
    found.map(|(id, address)| Ok((parse("a player id", &id)?, parse("an address", &address)?))).transpose()
}

/// What one look at the queue came to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Released {
    /// Letters that wait since.
    pub letters: u32,
    /// Whether there may be room for more.
    pub more: bool,
}

/// What became of one that waited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    /// It waits no longer.
    Done,
    /// It waits on.
    Waits,
    /// So do all others.
    AllWait,
}

impl Store {
    /// Drops what waits in the outbox for people who are no players and whose mail proved nothing, where it has waited for a day in which
    /// the server was there. Somebody else may have written in their name, and who wants to join asks again. How many those were.
    ///
    /// # Errors
    /// When SQLite cannot write; then nothing has happened.
    pub fn drop_letters_to_strangers(&mut self, now: DateTime<Utc>) -> Result<usize, StoreError> {
        let sql = "UPDATE outbox SET state = 'dropped', next_try = NULL, settled = ?1
                   WHERE state = 'waiting' AND audience = 'stranger' AND kind IN ('signup', 'answer') AND created <= ?2
                       AND id NOT IN (SELECT letter FROM to_genuine)
                       AND created + max(0, coalesce((SELECT sum(away + step) FROM leap WHERE at > created), 0)) <= ?2";
        Ok(self.connection.prepare_cached(sql)?.execute((micros(now), micros(now - WAITS)))?)
    }

    /// Lets `ask` see sign-ups that wait, at most `max` of them, each domain in its turn: one savepoint for each. Those are
    /// forgotten that are done with, those that fail, and those that have waited for too long.
    ///
    /// # Errors
    /// When SQLite cannot go on; then nothing has happened.
    pub fn queued_signups<E: fmt::Display>(
        &mut self,
        max: u32,
        now: DateTime<Utc>,
        mut ask: impl FnMut(&Tx<'_>, (PlayerId, Address)) -> Result<Asked, E>,
    ) -> Result<Released, StoreError> {
        if count(&self.connection)? == 0 {
            return Ok(Released::default());
        }
        let mut released = Released::default();
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        transaction.prepare_cached("DELETE FROM signup_queue WHERE asked <= ?1")?.execute([micros(now - WAITS)])?;
        let mut passed = 0;
        for _ in 0..max {
            let Some((id, address)) = next(&transaction, passed, now)? else {
                break;
            };
            let tx = Tx::new(&transaction, &self.rule_records, now);
            let key = address.key().to_owned();
            let mut asked = Asked::Done;
            let well = alone(&tx, || {
                asked = ask(&tx, (id, address))?;
                Ok::<(), E>(())
            })?;
            match asked {
                Asked::AllWait if well.is_ok() => break,
                Asked::Waits if well.is_ok() => passed += 1,
                _ => {
                    released.letters += tx.letters();
                    released.more = true;
                    transaction.prepare_cached("DELETE FROM signup_queue WHERE address = ?1")?.execute([key])?;
                }
            }
        }
        transaction.commit()?;
        Ok(released)
    }
}
