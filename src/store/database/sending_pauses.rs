//! Records what waits and why.

use crate::store::PauseLine;
use crate::store::columns::At;
use crate::store::{Store, StoreError, sending_pauses};
use rusqlite::TransactionBehavior;

impl Store {
    /// Records what waits now, in place of the previous list. What was already waiting keeps its beginning.
    ///
    /// # Errors
    /// If SQLite cannot write. Then nothing has changed.
    pub fn note_pauses(&mut self, pauses: &[PauseLine]) -> Result<(), StoreError> {
        let known = sending_pauses::all(&self.connection)?;
        let same = |one: &PauseLine, other: &PauseLine| (one.what, &one.name) == (other.what, &other.name);
        let is_new = |pause: &PauseLine| {
            !known
                .iter()
                .any(|known| same(known, pause) && (&known.why, known.needs_hand) == (&pause.why, pause.needs_hand))
        };
        let gone: Vec<&PauseLine> =
            known.iter().filter(|known| !pauses.iter().any(|pause| same(known, pause))).collect();
        let new: Vec<&PauseLine> = pauses.iter().filter(|pause| is_new(pause)).collect();
        if gone.is_empty() && new.is_empty() {
            return Ok(());
        }
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        for PauseLine { what, name, .. } in gone {
            transaction.prepare_cached("DELETE FROM pause WHERE what = ?1 AND name = ?2")?.execute((what, name))?;
        }
        for PauseLine { what, name, since, why, needs_hand } in new {
            transaction
                .prepare_cached(
                    "INSERT INTO pause (what, name, since, why, needs) VALUES (?1, ?2, ?3, ?4, ?5)
                     ON CONFLICT DO UPDATE SET why = excluded.why, needs = excluded.needs",
                )?
                .execute((what, name, At(*since), why, if *needs_hand { "operator" } else { "time" }))?;
        }
        transaction.commit()?;
        Ok(())
    }

    /// The domains of letters that were sent recently or are being tried, and whether they accepted the last one. Used at the start.
    ///
    /// # Errors
    /// If SQLite cannot read.
    pub fn known_domains(&self) -> Result<Vec<(String, bool)>, StoreError> {
        sending_pauses::known_domains(&self.connection)
    }
}
