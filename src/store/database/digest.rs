//! Handles the digests that are due.

use crate::club::{Kept, PlayerId};
use crate::store::columns::At;
use crate::store::savepoint::alone;
use crate::store::{Store, StoreError, Tx, digest};
use chrono::{DateTime, TimeDelta, Utc};
use rusqlite::TransactionBehavior;
use std::fmt;

/// A digest that could not be written is tried again after this time.
const TRY_AGAIN: TimeDelta = TimeDelta::hours(1);

/// The result of handling the digests.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Digested {
    /// Letters that were written.
    pub letters: u32,
    /// Players whose digest could not be written, and why.
    pub stumbles: Vec<(PlayerId, String)>,
    /// Whether more are due.
    pub more: bool,
}

impl Store {
    /// Lets `write` write the digest of every player for whom it is due, at most `max` of them. There is one savepoint for each, so that
    /// one failure does not delay the others.
    ///
    /// # Errors
    /// If SQLite cannot go on. Then nothing has happened.
    pub fn digests<E: fmt::Display>(
        &mut self,
        max: u32,
        now: DateTime<Utc>,
        mut write: impl FnMut(&Tx<'_>, &PlayerId, &[Kept]) -> Result<(), E>,
    ) -> Result<Digested, StoreError> {
        if digest::due(&self.connection, now, 1)?.is_empty() {
            return Ok(Digested::default());
        }
        let mut digested = Digested::default();
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let players = digest::due(&transaction, now, max)?;
        digested.more = players.len() == max as usize;
        for player in players {
            let kept = digest::kept(&transaction, &player)?;
            let tx = Tx::new(&transaction, &self.rule_records, now);
            match alone(&tx, || write(&tx, &player, &kept))? {
                Ok(()) => digested.letters += tx.letters(),
                Err(why) => {
                    transaction
                        .prepare_cached("UPDATE digest SET due = ?2 WHERE player = ?1")?
                        .execute((&player, At(now + TRY_AGAIN)))?;
                    digested.stumbles.push((player, why));
                }
            }
        }
        transaction.commit()?;
        Ok(digested)
    }
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
            // It is not yet Cid's hour.
            let due = now.timestamp_micros() + if at == 2 { 1 } else { 0 };
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
        assert_eq!(
            look(now + TRY_AGAIN).0,
            ["cid", "ann"],
            "a letter that was written is not due again, and one that failed is"
        );
    }
}
