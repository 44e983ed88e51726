//! The look at the sign-ups that wait for room.

use crate::club::PlayerId;
use crate::mail::Address;
use crate::store::columns::At;
use crate::store::savepoint::alone;
use crate::store::{Store, StoreError, Tx, signups};
use chrono::{DateTime, Utc};
use rusqlite::TransactionBehavior;
use std::fmt;

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
        Ok(self.connection.prepare_cached(sql)?.execute((At(now), At(now - signups::WAITS)))?)
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
