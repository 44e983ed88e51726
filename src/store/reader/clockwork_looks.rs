//! The machine's clocks: when the clockwork last looked, and when the clocks were moved.

use crate::clock::Reading;
use crate::store::columns::{Columns, only_at};
use crate::store::{Reader, StoreError, clockwork_looks};
use chrono::{DateTime, TimeDelta, Utc};
use rusqlite::OptionalExtension;

/// A time at which the clocks of the club were moved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leap {
    /// The time.
    pub at: DateTime<Utc>,
    /// How long nothing was served.
    pub away: TimeDelta,
    /// By how much the machine's clock was set.
    pub step: TimeDelta,
}

impl Reader {
    /// What the machine's clocks showed at the last look whose commit succeeded.
    ///
    /// # Errors
    /// If SQLite cannot read.
    pub fn last_look(&self) -> Result<Option<Reading>, StoreError> {
        Ok(clockwork_looks::last(&self.connection)?.map(|(last, _)| last))
    }

    /// Since when the machine's clock is unconfirmed; `None` if it is taken as right.
    ///
    /// # Errors
    /// If SQLite cannot read.
    pub fn time_doubted(&self) -> Result<Option<DateTime<Utc>>, StoreError> {
        clockwork_looks::doubted(&self.connection)
    }

    /// When a door last stored a mail.
    ///
    /// # Errors
    /// If SQLite cannot read.
    pub fn taken(&self) -> Result<Option<DateTime<Utc>>, StoreError> {
        Ok(self.connection.query_row("SELECT at FROM last_mail", [], only_at).optional()?.flatten())
    }

    /// The last times at which the clocks were moved, the latest first.
    ///
    /// # Errors
    /// If SQLite cannot read.
    pub fn leaps(&self, max: u32) -> Result<Vec<Leap>, StoreError> {
        let mut leaps = Vec::new();
        let mut statement =
            self.connection.prepare_cached("SELECT at, away, step FROM leap ORDER BY id DESC LIMIT ?1")?;
        let mut rows = statement.query([max])?;
        while let Some(row) = rows.next()? {
            let (away, step) = (TimeDelta::microseconds(row.get("away")?), TimeDelta::microseconds(row.get("step")?));
            leaps.push(Leap { at: row.at("at")?, away, step });
        }
        Ok(leaps)
    }
}
