//! One spooled mail, from its bytes to its savepoint: what this server does, on one screen.
//!
//! ```text
//!  bytes -> Message -> sender, commands -> for each: needs -> view -> decide -> apply -> letters
//! ```
//!
//! Everything here happens inside one savepoint of the store. Either all of it is done, with its letters, or nothing is and the mail is
//! tried again.

use crate::club::{KeptBack, Needs, Refusal, Reply};
use crate::command;
use crate::command::{Command, Complaint, Doubt, Item, Manner, Reading, Talk, Verb};
use crate::mail::Authenticity;
use crate::store::{Outcome, SpooledMail, StoreError, Tx};
use crate::tafl::ParsedPlay;
use crate::worker::mail_at_hand::Mail;
use crate::worker::mail_processor::dropped_lines::is_too_long;
use crate::worker::mail_processor::moves_in_words::with_end_meant;
use crate::worker::mail_processor::questions::AnsweredQuestion;
use crate::worker::mail_processor::requests::{Beside, How, command_of, tell_of_password, tell_once};
use crate::worker::mail_processor::seat::{greets_another, seat};
use crate::worker::mail_processor::tried_moves::or_tried;
use crate::worker::mail_processor::{HandleError, MailProcessor, half_moves};
use crate::worker::mail_reader::ReadMail;
use crate::worker::sender::Key;
use crate::worker::{pending, sender};

impl MailProcessor {
    /// Handles one mail.
    pub fn handle(&mut self, tx: &Tx, spool: &SpooledMail) -> Result<Outcome, HandleError> {
        let outcome = self.outcome(tx, spool);
        self.tell_of_failed_texts();
        outcome
    }

    fn outcome(&mut self, tx: &Tx, spool: &SpooledMail) -> Result<Outcome, HandleError> {
        let ReadMail { message, tokens, written, reading } = match self.reader.take(&spool.raw, &spool.envelope_to) {
            Ok(read) => read,
            Err(why) => return self.unreadable(tx, spool, &why),
        };
        if let Some(note) = self.bounce(tx, spool, &message)? {
            return Ok(Outcome::Done { note });
        }
        if let Some(note) = self.unsubscribe(tx, spool, &message)? {
            return Ok(Outcome::Done { note });
        }
        let key = sender::key(tx, &tokens, spool.earliest)?;
        let reading = match reading {
            Some(reading) => reading,
            None => self.reading(tx, &message, &written.text)?,
        };
        let has_login = reading.commands().any(|command| command.login().is_some());
        let has_proof = matches!(key, Key::Living(_)) || has_login;
        let from = match sender::writer(spool, &message, has_proof) {
            Ok(from) => from,
            Err(note) => return Ok(Outcome::Done { note }),
        };
        let mut mail = Mail::new(spool, from, &message, &self.authserv);
        let elsewise = has_login || mail.authenticity == Authenticity::Genuine;
        if matches!(key, Key::Dead) && !elsewise && !sender::may_try_keys(tx, &mail.from, spool.received)? {
            return Ok(Outcome::Done {
                note: "not answered: too many mails with invalid keys within the hour".to_owned(),
            });
        }
        mail.token = key.living();
        mail.board = sender::board_answered(&message, &spool.envelope_to);
        mail.notes.extend(sender::note(&self.authserv.id, mail.authenticity));
        self.hear_of(tx, &mut mail)?;
        let text = self.without_footer(tx, &mail, &written.text)?;
        let reading = match text.len() < written.text.len() {
            true => self.reading(tx, &message, text)?,
            false => reading,
        };
        mail.text = text.to_owned();
        let left = reading.left.clone();
        let reading = self.or_without_password(tx, &mail, &message, text, reading)?;
        let reading = self.without_asides(tx, &mut mail, &message, reading)?;
        let reading = self.without_what_is_for_us(tx, &mut mail, &message, reading)?;
        if message.sealed && reading.commands().next().is_none() {
            // It looks empty, and some letters take an empty answer as yes.
            mail.notes.push("encrypted".to_owned());
            mail.replies.push((None, Reply::Sealed));
        } else if !self.consented(tx, &mut mail, &message, &reading)? {
            self.work_through(tx, &mut mail, reading)?;
        }
        // What stands beside an answer that ended there: `forget`, and below it `Club, how does the king win?`
        let for_us = std::mem::take(&mut mail.for_us);
        self.answer_apart(tx, &mut mail, &for_us)?;
        if !written.cut.is_empty() {
            let lines = written.cut.iter().map(|line| command::without_passwords(line, None)).collect();
            mail.replies.push((None, Reply::LinesCut { lines }));
        }
        let left = if left.is_empty() { written.left } else { left };
        if !left.is_empty() {
            let lines = left.iter().map(|line| command::without_passwords(line, None)).collect();
            mail.replies.push((None, Reply::LinesLeft { lines }));
        } else if message.cut && ends_in_new_text(&message.text, &written.text) {
            let last = message.text.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or_default();
            mail.replies.push((None, Reply::TextCut { last: command::without_passwords(&shortened(last), None) }));
        }
        self.note_closing(tx, &mut mail, text)?;
        // Now it is also known whose password it contains.
        self.hear_of(tx, &mut mail)?;
        self.ask_for_confirmation(tx, &mut mail)?;
        self.answer(tx, &mut mail)?;
        Ok(Outcome::Done { note: mail.notes.join("; ") })
    }

    /// Decides everything that the mail asks for, in its order.
    fn work_through(&mut self, tx: &Tx, mail: &mut Mail, reading: Reading) -> Result<(), HandleError> {
        if self.signs_up_in_words(tx, mail, &reading)? {
            return Ok(());
        }
        mail.makes_a_move = reading.commands().any(|command| command.played().is_some());
        let asked_with = pending::behind_its_key(tx, mail)?.words;
        let mut waiting = pending::of(tx, mail)?;
        let forgets = command::forgets(&reading.in_words());
        // They may have gone with another letter by now.
        let is_one_word = || reading.in_words().split_whitespace().count() == 1;
        let says_only_that = waiting.is_empty() && forgets && is_one_word() && seat(tx, mail)?.is_some();
        // `No. And that was a question for you, not for Bob.`
        let is_only_said = reading.commands().next().is_none();
        mail.forgets |= is_only_said && !waiting.words.is_empty() && command::turns_to_the_club(&reading.in_words());
        if mail.forgets && mail.text.is_empty() || !waiting.is_empty() && forgets || says_only_that {
            return self.forget(tx, mail, &waiting);
        }
        if mail.forgets {
            pending::drop_it(tx, mail)?;
            waiting.words.clear();
            waiting.line = waiting.line.filter(|line| self.words_of(line).is_none());
            mail.notes.push("words forgotten".to_owned());
        }
        if self.turned_to_the_club(tx, mail, &reading, &waiting)?
            || self.asked_only_the_club(tx, mail, &reading, &waiting)?
        {
            return Ok(());
        }
        let for_another = waiting.line.is_none() && greets_another(tx, mail)?;
        let asked = waiting.line.as_deref().and_then(|line| command::parse_line(line, &self.composer.catalogue).ok());
        let asked_move = asked.as_ref().and_then(Command::played).cloned();
        let AnsweredQuestion { mut reading, mut waiting, unsent, wish, refused } =
            self.answer_question(tx, mail, reading, waiting)?;
        let grants = reading.commands().any(|command| command.verb() == Verb::Accept);
        if grants && !mail.makes_a_move && seat(tx, mail)?.is_some_and(|seat| seat.is_asked_for_a_move_back()) {
            // With the move that is taken back, all letters about what came after it are forgotten, with the words that wait behind them.
            mail.makes_a_move = true;
            waiting.words = pending::joined(&pending::words_elsewhere(tx, mail)?, &waiting.words).unwrap_or_default();
        }
        let instead = asked_move.zip(move_named(&reading)).filter(|(asked, named)| is_another(asked, named));
        if let Some((asked, _)) = &instead {
            waiting.words = pending::without_move(&waiting.words, asked);
        }
        if for_another {
            reading.doubt_addressee();
        }
        let mut unread = false;
        let any = reading.commands().next().is_some();
        let is_answer = |command: &Command| command.played().is_some() || command.verb() == Verb::Accept;
        let may_ask_beside = reading.commands().any(is_answer) || reading.names_a_play();
        let (comment, left_out) = self.without_logins(tx, mail, &reading.comment)?;
        if left_out && mail.authenticity != Authenticity::Forged {
            tell_of_password(mail, None);
        }
        let comment = without_our_salutation(&comment);
        let (comment, for_us) = match std::mem::take(&mut mail.for_us) {
            none if none.is_empty() && any => self.apart(tx, mail, &comment)?,
            for_us => (comment, for_us),
        };
        // A signature below other words goes with them, also if these stand on the line of a command.
        let names = mail.names();
        let says = |item: &Item| !item.beside.is_empty() && !command::is_only_signed(&item.beside, &names);
        let is_signed = command::is_only_signed(&comment, &names) && !reading.items.iter().any(says);
        // Some people write the Subject once more as the text.
        let is_subject_again = any && mail.text.trim().eq_ignore_ascii_case(mail.subject.trim());
        let comment = if is_signed || is_subject_again { String::new() } else { comment };
        if is_signed && reading.talk == Talk::No {
            reading.comment.clear();
        }
        let kept = pending::joined(&waiting.words, unsent.as_deref().unwrap_or_default()).unwrap_or_default();
        // `Yes, please send them` is said to the club.
        let mut comment = if unsent.is_some() { command::without_consent_to_send(&comment) } else { comment };
        if instead.is_some() {
            comment = without_refusal(&reading, comment);
        }
        let mut words = pending::joined(&kept, &comment);
        if !any && self.plain_words(tx, mail, &reading, &waiting, &mut words)? {
            reading.items.clear();
        }
        if reading.items.is_empty() && mail.replies.is_empty() && mail.held.is_empty() && !mail.is_told {
            mail.notes.push("nothing to do".to_owned());
            mail.replies.push((None, Reply::Nothing));
        }
        // A single word is the move.
        let has_more = wish.is_none() && (mail.text.split_whitespace().nth(1).is_some() || !waiting.words.is_empty());
        // What was asked about in another letter is not asked again.
        let is_sure =
            |item: &Item| item.manner.doubt.is_none() && item.command.as_ref().is_ok_and(|it| it.played().is_some());
        let moves = reading.items.iter().any(is_sure);
        let says_yes = reading.items.iter().any(|item| item.manner.shown);
        // `A draw already? No sir. e3-e2` answers an offer, and makes none.
        let is_offered = seat(tx, mail)?.is_some_and(|seat| seat.is_asked());
        let may_offer = has_more && !is_offered;
        let offers_beside = if may_offer { self.wishes_for_a_draw_beside(mail, &reading, &asked_with) } else { None };
        if moves {
            self.drop_own_offer(tx, mail)?;
        }
        for item in reading.items {
            match item.command {
                Ok(command)
                    if item.manner.shown && command.text().is_some() && self.is_too_much(tx, mail, &command)? => {}
                Ok(command) => {
                    let (command, manner) = self.or_accepted(tx, mail, command, item.manner)?;
                    let (command, manner) = with_end_meant(tx, mail, command, manner)?;
                    if let Some(asked) = self.on_terms_below(tx, mail, &command, manner, &comment)? {
                        // What only says that is for us.
                        let is_for_us = !command::has_two_sentences(&comment) && comment.trim().lines().count() == 1;
                        words = if is_for_us { pending::joined(&kept, "") } else { words };
                        let manner = Manner { doubt: Some(Doubt::Wished), ..manner };
                        self.decide(tx, mail, command_of(asked), "", &mut words, How::Written(manner))?;
                        continue;
                    }
                    let (command, manner) = or_tried(tx, mail, command, manner)?;
                    let (how, plays) = (How::Written(manner), command.played().is_some());
                    if command.verb() == Verb::Accept
                        && let Some(said) = self.said_before_joining(tx, mail)?
                        && !words.as_deref().is_some_and(|words| words.contains(&said))
                    {
                        words = pending::joined(&said, words.as_deref().unwrap_or_default());
                    }
                    let said = words.as_deref().unwrap_or_default();
                    let above = pending::bytes_above(said, &comment, &item.above);
                    let is_signed = comment.is_empty() && command::is_only_signed(&item.beside, &mail.names());
                    let said = if is_signed { "" } else { item.beside.as_str() };
                    let beside = Beside { said, lead: &item.lead, above };
                    let is_read = self.decide_beside(tx, mail, command_of(command), beside, &mut words, how)?;
                    if plays && !is_read {
                        // Its words wait for the move that can be made.
                        let (beside, left_out) = self.without_logins(tx, mail, &item.beside)?;
                        let lead = if left_out || beside.is_empty() { "" } else { item.lead.as_str() };
                        let said = words.as_deref().unwrap_or_default();
                        words = pending::in_order(said, above, &format!("{lead}{beside}"), &mail.text);
                    } else if plays {
                        words = pending::with_beside(mail, words, above);
                    }
                    unread |= !plays && !is_read;
                }
                Err(complaint) => {
                    let leans = command::leaning(&complaint.line).filter(|_| waiting.line.is_none());
                    // A line that a new mail wants confirmed takes the words along.
                    let is_new = mail.token.is_none();
                    let mut none = None;
                    let along = if is_new { &mut words } else { &mut none };
                    if any || !(self.ask_about(tx, mail, &complaint, along)? || self.lean(tx, mail, leans)?) {
                        mail.notes.push("not understood".to_owned());
                        mail.replies.push((None, Reply::Misunderstood(complaint)));
                    }
                }
            }
        }
        // One yes answers one question.
        let asks = mail.replies.iter().any(|(_, reply)| matches!(reply, Reply::AskedBack(_)));
        if let Some(draw) = offers_beside.filter(|_| !asks) {
            let is_plain = command::orders_a_draw(&mail.text) || command::offers_a_draw_outright(&mail.text);
            let how = if is_plain { How::Written(Manner::PLAIN) } else { How::Wished };
            self.decide(tx, mail, command_of(draw), "", &mut None, how)?;
        }
        if let Some((wish, said)) = wish.filter(|_| !asks) {
            // A question says nothing to the opponent, but what stands beside it may.
            let is_for_us = matches!(wish, Command::Look(_)) && command::only_wishes(&said, &self.composer.catalogue);
            match wish {
                Command::Look(_) => {
                    let wish = self.of_only_variant(tx, mail, wish, seat(tx, mail)?.as_ref(), &waiting)?;
                    self.answer_briefly(tx, mail, wish)?;
                }
                wish => {
                    let is_told = wish.verb() == Verb::Draw && command::orders_a_draw(&mail.text);
                    let how = if is_told { How::Written(Manner::PLAIN) } else { How::Wished };
                    let seat = seat(tx, mail)?;
                    self.grant(tx, mail, wish, how, seat.as_ref(), &mut None)?;
                }
            }
            if !is_for_us {
                words = pending::joined(words.as_deref().unwrap_or_default(), &said);
            }
        }
        let asks = mail.replies.iter().any(|(_, reply)| matches!(reply, Reply::AskedBack(_)));
        if asks {
            words = pending::joined(&refused, words.as_deref().unwrap_or_default());
        } else if !refused.is_empty() {
            self.ask_about_words(tx, mail, &refused)?;
        }
        self.answer_apart(tx, mail, &for_us)?;
        if may_ask_beside {
            self.answer_questions_beside(tx, mail, &waiting)?;
        }
        self.answer_instead_of_help(tx, mail)?;
        if !reading.taken_as_words.is_empty() {
            mail.replies.push((None, Reply::TakenAsWords(reading.taken_as_words)));
        }
        if words.as_deref().is_some_and(is_too_long) {
            words = None;
            tell_once(mail, KeptBack::TOO_LONG);
        }
        if mail.replies.iter().any(|(_, reply)| matches!(reply, Reply::Refused(Refusal::Over { .. }))) {
            let is_promised = !waiting.words.is_empty() && says_yes;
            self.send_after_the_end(tx, mail, is_promised, &mut words)?;
        }
        let unread = unread && words.is_some();
        let says_something = words.as_deref().is_some_and(|words| !command::only_takes_leave(words));
        if unread || (any && says_something) {
            mail.replies.push((None, Reply::WordsUnread));
        }
        if words.is_none() && (!waiting.words.is_empty() || unsent.is_some()) {
            pending::drop_it(tx, mail)?;
        }
        let words = match (words, &instead) {
            (Some(words), Some((_, named))) => Some(pending::without_no(&words, named)).filter(|rest| !rest.is_empty()),
            (words, _) => words,
        };
        // `No, and those words were for you, so do not send them` is no word for the opponent either.
        let words = words.filter(|words| (any || !mail.forgets) && !command::is_only_signed(words, &mail.names()));
        mail.pending.0.words = words.as_deref().map(pending::as_one_letter).unwrap_or_default();
        if mail.pending.0.words.is_empty() {
            self.ask_about_unsent_words(tx, mail)?;
        }
        mail.pending.0.half = mail.pending.0.half.or_else(|| half_moves::spoken_of(&mail.replies));
        self.tell_what_is_doubted(mail);
        if reading.cut {
            mail.replies.push((None, Reply::TooMany));
        }
        Ok(())
    }

    /// The words without lines in which their supposed author gives a password, and whether there were such lines.
    fn without_logins(&self, tx: &Tx, mail: &Mail, words: &str) -> Result<(String, bool), StoreError> {
        let handed = mail.token.as_ref().and_then(|token| token.purpose.player().cloned());
        let needs = Needs { from: Some(mail.from.clone()), ..Needs::default() };
        let writer = match handed {
            Some(player) => Some(player),
            None if words.is_empty() => None,
            None => tx.view(&needs, mail.spool.received)?.from,
        };
        Ok(match writer {
            Some(player) => command::without_logins_of(words, player.as_str()),
            None => (words.to_owned(), false),
        })
    }
}

/// The move that a mail makes, or that it is asked about.
fn move_named(reading: &Reading) -> Option<ParsedPlay> {
    let doubtful = || {
        let mut wrong = reading.items.iter().filter_map(|item| item.command.as_ref().err());
        wrong.find_map(Complaint::play_in_words)
    };
    reading.commands().find_map(Command::played).cloned().or_else(doubtful)
}

/// Whether two moves are not the same.
fn is_another(asked: &ParsedPlay, named: &ParsedPlay) -> bool {
    (named.from, named.to) != (asked.from, asked.to)
}

/// The words beside another move without its own line, if that refuses the one that was asked about: `No, f4-f3 instead, please` is said to the
/// club.
fn without_refusal(reading: &Reading, words: String) -> String {
    match reading.items.iter().find(|item| command::refuses_at_first(&item.line)) {
        Some(item) => pending::without_line(&words, &item.line).unwrap_or_default(),
        None => words,
    }
}

/// The words beside a command without a salutation that is ours: `Dear all,`. With only a name left, there are none.
fn without_our_salutation(words: &str) -> String {
    let (first, rest) = words.trim_start().split_once('\n').unwrap_or((words.trim(), ""));
    if !(command::is_to_the_server(words) && command::is_only_a_frame(first)) {
        return words.to_owned();
    }
    let rest = rest.trim();
    if command::has_only_frames(rest) { String::new() } else { rest.to_owned() }
}

/// Whether the part of a cut text that was not read may be new: the end of the text is new, or nothing in it is.
fn ends_in_new_text(text: &str, new: &str) -> bool {
    let end = |text: &str| text.lines().rev().map(str::trim).find(|line| !line.is_empty()).map(str::to_owned);
    end(new).is_none_or(|last| Some(last) == end(text))
}

/// The line at which reading ended, shortened for display.
fn shortened(line: &str) -> String {
    const CHARS_MAX: usize = 200;
    line.chars().take(CHARS_MAX).collect()
}
