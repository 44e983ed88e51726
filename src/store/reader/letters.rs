//! Letters that wait to be sent, and the operator's list of letters.

use crate::store::PauseLine;
use crate::store::columns::{At, Columns, Word, only};
use crate::store::letter_kinds::{Due, LetterState, Waiting};
use crate::store::{Reader, StoreError, outbox, sending_pauses};
use chrono::{DateTime, Utc};

/// A letter in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QueueLine {
    /// Its row.
    pub id: i64,
    /// When it was written.
    pub created: DateTime<Utc>,
    /// The one recipient.
    pub to: String,
    /// Its content, in one word.
    pub kind: String,
    /// The board that it is about.
    pub number: Option<u32>,
    /// Its state.
    pub state: LetterState,
    /// Attempts so far.
    pub attempts: u32,
    /// When it will next be tried, while it waits.
    pub next_try: Option<DateTime<Utc>>,
    /// The relay's last answer.
    pub last_error: Option<String>,
}

impl Reader {
    /// Letters to be sent now, those that have waited longest first.
    ///
    /// # Errors
    /// If SQLite cannot read.
    pub fn due(&self, now: DateTime<Utc>, limit: u32) -> Result<Vec<Due>, StoreError> {
        outbox::due(&self.connection, now, limit, |_| true)
    }

    /// Letters to be sent now that `takes` accepts. It is called for each letter that is due.
    ///
    /// # Errors
    /// If SQLite cannot read.
    pub fn due_where(
        &self,
        now: DateTime<Utc>,
        limit: u32,
        takes: impl FnMut(&Waiting) -> bool,
    ) -> Result<Vec<Due>, StoreError> {
        outbox::due(&self.connection, now, limit, takes)
    }

    /// Letters to be sent now, without their texts, those that have waited longest first.
    ///
    /// # Errors
    /// If SQLite cannot read.
    pub fn waiting(&self, now: DateTime<Utc>) -> Result<Vec<Waiting>, StoreError> {
        outbox::all_waiting(&self.connection, now)
    }

    /// The whole letter.
    ///
    /// # Errors
    /// If SQLite cannot read, or it does not exist any more.
    pub fn with_text(&self, letter: Waiting) -> Result<Due, StoreError> {
        outbox::with_text(&self.connection, letter)
    }

    /// When the next letter is due after `now`; `None` if there is none.
    ///
    /// # Errors
    /// If SQLite cannot read.
    pub fn next_due(&self, now: DateTime<Utc>) -> Result<Option<DateTime<Utc>>, StoreError> {
        outbox::next_due(&self.connection, now)
    }

    /// Letters in one state, the newest first; at most `limit`.
    ///
    /// # Errors
    /// If SQLite cannot read.
    pub fn queue(&self, state: LetterState, limit: u32) -> Result<Vec<QueueLine>, StoreError> {
        // The state is part of the statement's text, so that SQLite sees that its index holds these rows.
        let columns = "SELECT id, created, recipient, kind, game, state, attempts, next_try, last_error";
        let sql = format!("{columns} FROM outbox WHERE state = '{}' ORDER BY id DESC LIMIT ?1", state.word());
        let mut found = Vec::new();
        let mut statement = self.connection.prepare_cached(&sql)?;
        let mut rows = statement.query([limit])?;
        while let Some(row) = rows.next()? {
            found.push(QueueLine {
                id: row.get("id")?,
                created: row.at("created")?,
                to: row.get("recipient")?,
                kind: row.get("kind")?,
                number: row.get("game")?,
                state: row.get("state")?,
                attempts: row.get("attempts")?,
                next_try: row.at_if_any("next_try")?,
                last_error: row.get("last_error")?,
            });
        }
        Ok(found)
    }

    /// How many letters are in one state.
    ///
    /// # Errors
    /// If SQLite cannot read.
    pub fn queue_count(&self, state: LetterState) -> Result<u32, StoreError> {
        let sql = format!("SELECT count(*) FROM outbox WHERE state = '{}'", state.word());
        Ok(self.connection.query_row(&sql, [], only)?)
    }

    /// How many letters are due at `now`.
    ///
    /// # Errors
    /// If SQLite cannot read.
    pub fn due_count(&self, now: DateTime<Utc>) -> Result<u32, StoreError> {
        let sql = "SELECT count(*) FROM outbox WHERE state = 'waiting' AND next_try <= ?1";
        Ok(self.connection.prepare_cached(sql)?.query_row([At(now)], only)?)
    }

    /// How many letters the relay has accepted since then.
    ///
    /// # Errors
    /// If SQLite cannot read.
    pub fn sent_since(&self, since: DateTime<Utc>) -> Result<u32, StoreError> {
        outbox::sent_since(&self.connection, since)
    }

    /// What waits, and why. Empty if no letter waits.
    ///
    /// # Errors
    /// If SQLite cannot read.
    pub fn pauses(&self) -> Result<Vec<PauseLine>, StoreError> {
        sending_pauses::all(&self.connection)
    }

    /// The domains of letters that were sent recently or are being tried, and whether they accepted the last one. Used at the start.
    ///
    /// # Errors
    /// If SQLite cannot read.
    pub fn known_domains(&self) -> Result<Vec<(String, bool)>, StoreError> {
        sending_pauses::known_domains(&self.connection)
    }
}
