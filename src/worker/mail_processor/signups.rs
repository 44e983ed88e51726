//! Sign-ups that waited for room: they are asked for their yes as soon as a letter to a stranger may be sent.

use crate::club::{self, Needs, QueuedSignup};
use crate::store::{Asked, Released, Store, StoreError};
use crate::worker::mail_processor::{HandleError, MailProcessor};
use chrono::{DateTime, Utc};

/// Sign-ups handled in one transaction. No other process can write at that time.
const SIGNUPS_MAX: u32 = 16;

impl MailProcessor {
    /// Asks those for whom there is room, each domain in its turn.
    pub(in crate::worker) fn release_signups(
        &mut self,
        store: &mut Store,
        now: DateTime<Utc>,
    ) -> Result<Released, StoreError> {
        store.drop_letters_to_strangers(now)?;
        store.queued_signups(SIGNUPS_MAX, now, |tx, (id, address)| {
            let needs = Needs { from: Some(address.clone()), players: [id.clone()].into(), ..Needs::default() };
            if tx.view(&needs, now)?.strangers.is_server_full() {
                return Ok(Asked::AllWait);
            }
            let view = tx.view(&Needs { ids: true, ..needs }, now)?;
            match club::ask_queued(&view, id, address, now, &mut self.chance) {
                QueuedSignup::Done(decision) => self.carry_out(tx, None, &decision).map(|()| Asked::Done),
                QueuedSignup::Waits => Ok(Asked::Waits),
                QueuedSignup::AllWait => Ok::<_, HandleError>(Asked::AllWait),
            }
        })
    }
}
