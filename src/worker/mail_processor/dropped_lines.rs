//! Words that are not passed on: a signature without its separator, the lines of our own letters, and text that is too long.

use crate::club::{Asked, KeptBack, PlayerId, Reply, Request};
use crate::command;
use crate::command::{Named, Reading, TEXT_CHARS_MAX, TEXT_LINES_MAX};
use crate::mail::{Message, reply};
use crate::store::{FOOTER_MAILS, Tx};
use crate::worker::mail_at_hand::Mail;
use crate::worker::mail_processor::{HandleError, MailProcessor};
use std::cell::{Cell, RefCell};

/// The most lines of a signature that are shown to its author.
const LINES_SHOWN_MAX: usize = 3;

/// `With love and all good wishes from your aunt Eileen`
const FAREWELL_WORDS_MAX: usize = 9;

/// The most names in a mail that are looked up. Others are not treated as players.
const NAMES_MAX: u32 = 100;

impl MailProcessor {
    /// The commands in a text under the mail's Subject.
    pub(in crate::worker) fn reading(&self, tx: &Tx, message: &Message, text: &str) -> Result<Reading, HandleError> {
        self.reading_of(tx, message, text, true)
    }

    /// The same for another text of this mail.
    pub(super) fn read_again(
        &self,
        tx: &Tx,
        mail: &Mail,
        message: &Message,
        text: &str,
    ) -> Result<Reading, HandleError> {
        let reading = self.reading(tx, message, text)?;
        self.or_without_password(tx, mail, message, text, reading)
    }

    /// The same if lines were left out because they may tell a password, and their supposed author has none.
    pub(super) fn or_without_password(
        &self,
        tx: &Tx,
        mail: &Mail,
        message: &Message,
        text: &str,
        reading: Reading,
    ) -> Result<Reading, HandleError> {
        // Hardly any mail has such a line.
        if !reading.withholds() {
            return Ok(reading);
        }
        match supposed_writer(tx, mail)? {
            Some(writer) if !tx.has_password(&writer)? => self.reading_of(tx, message, text, false),
            _ => Ok(reading),
        }
    }

    fn reading_of(&self, tx: &Tx, message: &Message, text: &str, has_password: bool) -> Result<Reading, HandleError> {
        let (asked, failed) = (Cell::new(0), RefCell::new(None));
        let in_use = |named: Named<'_>| {
            if named == Named::Password {
                return has_password;
            }
            asked.set(asked.get() + 1);
            if asked.get() > NAMES_MAX {
                return false;
            }
            let in_use = tx.is_in_use(named);
            in_use.unwrap_or_else(|error| {
                failed.replace(Some(error));
                false
            })
        };
        let subject = reply::command_subject(&message.subject);
        let reading = command::read_among(subject, text, &self.composer.catalogue, &in_use);
        match failed.into_inner() {
            Some(error) => Err(error.into()),
            None => Ok(reading),
        }
    }

    /// The text without its last block, if so many mails of the player ended in that block that it is a signature.
    pub(in crate::worker) fn without_footer<'a>(
        &self,
        tx: &Tx,
        mail: &Mail,
        text: &'a str,
    ) -> Result<&'a str, HandleError> {
        let Some(closed) = self.closing(text) else {
            return Ok(text);
        };
        match supposed_writer(tx, mail)? {
            Some(player) if tx.is_footer(&player, &closed.folded())? => {
                // It is recorded again, so that it is not forgotten.
                tx.note_closing(&player, &closed.folded())?;
                Ok(closed.above)
            }
            _ => Ok(text),
        }
    }

    /// Records the last block of a mail by a player whose words were passed on with it. The player is told once when it begins to count as
    /// a signature.
    pub(in crate::worker) fn note_closing(&self, tx: &Tx, mail: &mut Mail, text: &str) -> Result<(), HandleError> {
        let (Some(closed), Some(player)) = (self.closing(text), mail.heard.first().cloned()) else {
            return Ok(());
        };
        let block = closed.folded();
        if tx.is_footer(&player, &block)? || tx.note_closing(&player, &block)? < FOOTER_MAILS {
            return Ok(());
        }
        let lines = block.lines().take(LINES_SHOWN_MAX).map(str::to_owned).collect();
        mail.replies.push((Some(player), Reply::FooterLearnt { lines, mails: FOOTER_MAILS }));
        Ok(())
    }

    /// The last block of a mail, if it may be a signature. A few words of farewell, `All good wishes,` and a name, are part of a letter.
    fn closing<'a>(&self, text: &'a str) -> Option<reply::Closed<'a>> {
        let closed = reply::closing(text, &|line| command::is_command(line, &self.composer.catalogue));
        let is_farewell = |block: &str| {
            let words = block.split_whitespace().count();
            let has_address = || block.contains(|c: char| c.is_ascii_digit() || matches!(c, '@' | '/'));
            let is_below_a_rule = || !block.lines().next().is_some_and(|line| line.contains(char::is_alphanumeric));
            !is_below_a_rule() && (command::closes(block) || words <= FAREWELL_WORDS_MAX && !has_address())
        };
        closed.filter(|closed| !is_farewell(closed.block))
    }

    /// Removes words from a request that must not be passed on, and says why.
    pub(in crate::worker) fn keep_back(&self, request: &mut Request) -> Option<KeptBack> {
        let text = match &request.asked {
            Asked::Command(command) => command.text().unwrap_or_default(),
            Asked::Join { .. } | Asked::SignUp { .. } | Asked::Claim => "",
        };
        let why = [text, &request.comment].into_iter().find_map(|words| match words {
            "" => None,
            words if is_too_long(words) => Some(KeptBack::TOO_LONG),
            words if self.composer.is_ours(words) => Some(KeptBack::Ours),
            _ => None,
        });
        if why.is_some() {
            request.comment.clear();
        }
        why
    }
}

/// Whether words are longer than what a letter shows.
pub(in crate::worker) fn is_too_long(words: &str) -> bool {
    words.chars().nth(TEXT_CHARS_MAX).is_some() || words.lines().nth(TEXT_LINES_MAX).is_some()
}

/// The author of the mail, as the mail itself says. No more proof is needed: nobody misses the words of a signature, even if another person
/// wrote them.
fn supposed_writer(tx: &Tx, mail: &Mail) -> Result<Option<PlayerId>, HandleError> {
    match mail.token.as_ref().and_then(|token| token.purpose.player()) {
        Some(player) => Ok(Some(player.clone())),
        None => Ok(tx.owner(&mail.from)?),
    }
}
