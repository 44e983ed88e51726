//! Reads mails before they are handled. What a mail says follows from its bytes and its envelope alone, so the thread of the door that it
//! came by finds it out, and the one thread that writes has only to do what needs the database.
//!
//! Nothing depends on it: a mail that was not read before is read when it is handled, with the same result. Those are the mails that waited
//! in the database at the start, that another process has spooled, and that were pushed out because too many wait here.

use crate::command;
use crate::command::{Named, Reading};
use crate::mail::reply::{self, Written};
use crate::mail::{self, Message, Own, TokenText, Unreadable};
use crate::tafl::Catalogue;
use std::cell::Cell;
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The most mails that are kept until they are handled. The oldest are forgotten first.
const KEPT_MAX: usize = 256;

/// The most bytes of these mails.
const KEPT_BYTES_MAX: usize = 4 * 1024 * 1024;

/// Reads mails, and keeps what was read until they are handled.
pub struct MailReader {
    own: Own,
    catalogue: Catalogue,
    kept: Mutex<VecDeque<Kept>>,
}

/// A mail, and what was read in it.
struct Kept {
    raw: Vec<u8>,
    envelope_to: Vec<String>,
    read: Result<ReadMail, Unreadable>,
}

/// What a mail says, whatever is in the database.
pub(in crate::worker) struct ReadMail {
    /// The mail.
    pub(in crate::worker) message: Message,
    /// The reply tokens in it, in the order in which they count.
    pub(in crate::worker) tokens: Vec<TokenText>,
    /// What its author wrote in it.
    pub(in crate::worker) written: Written,
    /// The commands in that. `None` if they depend on which names are in use.
    pub(in crate::worker) reading: Option<Reading>,
}

impl MailReader {
    /// A reader of mails to these addresses of ours. `catalogue` are the variants on offer.
    pub fn new(own: Own, catalogue: Catalogue) -> MailReader {
        MailReader { own, catalogue, kept: Mutex::default() }
    }

    /// Reads a mail that will be handled soon.
    pub(in crate::worker) fn read_ahead(&self, raw: &[u8], envelope_to: &[String]) {
        // A mail at which the reading fails must fail when it is handled: there it is counted and put aside.
        let Ok(read) = catch_unwind(AssertUnwindSafe(|| self.read(raw, envelope_to))) else {
            return;
        };
        let mut kept = self.kept();
        kept.push_back(Kept { raw: raw.to_vec(), envelope_to: envelope_to.to_vec(), read });
        while kept.len() > KEPT_MAX || kept.iter().map(|mail| mail.raw.len()).sum::<usize>() > KEPT_BYTES_MAX {
            kept.pop_front();
        }
    }

    /// What the mail with these bytes says.
    pub(in crate::worker) fn take(&self, raw: &[u8], envelope_to: &[String]) -> Result<ReadMail, Unreadable> {
        let mut kept = self.kept();
        let place = kept.iter().position(|mail| mail.raw == raw && mail.envelope_to == envelope_to);
        let mail = place.and_then(|place| kept.remove(place));
        drop(kept);
        mail.map_or_else(|| self.read(raw, envelope_to), |mail| mail.read)
    }

    fn read(&self, raw: &[u8], envelope_to: &[String]) -> Result<ReadMail, Unreadable> {
        let message = Message::read(raw, &self.own)?;
        let tokens = mail::tokens(&message, envelope_to);
        let written = reply::written(&message.text, &|line| command::is_command(line, &self.catalogue));
        let asked = Cell::new(false);
        let in_use = |_: Named<'_>| {
            asked.set(true);
            false
        };
        let subject = reply::command_subject(&message.subject);
        let reading = command::read_among(subject, &written.text, &self.catalogue, &in_use);
        Ok(ReadMail { message, tokens, written, reading: Some(reading).filter(|_| !asked.get()) })
    }

    fn kept(&self) -> MutexGuard<'_, VecDeque<Kept>> {
        // Nothing panics while it is held, and a lost mail is read again.
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    fn reader() -> MailReader {
        MailReader::new(Own::default(), Catalogue::embedded().unwrap())
    }

    fn mail(text: &str) -> Vec<u8> {
        format!("From: ann@mail.example\nSubject: Re: board 12\n\n{text}").into_bytes()
    }

    #[test]
    fn a_mail_says_the_same_whether_it_was_read_before_or_not() {
        let reader = reader();
        for text in ["move 12 d1-c1\nGood luck!", "", "d1-c1\nshow mercy", "On Monday Taflpost wrote:\n> d1-c1\n\nhelp"]
        {
            let raw = mail(text);
            let to = ["club+12.k7qf9x2mpd4wt3ha@tafl.example".to_owned()];
            let now = reader.take(&raw, &to).unwrap();
            reader.read_ahead(&raw, &to);
            assert!(reader.take(&raw, &[]).unwrap().tokens.is_empty(), "another envelope");
            assert_eq!(reader.kept().len(), 1);
            let before = reader.take(&raw, &to).unwrap();
            assert_eq!(reader.kept().len(), 0);
            assert!(now.tokens.len() == 1 && now.tokens == before.tokens);
            assert_eq!((now.message, now.written, now.reading), (before.message, before.written, before.reading));
        }
    }

    #[test]
    fn commands_that_depend_on_names_are_left_to_the_one_who_knows_them() {
        let reader = reader();
        assert!(reader.take(&mail("d1-c1\nshow mercy"), &[]).unwrap().reading.is_none());
        assert!(reader.take(&mail("d1-c1\nGood luck!"), &[]).unwrap().reading.is_some());
    }

    #[test]
    fn few_mails_and_few_bytes_are_kept() {
        let reader = reader();
        (0..2 * KEPT_MAX).for_each(|n| reader.read_ahead(&mail(&format!("move {n} d1-c1")), &[]));
        assert_eq!(reader.kept().len(), KEPT_MAX);
        (0..5).for_each(|_| reader.read_ahead(&mail(&"x".repeat(1_000_000)), &[]));
        assert!(reader.kept().iter().map(|mail| mail.raw.len()).sum::<usize>() <= KEPT_BYTES_MAX);
        let too_large = vec![b'x'; 5_000_000];
        reader.read_ahead(&too_large, &[]);
        assert!(reader.take(&too_large, &[]).is_err());
    }
}
