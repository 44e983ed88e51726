//! The doors that fetch mails.

use crate::store::DoorState;
use crate::store::columns::Columns;
use crate::store::spool::Door;
use crate::store::{Reader, StoreError};
use chrono::{DateTime, Utc};

/// What is known of a door.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DoorLine {
    /// The door.
    pub door: Door,
    /// Its mailbox or folder.
    pub place: String,
    /// When it last looked with success.
    pub well: Option<DateTime<Utc>>,
    /// Since when it has failed.
    pub failing: Option<DateTime<Utc>>,
    /// Its state.
    pub state: DoorState,
}

impl Reader {
    /// What is known of the doors that fetch mails.
    ///
    /// # Errors
    /// If SQLite cannot read.
    pub fn doors(&self) -> Result<Vec<DoorLine>, StoreError> {
        let sql = "SELECT name, place, state, well, failing, why FROM door ORDER BY name";
        let mut statement = self.connection.prepare_cached(sql)?;
        let mut rows = statement.query([])?;
        let mut doors = Vec::new();
        while let Some(row) = rows.next()? {
            let word: String = row.get("state")?;
            let why = row.get::<_, Option<String>>("why")?.unwrap_or_default();
            doors.push(DoorLine {
                door: row.get("name")?,
                place: row.get("place")?,
                well: row.at_if_any("well")?,
                failing: row.at_if_any("failing")?,
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
