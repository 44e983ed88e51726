//! Answers to letters that ask for a yes: to a sign-up, an address, a password, and lines that came without proof.

use crate::club::{Asked, Change, NewToken, PlayerId, Purpose, Reply, Token};
use crate::command;
use crate::command::{Manner, Reading};
use crate::letters::AskedSignup;
use crate::mail;
use crate::mail::{Message, Shown};
use crate::store::Tx;
use crate::worker::confirmation;
use crate::worker::confirmation::Consent;
use crate::worker::mail_at_hand::Mail;
use crate::worker::mail_processor::requests::{How, command_of};
use crate::worker::mail_processor::{HandleError, MailProcessor, signups};
use std::cell::RefCell;

impl MailProcessor {
    /// If the mail answers a letter that asks for a yes: carries it out, closes the question, or asks again. Returns false if the mail asks
    /// for something else.
    pub(super) fn consented(
        &mut self,
        tx: &Tx,
        mail: &mut Mail,
        message: &Message,
        reading: &Reading,
    ) -> Result<bool, HandleError> {
        let Some(Token { hash, purpose, .. }) = mail.token.clone() else {
            return Ok(false);
        };
        let signup_id = self.signup_id(tx, mail)?;
        let invites = self.invitation_of(tx, mail, signup_id.as_ref())?;
        let signup = AskedSignup { id: signup_id.as_ref().map(PlayerId::as_str), invites: invites.as_ref() };
        let Some(asking) = self.composer.asking(&purpose, signup)? else {
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
        let is_eager = purpose == Purpose::Signup && said == Consent::Unclear && self.wants_to_join(tx, mail)?;
        let said = if is_eager { Consent::Yes } else { said };
        if purpose == Purpose::Signup
            && matches!(said, Consent::Command | Consent::Unclear)
            && (self.has_joined(tx, mail)? || self.wants_in(tx, mail, reading)?)
        {
            return Ok(false);
        }
        let said = match said {
            Consent::Empty if purpose == Purpose::Signup && self.has_asked_to_join(tx, &hash)? => Consent::Yes,
            said => said,
        };
        match (purpose, said) {
            (_, Consent::Command) => return Ok(false),
            // `It was me, but I do not want to chat: I want a new game against Frank.` The key proves who says it.
            (Purpose::Confirm { .. }, Consent::Unclear) if !self.wishes_to_the_club(&mail.text).wants.is_empty() => {
                return Ok(false);
            }
            (Purpose::Signup, Consent::Yes) => {
                let other_name = signups::given_name(mail).map(|name| (name, None));
                self.joined(tx, mail, other_name, true)?;
                if !mail.proven.is_empty() {
                    // `Yes, please. And who sees my address?`
                    self.answer_questions_to_club(tx, mail)?;
                }
            }
            (Purpose::Signup, Consent::Signup(player, password)) => {
                self.joined(tx, mail, Some((player, password)), false)?;
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
                let answered = purpose == Purpose::Signup && self.answer_before_joining(tx, mail)?;
                mail.replies.push((None, Reply::YesWanted { purpose, answered }));
            }
        }
        Ok(true)
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
}
