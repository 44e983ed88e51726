//! A full look into the mailbox: every mail in it is taken in and then filed away.
//!
//! ```text
//!  UID SEARCH UNDELETED -> for each:  BODY.PEEK[], of a large mail its beginning -> spool, commit -> Done
//!                                        '-it cannot be fetched---------------------------------> Failed
//! ```
//!
//! **If the power fails** or the connection breaks, a mail is either still in the folder, or in the spool, or for a moment in both. The
//! next look takes it again, the spool recognizes it by its source key and its fingerprint, and it is filed away. Nothing is filed away
//! before the commit.

use std::collections::BTreeMap;
use std::collections::BTreeSet;
use std::time::Duration;

use async_imap::imap_proto::AttributeValue;
use async_imap::imap_proto::MailboxDatum;
use async_imap::imap_proto::Response;
use chrono::DateTime;
use chrono::Utc;

use crate::intake::arrival::cut_to_lines;
use crate::intake::collecting;
use crate::intake::collecting::Spooler;
use crate::intake::imap::account::MailboxAccount;
use crate::intake::imap::client::Answer;
use crate::intake::imap::client::Talk;
use crate::intake::imap::folders;
use crate::intake::imap::folders::Folders;
use crate::intake::imap::folders::quoted;
use crate::intake::imap::setback::Setback;
use crate::journal;
use crate::journal::LogEvent;
use crate::mail::limits::MESSAGE_BYTES_MAX;
use crate::store::Door;

/// How often the server may fail to send a mail before it is put aside.
pub(super) const FAILURES_MAX: u32 = 2;

/// The most mails that are remembered as problems. Any beyond that are simply tried again and again.
const ODD_MAX: usize = 1_000;

/// A mail's UID, together with the UIDVALIDITY that it belongs to.
type Number = (Option<u32>, u32);

/// What is remembered from one connection to the next.
#[derive(Debug, Default)]
pub(super) struct Memory {
    /// The current mail, in case it makes the connection fail.
    at_hand: Option<Number>,
    /// How often each mail was unreadable or refused.
    failures: BTreeMap<Number, u32>,
    /// Mails that are taken in but could not be filed away.
    unfiled: BTreeSet<Number>,
}

impl Memory {
    /// Something failed, perhaps because of the current mail.
    pub(super) fn note_fall(&mut self) {
        if let Some(number) = self.at_hand.take()
            && self.failures.len() < ODD_MAX
        {
            *self.failures.entry(number).or_default() += 1;
        }
    }

    /// What happens next is not the fault of a mail.
    pub(super) fn let_go(&mut self) {
        self.at_hand = None;
    }
}

/// The result of a look.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Seen {
    /// Mails taken in for the first time.
    pub new: u32,
    /// Mails that were already known.
    pub repeats: u32,
    /// Mails put aside unread.
    pub aside: u32,
    /// Why mails that were taken in are still in the folder.
    pub unfiled: Option<String>,
}

impl Seen {
    pub(super) fn is_any(&self) -> bool {
        self.new + self.repeats + self.aside > 0
    }
}

/// The open folder, and where its mails go.
pub(super) struct Look<'a> {
    pub(super) talk: &'a mut Talk,
    pub(super) account: &'a MailboxAccount,
    pub(super) folders: &'a Folders,
    pub(super) uid_validity: Option<u32>,
    pub(super) memory: &'a mut Memory,
    pub(super) spooler: &'a mut dyn Spooler,
    pub(super) mail_wait: Duration,
}

impl Look<'_> {
    /// Looks once. `stop` ends it between two mails.
    pub(super) async fn all(&mut self, stop: impl Fn() -> bool) -> Result<Seen, Setback> {
        self.spooler.begin();
        // Some servers report and find new mails only after this. Its answer does not matter.
        self.talk.ask("NOOP", |_| ()).await?;
        self.talk.has_news = false;
        let mut seen = Seen::default();
        for uid in self.search().await? {
            if stop() {
                return Ok(seen);
            }
            let number = (self.uid_validity, uid);
            let target = if self.memory.unfiled.contains(&number) {
                Some(&self.folders.done)
            } else {
                self.memory.at_hand = Some(number);
                let taken = self.take(uid, &mut seen).await?;
                self.memory.let_go();
                match taken {
                    Taken::Spooled => Some(&self.folders.done),
                    Taken::Aside => Some(&self.folders.failed),
                    Taken::Gone => None,
                }
            };
            if let Some(target) = target {
                self.file(uid, target, &mut seen).await?;
            }
        }
        self.spooler.end();
        Ok(seen)
    }

    async fn search(&mut self) -> Result<BTreeSet<u32>, Setback> {
        let mut uids = BTreeSet::new();
        let answer = self.talk.ask("UID SEARCH UNDELETED", |response| {
            if let Response::MailboxData(MailboxDatum::Search(found)) = response {
                uids.extend(found.iter().filter(|uid| **uid > 0));
            }
        });
        match answer.await? {
            Answer::Yes => Ok(uids),
            Answer::No { why, .. } => Err(Setback::NoWay(format!("the folder cannot be searched: {why}"))),
        }
    }

    /// Takes one mail into the spool.
    async fn take(&mut self, uid: u32, seen: &mut Seen) -> Result<Taken, Setback> {
        let failures = self.memory.failures.get(&(self.uid_validity, uid)).copied().unwrap_or(0);
        if failures >= FAILURES_MAX {
            return Ok(aside("the mail server sends this mail in a form that cannot be read", seen));
        }
        // A server that answers oddly is not asked for the date again.
        let (size, arrived) = match self.size(uid, failures == 0).await? {
            Fetched::It(found) => found,
            Fetched::Gone => return Ok(Taken::Gone),
            Fetched::No(why) => return Ok(self.refused(uid, &why)),
        };
        let raw = match self.text(uid, size as usize > MESSAGE_BYTES_MAX).await? {
            Fetched::It(raw) => raw,
            Fetched::Gone => return Ok(Taken::Gone),
            Fetched::No(why) => return Ok(self.refused(uid, &why)),
        };
        if raw.is_empty() {
            return Ok(aside("its first line alone is longer than the largest mail that the server reads", seen));
        }
        let source_key = self.uid_validity.map(|validity| self.account.source_key(validity, uid));
        let spooled = collecting::take_in(self.spooler, Door::Imap, source_key, raw, arrived);
        // The connection is closed, so that the mail is tried again later: it is not the mail's fault.
        let spooled = spooled.map_err(|not_taken| {
            self.memory.let_go();
            Setback::NoWay(not_taken.to_string())
        })?;
        match spooled {
            crate::store::Spooled::New(_) => seen.new += 1,
            crate::store::Spooled::Repeat(_) => seen.repeats += 1,
        }
        Ok(Taken::Spooled)
    }

    /// The server refuses to send a mail. It is tried again at the next look, then put aside.
    fn refused(&mut self, uid: u32, why: &str) -> Taken {
        self.memory.note_fall();
        // Soon, and not only when the next mail comes.
        self.talk.has_news = true;
        journal::write(&LogEvent::DoorWaits {
            door: "imap",
            why: &format!("the mail server does not send mail {uid}: {why}"),
        });
        Taken::Gone
    }

    /// A mail's size, and its arrival by the server's clock if that is another machine's.
    async fn size(&mut self, uid: u32, dated: bool) -> Result<Fetched<(u32, Option<DateTime<Utc>>)>, Setback> {
        let (mut size, mut arrived) = (None, None);
        let dated = dated && self.talk.is_elsewhere;
        let date = if dated { " INTERNALDATE" } else { "" };
        let command = format!("UID FETCH {uid} (UID RFC822.SIZE{date})");
        let answer = self.talk.ask(&command, |response| {
            if let Some(attributes) = attributes_of(response, uid) {
                size = size.or(attributes.iter().find_map(|attribute| match attribute {
                    AttributeValue::Rfc822Size(size) => Some(*size),
                    _ => None,
                }));
                arrived = arrived.or(attributes.iter().find_map(|attribute| match attribute {
                    AttributeValue::InternalDate(date) if dated => instant(date),
                    _ => None,
                }));
            }
        });
        let answer = answer.await?;
        Ok(Fetched::of(answer, size.map(|size| (size, arrived))))
    }

    /// A mail's text. Of a large mail only the beginning, as at every door: the move is above the picture that makes it large.
    async fn text(&mut self, uid: u32, large: bool) -> Result<Fetched<Vec<u8>>, Setback> {
        let mut text = None;
        let part = if large { format!("<0.{MESSAGE_BYTES_MAX}>") } else { String::new() };
        let command = format!("UID FETCH {uid} (UID BODY.PEEK[]{part})");
        let answer = self.talk.ask_within(self.mail_wait, &command, |response| {
            for attribute in attributes_of(response, uid).unwrap_or_default() {
                if let AttributeValue::BodySection { section: None, data: Some(data), .. } = attribute {
                    text = Some(data.to_vec());
                }
            }
        });
        let answer = answer.await?;
        if let Some(text) = text.as_mut().filter(|_| large) {
            cut_to_lines(text);
        }
        Ok(Fetched::of(answer, text))
    }

    /// Files away a mail that was taken in. If the server refuses, that is remembered and tried again at each look.
    async fn file(&mut self, uid: u32, target: &str, seen: &mut Seen) -> Result<(), Setback> {
        let number = (self.uid_validity, uid);
        match self.put_away(uid, target).await? {
            Answer::Yes => {
                self.memory.unfiled.remove(&number);
                self.memory.failures.remove(&number);
            }
            Answer::No { why, .. } => {
                if self.memory.unfiled.len() < ODD_MAX {
                    self.memory.unfiled.insert(number);
                }
                seen.unfiled = Some(format!("mails cannot be moved to the folder {target:?}: {why}"));
            }
        }
        Ok(())
    }

    async fn put_away(&mut self, uid: u32, target: &str) -> Result<Answer, Setback> {
        let verb = if self.talk.can.moves { "MOVE" } else { "COPY" };
        let command = format!("UID {verb} {uid} {}", quoted(target));
        let mut answer = self.talk.ask(&command, |_| ()).await?;
        if let Answer::No { try_create: true, .. } = answer {
            // The folder was removed.
            if folders::create(self.talk, target).await? == Answer::Yes {
                answer = self.talk.ask(&command, |_| ()).await?;
            }
        }
        if answer != Answer::Yes || self.talk.can.moves {
            return Ok(answer);
        }
        let marked = self.talk.ask(&format!("UID STORE {uid} +FLAGS.SILENT (\\Deleted)"), |_| ()).await?;
        if marked == Answer::Yes && self.talk.can.expunges_one {
            // If the server can only delete all marked mails at once, this one stays, marked, and is not seen any more. Others may have
            // marked mails for their own reasons.
            return self.talk.ask(&format!("UID EXPUNGE {uid}"), |_| ()).await;
        }
        Ok(marked)
    }
}

/// What happened to a mail.
enum Taken {
    /// It is in the spool.
    Spooled,
    /// It cannot be taken in.
    Aside,
    /// It does not exist any more, or cannot be had now.
    Gone,
}

/// What the server sent when it was asked for a part of a mail.
enum Fetched<T> {
    It(T),
    Gone,
    No(String),
}

impl<T> Fetched<T> {
    fn of(answer: Answer, found: Option<T>) -> Fetched<T> {
        match (answer, found) {
            (Answer::No { why, .. }, _) => Fetched::No(why),
            (Answer::Yes, Some(found)) => Fetched::It(found),
            (Answer::Yes, None) => Fetched::Gone,
        }
    }
}

fn aside(why: &str, seen: &mut Seen) -> Taken {
    journal::write(&LogEvent::MailAside { door: "imap", why });
    seen.aside += 1;
    Taken::Aside
}

/// Reads a time as IMAP servers write it: `21-Nov-2026 13:00:07 +0100`.
fn instant(date: &str) -> Option<DateTime<Utc>> {
    DateTime::parse_from_str(date.trim(), "%d-%b-%Y %H:%M:%S %z").ok().map(|date| date.to_utc())
}

/// What an answer says about this mail. Servers also send data about others without being asked.
fn attributes_of<'r>(response: &'r Response<'_>, uid: u32) -> Option<&'r [AttributeValue<'r>]> {
    match response {
        Response::Fetch(_, attributes) if attributes.contains(&AttributeValue::Uid(uid)) => Some(attributes),
        _ => None,
    }
}
