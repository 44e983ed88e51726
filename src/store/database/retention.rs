//! Forgetting: what nobody needs any more goes, so that the file holds no more of people's mail than it must.
//!
//! Mails and letters age by served time: each look at them notes on which served day there were how many. A clock that is set by years, and
//! is taken for right in the end, makes nothing older; neither does a server that is off.

use crate::club::HOLD_MAX;
use crate::store::columns::{At, only};
use crate::store::{Store, StoreError, clockwork_looks, hearing};
use chrono::{DateTime, TimeDelta, Utc};
use rusqlite::{Connection, OptionalExtension, Row, TransactionBehavior};

/// The text of failed mails and of letters given up is kept this long, in served time.
const TEXT_KEPT: TimeDelta = TimeDelta::days(30);

/// Fingerprints of mails and rows of letters are kept this long, in served time.
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
        if clockwork_looks::doubted(&self.connection)?.is_some() {
            return Ok(Tidied::default());
        }
        let row_kept = At(now - ROW_KEPT);
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let today = note_day(&transaction)?;
        let with_text = Last::before(&transaction, today - TEXT_KEPT.num_days())?;
        let whole = Last::before(&transaction, today - ROW_KEPT.num_days())?;
        let heard = hearing::hearing(&transaction, now)?;
        let tidied = Tidied {
            texts: transaction.execute(
                "DELETE FROM mail_text WHERE mail IN (SELECT id FROM spool WHERE state = 'failed' AND id <= ?1)",
                [with_text.mail],
            )? + transaction.execute(
                // A letter may have waited for long before it was given up.
                "DELETE FROM letter_text WHERE letter IN
                 (SELECT id FROM outbox WHERE state = 'given-up' AND id <= ?1 AND settled < ?2)",
                (with_text.letter, At(now - TEXT_KEPT)),
            )?,
            // The newest row stays however old it is, so that no number comes twice.
            mails: transaction.execute(
                "DELETE FROM spool WHERE id <= ?1 AND state <> 'spooled' AND id < (SELECT max(id) FROM spool)",
                [whole.mail],
            )?,
            letters: transaction.execute(
                "DELETE FROM outbox WHERE id <= ?1 AND state <> 'waiting' AND id < (SELECT max(id) FROM outbox)",
                [whole.letter],
            )?,
            // Whoever answered in time may not have been heard yet.
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
        // Of the days that are old enough the last says all.
        let old = "DELETE FROM served_day WHERE day < (SELECT max(day) FROM served_day WHERE day <= ?1)";
        transaction.execute(old, [today - ROW_KEPT.num_days()])?;
        transaction.commit()?;
        Ok(tidied)
    }
}

/// The last mail and the last letter of a time.
struct Last {
    mail: i64,
    letter: i64,
}

impl Last {
    /// Those that there were when this day of served time, or an earlier one, was first seen; 0 where nobody noted them.
    fn before(connection: &Connection, day: i64) -> Result<Last, StoreError> {
        let sql = "SELECT mail, letter FROM served_day WHERE day <= ?1 ORDER BY day DESC LIMIT 1";
        let row = |row: &Row<'_>| Ok(Last { mail: row.get("mail")?, letter: row.get("letter")? });
        Ok(connection.query_row(sql, [day], row).optional()?.unwrap_or(Last { mail: 0, letter: 0 }))
    }
}

/// The day it is in served time, with a note of what there is when it is first seen.
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
