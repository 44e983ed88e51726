//! Words that are for the opponent.

use crate::club::{Change, KeptBack, OnlyWords, Pending, PlayerId, Reply, Stage};
use crate::command;
use crate::command::{Command, Complaint, Look, Manner, Reading, RulesOf, Talk};
use crate::store::Tx;
use crate::worker::mail_at_hand::Mail;
use crate::worker::mail_processor::questions::question;
use crate::worker::mail_processor::requests::{How, command_of, tell_of_password, tell_once};
use crate::worker::mail_processor::seat::{Seat, first_name, is_for_nobody, only_running, seat};
use crate::worker::mail_processor::{HandleError, MailProcessor};
use crate::worker::pending;

impl MailProcessor {
    /// Words for the opponent, unless they may be something else.
    pub(super) fn for_opponent(
        &mut self,
        tx: &Tx,
        mail: &mut Mail,
        reading: &Reading,
        seat: &Seat,
        waiting: &Pending,
        words: &mut Option<String>,
    ) -> Result<bool, HandleError> {
        let complaint = reading.items.iter().find_map(|item| item.command.as_ref().err());
        let (head, player) = (&seat.game.head, seat.player.as_str());
        // `d3-d4 had its charms, and so did c4-c2`
        let weighs = command::weighs_moves(&reading.said);
        let is_move = seat.is_to_move() && !weighs && complaint.is_some_and(Complaint::names_a_play);
        let is_answer = complaint.is_some_and(Complaint::sounds_like_an_answer) && question(tx, mail)?.is_some();
        let (said, tells_login) = command::without_logins_of(&reading.said, player);
        if is_move || is_answer || is_name(&said, &seat.player) || said.trim().is_empty() {
            return Ok(false);
        }
        // Who has no password signs with a full name: `Ann Miller`.
        let unsigned =
            if seat.has_password { reading.said.as_str() } else { command::without_signature(&reading.said, player) };
        if command::may_be_login(unsigned, player) {
            *words = pending::joined(&waiting.words, "");
            tell_of_password(mail, Some(seat.player.clone()));
            return Ok(true);
        }
        let all = pending::joined(&waiting.words, &said).map(|all| pending::as_one_letter(&all)).unwrap_or_default();
        let Some(chat) = pending::chat(head.number, &all, &self.composer.catalogue) else {
            return Ok(false);
        };
        let is_cut = tells_login || reading.withheld;
        let may_be_for_us = command::may_be_for_the_club(&said, first_name(seat.opponent()));
        let talk = if is_cut || may_be_for_us || weighs { Talk::Perhaps } else { reading.talk };
        if reading.talk == Talk::Perhaps || weighs && complaint.is_some_and(Complaint::names_a_play) {
            // What is wrong with the line as a command.
            mail.replies.extend(complaint.map(|complaint| (None, Reply::Misunderstood(complaint.clone()))));
        }
        // Who calls the opponent by name means the opponent, and so does plain chat: the letter says that such words go there.
        let may_answer = seat.is_asked() || head.stage == Stage::Invited;
        let is_chat = command::is_plain_chat(&said) && !may_answer;
        let is_theirs = talk == Talk::Surely && (command::speaks_to(&said, first_name(seat.opponent())) || is_chat);
        let how = if is_theirs { How::Written(Manner::PLAIN) } else { How::OnlyWords(talk) };
        self.send_to_opponent(tx, mail, chat, how, words)?;
        if is_theirs && words.is_none() {
            // These count like all words without a command: programs that answer mail know names too.
            let (number, player, ply) = (head.number, seat.player.clone(), head.plies);
            tx.apply(&[Change::OnlyWordsSent { number, player, ply, words: all }])?;
        }
        if talk == Talk::Surely && command::may_ask_about_rules(&said) {
            // Nobody can tell whom it asks, so both answer.
            self.answer_about(tx, mail, Command::Look(Look::Rules { of: RulesOf::Default }), &said, Some(seat))?;
        }
        if is_cut {
            tell_of_password(mail, Some(seat.player.clone()));
        }
        Ok(true)
    }

    /// Asks whether a mail that answers no letter is for the opponent in the only game of its author, whom it names: `Felix, do you still have
    /// my drill?`
    pub(super) fn for_the_only_opponent(&mut self, tx: &Tx, mail: &mut Mail, said: &str) -> Result<bool, HandleError> {
        if mail.token.is_some() || !is_for_nobody(mail) {
            return Ok(false);
        }
        let Some((player, head)) = only_running(tx, mail)? else { return Ok(false) };
        let Some(side) = head.side_of(&player) else { return Ok(false) };
        let opponent = head.player(side.opponent());
        let names = command::possible_names(&format!("{}\n\n{said}", mail.subject));
        if said.trim().is_empty() || ![opponent.as_str(), first_name(opponent)].iter().any(|name| names.contains(*name))
        {
            return Ok(false);
        }
        let said = pending::as_one_letter(said);
        let Some(chat) = pending::chat(head.number, &said, &self.composer.catalogue) else { return Ok(false) };
        self.decide(tx, mail, command_of(chat), "", &mut None, How::OnlyWords(Talk::Perhaps))?;
        Ok(true)
    }

    /// Sends words that came with something which cannot be done any more because the game has ended, or asks about them: nothing will ever take
    /// them along. They are sent if a letter has promised that they go with a yes.
    pub(super) fn send_after_the_end(
        &mut self,
        tx: &Tx,
        mail: &mut Mail,
        is_promised: bool,
        words: &mut Option<String>,
    ) -> Result<(), HandleError> {
        let Some(said) = words.clone().filter(|said| !command::is_only_signed(said, &mail.names())) else {
            return Ok(());
        };
        let Some(seat) = seat(tx, mail)?.filter(|seat| matches!(seat.game.head.stage, Stage::Ended(_))) else {
            return Ok(());
        };
        let Seat { player, game, .. } = seat;
        let (number, ply) = (game.head.number, game.head.plies);
        let Some(chat) = pending::chat(number, &said, &self.composer.catalogue) else { return Ok(()) };
        let how = if is_promised { How::Written(Manner::PLAIN) } else { How::OnlyWords(Talk::Perhaps) };
        self.send_to_opponent(tx, mail, chat, how, words)?;
        if words.is_none() && is_promised {
            tx.apply(&[Change::OnlyWordsSent { number, player, ply, words: said }])?;
        }
        Ok(())
    }

    /// Sends the words to the opponent, or asks first.
    fn send_to_opponent(
        &mut self,
        tx: &Tx,
        mail: &mut Mail,
        chat: Command,
        how: How,
        words: &mut Option<String>,
    ) -> Result<(), HandleError> {
        if self.is_too_much(tx, mail, &chat)? {
            *words = None;
            return Ok(());
        }
        let before = mail.replies.len();
        self.decide(tx, mail, command_of(chat), "", &mut None, how)?;
        let refused = mail.replies[before..].iter().any(|(_, reply)| matches!(reply, Reply::Refused(_)));
        if !refused {
            *words = None;
        }
        Ok(())
    }

    /// Whether words without a command were sent often enough on this board, or these very words before.
    pub(super) fn is_too_much(&self, tx: &Tx, mail: &mut Mail, chat: &Command) -> Result<bool, HandleError> {
        let Some(Seat { player, game, .. }) = seat(tx, mail)? else {
            return Ok(false);
        };
        let (number, head) = (game.head.number, &game.head);
        if !tx.only_words(number, &player, head.plies, chat.text().unwrap_or_default())?.is_too_much() {
            return Ok(false);
        }
        let opponent = if head.attackers == player { &head.defenders } else { &head.attackers };
        tell_once(mail, KeptBack::Enough { player: opponent.clone(), number, max: OnlyWords::BETWEEN_MOVES_MAX });
        Ok(true)
    }
}

/// Whether the words are only the name of their author, as below a letter.
fn is_name(said: &str, player: &PlayerId) -> bool {
    said.trim_matches(|c: char| !c.is_alphanumeric()).eq_ignore_ascii_case(player.as_str())
}
