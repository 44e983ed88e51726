//! Asks a registered mailbox whether lines that came without proof were its own. A forger who writes in a player's name must not be able to
//! fill the player's mailbox: only a few such letters are sent in a day, and what comes after them waits for the answer to the last one.
//!
//! ```text
//!  a line without proof --a letter may be sent--> asked --yes, no, or a command--> what waits behind it is asked about
//!        '-----none may: it waits behind the question that is open--------------------^
//! ```
//!
//! A yes carries out what its letter showed and nothing else. Lines that waited are shown in a letter of their own before they can be
//! carried out.

use crate::club::{self, KeptBack, Player, PlayerId, Proof, Question, Reply};
use crate::command::{self, Account};
use crate::mail::Authenticity;
use crate::store::{StoreError, Tx};
use crate::worker::mail_at_hand::{Held, Mail};
use crate::worker::mail_processor::replies::Sending;
use crate::worker::mail_processor::{HandleError, MailProcessor};

impl MailProcessor {
    /// One letter to each registered mailbox about all of its lines that came without proof, and one about those that have waited.
    pub(in crate::worker) fn ask_for_confirmation(&mut self, tx: &Tx, mail: &mut Mail) -> Result<(), HandleError> {
        let mut asked = Vec::new();
        while let Some((player, joined)) = mail.held.first().map(|held| (held.player.clone(), held.joined)) {
            let own = mail.held.extract_if(.., |held| held.player == player && held.joined == joined).collect();
            let view = self.view_of(tx, mail, &player)?;
            let Some(known) = view.players.get(&player) else { continue };
            let proof = mail.proof_for(known);
            let (own, later) = if proof == Proof::Nothing { one_question(own) } else { (own, Vec::new()) };
            let wants_password = own.iter().all(|held| is_new_password(&held.line));
            let left = if wants_password { view.answers_left(proof) } else { view.questions_left(proof) };
            if left == 0 {
                let waits = join(tx, mail, &player, own.iter().chain(&later))?;
                let why = if waits {
                    "an earlier question has not been answered yet"
                } else {
                    "too many letters of this kind"
                };
                mail.notes.push(format!("{player} not asked: {why}"));
                continue;
            }
            let (own, left_out) = match proof {
                Proof::Own if !joined => (own, false),
                _ => self.without_bait(own),
            };
            if own.is_empty() {
                mail.notes.push("the message to the other player was not passed on".to_owned());
                // A player who has just answered something else is not told about a stranger's words.
                mail.replies.extend((!joined).then(|| (Some(player.clone()), Reply::KeptBack(KeptBack::Unproven))));
                join(tx, mail, &player, later.iter())?;
                continue;
            }
            asked.extend(self.asked_elsewhere(mail, known));
            let elsewhere = Some(mail.from.clone()).filter(|_| mail.brings_key_from_elsewhere(known));
            let answered = mail.message_id.as_deref().filter(|_| known.has_address(&mail.from));
            let words = own.iter().map(|held| held.comment.as_str()).filter(|comment| !comment.is_empty());
            let question = Question {
                lines: own.iter().map(|held| held.line.clone()).collect(),
                comment: words.collect::<Vec<&str>>().join("\n"),
                elsewhere,
                previews: own.iter().filter_map(|held| held.preview.clone()).collect(),
                about: club::AskedAbout { joined, left_out },
            };
            let decision = club::hold(&view, &player, question, mail.spool.received, &mut self.chance);
            let said = if wants_password { Reply::LastUnproven } else { Reply::LastQuestion };
            let last = Some(said).filter(|_| left == 1);
            self.carry_out_as(tx, answered, &decision, &Sending { asks: Some(proof), last, ..Sending::default() })?;
            join(tx, mail, &player, later.iter())?;
        }
        self.tell_elsewhere(tx, mail, asked)
    }

    /// If a mail with a key came from another address, that address is told which mailbox is asked.
    fn asked_elsewhere(&self, mail: &Mail, known: &Player) -> Option<Reply> {
        let may_be_told = mail.brings_key_from_elsewhere(known) && mail.authenticity != Authenticity::Forged;
        may_be_told.then(|| Reply::AskedElsewhere { player: known.id.clone(), mailbox: known.address().masked() })
    }

    /// The person who has the letter is told which mailbox is asked. That is not part of an answer to the player.
    fn tell_elsewhere(&mut self, tx: &Tx, mail: &mut Mail, asked: Vec<Reply>) -> Result<(), HandleError> {
        if asked.is_empty() {
            return Ok(());
        }
        let needs = club::Needs { from: Some(mail.from.clone()), ..club::Needs::default() };
        let view = tx.view(&needs, mail.spool.received)?;
        let Some(writer) = &view.from else {
            return self.answer_stranger(tx, mail, &view, asked);
        };
        let view = self.view_of(tx, mail, writer)?;
        let Some(writer) = view.players.get(writer) else { return Ok(()) };
        let proof = mail.proof_for(writer);
        match view.may_answer(proof) {
            true => self.answer_player(tx, mail, writer, proof, asked, None).map(drop),
            false => Ok(()),
        }
    }

    /// The mailbox itself has answered the question with this token, so what waited behind it is asked about now. After a yes, the letter
    /// that asked no longer counts as unwanted.
    pub(in crate::worker) fn release_joined(
        &self,
        tx: &Tx,
        mail: &mut Mail,
        hash: &[u8; 32],
        player: &PlayerId,
        is_yes: bool,
    ) -> Result<(), HandleError> {
        let view = self.view_of(tx, mail, player)?;
        if !view.players.get(player).is_some_and(|known| mail.proof_for(known) == Proof::Own) {
            return Ok(());
        }
        let lines = tx.question_answered(hash, player, is_yes)?;
        let held = |(line, comment)| Held { player: player.clone(), line, comment, preview: None, joined: true };
        mail.held.extend(lines.into_iter().map(held));
        Ok(())
    }

    /// The lines without words that could be bait, and whether there were any: the letter comes from us, and people trust it. Such lines
    /// are not carried out either, because a yes only counts for what was shown.
    fn without_bait(&self, own: Vec<Held>) -> (Vec<Held>, bool) {
        let all = own.len();
        let is_fit = |held: &Held| {
            let command = command::parse_line(&held.line, &self.composer.catalogue).ok();
            !command.as_ref().and_then(command::Command::text).is_some_and(club::is_bait)
        };
        let mut fit: Vec<Held> = own.into_iter().filter(is_fit).collect();
        let mut left_out = fit.len() < all;
        for held in fit.iter_mut().filter(|held| club::is_bait(&held.comment)) {
            held.comment.clear();
            left_out = true;
        }
        (fit, left_out)
    }
}

/// The lines that are asked about now, and those that wait for the answer. A new password and closing the account have letters of their
/// own, and one mail that anybody may have sent leads to one letter.
fn one_question(own: Vec<Held>) -> (Vec<Held>, Vec<Held>) {
    let (leaving, others): (Vec<Held>, Vec<Held>) = own.into_iter().partition(|held| club::is_leaving(&held.line));
    let (passwords, lines): (Vec<Held>, Vec<Held>) = others.into_iter().partition(|held| is_new_password(&held.line));
    match (lines.is_empty(), leaving.is_empty()) {
        (false, _) => (lines, leaving.into_iter().chain(passwords).collect()),
        (true, false) => (leaving, passwords),
        (true, true) => (passwords, Vec::new()),
    }
}

fn is_new_password(line: &str) -> bool {
    line == Account::ChangePassword(None).to_string()
}

/// Lets lines wait behind the open question of their player. Returns false if no question is open.
fn join<'a>(
    tx: &Tx,
    mail: &Mail,
    player: &PlayerId,
    lines: impl Iterator<Item = &'a Held>,
) -> Result<bool, StoreError> {
    let mut waits = false;
    for held in lines {
        waits |= tx.join_question(player, &held.line, &held.comment, mail.spool.received)?;
    }
    Ok(waits)
}
