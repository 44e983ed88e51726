//! Mails that came in, as the operator sees them.

use crate::store::columns::{Columns, Word, only, texts_from_column};
use crate::store::spool::{Door, SpoolState};
use crate::store::{Reader, StoreError, packed_text};
use chrono::{DateTime, Utc};
use rusqlite::OptionalExtension;

/// A mail in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MailLine {
    /// Its row.
    pub id: i64,
    /// When the door accepted it.
    pub received: DateTime<Utc>,
    /// The door.
    pub door: Door,
    /// The sender in the envelope, if the door knew it.
    pub envelope_from: Option<String>,
    /// The recipients in the envelope, while its text is kept.
    pub envelope_to: Vec<String>,
    /// Its state.
    pub state: SpoolState,
    /// Failures so far.
    pub tries: u32,
    /// What was done, or why it failed.
    pub note: String,
    /// Its length in bytes while its text is kept.
    pub size_bytes: Option<u64>,
}

impl Reader {
    /// Mails in one state, the newest first; at most `limit`.
    ///
    /// # Errors
    /// If SQLite cannot read.
    pub fn inbox(&self, state: SpoolState, limit: u32) -> Result<Vec<MailLine>, StoreError> {
        let columns = "SELECT id, received, door, envelope_from, coalesce(envelope_to, '[]') AS envelope_to, state, tries, note, size";
        let sql = format!(
            "{columns} FROM spool LEFT JOIN mail_text ON mail = id WHERE state = '{}' ORDER BY id DESC LIMIT ?1",
            state.word()
        );
        let mut found = Vec::new();
        let mut statement = self.connection.prepare_cached(&sql)?;
        let mut rows = statement.query([limit])?;
        while let Some(row) = rows.next()? {
            found.push(MailLine {
                id: row.get("id")?,
                received: row.at("received")?,
                door: row.get("door")?,
                envelope_from: row.get("envelope_from")?,
                envelope_to: texts_from_column("the recipients of a mail", row.text("envelope_to")?)?,
                state: row.get("state")?,
                tries: row.get("tries")?,
                note: row.get("note")?,
                size_bytes: row.get::<_, Option<i64>>("size")?.and_then(|size| u64::try_from(size).ok()),
            });
        }
        Ok(found)
    }

    /// How many mails are in one state.
    ///
    /// # Errors
    /// If SQLite cannot read.
    pub fn inbox_count(&self, state: SpoolState) -> Result<u32, StoreError> {
        let sql = format!("SELECT count(*) FROM spool WHERE state = '{}'", state.word());
        Ok(self.connection.query_row(&sql, [], only)?)
    }

    /// Whether this mail has come in.
    ///
    /// # Errors
    /// If SQLite cannot read.
    pub fn has_come(&self, id: i64) -> Result<bool, StoreError> {
        let sql = "SELECT EXISTS (SELECT 1 FROM spool WHERE id = ?1)";
        Ok(self.connection.query_row(sql, [id], only)?)
    }

    /// A mail as it came in, while its text is kept: until it is done, or 30 days after it failed.
    ///
    /// # Errors
    /// If SQLite cannot read.
    pub fn raw(&self, id: i64) -> Result<Option<Vec<u8>>, StoreError> {
        let sql = "SELECT raw FROM mail_text WHERE mail = ?1";
        let packed: Option<Vec<u8>> = self.connection.query_row(sql, [id], only).optional()?;
        packed.map(|packed| packed_text::unpack(&packed)).transpose()
    }

    /// Whether one of the recorded mails came through `taflpost deliver`.
    ///
    /// # Errors
    /// If SQLite cannot read.
    pub fn mails_were_brought(&self) -> Result<bool, StoreError> {
        let sql = "SELECT EXISTS (SELECT 1 FROM spool WHERE door = 'pipe')";
        Ok(self.connection.query_row(sql, [], only)?)
    }
}
