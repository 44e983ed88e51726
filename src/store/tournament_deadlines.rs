//! Events in which something is due without a mail, as rows; and the look at them.

use crate::club::Hearing;
use crate::club::event::EventName;
use crate::store::columns::{micros, parse};
use crate::store::work::alone;
use crate::store::{Room, Store, StoreError, clockwork_looks, hearing};
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
    /// no other up. `look` is told what has been heard.
    ///
    /// # Errors
    /// When SQLite cannot go on; then nothing has happened.
    pub fn look_at_events<E: fmt::Display>(
        &mut self,
        max: u32,
        now: DateTime<Utc>,
        mut look: impl FnMut(&Room<'_>, &EventName, &Hearing) -> Result<(), E>,
    ) -> Result<EventsSeen, StoreError> {
        let certain = clockwork_looks::doubted(&self.connection)?.is_none();
        if due(&self.connection, now, (1, certain))?.is_empty() {
            return Ok(EventsSeen::default());
        }
        let mut seen = EventsSeen::default();
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let heard = hearing::hearing(&transaction, now)?;
        let events = due(&transaction, now, (max, certain))?;
        for event in events.iter().cloned() {
            let room = Room::new(&transaction, &self.rule_records, now);
            match alone(&room, || look(&room, &event, &heard))? {
                Ok(()) => seen.letters += room.letters(),
                Err(why) => {
                    transaction
                        .prepare_cached("UPDATE event SET due = ?2 WHERE name = ?1")?
                        .execute((event.as_str(), micros(now + LOOK_AGAIN)))?;
                    seen.stumbles.push((event, why));
                }
            }
        }
        // Those that wait for something are due still; they alone are no reason to look again at once.
        seen.more = events.len() == max as usize && due(&transaction, now, (max, certain))? != events;
        transaction.commit()?;
        Ok(seen)
    }
}

/// The events in which something is due, the longest due first. A closing date is a day in the calendar: it waits until the time is `certain`.
fn due(connection: &Connection, now: DateTime<Utc>, (max, certain): (u32, bool)) -> Result<Vec<EventName>, StoreError> {
    let mut events = Vec::new();
    let sql =
        "SELECT name FROM event WHERE due IS NOT NULL AND due <= ?1 AND held IS NULL AND (stage = 'running' OR ?3)
               ORDER BY due, name LIMIT ?2";
    let mut statement = connection.prepare_cached(sql)?;
    let mut rows = statement.query((micros(now), max, certain))?;
    while let Some(row) = rows.next()? {
        events.push(parse("the name of an event", row.get_ref(0)?.as_str().map_err(rusqlite::Error::from)?)?);
    }
    Ok(events)
}
