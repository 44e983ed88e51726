//! Who has to be told that clocks got time back, as rows; and the look at whom nobody has told yet.

use crate::club::{Amends, PlayerId};
use crate::store::words::{instant, micros, parse};
use crate::store::work::alone;
use crate::store::{Room, Store, StoreError};
use chrono::{DateTime, TimeDelta, Utc};
use rusqlite::{Connection, TransactionBehavior};
use std::fmt;

/// What one look at who has to be told came to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Amended {
    /// Letters that wait since.
    pub letters: u32,
    /// Players whose letter could not be written, and why. They are not told.
    pub stumbles: Vec<(PlayerId, String)>,
    /// Whether others are to be told.
    pub more: bool,
}

impl Store {
    /// Has `write` tell players that their clocks got time back, at most `max` of them: one savepoint for each, so that one which fails
    /// holds no other up. Each is told once.
    ///
    /// # Errors
    /// When SQLite cannot go on; then nobody has been told.
    pub fn amends<E: fmt::Display>(
        &mut self,
        max: u32,
        now: DateTime<Utc>,
        mut write: impl FnMut(&Room<'_>, &PlayerId, &Amends) -> Result<(), E>,
    ) -> Result<Amended, StoreError> {
        // Looked at first without the lock: an idle server asks often.
        if untold(&self.connection, 1)?.is_empty() {
            return Ok(Amended::default());
        }
        let mut amended = Amended::default();
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let players = untold(&transaction, max)?;
        amended.more = players.len() == max as usize;
        for (player, amends) in players {
            let room = Room::new(&transaction, &self.rule_records, now);
            match alone(&room, || write(&room, &player, &amends))? {
                Ok(()) => amended.letters += room.letters(),
                Err(why) => amended.stumbles.push((player.clone(), why)),
            }
            transaction.prepare_cached("DELETE FROM amends WHERE player = ?1")?.execute([player.as_str()])?;
        }
        transaction.commit()?;
        Ok(amended)
    }
}

fn untold(connection: &Connection, max: u32) -> Result<Vec<(PlayerId, Amends)>, StoreError> {
    let mut players = Vec::new();
    let mut statement =
        connection.prepare_cached("SELECT player, gone, back, given FROM amends ORDER BY player LIMIT ?1")?;
    let mut rows = statement.query([max])?;
    while let Some(row) = rows.next()? {
        let player = parse("a player id", row.get_ref(0)?.as_str().map_err(rusqlite::Error::from)?)?;
        let (gone, back) = (instant(row.get(1)?)?, instant(row.get(2)?)?);
        players.push((player, Amends { gone, back, given: TimeDelta::seconds(row.get(3)?) }));
    }
    Ok(players)
}

/// Notes whose clocks got time back. Who has not been told of an earlier absence yet hears of both at once.
pub(super) fn note(connection: &Connection, amends: &Amends) -> Result<(), StoreError> {
    connection.execute(
        "INSERT INTO amends (player, gone, back, given)
         SELECT DISTINCT CASE WHEN (plies % 2 = 0) = (first = 'attackers') THEN attackers ELSE defenders END, ?1, ?2, ?3
         FROM game WHERE due IS NOT NULL AND since IS NOT NULL
         ON CONFLICT DO UPDATE SET back = excluded.back, given = given + excluded.given",
        (micros(amends.gone), micros(amends.back), amends.given.num_seconds()),
    )?;
    Ok(())
}
