//! Handles tournaments in which something is due without a mail.

use crate::club::Hearing;
use crate::club::tournament::TournamentName;
use crate::store::columns::{At, only};
use crate::store::savepoint::alone;
use crate::store::{Store, StoreError, Tx, clockwork_looks, handled_until};
use chrono::{DateTime, TimeDelta, Utc};
use rusqlite::{Connection, TransactionBehavior};
use std::fmt;

/// A tournament that could not be handled is tried again after this time.
const LOOK_AGAIN: TimeDelta = TimeDelta::hours(1);

/// The result of handling the tournaments.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TournamentsSeen {
    /// Letters that were written.
    pub letters: u32,
    /// Tournaments that could not be handled, and why.
    pub stumbles: Vec<(TournamentName, String)>,
    /// Whether more are due.
    pub more: bool,
}

impl Store {
    /// Passes every tournament in which something is due to `look`, at most `max` of them. There is one savepoint for each, so that one
    /// failure does not delay the others. `look` is told up to when mails have been handled.
    ///
    /// # Errors
    /// If SQLite cannot go on. Then nothing has happened.
    pub fn look_at_tournaments<E: fmt::Display>(
        &mut self,
        max: u32,
        now: DateTime<Utc>,
        mut look: impl FnMut(&Tx<'_>, &TournamentName, &Hearing) -> Result<(), E>,
    ) -> Result<TournamentsSeen, StoreError> {
        let certain = clockwork_looks::doubted(&self.connection)?.is_none();
        if due(&self.connection, now, 1, certain)?.is_empty() {
            return Ok(TournamentsSeen::default());
        }
        let mut seen = TournamentsSeen::default();
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let heard = handled_until::hearing(&transaction, now)?;
        let tournaments = due(&transaction, now, max, certain)?;
        for tournament in tournaments.iter().cloned() {
            let tx = Tx::new(&transaction, &self.rule_records, now);
            match alone(&tx, || look(&tx, &tournament, &heard))? {
                Ok(()) => seen.letters += tx.letters(),
                Err(why) => {
                    transaction
                        .prepare_cached("UPDATE tournament SET due = ?2 WHERE name = ?1")?
                        .execute((tournament.as_str(), At(now + LOOK_AGAIN)))?;
                    seen.stumbles.push((tournament, why));
                }
            }
        }
        // Those that wait for something are still due. They alone are no reason to try again at once.
        seen.more = tournaments.len() == max as usize && due(&transaction, now, max, certain)? != tournaments;
        transaction.commit()?;
        Ok(seen)
    }
}

/// The tournaments in which something is due, the longest due first. A closing date is a day in the calendar, so it waits until the time is
/// `certain`.
fn due(
    connection: &Connection,
    now: DateTime<Utc>,
    max: u32,
    certain: bool,
) -> Result<Vec<TournamentName>, StoreError> {
    let mut tournaments = Vec::new();
    let sql =
        "SELECT name FROM tournament WHERE due IS NOT NULL AND due <= ?1 AND held IS NULL AND (stage = 'running' OR ?3)
               ORDER BY due, name LIMIT ?2";
    let mut statement = connection.prepare_cached(sql)?;
    let mut rows = statement.query((At(now), max, certain))?;
    while let Some(row) = rows.next()? {
        tournaments.push(only(row)?);
    }
    Ok(tournaments)
}
