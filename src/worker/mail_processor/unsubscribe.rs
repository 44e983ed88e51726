//! Letters that their reader can turn off. Each names an address (List-Unsubscribe), and any mail to that address turns off letters of its
//! kind for this player. A mail program does that with one button, and may write anything in the mail.

use crate::club::{Change, Decision, NewToken, Notice, Purpose, Reply, issue};
use crate::letters::UNSUBSCRIBE;
use crate::mail::{self, Address, Message};
use crate::store::{SpooledMail, StoreError, Tx};
use crate::worker::mail_at_hand::Mail;
use crate::worker::mail_processor::{HandleError, MailProcessor};
use crate::worker::sender;

impl MailProcessor {
    /// The key to turn off letters like this one, if its reader can. A club without plus addresses has none.
    pub(in crate::worker) fn unsubscribing(
        &mut self,
        tx: &Tx,
        notice: &Notice,
    ) -> Result<Option<NewToken>, StoreError> {
        let (Some(mailing), Some(player), true) = (notice.news.mailing(), &notice.reader, self.composer.club.plus)
        else {
            return Ok(None);
        };
        let mut decision = Decision::default();
        let purpose = Purpose::Unsubscribe { player: player.clone(), mailing };
        let token = issue(&mut decision, purpose, tx.now(), &mut self.chance);
        tx.apply(&decision.changes)?;
        Ok(Some(token))
    }

    /// A mail to such an address does that and nothing else, whatever it says. The player is told, unless a program wrote the mail. Returns
    /// a note, or `None` if the mail came to another address.
    pub(in crate::worker) fn unsubscribe(
        &mut self,
        tx: &Tx,
        spool: &SpooledMail,
        message: &Message,
    ) -> Result<Option<String>, HandleError> {
        let delivered = spool.envelope_to.iter().filter_map(|to| to.parse::<Address>().ok());
        let errands = delivered.chain(message.to.iter().cloned()).filter_map(|to| mail::errand_of_address(&to));
        let Some((_, key)) = errands.into_iter().find(|(errand, _)| *errand == UNSUBSCRIBE) else {
            return Ok(None);
        };
        let purpose = tx.token(&key.hash(), spool.earliest)?.map(|token| token.purpose);
        let Some(Purpose::Unsubscribe { player, mailing }) = purpose else {
            return Ok(Some("not answered: it came to an unsubscribe address that is no longer valid".to_owned()));
        };
        tx.apply(&[Change::SettingChanged { player: player.clone(), setting: mailing.off() }])?;
        let note = format!("{player} gets no more {}", mailing.word());
        let from = match sender::writer(spool, message, false) {
            Ok(from) => from,
            Err(why) => return Ok(Some(format!("{note}; {why}"))),
        };
        let mut mail = Mail::new(spool, from, message, &self.authserv);
        mail.replies.push((Some(player.clone()), Reply::Unsubscribed { player, mailing }));
        self.answer(tx, &mut mail)?;
        Ok(Some(std::iter::once(note).chain(mail.notes).collect::<Vec<_>>().join("; ")))
    }
}
