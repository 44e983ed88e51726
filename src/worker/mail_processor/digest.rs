//! The one letter of the day: written when it is due, in the savepoint in which the news for it goes.
//!
//! If the power goes, it is due again at the next look; what is told is told once.

use crate::club::{self, Kept, PlayerId};
use crate::journal::{self, LogEvent};
use crate::store::{Digested, Store, StoreError, Tx};
use crate::worker::mail_processor::replies::Sending;
use crate::worker::mail_processor::{HandleError, MailProcessor};
use chrono::{DateTime, Utc};

/// Letters in one transaction: nobody else can write meanwhile.
const LETTERS_MAX: u32 = 16;

impl MailProcessor {
    /// Writes the letters of the day that are due at `now`, up to a bounded number; `more` says that others are.
    ///
    /// # Errors
    /// When SQLite cannot go on; then nothing has happened.
    pub fn digests(&mut self, store: &mut Store, now: DateTime<Utc>) -> Result<Digested, StoreError> {
        let digested = store.digests(LETTERS_MAX, now, |tx, player, kept| self.digest(tx, player, kept))?;
        for (player, why) in &digested.stumbles {
            journal::write(&LogEvent::DigestFailed { player: player.as_str(), why });
        }
        Ok(digested)
    }

    fn digest(&mut self, tx: &Tx, player: &PlayerId, kept: &[Kept]) -> Result<(), HandleError> {
        let view = tx.view(&club::digest_needs(player, kept), tx.now())?;
        let decision = club::digest(&view, player, kept, tx.now(), &mut self.chance);
        let since = kept.iter().filter_map(|kept| kept.again).map(|before| before.since).min();
        self.carry_out_as(tx, None, &decision, &Sending { since, ..Sending::default() })
    }
}
