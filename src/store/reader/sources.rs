//! What is read of the doors that fetch mails.

use crate::store::DoorState;
use crate::store::columns::Columns;
use crate::store::spool::Door;
use crate::store::{Reader, StoreError};
use chrono::{DateTime, Utc};

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
