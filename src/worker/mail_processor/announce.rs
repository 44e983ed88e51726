//! The operator's announcement to everybody who wants announcements: one letter for each player, for all of them or for none.

use crate::club::{self, Decision, Needs, News, Notice, PlayerId, Purpose};
use crate::command::Wanted;
use crate::store::Tx;
use crate::worker::mail_processor::{HandleError, MailProcessor};
use std::collections::BTreeSet;

/// Players loaded at a time.
const LOADED_MAX: usize = 100;

impl MailProcessor {
    /// Writes the announcement to every player who has not switched announcements off. Returns the number of letters. They wait in the
    /// queue like all others, so the relay's limits for a minute and a day apply to them too.
    ///
    /// # Errors
    /// If the store cannot write, or a letter cannot be written.
    pub fn announce(&mut self, tx: &Tx<'_>, subject: &str, text: &str) -> Result<u32, HandleError> {
        let ids = tx.view(&Needs { ids: true, ..Needs::default() }, tx.now())?.ids;
        let before = tx.letters();
        for ids in ids.chunks(LOADED_MAX) {
            let players: BTreeSet<PlayerId> = ids.iter().cloned().collect();
            let view = tx.view(&Needs { players, ..Needs::default() }, tx.now())?;
            let mut decision = Decision::default();
            for player in view.players.values().filter(|player| player.settings.announcements == Wanted::On) {
                let purpose = Purpose::Letter { player: player.id.clone() };
                let token = club::issue(&mut decision, purpose, tx.now(), &mut self.chance);
                decision.notices.push(Notice {
                    to: player.address().clone(),
                    reader: Some(player.id.clone()),
                    settings: player.settings,
                    token: Some(token),
                    news: News::Announcement { subject: subject.to_owned(), text: text.to_owned() },
                });
            }
            self.carry_out(tx, None, &decision)?;
        }
        // A player who cannot be reached gets no letter.
        Ok(tx.letters() - before)
    }
}
