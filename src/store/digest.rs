//! News that waits for the one letter of the day, as rows; and the look at whose letter is due.

use crate::club::{Kept, PlayerId, ToldBefore};
use crate::store::columns::{instant, micros, parse};
use crate::store::work::alone;
use crate::store::{Store, StoreError, Tx};
use chrono::{DateTime, TimeDelta, Utc};
use rusqlite::{Connection, TransactionBehavior};
use std::fmt;

/// News of one player that is read for one letter, the oldest first; more waits for the next.
const KEPT_MAX: u32 = 500;
/// A letter that could not be written is tried again after this time.
const TRY_AGAIN: TimeDelta = TimeDelta::hours(1);

/// What one look at the letters of the day came to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Digested {
    /// Letters that wait since.
    pub letters: u32,
    /// Players whose letter could not be written, and why.
    pub stumbles: Vec<(PlayerId, String)>,
    /// Whether more are due.
    pub more: bool,
}

impl Store {
    /// Has `write` write the letter of every player for whom it is due, at most `max` of them: one savepoint for each, so that one
    /// which fails holds no other up.
    ///
    /// # Errors
    /// When SQLite cannot go on; then nothing has happened.
    pub fn digests<E: fmt::Display>(
        &mut self,
        max: u32,
        now: DateTime<Utc>,
        mut write: impl FnMut(&Tx<'_>, &PlayerId, &[Kept]) -> Result<(), E>,
    ) -> Result<Digested, StoreError> {
        if due(&self.connection, now, 1)?.is_empty() {
            return Ok(Digested::default());
        }
        let mut digested = Digested::default();
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let players = due(&transaction, now, max)?;
        digested.more = players.len() == max as usize;
        for player in players {
            let kept = kept(&transaction, &player)?;
            let tx = Tx::new(&transaction, &self.rule_records, now);
            match alone(&tx, || write(&tx, &player, &kept))? {
                Ok(()) => digested.letters += tx.letters(),
                Err(why) => {
                    transaction
                        .prepare_cached("UPDATE digest SET due = ?2 WHERE player = ?1")?
                        .execute((player.as_str(), micros(now + TRY_AGAIN)))?;
                    digested.stumbles.push((player, why));
                }
            }
        }
        transaction.commit()?;
        Ok(digested)
    }
}

/// The players whose letter is due, the longest due first.
fn due(connection: &Connection, now: DateTime<Utc>, max: u32) -> Result<Vec<PlayerId>, StoreError> {
    let mut players = Vec::new();
    let mut statement = connection.prepare_cached("SELECT player FROM digest WHERE due <= ?1 ORDER BY due LIMIT ?2")?;
    let mut rows = statement.query((micros(now), max))?;
    while let Some(row) = rows.next()? {
        players.push(parse("a player id", row.get_ref(0)?.as_str().map_err(rusqlite::Error::from)?)?);
    }
    Ok(players)
}

/// What is kept for a player, in the order in which it happened.
fn kept(connection: &Connection, player: &PlayerId) -> Result<Vec<Kept>, StoreError> {
    let mut kept = Vec::new();
    // What happened on the board after the letter was told by another.
    let sql = "SELECT kept.id, kept.game, words, kept.since, coalesce(touched > outbox.created, false)
               FROM kept_news AS kept JOIN game ON number = kept.game LEFT JOIN outbox ON outbox.id = letter
               WHERE kept.player = ?1 ORDER BY kept.id LIMIT ?2";
    let mut statement = connection.prepare_cached(sql)?;
    let mut rows = statement.query((player.as_str(), KEPT_MAX))?;
    while let Some(row) = rows.next()? {
        let (since, gone_on) = (row.get::<_, Option<i64>>(3)?, row.get(4)?);
        let again =
            since.map(|since| Ok::<_, StoreError>(ToldBefore { since: instant(since)?, gone_on })).transpose()?;
        kept.push(Kept { row: row.get(0)?, number: row.get(1)?, words: row.get(2)?, again });
    }
    Ok(kept)
}

/// Keeps news. The first calls for a letter.
pub(super) fn keep(
    connection: &Connection,
    player: &PlayerId,
    (number, author, words): (u32, Option<&PlayerId>, &str),
    at: DateTime<Utc>,
    due: DateTime<Utc>,
) -> Result<(), StoreError> {
    connection
        .prepare_cached("INSERT INTO digest (player, due) VALUES (?1, ?2) ON CONFLICT DO NOTHING")?
        .execute((player.as_str(), micros(due)))?;
    connection
        .prepare_cached("INSERT INTO kept_news (player, game, author, words, at) VALUES (?1, ?2, ?3, ?4, ?5)")?
        .execute((player.as_str(), number, author.map(PlayerId::as_str), words, micros(at)))?;
    Ok(())
}

/// Keeps news again that a letter told which has come back, and that was first told `since` then. It is told at `due` at the latest.
pub(super) fn keep_again(
    connection: &Connection,
    player: &PlayerId,
    (number, words): (u32, &str),
    (letter, since): (i64, DateTime<Utc>),
    (at, due): (DateTime<Utc>, DateTime<Utc>),
) -> Result<(), StoreError> {
    connection
        .prepare_cached(
            "INSERT INTO digest (player, due) VALUES (?1, ?2) ON CONFLICT DO UPDATE SET due = min(due, excluded.due)",
        )?
        .execute((player.as_str(), micros(due)))?;
    connection
        .prepare_cached(
            "INSERT INTO kept_news (player, game, words, at, letter, since) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        )?
        .execute((player.as_str(), number, words, micros(at), letter, micros(since)))?;
    Ok(())
}

/// Whether something waits to be told to a player again.
pub(super) fn is_told_again(connection: &Connection, player: &PlayerId) -> Result<bool, StoreError> {
    let sql = "SELECT 1 FROM kept_news WHERE player = ?1 AND letter IS NOT NULL";
    Ok(connection.prepare_cached(sql)?.exists([player.as_str()])?)
}

/// Forgets what is told; what is left waits until `due`. False where nothing was kept.
pub(super) fn told(
    connection: &Connection,
    player: &PlayerId,
    told: &[i64],
    due: DateTime<Utc>,
) -> Result<bool, StoreError> {
    let mut forget = connection.prepare_cached("DELETE FROM kept_news WHERE id = ?1 AND player = ?2")?;
    for row in told {
        forget.execute((row, player.as_str()))?;
    }
    let left =
        connection.prepare_cached("SELECT 1 FROM kept_news WHERE player = ?1 LIMIT 1")?.exists([player.as_str()])?;
    let rows = match left {
        true => connection
            .prepare_cached("UPDATE digest SET due = ?2 WHERE player = ?1")?
            .execute((player.as_str(), micros(due)))?,
        false => connection.prepare_cached("DELETE FROM digest WHERE player = ?1")?.execute([player.as_str()])?,
    };
    Ok(rows == 1)
}

/// What is kept for a player is told as soon as can be: he wants no letter of the day any more.
pub(super) fn hurry(connection: &Connection, player: &PlayerId) -> Result<(), StoreError> {
    connection.prepare_cached("UPDATE digest SET due = 0 WHERE player = ?1")?.execute([player.as_str()])?;
    Ok(())
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    #[test]
    fn a_letter_that_cannot_be_written_holds_up_no_other_and_is_tried_again() {
        let folder = tempfile::tempdir().unwrap();
        let now: DateTime<Utc> = "2026-11-21T18:00:00Z".parse().unwrap();
        let mut store = Store::open(&folder.path().join("club.db"), now).unwrap();
        let ids: Vec<PlayerId> = ["ann", "bob", "cid"].map(|id| id.parse().unwrap()).into();
        for (at, id) in ids.iter().enumerate() {
            let insert = "INSERT INTO player (id, joined) VALUES (?1, 0)";
            store.connection.execute(insert, [id.as_str()]).unwrap();
            // Cid's hour has not come.
            let due = micros(now) + if at == 2 { 1 } else { 0 };
            store.connection.execute("INSERT INTO digest (player, due) VALUES (?1, ?2)", (id.as_str(), due)).unwrap();
        }
        let mut look = |now| {
            let mut asked = Vec::new();
            let write = |tx: &Tx<'_>, player: &PlayerId, _: &[Kept]| {
                asked.push(player.to_string());
                let told = crate::club::Change::NewsTold { player: player.clone(), told: Vec::new(), due: now };
                tx.apply(&[told]).map_err(|e| e.to_string())?;
                match (player.as_str(), asked.len()) {
                    ("ann", _) => Err("no ink".to_owned()),
                    _ => Ok(()),
                }
            };
            let digested = store.digests(10, now, write).unwrap();
            (asked, digested)
        };
        let (asked, digested) = look(now);
        assert_eq!(asked, ["ann", "bob"]);
        assert_eq!(digested.stumbles, [(ids[0].clone(), "no ink".to_owned())]);
        assert_eq!(look(now).0, [""; 0]);
        assert_eq!(look(now + TRY_AGAIN).0, ["cid", "ann"], "what was told is gone, and what failed is not");
    }
}
