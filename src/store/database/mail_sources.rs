//! The state of the doors that fetch mails, as they report it, and up to when the mails of each have been handled.

use crate::store::DoorState;
use crate::store::columns::{At, Word, only};
use crate::store::spool::Door;
use crate::store::{Store, StoreError};
use chrono::{DateTime, TimeDelta, Utc};
use rusqlite::TransactionBehavior;

/// The state of a door at an instant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DoorNote {
    /// The door.
    pub door: Door,
    /// Its mailbox or folder.
    pub place: String,
    /// The state.
    pub state: DoorState,
    /// Since when, at the latest.
    pub at: DateTime<Utc>,
    /// How long ago the full look began that ends with this note; `None` if it did not finish.
    pub full: Option<TimeDelta>,
}

impl Store {
    /// Records the state of a door.
    ///
    /// # Errors
    /// If SQLite cannot write.
    pub fn note_door(&mut self, note: &DoorNote) -> Result<(), StoreError> {
        let DoorNote { door, place, state, at, full } = note;
        // Another mailbox or folder starts again.
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

    /// From now on these doors fetch mails, and no others: losses on time wait until each of them has looked.
    ///
    /// # Errors
    /// If SQLite cannot write.
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

    /// Records for which doors all mails of the last full look have been handled.
    ///
    /// # Errors
    /// If SQLite cannot go on.
    pub fn hear(&mut self) -> Result<(), StoreError> {
        const NEWS: &str = "heard IS NOT began AND NOT EXISTS (SELECT 1 FROM spool WHERE state = 'spooled' AND spool.door = door.name)";
        // Checked first without the lock, because an idle server asks often.
        if self.connection.prepare_cached(&format!("SELECT 1 FROM door WHERE {NEWS}"))?.exists([])? {
            self.connection.prepare_cached(&format!("UPDATE door SET heard = began WHERE {NEWS}"))?.execute([])?;
        }
        Ok(())
    }
}
