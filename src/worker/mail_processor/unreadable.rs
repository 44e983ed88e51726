//! A mail that cannot be read at all. Anybody can send those, so normally nothing follows. But if one carries a valid key of a player, it
//! is kept for the operator, and the player is told that nothing was done.

use crate::club::{Needs, Reply};
use crate::mail::{self, Unreadable};
use crate::store::{Outcome, SpooledMail, Tx};
use crate::worker::mail_at_hand::Mail;
use crate::worker::mail_processor::{HandleError, MailProcessor};

impl MailProcessor {
    pub(in crate::worker) fn unreadable(
        &mut self,
        tx: &Tx,
        spool: &SpooledMail,
        why: &Unreadable,
    ) -> Result<Outcome, HandleError> {
        for key in mail::tokens_of_unreadable(&spool.raw, &spool.envelope_to) {
            let token = tx.token(&key.hash(), spool.received)?;
            let Some(player) = token.and_then(|token| token.purpose.player().cloned()) else {
                continue;
            };
            let view = tx.view(&Needs { players: [player.clone()].into(), ..Needs::default() }, spool.received)?;
            let Some(known) = view.players.get(&player) else {
                continue;
            };
            // The sender cannot be read, so the answer goes to the registered mailbox.
            let mut mail = Mail::unread(spool, known.address().clone());
            mail.replies.push((Some(player.clone()), Reply::Unreadable));
            self.answer(tx, &mut mail)?;
            let notes = std::iter::once(format!("{why}, with a key of {player}")).chain(mail.notes);
            return Ok(Outcome::Failed { note: notes.collect::<Vec<_>>().join("; ") });
        }
        Ok(Outcome::Done { note: format!("not read: {why}") })
    }
}
