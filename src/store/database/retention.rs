//! Deletes what nobody needs any more, so that the database holds no more of people's mail than it must.
//!
//! Mails and letters age by served time: each run records how many there were on which served day. So a clock that is set forward by years,
//! and is finally taken as right, makes nothing older. Neither does a server that is off.

use crate::club::HOLD_MAX;
use crate::store::columns::{At, only};
use crate::store::{Store, StoreError, clockwork_looks, handled_until};
use chrono::{DateTime, TimeDelta, Utc};
use rusqlite::{Connection, OptionalExtension, Row, TransactionBehavior};

/// How long the text of failed mails and of letters given up is kept, in served time.
const TEXT_KEPT: TimeDelta = TimeDelta::days(30);

/// How long fingerprints of mails and rows of letters are kept, in served time.
const ROW_KEPT: TimeDelta = TimeDelta::days(90);

/// How long wrong passwords and dead tokens are kept. They count for only an hour.
const WRONG_PASSWORD_KEPT: TimeDelta = TimeDelta::days(1);

/// What was deleted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tidied {
    /// Texts of failed mails and of letters given up.
    pub texts: usize,
    /// Rows of mails. A repeat of one of them would now be taken for a new mail.
    pub mails: usize,
    /// Rows of letters.
    pub letters: usize,
    /// Tokens that had expired, with the sign-ups and lines behind them.
    pub tokens: usize,
}

impl Store {
    /// Deletes what is old at `now`, unless the time of day is in doubt: deleted data does not come back. Games, moves and players stay.
    ///
    /// # Errors
    /// If SQLite cannot write. Then nothing is deleted.
    pub fn tidy_up(&mut self, now: DateTime<Utc>) -> Result<Tidied, StoreError> {
        if clockwork_looks::doubted(&self.connection)?.is_some() {
            return Ok(Tidied::default());
        }
        let row_kept = At(now - ROW_KEPT);
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let today = note_day(&transaction)?;
        let with_text = Last::before(&transaction, today - TEXT_KEPT.num_days())?;
        let whole = Last::before(&transaction, today - ROW_KEPT.num_days())?;
        let heard = handled_until::hearing(&transaction, now)?;
        let tidied = Tidied {
            texts: transaction.execute(
                "DELETE FROM mail_text WHERE mail IN (SELECT id FROM spool WHERE state = 'failed' AND id <= ?1)",
                [with_text.mail],
            )? + transaction.execute(
                // A letter may have waited for a long time before it was given up.
                "DELETE FROM letter_text WHERE letter IN
                 (SELECT id FROM outbox WHERE state = 'given-up' AND id <= ?1 AND settled < ?2)",
                (with_text.letter, At(now - TEXT_KEPT)),
            )?,
            // The newest row stays, however old it is, so that no number is used twice.
            mails: transaction.execute(
                "DELETE FROM spool WHERE id <= ?1 AND state <> 'spooled' AND id < (SELECT max(id) FROM spool)",
                [whole.mail],
            )?,
            letters: transaction.execute(
                "DELETE FROM outbox WHERE id <= ?1 AND state <> 'waiting' AND id < (SELECT max(id) FROM outbox)",
                [whole.letter],
            )?,
            // An answer that came in time may not be handled yet.
            tokens: transaction.execute("DELETE FROM token WHERE expires <= ?1", [At(heard.mails.min(heard.doors))])?,
        };
        for table in ["wrong_password", "dead_token"] {
            let sql = format!("DELETE FROM {table} WHERE at < ?1");
            transaction.execute(&sql, [At(now - WRONG_PASSWORD_KEPT)])?;
        }
        transaction.execute(
            "DELETE FROM letter_words WHERE (SELECT settled FROM outbox WHERE id = letter) < ?1",
            [At(now - HOLD_MAX)],
        )?;
        transaction.execute("DELETE FROM signature_block WHERE last_seen < ?1", [row_kept])?;
        // Of the days that are old enough, only the last is needed.
        let old = "DELETE FROM served_day WHERE day < (SELECT max(day) FROM served_day WHERE day <= ?1)";
        transaction.execute(old, [today - ROW_KEPT.num_days()])?;
        transaction.commit()?;
        Ok(tidied)
    }
}

/// The last mail and the last letter of a period.
struct Last {
    mail: i64,
    letter: i64,
}

impl Last {
    /// The last ones when this day of served time, or an earlier one, was first seen; 0 if that was not recorded.
    fn before(connection: &Connection, day: i64) -> Result<Last, StoreError> {
        let sql = "SELECT mail, letter FROM served_day WHERE day <= ?1 ORDER BY day DESC LIMIT 1";
        let row = |row: &Row<'_>| Ok(Last { mail: row.get("mail")?, letter: row.get("letter")? });
        Ok(connection.query_row(sql, [day], row).optional()?.unwrap_or(Last { mail: 0, letter: 0 }))
    }
}

/// The current day in served time. When it is first seen, records the last mail and letter.
fn note_day(connection: &Connection) -> Result<i64, StoreError> {
    let served: Option<i64> = connection.query_row("SELECT served FROM clockwork_look", [], only).optional()?;
    let today = TimeDelta::microseconds(served.unwrap_or(0)).num_days();
    connection.execute(
        "INSERT OR IGNORE INTO served_day (day, mail, letter)
         SELECT ?1, coalesce((SELECT max(id) FROM spool), 0), coalesce((SELECT max(id) FROM outbox), 0)",
        [today],
    )?;
    Ok(today)
}
