//! Handles the sign-ups that wait for room.

use crate::club::PlayerId;
use crate::mail::Address;
use crate::store::columns::At;
use crate::store::savepoint::alone;
use crate::store::{Store, StoreError, Tx, signups};
use chrono::{DateTime, Utc};
use rusqlite::TransactionBehavior;
use std::fmt;

/// The result of handling the queue.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Released {
    /// Letters that were written.
    pub letters: u32,
    /// Whether there may be room for more.
    pub more: bool,
}

/// What happened to a sign-up that waited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    /// It does not wait any more.
    Done,
    /// It still waits.
    Waits,
    /// All others still wait too.
    AllWait,
}

impl Store {
    /// Drops letters to people who are not players and whose mail proved nothing, if they have waited in the outbox for a day in which the
    /// server was running. Somebody else may have written in their name, and a person who wants to join will ask again. Returns how many
    /// were dropped.
    ///
    /// # Errors
    /// If SQLite cannot write. Then nothing has happened.
    pub fn drop_letters_to_strangers(&mut self, now: DateTime<Utc>) -> Result<usize, StoreError> {
        let sql = "UPDATE outbox SET state = 'dropped', next_try = NULL, settled = ?1
                   WHERE state = 'waiting' AND audience = 'stranger' AND kind IN ('signup', 'answer') AND created <= ?2
                       AND id NOT IN (SELECT letter FROM to_genuine)
                       AND created + max(0, coalesce((SELECT sum(away + step) FROM leap WHERE at > created), 0)) <= ?2";
        Ok(self.connection.prepare_cached(sql)?.execute((At(now), At(now - signups::WAITS)))?)
    }

    /// Passes sign-ups that wait to `ask`, at most `max` of them, each domain in its turn, with one savepoint for each. Those that are
    /// done, that fail, or that have waited too long are deleted.
    ///
    /// # Errors
    /// If SQLite cannot go on. Then nothing has happened.
    pub fn queued_signups<E: fmt::Display>(
        &mut self,
        max: u32,
        now: DateTime<Utc>,
        mut ask: impl FnMut(&Tx<'_>, (PlayerId, Address)) -> Result<Asked, E>,
    ) -> Result<Released, StoreError> {
        if signups::count(&self.connection)? == 0 {
            return Ok(Released::default());
        }
        let mut released = Released::default();
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        transaction
            .prepare_cached("DELETE FROM signup_queue WHERE asked <= ?1")?
            .execute([At(now - signups::WAITS)])?;
        let mut passed = 0;
        for _ in 0..max {
            let Some((id, address)) = signups::next(&transaction, passed, now)? else {
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
