//! The daily digest: written when it is due, in the savepoint that removes the news for it.
//!
//! If the power fails, it is due again at the next look. All news is told once.

use crate::club::{self, Kept, PlayerId};
use crate::journal::{self, LogEvent};
use crate::store::{Digested, Store, StoreError, Tx};
use crate::worker::mail_processor::replies::Sending;
use crate::worker::mail_processor::{HandleError, MailProcessor};
use chrono::{DateTime, Utc};

/// Letters in one transaction. No other process can write at that time.
const LETTERS_MAX: u32 = 16;

impl MailProcessor {
    /// Writes the digests that are due at `now`, up to a limited number. `more` says that there are more.
    ///
    /// # Errors
    /// If SQLite cannot go on. Then nothing has happened.
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
