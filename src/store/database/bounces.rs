//! Handles the letters that were refused.

use crate::store::returned::Returned;
use crate::store::savepoint::alone;
use crate::store::{Store, StoreError, Tx, bounces, returned};
use chrono::{DateTime, Utc};
use rusqlite::TransactionBehavior;
use std::fmt;

/// The result of handling refused letters.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Weighed {
    /// Letters that were written.
    pub letters: u32,
    /// Refused letters that could not be handled, and why.
    pub stumbles: Vec<(i64, String)>,
    /// Whether there are more.
    pub more: bool,
}

impl Store {
    /// Passes every letter that was refused since the last time to `weigh`, at most `max` of them, with one savepoint for each. If one
    /// fails, it is not tried again: the next letter to that mailbox will have the same result.
    ///
    /// # Errors
    /// If SQLite cannot go on. Then nothing has happened.
    pub fn refusals<E: fmt::Display>(
        &mut self,
        max: u32,
        now: DateTime<Utc>,
        mut weigh: impl FnMut(&Tx<'_>, &Returned) -> Result<(), E>,
    ) -> Result<Weighed, StoreError> {
        if bounces::refused(&self.connection, 1)?.is_empty() {
            return Ok(Weighed::default());
        }
        let mut weighed = Weighed::default();
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let refused = bounces::refused(&transaction, max)?;
        weighed.more = refused.len() == max as usize;
        for letter in refused {
            let tx = Tx::new(&transaction, &self.rule_records, now);
            let returned = returned::returned(&transaction, letter, true)?;
            match alone(&tx, || weigh(&tx, &returned))? {
                Ok(()) => weighed.letters += tx.letters(),
                Err(why) => weighed.stumbles.push((letter, why)),
            }
            transaction.prepare_cached("UPDATE bounce SET state = 'weighed' WHERE letter = ?1")?.execute([letter])?;
        }
        transaction.commit()?;
        Ok(weighed)
    }
}
