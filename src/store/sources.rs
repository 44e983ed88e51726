//! How the doors that fetch mails themselves fare: kept so that `status`, another process, can tell.

use crate::store::columns::{Word, instant, micros};
use crate::store::spool::Door;
use crate::store::{Reader, Store, StoreError};
use chrono::{DateTime, TimeDelta, Utc};
use rusqlite::TransactionBehavior;

/// How a door fares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DoorState {
    /// It looks, and takes what there is.
    Well,
    /// It could not look; it tries again, and it may pass.
    Trying(String),
    /// It cannot look, or not put away what it took, until somebody mends something.
    NeedsHand(String),
}

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

/// What is known of a door.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DoorLine {
    /// Which.
    pub door: Door,
    /// Which mailbox or folder it looks into.
    pub place: String,
    /// When it last did so and all was well.
    pub well: Option<DateTime<Utc>>,
    /// Since when it is not.
    pub failing: Option<DateTime<Utc>>,
    /// How it fares.
    pub state: DoorState,
}

impl Store {
    /// Writes down how a door fares.
    ///
    /// # Errors
    /// When SQLite cannot write.
    pub fn note_door(&mut self, note: &DoorNote) -> Result<(), StoreError> {
        let DoorNote { door, place, state, at, full } = note;
        // Another place is another story.
        self.connection
            .prepare_cached("DELETE FROM door WHERE name = ?1 AND place <> ?2")?
            .execute((door.word(), place))?;
        let (word, why) = match state {
            DoorState::Well => ("well", None),
            DoorState::Trying(why) => ("trying", Some(why)),
            DoorState::NeedsHand(why) => ("needs-hand", Some(why)),
        };
        let well = matches!(state, DoorState::Well).then_some(micros(*at));
        let failing = (!matches!(state, DoorState::Well)).then_some(micros(*at));
        self.connection
            .prepare_cached(
                "INSERT INTO door (name, place, state, well, failing, why, began) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
                 ON CONFLICT (name) DO UPDATE SET state = excluded.state, why = excluded.why,
                 began = coalesce(excluded.began, began),
                 well = coalesce(excluded.well, well),
                 failing = CASE WHEN excluded.failing IS NULL THEN NULL ELSE coalesce(failing, excluded.failing) END",
            )?
            .execute((door.word(), place, word, well, failing, why, full.map(|full| micros(*at - full))))?;
        Ok(())
    }

    /// From now on these doors fetch mails, and no others: what ends on time waits until each of them has looked.
    ///
    /// # Errors
    /// When SQLite cannot write.
    pub fn doors_are(&mut self, doors: &[(Door, String)]) -> Result<(), StoreError> {
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let known: Vec<String> =
            transaction.prepare("SELECT name FROM door")?.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?;
        for name in known.iter().filter(|name| doors.iter().all(|(door, _)| door.word() != name.as_str())) {
            transaction.execute("DELETE FROM door WHERE name = ?1", [name])?;
        }
        for (door, place) in doors {
            transaction.execute("DELETE FROM door WHERE name = ?1 AND place <> ?2", (door.word(), place))?;
            let sql = "INSERT INTO door (name, place, state) VALUES (?1, ?2, 'well') ON CONFLICT DO NOTHING";
            transaction.execute(sql, (door.word(), place))?;
        }
        transaction.commit()?;
        Ok(())
    }
}

impl Reader {
    /// What is known of the doors that fetch mails.
    ///
    /// # Errors
    /// When SQLite cannot read.
    pub fn doors(&self) -> Result<Vec<DoorLine>, StoreError> {
        let sql = "SELECT name, place, state, well, failing, why FROM door ORDER BY name";
        let mut statement = self.connection.prepare_cached(sql)?;
        let mut rows = statement.query([])?;
        let mut doors = Vec::new();
        while let Some(row) = rows.next()? {
            let word: String = row.get(2)?;
            let why = row.get::<_, Option<String>>(5)?.unwrap_or_default();
            doors.push(DoorLine {
                door: Door::read(&row.get::<_, String>(0)?)?,
                place: row.get(1)?,
                well: row.get::<_, Option<i64>>(3)?.map(instant).transpose()?,
                failing: row.get::<_, Option<i64>>(4)?.map(instant).transpose()?,
                state: match word.as_str() {
                    "well" => DoorState::Well,
                    "trying" => DoorState::Trying(why),
                    "needs-hand" => DoorState::NeedsHand(why),
                    _ => return Err(StoreError::Damaged { what: "the state of a door", found: word }),
                },
            });
        }
        Ok(doors)
    }
}
