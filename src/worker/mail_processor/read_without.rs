//! A mail read again without what it says about our letter and its question, so that its answer, its move and its words stand alone.

use crate::club::{KeptBack, Pending, Reply};
use crate::command;
use crate::command::{Item, Reading};
use crate::mail::Message;
use crate::store::Tx;
use crate::worker::mail_at_hand::Mail;
use crate::worker::mail_processor::{HandleError, MailProcessor};
use crate::worker::pending;

impl MailProcessor {
    /// What a mail says besides all that.
    pub(super) fn without_asides(
        &self,
        tx: &Tx,
        mail: &mut Mail,
        message: &Message,
        reading: Reading,
    ) -> Result<Reading, HandleError> {
        let reading = self.without_excuses(tx, mail, message, reading)?;
        let reading = self.behind_a_draw_refused(tx, mail, message, reading)?;
        self.without_forgetting(tx, mail, message, reading)
    }

    /// What a mail says besides that the words which were kept are not to be sent: `Yes, but don't send those words to Bob.`
    fn without_forgetting(
        &self,
        tx: &Tx,
        mail: &mut Mail,
        message: &Message,
        reading: Reading,
    ) -> Result<Reading, HandleError> {
        let Some(rest) = command::without_forgetting(&mail.text) else {
            return Ok(reading);
        };
        let waiting = pending::of(tx, mail)?;
        let asks_about_words = || waiting.line.as_deref().is_some_and(|line| self.words_of(line).is_some());
        if waiting.words.is_empty() && !asks_about_words() {
            return Ok(reading);
        }
        mail.forgets = true;
        if command::wants_a_part_sent(&mail.text) {
            mail.replies.push((None, Reply::KeptBack(KeptBack::Dropped)));
        }
        mail.text = rest;
        self.read_again(tx, mail, message, &mail.text)
    }

    /// What a mail says besides what is said about the question that it answers: `Yes please. Sorry for not being clearer.`
    fn without_excuses(
        &self,
        tx: &Tx,
        mail: &mut Mail,
        message: &Message,
        reading: Reading,
    ) -> Result<Reading, HandleError> {
        let asks = |waiting: &Pending| waiting.line.is_some();
        match command::without_excuses(&mail.text) {
            Some(rest) if asks(&pending::behind_its_key(tx, mail)?) => {
                mail.text = rest;
                self.read_again(tx, mail, message, &mail.text)
            }
            _ => Ok(reading),
        }
    }

    /// A mail that asks about a draw only to say no, as what it says behind that, if that is a move: `A draw? No, not yet. I move c2-c5.`
    fn behind_a_draw_refused(
        &self,
        tx: &Tx,
        mail: &Mail,
        message: &Message,
        reading: Reading,
    ) -> Result<Reading, HandleError> {
        let Some((no, rest)) = command::behind_a_draw_refused(&mail.text) else {
            return Ok(reading);
        };
        let mut behind = self.read_again(tx, mail, message, rest)?;
        let is_certain = |item: &Item| {
            item.manner.doubt.is_none() && item.command.as_ref().is_ok_and(|command| command.played().is_some())
        };
        if !matches!(&behind.items[..], [only] if is_certain(only)) {
            return Ok(reading);
        }
        let between = if rest.starts_with('\n') { "\n\n" } else { " " };
        let with_no = |text: &str| format!("{}{between}{text}", no.trim()).trim().to_owned();
        let comment = with_no(&behind.comment);
        for item in &mut behind.items {
            item.above = with_no(&item.above);
        }
        Ok(Reading { comment, ..behind })
    }
}
