//! The operator's list of players.

use crate::club::PlayerId;
use crate::mail::Address;
use crate::store::columns::Columns;
use crate::store::{Reader, StoreError, accounts, bounces};
use chrono::{DateTime, Utc};

/// A player in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerLine {
    /// The player's id.
    pub id: PlayerId,
    /// The player's addresses. Letters go to the first.
    pub addresses: Vec<Address>,
    /// When the player joined.
    pub joined: DateTime<Utc>,
    /// Challenges and running games.
    pub open_games: u32,
    /// All games of the player.
    pub games: u32,
    /// Letters to the player that came back within the last 90 days.
    pub returned: u32,
    /// The addresses to which letters have stopped.
    pub stopped: Vec<Address>,
    /// Whether the player joined under a name that the settings list among the organizers, and the operator has not confirmed it.
    pub organizer_waits: bool,
}

impl Reader {
    /// The players, by id.
    ///
    /// # Errors
    /// If SQLite cannot read.
    pub fn players(&self) -> Result<Vec<PlayerLine>, StoreError> {
        let mut found = Vec::new();
        let mut statement = self.connection.prepare_cached(
            "SELECT id, joined,
                 (SELECT count(*) FROM game WHERE attackers = player.id AND stage IN ('invited', 'running'))
                 + (SELECT count(*) FROM game WHERE defenders = player.id AND stage IN ('invited', 'running')) AS open_games,
                 (SELECT count(*) FROM game WHERE attackers = player.id)
                 + (SELECT count(*) FROM game WHERE defenders = player.id) AS games,
                 (SELECT count(*) FROM outbox WHERE reader = player.id AND returned IS NOT NULL) AS returned,
                 EXISTS (SELECT 1 FROM unconfirmed_organizer WHERE player = player.id) AS organizer_waits
             FROM player WHERE account <> 'closed' ORDER BY id",
        )?;
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            let id: PlayerId = row.get("id")?;
            found.push(PlayerLine {
                addresses: accounts::addresses(&self.connection, &id)?
                    .into_iter()
                    .map(|(address, _)| address)
                    .collect(),
                stopped: {
                    let suspensions = bounces::suspensions(&self.connection, &id)?.into_iter();
                    suspensions.filter(|known| !known.lifted).map(|known| known.address).collect()
                },
                id,
                joined: row.at("joined")?,
                open_games: row.get("open_games")?,
                games: row.get("games")?,
                returned: row.get("returned")?,
                organizer_waits: row.get("organizer_waits")?,
            });
        }
        Ok(found)
    }
}
