//! Events in which something is due without a mail, as rows; and the look at them.

use crate::club::event::EventName;
use crate::store::words::{instant, micros, parse};
use crate::store::work::alone;
use crate::store::{Room, Store, StoreError};
use chrono::{DateTime, TimeDelta, Utc};
use rusqlite::{Connection, TransactionBehavior};
use std::fmt;

/// An event that could not be looked at is looked at again after this time.
const LOOK_AGAIN: TimeDelta = TimeDelta::hours(1);

/// What one look at the events came to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EventsSeen {
    /// Letters that wait since.
    pub letters: u32,
    /// Events that could not be looked at, and why.
    pub stumbles: Vec<(EventName, String)>,
    /// Whether more are due.
    pub more: bool,
}

impl Store {
    /// Lets `look` see every event in which something is due, at most `max` of them: one savepoint for each, so that one which fails holds
    /// no other up. `look` is told when the oldest mail came that nobody has handled.
    ///
    /// # Errors
    /// When SQLite cannot go on; then nothing has happened.
    pub fn look_at_events<E: fmt::Display>(
        &mut self,
        max: u32,
        now: DateTime<Utc>,
        mut look: impl FnMut(&Room<'_>, &EventName, Option<DateTime<Utc>>) -> Result<(), E>,
    ) -> Result<EventsSeen, StoreError> {
        if due(&self.connection, now, 1)?.is_empty() {
            return Ok(EventsSeen::default());
        }
        let mut seen = EventsSeen::default();
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let unheard: Option<i64> =
            transaction.query_row("SELECT min(received) FROM spool WHERE state = 'spooled'", [], |row| row.get(0))?;
        let unheard = unheard.map(instant).transpose()?;
        let events = due(&transaction, now, max)?;
        seen.more = events.len() == max as usize;
        for event in events {
            let room = Room::new(&transaction, &self.rule_records, now);
            match alone(&room, || look(&room, &event, unheard))? {
                Ok(()) => seen.letters += room.letters(),
                Err(why) => {
                    transaction
                        .prepare_cached("UPDATE event SET due = ?2 WHERE name = ?1")?
                        .execute((event.as_str(), micros(now + LOOK_AGAIN)))?;
                    seen.stumbles.push((event, why));
                }
            }
        }
        transaction.commit()?;
        Ok(seen)
    }
}

/// The events in which something is due, the longest due first.
fn due(connection: &Connection, now: DateTime<Utc>, max: u32) -> Result<Vec<EventName>, StoreError> {
    let mut events = Vec::new();
    let sql = "SELECT name FROM event WHERE due IS NOT NULL AND due <= ?1 AND held IS NULL ORDER BY due, name LIMIT ?2";
    let mut statement = connection.prepare_cached(sql)?;
    let mut rows = statement.query((micros(now), max))?;
    while let Some(row) = rows.next()? {
        events.push(parse("the name of an event", row.get_ref(0)?.as_str().map_err(rusqlite::Error::from)?)?);
    }
    Ok(events)
}
