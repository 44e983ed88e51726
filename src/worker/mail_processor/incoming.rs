//! One spooled mail, from its bytes to its savepoint: what this server does, on one screen.
//!
//! ```text
//!  bytes -> Message -> sender, commands -> for each: needs -> view -> decide -> apply -> letters
//! ```
//!
//! Everything here happens inside one savepoint of the store. Either all of it is done, with its letters, or nothing is and the mail is
//! tried again.

use crate::club;
use crate::club::{
    Asked, Change, Decision, KeptBack, Needs, NewToken, OfferKind, PlayerId, Purpose, Refusal, Reply, Request, Token,
    View,
};
use crate::command;
use crate::command::{
    About, Agreement, Answer, BoardAct, Command, Complaint, Doubt, Item, Login, Manner, Reading, Talk, Target, Verb,
    Weight,
};
use crate::mail;
use crate::mail::{Authenticity, Message, Shown};
use crate::store::{Outcome, SpooledMail, StoreError, Tx};
use crate::worker::confirmation::Consent;
use crate::worker::mail_at_hand::{Held, Mail};
use crate::worker::mail_processor::dropped_lines::is_too_long;
use crate::worker::mail_processor::{HandleError, MailProcessor};
use crate::worker::passwords::TooMany;
use crate::worker::sender::Key;
use crate::worker::{confirmation, pending, sender};
use std::cell::RefCell;

impl MailProcessor {
    /// Handles one mail.
    pub fn handle(&mut self, tx: &Tx, spool: &SpooledMail) -> Result<Outcome, HandleError> {
        let outcome = self.outcome(tx, spool);
        self.tell_of_failed_texts();
        outcome
    }

    fn outcome(&mut self, tx: &Tx, spool: &SpooledMail) -> Result<Outcome, HandleError> {
        let message = match Message::read(&spool.raw, &self.own) {
            Ok(message) => message,
            Err(why) => return self.unreadable(tx, spool, &why),
        };
        if let Some(note) = self.bounce(tx, spool, &message)? {
            return Ok(Outcome::Done { note });
        }
        if let Some(note) = self.unsubscribe(tx, spool, &message)? {
            return Ok(Outcome::Done { note });
        }
        let key = sender::key(tx, spool, &message)?;
        let is_command = |line: &str| command::is_command(line, &self.composer.catalogue);
        let written = mail::reply::written(&message.text, &is_command);
        let reading = self.reading(tx, &message, &written.text)?;
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
        let left = reading.left.clone();
        if message.sealed && reading.commands().next().is_none() {
            // It looks empty, and some letters take an empty answer as yes.
            mail.notes.push("encrypted".to_owned());
            mail.replies.push((None, Reply::Sealed));
        } else if !self.consented(tx, &mut mail, &message, &reading)? {
            self.work_through(tx, &mut mail, reading)?;
        }
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

    /// If the mail answers a letter that asks for a yes: carries it out, closes the question, or asks again. Returns false if the mail asks
    /// for something else.
    fn consented(
        &mut self,
        tx: &Tx,
        mail: &mut Mail,
        message: &Message,
        reading: &Reading,
    ) -> Result<bool, HandleError> {
        let Some(Token { hash, purpose }) = mail.token.clone() else {
            return Ok(false);
        };
        let Some(asking) = self.composer.asking(&purpose)? else {
            return Ok(false);
        };
        let key = mail::tokens(message, &mail.spool.envelope_to).into_iter().find(|text| text.hash() == hash);
        let expires = mail.spool.received;
        mail.question = key.map(|text| NewToken { text, purpose: purpose.clone(), expires });
        // It has been read before, so it can be read.
        let said = match Shown::read(&mail.spool.raw) {
            Ok(shown) => {
                let failed = RefCell::new(None);
                let without_footer = |text: &str| match self.without_footer(tx, mail, text) {
                    Ok(text) => text.to_owned(),
                    Err(error) => {
                        failed.replace(Some(error));
                        text.to_owned()
                    }
                };
                let said = confirmation::of(message, &shown, reading, &purpose, &asking, &without_footer);
                failed.into_inner().map_or(Ok(said), Err)?
            }
            Err(_) => Consent::Unclear,
        };
        if let Purpose::Confirm { player, .. } = &purpose
            && said != Consent::Unclear
        {
            self.release_joined(tx, mail, &hash, player, said == Consent::Yes)?;
        }
        match (purpose, said) {
            (_, Consent::Command) => return Ok(false),
            (Purpose::Signup, Consent::Yes) => {
                self.decide(tx, mail, Asked::Join { repeated: None }, "", &mut None, How::Written(Manner::PLAIN))?;
            }
            (Purpose::Signup, Consent::Signup(player, password)) => {
                let repeated = Some((player, password));
                self.decide(tx, mail, Asked::Join { repeated }, "", &mut None, How::Written(Manner::PLAIN))?;
            }
            (Purpose::Address { .. }, Consent::Yes) => {
                self.decide(tx, mail, Asked::Claim, "", &mut None, How::Written(Manner::PLAIN))?;
            }
            (Purpose::Password { .. }, Consent::Password(command)) => {
                self.decide(tx, mail, Asked::Command(command), "", &mut None, How::Confirmed)?;
            }
            (Purpose::Confirm { lines, comment, .. }, Consent::Yes) => self.confirmed(tx, mail, &lines, comment)?,
            (_, Consent::No) => {
                mail.notes.push("no".to_owned());
                mail.replies.push((None, Reply::SaidNo));
                tx.apply(&[Change::TokenSpent { hash }])?;
            }
            (purpose, _) => {
                mail.notes.push("neither yes nor no".to_owned());
                mail.replies.push((None, Reply::YesWanted { purpose }));
            }
        }
        Ok(true)
    }

    /// Decides everything that the mail asks for, in its order.
    fn work_through(&mut self, tx: &Tx, mail: &mut Mail, mut reading: Reading) -> Result<(), HandleError> {
        let waiting = pending::of(tx, mail)?;
        // Words that the letter asks about go with a move that answers it.
        let mut unsent = reading.commands().next().and(waiting.line.as_deref()).and_then(|line| self.words_of(line));
        if let Some(answer) = &reading.answer {
            if let Some(line) = &waiting.line {
                if self.is_answer_to(line, answer, &reading.said) {
                    reading = pending::answered(line, &waiting.beside, answer.clone(), &self.composer.catalogue);
                    unsent = None;
                    pending::drop_it(tx, mail)?;
                    if reading.items.is_empty() {
                        mail.notes.push("not meant".to_owned());
                        mail.replies.push((None, Reply::LeftAsItIs));
                    }
                }
            } else if let Some(question) = question(tx, mail)?
                && question.is_answered_by(&answer.agreement)
            {
                reading = answered(question.answer(answer.agreement.yes), answer.clone());
            }
        }
        let mut unread = false;
        let any = reading.commands().next().is_some();
        let (comment, left_out) = self.without_logins(tx, mail, &reading.comment)?;
        if left_out && mail.authenticity != Authenticity::Forged {
            tell_of_password(mail, None);
        }
        let kept = pending::joined(&waiting.words, unsent.as_deref().unwrap_or_default()).unwrap_or_default();
        let mut words = pending::joined(&kept, &comment);
        if reading.talk != Talk::No && self.plain_words(tx, mail, &reading, &waiting, &mut words)? {
            reading.items.clear();
        }
        if reading.items.is_empty() && mail.replies.is_empty() && mail.held.is_empty() {
            mail.notes.push("nothing to do".to_owned());
            mail.replies.push((None, Reply::Nothing));
        }
        for item in reading.items {
            match item.command {
                Ok(command)
                    if item.manner.shown && command.text().is_some() && self.is_too_much(tx, mail, &command)? => {}
                Ok(command) => {
                    let how = How::Written(item.manner);
                    unread |= !self.decide(tx, mail, command_of(command), &item.beside, &mut words, how)?;
                }
                Err(complaint) => {
                    let leans = command::leaning(&complaint.line).filter(|_| waiting.line.is_none());
                    if any || !(self.ask_about(tx, mail, &complaint)? || self.lean(tx, mail, leans)?) {
                        mail.notes.push("not understood".to_owned());
                        mail.replies.push((None, Reply::Misunderstood(complaint)));
                    }
                }
            }
        }
        if !reading.taken_as_words.is_empty() {
            mail.replies.push((None, Reply::TakenAsWords(reading.taken_as_words)));
        }
        if words.as_deref().is_some_and(is_too_long) {
            words = None;
            tell_once(mail, KeptBack::TOO_LONG);
        }
        if unread || (any && words.is_some()) {
            mail.replies.push((None, Reply::WordsUnread));
        }
        if words.is_none() && !waiting.words.is_empty() {
            pending::drop_it(tx, mail)?;
        }
        mail.pending.0.words = words.unwrap_or_default();
        if reading.cut {
            mail.replies.push((None, Reply::TooMany));
        }
        Ok(())
    }

    /// Asks whether a move is meant that stands among other words, or a command with a question mark, if it can be done. Returns false if
    /// it cannot.
    pub(super) fn ask_about(&mut self, tx: &Tx, mail: &mut Mail, complaint: &Complaint) -> Result<bool, HandleError> {
        let (command, how) = match (complaint.play_in_words(), complaint.asked_for()) {
            (Some(play), _) => {
                (Command::OnBoard { board: Target::OfLetter, login: None, act: BoardAct::Move(play) }, How::Supposed)
            }
            (None, Some(word)) => match command::parse_line(word, &self.composer.catalogue) {
                Ok(command) => (command, How::Wished),
                Err(_) => return Ok(false),
            },
            (None, None) => return Ok(false),
        };
        let asked = self.decide(tx, mail, command_of(command), "", &mut None, how)?;
        if asked && complaint.masked {
            tell_of_password(mail, None);
        }
        Ok(asked)
    }

    /// Asks whether an answer is meant that is not quite clear: `accept, but let us begin tomorrow`. Returns false if nothing was asked.
    pub(super) fn lean(&mut self, tx: &Tx, mail: &mut Mail, yes: Option<bool>) -> Result<bool, HandleError> {
        match yes.map(|yes| Ok::<_, StoreError>((yes, question(tx, mail)?))).transpose()? {
            Some((yes, Some(question))) => {
                self.decide(tx, mail, command_of(question.answer(yes)), "", &mut None, How::Wished)
            }
            Some((_, None)) | None => Ok(false),
        }
    }

    /// Whether a mail that begins with a yes or no answers the question about this line. Who says yes and wishes for the very thing does,
    /// if it can be undone.
    fn is_answer_to(&self, line: &str, answer: &Answer, said: &str) -> bool {
        let Ok(asked) = command::parse_line(line, &self.composer.catalogue) else {
            return true;
        };
        let weight = asked.weight();
        let challenges = matches!(asked.verb(), Verb::Challenge | Verb::Rematch);
        let about = if challenges { About::LineThatChallenges } else { About::Line };
        let wishes_it = || {
            let wish = command::wish(said, true, &self.composer.catalogue);
            wish.is_some_and(|wish| wish.command.verb() == asked.verb() && asked.board().is_some())
        };
        answer.agreement.is_certain(weight, about)
            || (weight != Weight::Heavy && answer.agreement.yes && !said.contains('?') && wishes_it())
    }

    /// The words in the line that a letter asks about, if it only sends them.
    fn words_of(&self, line: &str) -> Option<String> {
        let command = command::parse_line(line, &self.composer.catalogue).ok()?;
        command.text().map(str::to_owned)
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

    /// The registered mailbox has confirmed lines that came without proof, so they are carried out now.
    fn confirmed(&mut self, tx: &Tx, mail: &mut Mail, lines: &[String], comment: String) -> Result<(), HandleError> {
        let mut words = Some(comment).filter(|words| !words.trim().is_empty());
        for line in lines {
            match command::parse_line(line, &self.composer.catalogue) {
                Ok(command) => drop(self.decide(tx, mail, command_of(command), "", &mut words, How::Confirmed)?),
                Err(complaint) => mail.replies.push((None, Reply::Misunderstood(complaint))),
            }
        }
        if words.is_some() {
            mail.replies.push((None, Reply::WordsUnread));
        }
        if let Some(Token { hash, .. }) = &mail.token {
            tx.apply(&[Change::TokenSpent { hash: *hash }])?;
        }
        Ok(())
    }

    /// One request: loaded, decided, applied, and its letters written. The words beside it belong only to it. The words of the mail go with
    /// the first request that tells another player something, or waits to do so. Returns false if nobody gets the words beside it.
    pub(super) fn decide(
        &mut self,
        tx: &Tx,
        mail: &mut Mail,
        asked: Asked,
        beside: &str,
        words: &mut Option<String>,
        how: How,
    ) -> Result<bool, HandleError> {
        let (confirmed, manner) = match how {
            How::Written(manner) => (false, manner),
            How::Confirmed => (true, Manner::PLAIN),
            How::Supposed => (false, Manner { doubt: Some(Doubt::MoreWords), ..Manner::PLAIN }),
            How::Wished => (false, Manner { doubt: Some(Doubt::Wished), ..Manner::PLAIN }),
            How::OnlyWords(Talk::Surely) => (false, Manner { doubt: Some(Doubt::OnlyWords), ..Manner::PLAIN }),
            How::OnlyWords(Talk::Perhaps | Talk::No) => {
                (false, Manner { doubt: Some(Doubt::PerhapsOnlyWords), ..Manner::PLAIN })
            }
        };
        let mut request = Request {
            received: mail.spool.received,
            earliest: mail.spool.earliest,
            day_is_certain: mail.agrees_on_the_day || !tx.time_is_doubted()?,
            from: Some(mail.from.clone()),
            authenticity: mail.authenticity,
            trust: self.trust,
            rules: self.rules,
            organizers: self.organizers_for(tx, &asked)?,
            names: self.names_for(&asked),
            token: mail.token.clone(),
            board: mail.board,
            subject_board: mail.subject_board,
            confirmed,
            password_is_right: false,
            asked,
            manner,
            comment: String::new(),
        };
        let needs = club::needs(&request);
        let mut view = tx.view(&needs, request.received)?;
        if club::aim(&mut request, &view) {
            // If the answered letter names its board, the first view already had everything.
            let more = club::needs(&request);
            if more != needs {
                view = tx.view(&more, request.received)?;
            }
        }
        view.observers_wait_plies = self.observers_wait_plies;
        let supposed = club::request_sender(&request, &view);
        club::prepared_now(&mut request, &view, supposed.as_ref());
        let takes_words = request.asked.takes_words();
        let withheld = supposed.as_ref().is_some_and(|sender| command::own_login(beside, sender.as_str()));
        if withheld && beside.split_whitespace().count() == 2 {
            // Only id and password, as some other servers expect them there.
            request.manner.doubt = None;
        }
        let (kept, left_out) = match &supposed {
            Some(sender) if !withheld => command::without_logins_of(beside, sender.as_str()),
            Some(_) => (String::new(), true),
            None => (beside.to_owned(), false),
        };
        let (beside, withheld) = (kept.as_str(), withheld || left_out);
        if let (Asked::Command(command), Some(sender), false) = (&request.asked, &supposed, confirmed)
            && command.text().is_some_and(|text| command::without_logins_of(text, sender.as_str()).1)
        {
            mail.notes.push("a text that may hold a password was not passed on".to_owned());
            if mail.authenticity != Authenticity::Forged {
                tell_of_password(mail, supposed);
            }
            return Ok(true);
        }
        let both = [beside, words.as_deref().unwrap_or_default()];
        request.comment = both.into_iter().filter(|words| !words.is_empty()).collect::<Vec<&str>>().join("\n");
        let kept_back = self.keep_back(&mut request);
        if let Some(why) = &kept_back {
            tell_once(mail, why.clone());
        }
        if kept_back.is_some() && is_all_words(&request.asked) {
            mail.notes.push("the message to the other player was not passed on".to_owned());
            return Ok(true);
        }
        let compared = login_to_compare(&request, &view)
            .map(|(login, hash)| mail.passwords.is_right(login, |typed| club::password_matches(typed, hash)));
        request.password_is_right = match compared.unwrap_or(Ok(false)) {
            Ok(is_right) => is_right,
            Err(TooMany) => {
                mail.notes.push("not done: too many passwords in one mail".to_owned());
                mail.replies.push((None, Reply::Refused(Refusal::MorePasswords)));
                return Ok(beside.is_empty());
            }
        };
        let decision = club::decide(&view, &request, &mut self.chance);
        let asks = || decision.replies.iter().any(|reply| matches!(reply, Reply::AskedBack(_)));
        match how {
            How::Supposed if !asks() => return Ok(false),
            // A line that is held is a question too.
            How::Wished if !asks() && decision.held.is_none() => return Ok(false),
            How::Written(_) | How::Confirmed | How::Supposed | How::Wished | How::OnlyWords(_) => {}
        }
        mail.notes.push(note_of(&request, &decision));
        self.carry_out(tx, mail.message_id.as_deref(), &decision)?;
        mail.follow(&decision);
        let told = decision.readers().any(|reader| Some(reader) != decision.sender.as_ref());
        let asked_back = pending::ask(mail, &decision, beside);
        let sender = decision.sender;
        mail.proven.extend(sender.clone().filter(|_| decision.proven));
        // A command with its own text takes no other words along.
        let taken = decision.held.is_some() || (told && takes_words);
        if taken {
            *words = None;
        }
        if told && (!request.comment.is_empty() || matches!(how, How::OnlyWords(_))) {
            mail.heard.extend(sender.clone().filter(|_| decision.proven));
        }
        if withheld && mail.authenticity != Authenticity::Forged {
            tell_of_password(mail, sender.clone());
        }
        if let (Some(line), Some(sender)) = (decision.held, &sender) {
            let (comment, preview) = (request.comment, decision.preview);
            mail.held.push(Held { player: sender.clone(), line, comment, preview, joined: false });
        }
        mail.replies.extend(decision.replies.into_iter().map(|reply| (sender.clone(), reply)));
        Ok(taken || asked_back || beside.is_empty())
    }
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

/// Says why words were not passed on, unless that was already said.
pub(super) fn tell_once(mail: &mut Mail, why: KeptBack) {
    if !mail.replies.iter().any(|(_, reply)| matches!(reply, Reply::KeptBack(told) if *told == why)) {
        mail.replies.push((None, Reply::KeptBack(why)));
    }
}

/// Says that a line may tell a password, unless that was already said.
pub(super) fn tell_of_password(mail: &mut Mail, reader: Option<PlayerId>) {
    if !mail.replies.iter().any(|(_, reply)| matches!(reply, Reply::WordsWithheld)) {
        mail.replies.push((reader, Reply::WordsWithheld));
    }
}

/// Whether a command only carries a text.
fn is_all_words(asked: &Asked) -> bool {
    matches!(asked, Asked::Command(command) if command.text().is_some())
}

/// How a request came.
#[derive(Clone, Copy, Debug)]
pub(super) enum How {
    /// It is in the mail, written in this manner.
    Written(Manner),
    /// The registered mailbox has seen it and has said yes.
    Confirmed,
    /// It may be meant, so it is asked about, or nothing is done.
    Supposed,
    /// The words of the mail wish it, so it is asked about, or nothing is done.
    Wished,
    /// The mail holds only these words.
    OnlyWords(Talk),
}

/// A challenge or an offer in the letter that is answered.
pub(super) struct Question {
    number: u32,
    /// `None` for a challenge.
    offer: Option<OfferKind>,
}

impl Question {
    /// The command that answers it.
    pub(super) fn answer(&self, yes: bool) -> Command {
        let act = if yes { BoardAct::Accept } else { BoardAct::Decline };
        Command::OnBoard { board: Target::Number(self.number), login: None, act }
    }

    /// Whether the answer is certain. A draw ends the game.
    fn is_answered_by(&self, said: &Agreement) -> bool {
        let is_grave = said.yes && self.offer == Some(OfferKind::Draw);
        let about = if self.offer.is_some() { About::Offer } else { About::Challenge };
        said.is_certain(if is_grave { Weight::Heavy } else { Weight::Light }, about)
    }
}

/// The question in the letter that is answered. Only the key says so.
pub(super) fn question(tx: &Tx, mail: &Mail) -> Result<Option<Question>, StoreError> {
    let Some(Purpose::Game { player, number, offer, .. }) = mail.token.as_ref().map(|token| &token.purpose) else {
        return Ok(None);
    };
    let view = tx.view(&Needs { games: [*number].into(), ..Needs::default() }, mail.spool.received)?;
    let asking = view.games.get(number).filter(|game| club::asks(game, player, *offer));
    Ok(asking.map(|game| Question { number: game.head.number, offer: game.head.offer.map(|offer| offer.kind) }))
}

/// The commands of a mail that says yes or no to a question.
fn answered(command: Command, answer: Answer) -> Reading {
    let manner = Manner { numbered: true, ..Manner::PLAIN };
    let first = Item { line: command.to_string(), command: Ok(command), beside: String::new(), manner };
    let items = std::iter::once(first).chain(answer.withheld).collect();
    Reading { items, comment: answer.words, ..Reading::default() }
}

pub(super) fn command_of(command: Command) -> Asked {
    Asked::Command(Box::new(command))
}

/// The login of the command, and the hash to compare its password with.
fn login_to_compare<'a>(request: &'a Request, view: &'a View) -> Option<(&'a Login, &'a str)> {
    let Asked::Command(command) = &request.asked else {
        return None;
    };
    command.login().and_then(|login| club::hash_to_compare(view, login).map(|hash| (login, hash)))
}

/// One line for the operator, without any freely typed word.
fn note_of(request: &Request, decision: &Decision) -> String {
    let what = match &request.asked {
        Asked::Join { .. } => "sign-up confirmed".to_owned(),
        Asked::Claim => "address confirmed".to_owned(),
        // Only the command and its number: every other word may be a password in the wrong place, and what players write to each other is
        // not for the operator to read.
        Asked::Command(command) => match command.number() {
            Some(number) => format!("{} {number}", command.word()),
            None => command.word().to_owned(),
        },
    };
    let who = decision.sender.as_ref().map(|sender| format!("{sender}: ")).unwrap_or_default();
    let how = match decision.replies.iter().any(|reply| matches!(reply, Reply::Refused(_))) {
        true => " (refused)",
        false if decision.replies.iter().any(|reply| matches!(reply, Reply::AskedBack(_))) => " (asked back)",
        false if decision.held.is_some() => " (held)",
        false => "",
    };
    format!("{who}{what}{how}")
}
