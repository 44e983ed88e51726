//! Handles the games whose clocks are due.

use crate::club::{Head, Hearing};
use crate::store::columns::At;
use crate::store::savepoint::alone;
use crate::store::{Store, StoreError, Tx, clocks, handled_until};
use chrono::{DateTime, TimeDelta, Utc};
use rusqlite::TransactionBehavior;
use std::fmt;

/// A game that could not be handled is tried again after this time.
const LOOK_AGAIN: TimeDelta = TimeDelta::hours(1);

/// The result of handling the clocks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ticked {
    /// Games that were handled.
    pub games: u32,
    /// Letters that were written.
    pub letters: u32,
    /// Games that could not be handled, and why.
    pub stumbles: Vec<Stumble>,
    /// Whether more are due.
    pub more: bool,
}

/// A game that could not be handled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stumble {
    /// The board number.
    pub number: u32,
    /// The error.
    pub why: String,
}

impl Store {
    /// Passes every game whose clock is due to `look`, at most `max` of them, and commits the results. There is one savepoint for each
    /// game, so that one failure does not delay the others. `look` is told up to when mails have been handled.
    ///
    /// # Errors
    /// If SQLite cannot go on. Then nothing has happened.
    pub fn tick<E: fmt::Display>(
        &mut self,
        max: u32,
        now: DateTime<Utc>,
        mut look: impl FnMut(&Tx<'_>, &Head, &Hearing) -> Result<(), E>,
    ) -> Result<Ticked, StoreError> {
        if !clocks::is_due(&self.connection, now)? {
            return Ok(Ticked::default());
        }
        let mut ticked = Ticked::default();
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let heard = handled_until::hearing(&transaction, now)?;
        let due = clocks::due(&transaction, now, max)?;
        ticked.more = due.len() == max as usize;
        for head in due {
            let tx = Tx::new(&transaction, &self.rule_records, now);
            ticked.games += 1;
            let heard = handled_until::of_game(&transaction, &head, &heard)?;
            match alone(&tx, || look(&tx, &head, &heard))? {
                Ok(()) => ticked.letters += tx.letters(),
                Err(why) => {
                    let later = At(now + LOOK_AGAIN);
                    transaction
                        .prepare_cached("UPDATE game SET due = ?2 WHERE number = ?1")?
                        .execute((head.number, later))?;
                    ticked.stumbles.push(Stumble { number: head.number, why });
                }
            }
        }
        transaction.commit()?;
        Ok(ticked)
    }
}
