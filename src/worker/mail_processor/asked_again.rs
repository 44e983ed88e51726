//! What a letter has asked and still waits, asked once more.

use crate::club::{Pending, Reply};
use crate::command;
use crate::command::{BoardAct, Command, Complaint, PlayerAct, Reading, Talk};
use crate::store::Tx;
use crate::tafl;
use crate::worker::mail_at_hand::Mail;
use crate::worker::mail_processor::requests::{How, command_of};
use crate::worker::mail_processor::seat::{Seat, probable_author, seat};
use crate::worker::mail_processor::{HandleError, MailProcessor};
use crate::worker::pending;

impl MailProcessor {
    /// Asks about a command that waits. Returns false if there is nothing to ask about any more.
    pub(super) fn ask_still(
        &mut self,
        tx: &Tx,
        mail: &mut Mail,
        mut command: Command,
        beside: &str,
        seat: Option<&Seat>,
    ) -> Result<bool, HandleError> {
        if let Some(seat) = seat {
            // The line is in plain letters, and will be read as one that the player has typed.
            command.plays_mut().iter_mut().for_each(|play| *play = seat.dialect.parsed(play));
        }
        let how = match &command {
            Command::OnBoard { act: BoardAct::Chat(_), .. } => How::OnlyWords(Talk::Perhaps),
            Command::OnBoard { act: BoardAct::Move(_), .. } => How::Supposed,
            Command::Signup { .. }
            | Command::OnBoard { .. }
            | Command::AsPlayer { .. }
            | Command::Tournament(_)
            | Command::Look(_) => How::Wished,
        };
        let before = mail.replies.len();
        self.decide(tx, mail, command_of(command), beside, &mut None, how)?;
        Ok(mail.replies[before..].iter().any(|(_, reply)| matches!(reply, Reply::AskedBack(_))))
    }

    /// Asks once more what the letter has asked, if the mail says a yes or no that is not clear enough for it: `yes, haha, why not`.
    pub(super) fn asks_as_unclear(
        &mut self,
        tx: &Tx,
        mail: &mut Mail,
        reading: &Reading,
        waiting: &Pending,
        words: &mut Option<String>,
    ) -> Result<bool, HandleError> {
        let (Some(line), Some(answer)) = (&waiting.line, &reading.answer) else {
            return Ok(false);
        };
        let seat = seat(tx, mail)?;
        *words = pending::joined(&waiting.words, &answer.words);
        self.ask_again(tx, mail, line, &waiting.beside, None, seat.as_ref())
    }

    /// Asks once more about a line, because the answer was neither yes nor no. Returns false if there is nothing to ask about any more.
    pub(super) fn ask_again(
        &mut self,
        tx: &Tx,
        mail: &mut Mail,
        line: &str,
        beside: &str,
        complaint: Option<&Complaint>,
        seat: Option<&Seat>,
    ) -> Result<bool, HandleError> {
        let Ok(mut command) = command::parse_line(line, &self.composer.catalogue) else {
            return Ok(false);
        };
        let has_other_sides = self.gives_other_sides(tx, mail, &mut command)?;
        let before = mail.replies.len();
        let asked = self.ask_still(tx, mail, command, beside, seat)?;
        if asked && !has_other_sides {
            let why = match complaint
                .filter(|complaint| !complaint.resembles_nothing() && !complaint.sounds_like_an_answer())
            {
                Some(complaint) => Reply::Misunderstood(complaint.clone()),
                None => Reply::NeitherYesNorNo { line: first_line(&mail.text) },
            };
            mail.replies.insert(before, (None, why));
        }
        Ok(asked)
    }

    /// Whether a mail wants the other side than the challenge gives it that its letter has asked about: `Nearly! I wanted Sam to have the
    /// attackers.` If so, the challenge gives it that side now.
    fn gives_other_sides(&self, tx: &Tx, mail: &Mail, asked: &mut Command) -> Result<bool, HandleError> {
        let Command::AsPlayer { act: PlayerAct::Challenge(ask), .. } = asked else { return Ok(false) };
        let Some(author) = probable_author(tx, mail)? else { return Ok(false) };
        let (other, own) = match ask.first == author.as_str() {
            true => (&ask.second, tafl::Side::Attackers),
            false => (&ask.first, tafl::Side::Defenders),
        };
        let is_other = command::wanted_side(&mail.text, other).is_some_and(|side| side != own);
        if is_other {
            std::mem::swap(&mut ask.first, &mut ask.second);
        }
        Ok(is_other)
    }
}

/// The first line of an answer, as it is shown again.
fn first_line(text: &str) -> String {
    const CHARS_MAX: usize = 80;
    let mut said = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let first = said.clone().next();
    let line = said.find(|line| !command::is_only_a_frame(line)).or(first).unwrap_or_default();
    let is_cut = line.chars().count() > CHARS_MAX;
    let shown: String = command::without_passwords(line, None).chars().take(CHARS_MAX).collect();
    if is_cut { format!("{shown} \u{2026}") } else { shown }
}
