//! One request of a mail: loaded, decided, applied, and its letters written.

use crate::club;
use crate::club::{Asked, Decision, KeptBack, PlayerId, Refusal, Reply, Request, View};
use crate::command;
use crate::command::{Command, Doubt, Login, Manner, Talk};
use crate::mail::Authenticity;
use crate::store::Tx;
use crate::worker::mail_at_hand::{Held, Mail};
use crate::worker::mail_processor::replies::Sending;
use crate::worker::mail_processor::{HandleError, MailProcessor};
use crate::worker::passwords::TooMany;
use crate::worker::pending;

impl MailProcessor {
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
        self.decide_beside(tx, mail, asked, Beside { said: beside, ..Beside::default() }, words, how)
    }

    /// The same, where the words of the mail stand above and below its line.
    pub(super) fn decide_beside(
        &mut self,
        tx: &Tx,
        mail: &mut Mail,
        asked: Asked,
        Beside { said: beside, lead, above }: Beside<'_>,
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
        let withheld = withheld || left_out;
        let whole = if withheld || kept.is_empty() { kept } else { format!("{lead}{kept}") };
        let beside = whole.as_str();
        if let (Asked::Command(command), Some(sender), false) = (&request.asked, &supposed, confirmed)
            && command.text().is_some_and(|text| command::without_logins_of(text, sender.as_str()).1)
        {
            mail.notes.push("a text that may hold a password was not passed on".to_owned());
            if mail.authenticity != Authenticity::Forged {
                tell_of_password(mail, supposed);
            }
            return Ok(true);
        }
        let said = words.as_deref().unwrap_or_default();
        request.comment = match beside {
            "" => said.to_owned(),
            beside => pending::in_order(said, above, beside, &mail.text).unwrap_or_default(),
        };
        if takes_words {
            request.comment = pending::as_one_letter(&request.comment);
        }
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
            // A line that is held is a question too.
            How::Supposed | How::Wished if !asks() && decision.held.is_none() => return Ok(false),
            How::Written(_) | How::Confirmed | How::Supposed | How::Wished | How::OnlyWords(_) => {}
        }
        mail.notes.push(note_of(&request, &decision));
        let goes = !decision.replies.iter().any(|reply| matches!(reply, Reply::KeptBack(_)));
        let own = Some(request.comment.clone()).filter(|words| takes_words && goes && !words.trim().is_empty());
        let sending = Sending { words: own, ..Sending::default() };
        self.carry_out_as(tx, mail.message_id.as_deref(), &decision, &sending)?;
        mail.follow(&decision);
        mail.is_told |= decision.readers().any(|reader| Some(reader) == decision.sender.as_ref());
        let told = decision.readers().any(|reader| Some(reader) != decision.sender.as_ref());
        let asked_back = pending::ask(mail, &decision, beside);
        let sender = decision.sender;
        mail.proven.extend(sender.clone().filter(|_| decision.proven));
        // A command with its own text takes no other words along.
        let is_kept =
            |reply: &Reply| matches!(reply, Reply::Refused(Refusal::NotHereYet { words, .. }) if !words.is_empty());
        let taken = decision.held.is_some() || (told && takes_words) || decision.replies.iter().any(is_kept);
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

/// Words beside a command on its line.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Beside<'a> {
    pub(super) said: &'a str,
    /// The beginning of their sentence. It is passed on with them, but no password is looked for in it.
    pub(super) lead: &'a str,
    /// How many bytes of the words of its mail stand above the line.
    pub(super) above: usize,
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
        Asked::SignUp { .. } => "sign-up in words".to_owned(),
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
