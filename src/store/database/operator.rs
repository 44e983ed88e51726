//! What the operator changes by a row's number: letters sent again or dropped, mails handled again or dropped.
//!
//! ```text
//!  letter   given-up -> waiting      waiting: its next try comes at once      waiting, given-up -> dropped
//!  mail     failed -> spooled        failed -> done
//! ```

use crate::club::PlayerId;
use crate::store::columns::{At, only};
use crate::store::letter_kinds::LetterState;
use crate::store::spool::SpoolState;
use crate::store::{Store, StoreError};
use chrono::{DateTime, Utc};
use rusqlite::types::FromSql;
use rusqlite::{OptionalExtension, TransactionBehavior};

/// The result of an operator's action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ByHand<S> {
    /// It is done.
    Done,
    /// There is no such row, or not any more.
    Unknown,
    /// Its text was deleted.
    TextGone,
    /// It is not possible in this state.
    Not(S),
}

impl Store {
    /// Makes a letter that waits or was given up due at `now`.
    ///
    /// # Errors
    /// If SQLite cannot write.
    pub fn resend(&mut self, id: i64, now: DateTime<Utc>) -> Result<ByHand<LetterState>, StoreError> {
        match self.letter(id)? {
            None => Ok(ByHand::Unknown),
            Some((LetterState::Waiting | LetterState::GivenUp, true)) => {
                self.resend_where("id = ?2", id, now)?;
                Ok(ByHand::Done)
            }
            Some((LetterState::GivenUp, false)) => Ok(ByHand::TextGone),
            Some((state, _)) => Ok(ByHand::Not(state)),
        }
    }

    /// The same for every letter that waits or was given up, if its text is still kept. Returns their number.
    ///
    /// # Errors
    /// If SQLite cannot write.
    pub fn resend_all(&mut self, now: DateTime<Utc>) -> Result<usize, StoreError> {
        self.resend_where("id > ?2", 0, now)
    }

    fn resend_where(&mut self, which: &str, id: i64, now: DateTime<Utc>) -> Result<usize, StoreError> {
        // The attempts of a waiting letter still count: they decide how long it waits after the next one.
        let sql = format!(
            "UPDATE outbox SET next_try = ?1, settled = NULL, state = 'waiting',
                 attempts = CASE state WHEN 'waiting' THEN attempts ELSE 0 END,
                 last_error = CASE state WHEN 'waiting' THEN last_error END
             WHERE {which} AND state IN ('waiting', 'given-up') AND id IN (SELECT letter FROM letter_text)"
        );
        Ok(self.connection.execute(&sql, (At(now), id))?)
    }

    /// Drops a letter that waits or was given up: it is not sent, and no alarm mentions it.
    ///
    /// # Errors
    /// If SQLite cannot write.
    pub fn drop_letter(&mut self, id: i64, now: DateTime<Utc>) -> Result<ByHand<LetterState>, StoreError> {
        match self.letter(id)? {
            None => Ok(ByHand::Unknown),
            Some((LetterState::Waiting | LetterState::GivenUp, _)) => {
                let sql = "UPDATE outbox SET state = 'dropped', next_try = NULL, settled = ?2 WHERE id = ?1";
                self.connection.execute(sql, (id, At(now)))?;
                Ok(ByHand::Done)
            }
            Some((state, _)) => Ok(ByHand::Not(state)),
        }
    }

    /// Makes a failed mail as if it had just come.
    ///
    /// # Errors
    /// If SQLite cannot write.
    pub fn retry(&mut self, id: i64) -> Result<ByHand<SpoolState>, StoreError> {
        match self.mail(id)? {
            None => Ok(ByHand::Unknown),
            Some((SpoolState::Failed, true)) => {
                self.connection.execute("UPDATE spool SET state = 'spooled', tries = 0 WHERE id = ?1", [id])?;
                Ok(ByHand::Done)
            }
            Some((SpoolState::Failed, false)) => Ok(ByHand::TextGone),
            Some((state, _)) => Ok(ByHand::Not(state)),
        }
    }

    /// Marks a failed mail as done: its text is deleted, and no alarm mentions it. A repeat is still recognized.
    ///
    /// # Errors
    /// If SQLite cannot write.
    pub fn drop_mail(&mut self, id: i64) -> Result<ByHand<SpoolState>, StoreError> {
        match self.mail(id)? {
            None => Ok(ByHand::Unknown),
            Some((SpoolState::Failed, _)) => {
                let sql = "UPDATE spool SET state = 'done', note = 'dropped by hand; ' || note WHERE id = ?1";
                self.connection.execute(sql, [id])?;
                Ok(ByHand::Done)
            }
            Some((state, _)) => Ok(ByHand::Not(state)),
        }
    }

    fn letter(&self, id: i64) -> Result<Option<(LetterState, bool)>, StoreError> {
        self.state_and_text(
            "SELECT state, id IN (SELECT letter FROM letter_text) AS has_text FROM outbox WHERE id = ?1",
            id,
        )
    }

    fn mail(&self, id: i64) -> Result<Option<(SpoolState, bool)>, StoreError> {
        self.state_and_text("SELECT state, id IN (SELECT mail FROM mail_text) AS has_text FROM spool WHERE id = ?1", id)
    }

    fn state_and_text<S: FromSql>(&self, sql: &str, id: i64) -> Result<Option<(S, bool)>, StoreError> {
        let found = self.connection.query_row(sql, [id], |row| Ok((row.get("state")?, row.get("has_text")?)));
        Ok(found.optional()?)
    }
}

impl Store {
    /// Makes letters go to all addresses of a player again. Returns how many had stopped; `None` if there is no such player.
    ///
    /// # Errors
    /// If SQLite cannot write.
    pub fn resume(&mut self, player: &PlayerId) -> Result<Option<usize>, StoreError> {
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let known: Option<i64> =
            transaction.query_row("SELECT 1 FROM player WHERE id = ?1", [player], only).optional()?;
        if known.is_none() {
            return Ok(None);
        }
        let of_player = "address IN (SELECT address FROM address WHERE player = ?1)";
        transaction.execute(&format!("DELETE FROM bounce WHERE {of_player}"), [player])?;
        let resumed = transaction
            .execute(&format!("UPDATE suspension SET state = 'lifted' WHERE state = 'on' AND {of_player}"), [player])?;
        transaction.commit()?;
        Ok(Some(resumed))
    }

    /// Confirms that this player is the organizer named in the settings. Returns whether that was unconfirmed.
    ///
    /// # Errors
    /// If SQLite cannot write.
    pub fn confirm_organizer(&mut self, player: &PlayerId) -> Result<bool, StoreError> {
        Ok(self.connection.execute("DELETE FROM unconfirmed_organizer WHERE player = ?1", [player])? == 1)
    }
}
