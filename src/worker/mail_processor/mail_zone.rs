//! What a mail shows about its sender's time zone.

use crate::club::Player;
use crate::store::{StoreError, Tx};
use crate::worker::mail_at_hand::Mail;
use crate::worker::mail_processor::MailProcessor;

impl MailProcessor {
    /// Records the time zone of the mail for a player whose settings name no place, if the player certainly wrote this mail, from one of
    /// their addresses.
    pub(in crate::worker) fn see_zone(&self, tx: &Tx, mail: &Mail, player: &Player) -> Result<(), StoreError> {
        let is_set = player.settings.zone.is_some_and(|zone| zone.is_place());
        let shown =
            mail.minutes_ahead.filter(|_| !is_set && player.has_address(&mail.from) && mail.is_proven_for(player));
        let Some(minutes_ahead) = shown else {
            return Ok(());
        };
        let at = mail.spool.received;
        let known = tx.mail_zone(&player.id)?;
        let seen = known.after(minutes_ahead, at, self.rules.zone);
        if seen == known { Ok(()) } else { tx.keep_mail_zone(&player.id, seen) }
    }
}
