//! A yes or no under a letter that has asked nothing. People answer the wrong one of two letters, so what it may answer is asked about again:
//! an offer or challenge of an opponent, or what another letter of ours has asked. Nothing is done, because the letter that was read may have
//! said something else.

use crate::club::{Change, Pending, Reply};
use crate::command;
use crate::command::{Answer, Command, Reading};
use crate::store::Tx;
use crate::worker::mail_at_hand::Mail;
use crate::worker::mail_processor::questions::{answering, question};
use crate::worker::mail_processor::requests::{How, command_of};
use crate::worker::mail_processor::seat::{Seat, only_question, seat};
use crate::worker::mail_processor::{HandleError, MailProcessor};
use crate::worker::pending;

impl MailProcessor {
    /// Asks what a yes or no is meant for, if its letter has asked nothing and something else waits for one. Returns false if nothing does.
    pub(super) fn leans_elsewhere(
        &mut self,
        tx: &Tx,
        mail: &mut Mail,
        reading: &Reading,
        waiting: &Pending,
        words: &mut Option<String>,
    ) -> Result<bool, HandleError> {
        let Some(answer) = reading.answer.as_ref().filter(|_| waiting.line.is_none()) else {
            return Ok(false);
        };
        let yes = command::leans_to_yes(&answer.agreement, &reading.said);
        let seat = seat(tx, mail)?;
        let before = mail.replies.len();
        let is_asked = match &seat {
            Some(seat) => self.leans_to_offer(tx, mail, Some(yes), Some(seat))?,
            None => self.leans_to_only_question(tx, mail, yes)?,
        };
        if is_asked && question(tx, mail)?.is_none() {
            mail.replies.insert(before, (None, Reply::UnderWrongLetter));
        }
        Ok(is_asked || self.asks_once_more(tx, mail, reading, Some(answer), words)?)
    }

    /// Asks whether a yes or no is meant for what the opponent offers on the board of the answered letter, which told of something else.
    pub(super) fn leans_to_offer(
        &mut self,
        tx: &Tx,
        mail: &mut Mail,
        leans: Option<bool>,
        seat: Option<&Seat>,
    ) -> Result<bool, HandleError> {
        let (Some(yes), Some(seat)) = (leans, seat.filter(|seat| seat.is_asked())) else {
            return Ok(false);
        };
        self.decide(tx, mail, command_of(answering(seat.game.head.number, yes)), "", &mut None, How::Wished)
    }

    /// Asks whether a yes or no is meant for the only challenge or offer that waits, if the answered letter is not about a board.
    fn leans_to_only_question(&mut self, tx: &Tx, mail: &mut Mail, yes: bool) -> Result<bool, HandleError> {
        match only_question(tx, mail)? {
            Some(number) => self.decide(tx, mail, command_of(answering(number, yes)), "", &mut None, How::Wished),
            None => Ok(false),
        }
    }

    /// Asks again what waits behind the key of another letter to this player: of one about the same board, if the answered letter is about one.
    /// It waits behind the new letter then, with its words. Without an `answer`, only a sentence that clearly says yes to it counts: `Yes, do
    /// send them. It rains here.` A sentence that says no is often meant for the opponent.
    pub(super) fn asks_once_more(
        &mut self,
        tx: &Tx,
        mail: &mut Mail,
        reading: &Reading,
        answer: Option<&Answer>,
        words: &mut Option<String>,
    ) -> Result<bool, HandleError> {
        let Some(token) = &mail.token else { return Ok(false) };
        let Some(player) = token.purpose.player().cloned() else { return Ok(false) };
        let seat = seat(tx, mail)?;
        let number = seat.as_ref().map(|seat| seat.game.head.number);
        // A challenge is asked about in a letter that is about no board.
        let is_own_challenge = command::speaks_of_own_challenge(&reading.in_words());
        let about = number.filter(|_| !is_own_challenge);
        let Some((hash, waits)) = tx.open_question(&player, about, &token.hash)? else {
            return Ok(false);
        };
        let line = waits.line.as_deref().unwrap_or_default();
        let challenges = || {
            let command = command::parse_line(line, &self.composer.catalogue);
            command.is_ok_and(|command| command.challenge().is_some())
        };
        if is_own_challenge && number.is_some() && !challenges() {
            return Ok(false);
        }
        let wishes = || {
            let wish = command::wish(&reading.in_words(), number.is_some(), &self.composer.catalogue);
            wish.is_some_and(|wish| !matches!(wish, Command::Look(_)))
        };
        if answer.is_none() && self.words_of(line).is_some() && wishes() {
            // `Ah go on, a draw it is` is no yes to words that were asked about long ago.
            return Ok(false);
        }
        let answer = match answer {
            Some(answer) => Some(answer.clone()),
            None => self.answer_about_line(tx, mail, reading, line)?.filter(|answer| answer.agreement.yes),
        };
        let Some(answer) = answer else { return Ok(false) };
        // More words for the opponent are asked about together with those that wait for it: one yes sends both.
        let both = self.words_of(line).and_then(|asked| pending::joined(&asked, &answer.words));
        let chat = both.zip(number).and_then(|(both, number)| pending::chat(number, &both, &self.composer.catalogue));
        let beside = if chat.is_some() { "" } else { answer.words.as_str() };
        let Some(command) = chat.or_else(|| command::parse_line(line, &self.composer.catalogue).ok()) else {
            return Ok(false);
        };
        let before = mail.replies.len();
        if !self.ask_still(tx, mail, command, &waits, seat.as_ref())? {
            return Ok(false);
        }
        mail.replies.insert(before, (None, Reply::UnderWrongLetter));
        *words = pending::joined(&waits.words, beside);
        tx.apply(&[Change::PendingDropped { token: hash }])?;
        Ok(true)
    }
}
