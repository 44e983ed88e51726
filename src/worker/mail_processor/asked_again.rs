//! What a letter has asked and still waits, asked once more.

use crate::club::{Pending, PendingMark, Reply, Unsure};
use crate::command;
use crate::command::{BoardAct, Command, Complaint, Doubt, Manner, PlayerAct, Reading, Talk};
use crate::store::Tx;
use crate::worker::mail_at_hand::Mail;
use crate::worker::mail_processor::requests::{How, command_of};
use crate::worker::mail_processor::seat::{Seat, first_name, probable_author, seat};
use crate::worker::mail_processor::{HandleError, MailProcessor};
use crate::worker::pending;

impl MailProcessor {
    /// Asks about a command that still waits so. Returns false if there is nothing to ask about any more.
    pub(super) fn ask_still(
        &mut self,
        tx: &Tx,
        mail: &mut Mail,
        mut command: Command,
        waits: &Pending,
        seat: Option<&Seat>,
    ) -> Result<bool, HandleError> {
        if let Some(seat) = seat {
            // The line is in plain letters, and will be read as one that the player has typed.
            command.plays_mut().iter_mut().for_each(|play| *play = seat.dialect.parsed(play));
        }
        let how = match &command {
            Command::OnBoard { act: BoardAct::Chat(_), .. } => How::OnlyWords(Talk::Perhaps),
            Command::OnBoard { act: BoardAct::Move(_), .. } if waits.mark == Some(PendingMark::LookedAt) => {
                How::Written(Manner { doubt: Some(Doubt::Tried), ..Manner::PLAIN })
            }
            Command::OnBoard { act: BoardAct::Move(_), .. } => How::Supposed,
            Command::Signup { .. }
            | Command::OnBoard { .. }
            | Command::AsPlayer { .. }
            | Command::Tournament(_)
            | Command::Look(_) => How::Wished,
        };
        let before = mail.replies.len();
        self.decide(tx, mail, command_of(command), &waits.beside, &mut None, how)?;
        Ok(mail.replies[before..].iter().any(|(_, reply)| matches!(reply, Reply::AskedBack(_))))
    }

    /// Tells in a question about a move which words have made it doubtful, if they are among those that are kept: what may be a password is
    /// not.
    pub(super) fn tell_what_is_doubted(&self, mail: &mut Mail) {
        let plain = |text: &str| text.split_whitespace().collect::<Vec<&str>>().join(" ");
        let Mail { text, replies, pending: (Pending { words, .. }, _), .. } = mail;
        let kept = plain(words);
        for (_, reply) in replies {
            if let Reply::AskedBack(asked) = reply
                && matches!(asked.why, Unsure::MoreWords | Unsure::TakenBack)
                && let Some(play) =
                    command::parse_line(&asked.line, &self.composer.catalogue).ok().as_ref().and_then(Command::played)
            {
                let doubted = command::doubted_words(text, play, &self.composer.catalogue);
                asked.doubted = doubted.filter(|words| kept.contains(&plain(words))).map(str::to_owned);
            }
        }
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
        let Some(answer) = reading.answer.as_ref().filter(|_| waiting.line.is_some()) else {
            return Ok(false);
        };
        let seat = seat(tx, mail)?;
        *words = pending::joined(&waiting.words, &answer.words);
        self.ask_again(tx, mail, waiting, None, seat.as_ref(), words)
    }

    /// Sends a challenge that its letter has asked about on the other terms that a mail says yes to: `Yes, but I want the king.` Where more is
    /// said, or no yes, it is asked about. Returns false if it names no other terms.
    pub(super) fn asks_on_other_terms(
        &mut self,
        tx: &Tx,
        mail: &mut Mail,
        waiting: &Pending,
    ) -> Result<bool, HandleError> {
        let author = probable_author(tx, mail)?;
        let other = author.and_then(|author| self.on_other_terms(&mail.text, waiting.line.as_deref()?, &author));
        let Some(ask) = other else { return Ok(false) };
        let asked = waiting.line.as_deref().and_then(|line| command::parse_line(line, &self.composer.catalogue).ok());
        let only_sides =
            asked.as_ref().and_then(Command::challenge).is_some_and(|asked| asked.only_swaps_sides_of(&ask));
        let command = Command::AsPlayer { login: None, act: PlayerAct::Challenge(ask) };
        // `No, other way round. I have the attackers. Please send it.`
        let sends = command::is_yes_with_a_side(&mail.text) || command::orders_to_send(&mail.text);
        if !(only_sides && sends) {
            return self.ask_still(tx, mail, command, waiting, None);
        }
        pending::drop_it(tx, mail)?;
        let mut words = Some(waiting.words.clone()).filter(|words| !words.is_empty());
        let how = How::Written(Manner { shown: true, ..Manner::PLAIN });
        self.decide(tx, mail, command_of(command), &waiting.beside, &mut words, how)?;
        Ok(true)
    }

    /// Asks once more about a line, because the answer was neither yes nor no. Returns false if there is nothing to ask about any more.
    pub(super) fn ask_again(
        &mut self,
        tx: &Tx,
        mail: &mut Mail,
        waiting: &Pending,
        complaint: Option<&Complaint>,
        seat: Option<&Seat>,
        words: &mut Option<String>,
    ) -> Result<bool, HandleError> {
        let asked = waiting.line.as_deref().map(|line| command::parse_line(line, &self.composer.catalogue));
        let Some(Ok(command)) = asked else { return Ok(false) };
        if command.played().is_some() && command::says_no_apart(&mail.text) {
            // Whatever else it says, the move is not made: `Oh no, not that! He would be stuck beside a3. I'll have another think.`
            pending::drop_it(tx, mail)?;
            mail.notes.push("not meant".to_owned());
            mail.replies.push((None, Reply::LeftAsItIs));
            if !seat.is_some_and(|seat| command::speaks_to(&mail.text, first_name(seat.opponent()))) {
                // It says to us why.
                *words = pending::joined(&waiting.words, "");
            }
            return Ok(true);
        }
        let is_challenge = command.challenge().is_some();
        let before = mail.replies.len();
        let asked = self.ask_still(tx, mail, command, waiting, seat)?;
        if asked {
            let why = match complaint
                .filter(|complaint| !complaint.resembles_nothing() && !complaint.sounds_like_an_answer())
            {
                Some(complaint) => Reply::Misunderstood(complaint.clone()),
                None if is_challenge && command::is_not_now(&mail.text) => Reply::NoHurry,
                None => Reply::NeitherYesNorNo { line: beginning(&mail.text) },
            };
            mail.replies.insert(before, (None, why));
        }
        Ok(asked)
    }
}

/// The beginning of an answer, as it is shown again: its first paragraph, whole or up to the end of a sentence. Mail programs break lines
/// within a sentence.
fn beginning(text: &str) -> String {
    let mut said = text.lines().map(str::trim).skip_while(|line| command::is_only_a_frame(line)).peekable();
    let is_frame = said.peek().is_none();
    let first = text.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default();
    let paragraph: Vec<&str> = said.by_ref().take_while(|line| !line.is_empty()).collect();
    let whole = if is_frame { first.to_owned() } else { paragraph.join(" ") };
    let whole = command::without_passwords(&whole, None);
    let has_more = said.any(|line| !command::is_only_a_frame(line));
    let (shown, is_cut) = whole_sentences(&whole);
    if is_cut || has_more { format!("{shown} \u{2026}") } else { shown }
}

/// The first sentences of a text, as many as are shown, and whether it goes on.
fn whole_sentences(text: &str) -> (String, bool) {
    const CHARS_MAX: usize = 160;
    let Some((end, _)) = text.char_indices().nth(CHARS_MAX) else { return (text.to_owned(), false) };
    let shown = text.get(..end).unwrap_or_default();
    let sentence = shown.rmatch_indices(['.', '!', '?']).map(|(at, sign)| at + sign.len());
    let sentence = sentence.into_iter().find(|at| text[*at..].starts_with(char::is_whitespace));
    let word = || shown.rfind(char::is_whitespace).unwrap_or(end);
    (shown[..sentence.unwrap_or_else(word)].trim_end().to_owned(), true)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_shown_whole_or_up_to_the_end_of_a_sentence() {
        for (text, shown) in [
            ("Hi club,\n\nwell, perhaps", "well, perhaps"),
            ("I do not know what\nthis means.", "I do not know what this means."),
            ("Perhaps.\n\nMy cat is ill.", "Perhaps. \u{2026}"),
            ("Perhaps.\n\nRuth", "Perhaps."),
            ("Ruth", "Ruth"),
            ("", ""),
        ] {
            assert_eq!(beginning(text), shown);
        }
        let long = format!("Well, who knows. {}", "word ".repeat(40));
        assert_eq!(beginning(&long), "Well, who knows. \u{2026}");
        assert!(beginning(&"word ".repeat(60)).ends_with("word \u{2026}"));
    }
}
