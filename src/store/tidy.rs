//! Forgetting: what nobody needs any more goes, so that the file holds no more of people's mail than it must.

use crate::store::words::micros;
use crate::store::{Store, StoreError, hearing, looks};
use chrono::{DateTime, TimeDelta, Utc};
use rusqlite::{Connection, OptionalExtension, TransactionBehavior};

/// The text of failed mails and of letters given up is kept this long.
const TEXT_KEPT: TimeDelta = TimeDelta::days(30);

/// Fingerprints of mails and rows of letters are kept this long.
const ROW_KEPT: TimeDelta = TimeDelta::days(90);

/// Wrong passwords and dead tokens are kept this long; they count for an hour only.
const WRONG_PASSWORD_KEPT: TimeDelta = TimeDelta::days(1);

/// What was forgotten.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tidied {
    /// Texts of failed mails and of letters given up.
    pub texts: usize,
    /// Rows of mails; a repeat of one of them would now be taken for new.
    pub mails: usize,
    /// Rows of letters.
    pub letters: usize,
    /// Tokens that had lapsed, with the sign-ups and lines behind them.
    pub tokens: usize,
}

impl Store {
    /// Forgets what is old at `now`, unless the time of day is doubted: what is gone does not come back. Games, plays and players stay.
    ///
    /// # Errors
    /// When SQLite cannot write; then nothing is forgotten.
    pub fn tidy_up(&mut self, now: DateTime<Utc>) -> Result<Tidied, StoreError> {
        if looks::doubted(&self.connection)?.is_some() {
            return Ok(Tidied::default());
        }
        let text_kept = micros(now - TEXT_KEPT);
        let row_kept = micros(now - ROW_KEPT);
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let heard = hearing::hearing(&transaction, now)?;
        let tidied = Tidied {
            texts: transaction.execute(
                "DELETE FROM mail_text WHERE mail IN (SELECT id FROM spool WHERE state = 'failed' AND received < ?1)",
                [text_kept],
            )? + transaction.execute(
                "DELETE FROM letter_text WHERE letter IN (SELECT id FROM outbox WHERE state = 'given-up' AND settled < ?1)",
                [text_kept],
            )?,
            mails: match first_kept(&transaction, ["SELECT id FROM spool WHERE received >= ?1 ORDER BY id", "SELECT max(id) FROM spool"], row_kept)? {
                Some(id) => transaction.execute("DELETE FROM spool WHERE id < ?1 AND state <> 'spooled'", [id])?,
                None => 0,
            },
            letters: match first_kept(&transaction, ["SELECT id FROM outbox WHERE created >= ?1 ORDER BY id", "SELECT max(id) FROM outbox"], row_kept)? {
                Some(id) => transaction.execute("DELETE FROM outbox WHERE id < ?1 AND state <> 'waiting'", [id])?,
                None => 0,
            },
            // Whoever answered in time may not have been heard yet.
            tokens: transaction.execute("DELETE FROM token WHERE expires <= ?1", [micros(heard.mails.min(heard.doors))])?,
        };
        for table in ["wrong_password", "dead_token"] {
            let sql = format!("DELETE FROM {table} WHERE at < ?1");
            transaction.execute(&sql, [micros(now - WRONG_PASSWORD_KEPT)])?;
        }
        transaction.execute("DELETE FROM closing WHERE seen < ?1", [row_kept])?;
        transaction.commit()?;
        Ok(tidied)
    }
}

/// The first row that stays. Rows stand in the order of their time: looking ends at the first that is young enough, however many follow.
/// The newest stays however old it is, so that no number comes twice.
fn first_kept(connection: &Connection, [young, newest]: [&str; 2], since: i64) -> Result<Option<i64>, StoreError> {
    match connection.query_row(young, [since], |row| row.get(0)).optional()? {
        Some(id) => Ok(Some(id)),
        None => Ok(connection.query_row(newest, [], |row| row.get(0))?),
    }
}
