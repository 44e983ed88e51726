//! Words that wait for a yes behind the key of another letter about the same board: who goes on with a newer letter has not sent them, and may
//! not know. Words that came with a question about a move or an offer are not among them: they go with the next move
//! (`src/worker/pending.rs`).

use crate::club::{Change, Purpose, Reply, Token};
use crate::command::{Doubt, Manner};
use crate::store::Tx;
use crate::worker::mail_at_hand::Mail;
use crate::worker::mail_processor::requests::{How, command_of};
use crate::worker::mail_processor::seat::{Seat, seat};
use crate::worker::mail_processor::{HandleError, MailProcessor};
use crate::worker::pending;

impl MailProcessor {
    /// Asks about such words once something was done on the board. They wait behind the new question then, and no longer behind the old one.
    pub(super) fn ask_about_unsent_words(&mut self, tx: &Tx, mail: &mut Mail) -> Result<(), HandleError> {
        let asks = mail.replies.iter().any(|(_, reply)| matches!(reply, Reply::AskedBack(_)));
        let Some(Token { hash, purpose: Purpose::Game { player, number, .. }, .. }) = &mail.token else {
            return Ok(());
        };
        let waits = if mail.is_told && !asks { tx.unsent_words(*number, player, hash)? } else { None };
        let Some((token, waiting)) = waits else {
            return Ok(());
        };
        // Only now is the board needed.
        let Some(seat) = seat(tx, mail)?.filter(Seat::is_running) else {
            return Ok(());
        };
        tx.apply(&[Change::PendingDropped { token }])?;
        self.ask_whether_unsent(tx, mail, &seat, &self.all_words(&waiting))
    }

    /// Asks whether these words are to be sent, which came with what was not meant.
    pub(super) fn ask_about_words(&mut self, tx: &Tx, mail: &mut Mail, words: &str) -> Result<(), HandleError> {
        match seat(tx, mail)?.filter(Seat::is_running) {
            Some(seat) => self.ask_whether_unsent(tx, mail, &seat, words),
            None => Ok(()),
        }
    }

    fn ask_whether_unsent(&mut self, tx: &Tx, mail: &mut Mail, seat: &Seat, words: &str) -> Result<(), HandleError> {
        let number = seat.game.head.number;
        let is_said_again = words.lines().all(|line| mail.text.contains(line.trim()));
        if let Some(chat) = pending::chat(number, words, &self.composer.catalogue).filter(|_| !is_said_again) {
            let manner = Manner { doubt: Some(Doubt::Unsent), ..Manner::PLAIN };
            self.decide(tx, mail, command_of(chat), "", &mut None, How::Written(manner))?;
        }
        Ok(())
    }
}
