//! Letters that wait to be sent, and the operator's list of them.

use crate::store::PauseLine;
use crate::store::columns::{At, Columns, Word, only};
use crate::store::letter_kinds::{Due, LetterState, Waiting};
use crate::store::{Reader, StoreError, outbox, pauses};
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
    /// What it tells, in one word.
    pub kind: String,
    /// The board it is about.
    pub number: Option<u32>,
    /// How far it has come.
    pub state: LetterState,
    /// Tries so far.
    pub attempts: u32,
    /// When it will be tried next, while it waits.
    pub next_try: Option<DateTime<Utc>>,
    /// What the relay said last.
    pub last_error: Option<String>,
}

impl Reader {
    /// Letters to be sent now, those that have waited longest first.
    ///
    /// # Errors
    /// When SQLite cannot read.
    pub fn due(&self, now: DateTime<Utc>, limit: u32) -> Result<Vec<Due>, StoreError> {
        outbox::due(&self.connection, now, limit, |_| true)
    }

    /// Letters to be sent now, of those that `takes` takes; it is asked of each that is due.
    ///
    /// # Errors
    /// When SQLite cannot read.
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
    /// When SQLite cannot read.
    pub fn waiting(&self, now: DateTime<Utc>) -> Result<Vec<Waiting>, StoreError> {
        outbox::all_waiting(&self.connection, now)
    }

    /// The whole letter.
    ///
    /// # Errors
    /// When SQLite cannot read, or it is gone.
    pub fn with_text(&self, letter: Waiting) -> Result<Due, StoreError> {
        outbox::with_text(&self.connection, letter)
    }

    /// When the next letter is due after `now`; `None` when none will be.
    ///
    /// # Errors
    /// When SQLite cannot read.
    pub fn next_due(&self, now: DateTime<Utc>) -> Result<Option<DateTime<Utc>>, StoreError> {
        outbox::next_due(&self.connection, now)
    }

    /// Letters in one state, the newest first; at most `limit`.
    ///
    /// # Errors
    /// When SQLite cannot read.
    pub fn queue(&self, state: LetterState, limit: u32) -> Result<Vec<QueueLine>, StoreError> {
        // The state stands in the text of the statement, so that SQLite sees that its index holds these rows.
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
    /// When SQLite cannot read.
    pub fn queue_count(&self, state: LetterState) -> Result<u32, StoreError> {
        let sql = format!("SELECT count(*) FROM outbox WHERE state = '{}'", state.word());
        Ok(self.connection.query_row(&sql, [], only)?)
    }

    /// How many letters are due at `now`.
    ///
    /// # Errors
    /// When SQLite cannot read.
    pub fn due_count(&self, now: DateTime<Utc>) -> Result<u32, StoreError> {
        let sql = "SELECT count(*) FROM outbox WHERE state = 'waiting' AND next_try <= ?1";
        Ok(self.connection.prepare_cached(sql)?.query_row([At(now)], only)?)
    }

    /// How many letters the relay has taken since then.
    ///
    /// # Errors
    /// When SQLite cannot read.
    pub fn sent_since(&self, since: DateTime<Utc>) -> Result<u32, StoreError> {
        outbox::sent_since(&self.connection, since)
    }

    /// What waits, and why, while any letter does.
    ///
    /// # Errors
    /// When SQLite cannot read.
    pub fn pauses(&self) -> Result<Vec<PauseLine>, StoreError> {
        pauses::all(&self.connection)
    }

    /// Domains of letters that were sent lately, or are tried in vain, and whether they took the last one; for a start.
    ///
    /// # Errors
    /// When SQLite cannot read.
    pub fn known_domains(&self) -> Result<Vec<(String, bool)>, StoreError> {
        pauses::known_domains(&self.connection)
    }
}
