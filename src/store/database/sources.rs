//! How the doors that fetch mails fare, as they say it, and up to when each has been heard.

use crate::store::DoorState;
use crate::store::columns::{At, Word, only};
use crate::store::spool::Door;
use crate::store::{Store, StoreError};
use chrono::{DateTime, TimeDelta, Utc};
use rusqlite::TransactionBehavior;

/// How a door fares at an instant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DoorNote {
    /// Which door.
    pub door: Door,
    /// Which mailbox or folder it looks into.
    pub place: String,
    /// How it fares.
    pub state: DoorState,
    /// Since when, at the latest.
    pub at: DateTime<Utc>,
    /// How long ago the full look began that has ended with this; `None` where it did not come to its end.
    pub full: Option<TimeDelta>,
}

impl Store {
    /// Writes down how a door fares.
    ///
    /// # Errors
    /// When SQLite cannot write.
    pub fn note_door(&mut self, note: &DoorNote) -> Result<(), StoreError> {
        let DoorNote { door, place, state, at, full } = note;
        // Another place is another story.
        self.connection.prepare_cached("DELETE FROM door WHERE name = ?1 AND place <> ?2")?.execute((door, place))?;
        let (word, why) = match state {
            DoorState::Well => ("well", None),
            DoorState::Trying(why) => ("trying", Some(why)),
            DoorState::NeedsHand(why) => ("needs-hand", Some(why)),
        };
        let well = matches!(state, DoorState::Well).then_some(At(*at));
        let failing = (!matches!(state, DoorState::Well)).then_some(At(*at));
        self.connection
            .prepare_cached(
                "INSERT INTO door (name, place, state, well, failing, why, began) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
                 ON CONFLICT (name) DO UPDATE SET state = excluded.state, why = excluded.why,
                 began = coalesce(excluded.began, began),
                 well = coalesce(excluded.well, well),
                 failing = CASE WHEN excluded.failing IS NULL THEN NULL ELSE coalesce(failing, excluded.failing) END",
            )?
            .execute((door, place, word, well, failing, why, full.map(|full| At(*at - full))))?;
        Ok(())
    }

    /// From now on these doors fetch mails, and no others: what ends on time waits until each of them has looked.
    ///
    /// # Errors
    /// When SQLite cannot write.
    pub fn doors_are(&mut self, doors: &[(Door, String)]) -> Result<(), StoreError> {
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let known: Vec<String> =
            transaction.prepare("SELECT name FROM door")?.query_map([], only)?.collect::<Result<_, _>>()?;
        for name in known.iter().filter(|name| doors.iter().all(|(door, _)| door.word() != name.as_str())) {
            transaction.execute("DELETE FROM door WHERE name = ?1", [name])?;
        }
        for (door, place) in doors {
            transaction.execute("DELETE FROM door WHERE name = ?1 AND place <> ?2", (door, place))?;
            let sql = "INSERT INTO door (name, place, state) VALUES (?1, ?2, 'well') ON CONFLICT DO NOTHING";
            transaction.execute(sql, (door, place))?;
        }
        transaction.commit()?;
        Ok(())
    }

    /// Notes which doors have been heard: all mails of their last full look have been handled.
    ///
    /// # Errors
    /// When SQLite cannot go on.
    pub fn hear(&mut self) -> Result<(), StoreError> {
        const NEWS: &str = "heard IS NOT began AND NOT EXISTS (SELECT 1 FROM spool WHERE state = 'spooled' AND spool.door = door.name)";
        // Looked at first without the lock: an idle server asks often.
        if self.connection.prepare_cached(&format!("SELECT 1 FROM door WHERE {NEWS}"))?.exists([])? {
            self.connection.prepare_cached(&format!("UPDATE door SET heard = began WHERE {NEWS}"))?.execute([])?;
        }
        Ok(())
    }
}
