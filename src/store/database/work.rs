//! Handles what is spooled: one transaction for a group of mails, one savepoint for each mail.
//!
//! A mail that fails is rolled back alone and counted. The others of its group are not affected. If the store itself fails, the whole group
//! is rolled back and nothing is counted, because that is not the mail's fault.
//!
//! The text of a letter may come later than its row: another thread finishes it while the next mail is handled. All texts are there before
//! the commit, or there is no commit.

use crate::store::database::worked::{Worked, put_aside, shortened};
use crate::store::savepoint::{panic_text, run};
use crate::store::spool::{SpoolState, SpooledMail};
use crate::store::tx::{ComingText, Texts};
use crate::store::{Store, StoreError, TroubleKind, Tx, outbox, spool};
use chrono::{DateTime, Utc};
use rusqlite::TransactionBehavior;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// After this many failures a mail is put aside for the operator.
pub const TRIES_MAX: u32 = 3;

/// The result of handling a mail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Everything that it asked for is done or answered.
    Done {
        /// What was done, in a few words and without secrets.
        note: String,
    },
    /// It can never be read: it is kept for the operator.
    Failed {
        /// The reason, in a few words and without secrets.
        note: String,
    },
}

impl Store {
    /// Handles up to `max` spooled mails in the order in which they came, and commits the results.
    ///
    /// `handle` reads and writes only through the [`Tx`]. It may see a mail twice: if the text of a letter does not come, everything is undone
    /// and done again. An error or a panic of its own undoes only that mail. So does an error of the
    /// `Tx` that it did not pass on.
    ///
    /// # Errors
    /// If SQLite cannot go on. Then the whole group waits as before.
    pub fn work<E: fmt::Display>(
        &mut self,
        max: u32,
        now: DateTime<Utc>,
        handle: impl FnMut(&Tx<'_>, &SpooledMail) -> Result<Outcome, E>,
    ) -> Result<Worked, StoreError> {
        self.work_while(max, now, || true, handle)
    }

    /// The same as [`work`](Store::work), but after each mail `goes_on` says whether there is time for another. No other process can write
    /// before the commit.
    ///
    /// # Errors
    /// If SQLite cannot go on. Then the whole group waits as before.
    pub fn work_while<E: fmt::Display>(
        &mut self,
        max: u32,
        now: DateTime<Utc>,
        goes_on: impl FnMut() -> bool,
        handle: impl FnMut(&Tx<'_>, &SpooledMail) -> Result<Outcome, E>,
    ) -> Result<Worked, StoreError> {
        let worked = self.group(max, now, goes_on, handle);
        // If there was nothing to do, nothing was written, so nothing is proved.
        if !worked.as_ref().is_ok_and(|worked| *worked == Worked::default()) {
            self.noted(TroubleKind::MailNotHandled, &worked, now);
        }
        worked
    }

    fn group<E: fmt::Display>(
        &mut self,
        max: u32,
        now: DateTime<Utc>,
        mut goes_on: impl FnMut() -> bool,
        mut handle: impl FnMut(&Tx<'_>, &SpooledMail) -> Result<Outcome, E>,
    ) -> Result<Worked, StoreError> {
        // Checked first without the lock, because an idle server asks often.
        if max == 0 || !spool::waits(&self.connection)? {
            return Ok(Worked::default());
        }
        let mut worked = Worked::default();
        let until = self.begin(max, &mut worked)?;
        // From here on the group ends in an orderly way, with its commit or without: there was no crash.
        self.in_order = true;
        let mut all = |texts| self.mails_until(until, now, texts, worked.clone(), &mut goes_on, &mut handle);
        if let Some(worked) = all(Texts::MayComeLater)? {
            return Ok(worked);
        }
        // One mail must fail, alone. Which one is seen if each letter has its text at once.
        Ok(all(Texts::AtOnce)?.unwrap_or_default())
    }

    /// Gives `None`, and nothing has happened, if the text of a letter did not come.
    fn mails_until<E: fmt::Display>(
        &mut self,
        until: i64,
        now: DateTime<Utc>,
        texts: Texts,
        mut worked: Worked,
        goes_on: &mut impl FnMut() -> bool,
        handle: &mut impl FnMut(&Tx<'_>, &SpooledMail) -> Result<Outcome, E>,
    ) -> Result<Option<Worked>, StoreError> {
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let (mut last, mut coming) = (0, Vec::new());
        while let Some(mail) = spool::next(&transaction, last)?.filter(|mail| mail.id <= until) {
            last = mail.id;
            let tx = Tx::new(&transaction, &self.rule_records, now).with_texts(texts);
            coming.extend(one(&tx, &mail, handle, &mut worked)?);
            if !goes_on() {
                break;
            }
        }
        worked.more = spool::waits(&transaction)?;
        for (id, text) in coming {
            let Ok(text) = text.recv() else {
                return Ok(None);
            };
            outbox::add_text(&transaction, id, &text)?;
        }
        transaction.commit()?;
        Ok(Some(worked))
    }
}

/// One mail inside its savepoint. Returns the texts that are to come for its letters.
fn one<E: fmt::Display>(
    tx: &Tx<'_>,
    mail: &SpooledMail,
    handle: &mut impl FnMut(&Tx<'_>, &SpooledMail) -> Result<Outcome, E>,
    worked: &mut Worked,
) -> Result<Vec<ComingText>, StoreError> {
    let connection = tx.connection();
    let mut coming = Vec::new();
    run(connection, "SAVEPOINT mail")?;
    let outcome = match catch_unwind(AssertUnwindSafe(|| handle(tx, mail))) {
        Ok(Ok(outcome)) => Ok(outcome),
        Ok(Err(error)) => Err(error.to_string()),
        Err(panic) => Err(format!("an error in the program: {}", panic_text(panic.as_ref()))),
    };
    if connection.is_autocommit() {
        // SQLite gave up the transaction by itself: a full disk, an input or output error.
        return Err(StoreError::Interrupted("the transaction is gone".to_owned()));
    }
    let outcome = match tx.fault() {
        Some((why, true)) => outcome.and(Err(why)),
        Some((why, false)) => return Err(StoreError::Interrupted(why)),
        None => outcome,
    };
    match outcome {
        Ok(Outcome::Done { note }) => {
            let note = shortened(&note);
            spool::done(connection, mail.id, &note)?;
            worked.done.push((mail.id, note));
            worked.letters += tx.letters();
            coming = tx.coming();
        }
        Ok(Outcome::Failed { note }) => {
            let tries = mail.tries.saturating_add(1);
            put_aside(connection, mail.id, tries, SpoolState::Failed, &note, worked)?;
            worked.letters += tx.letters();
            coming = tx.coming();
        }
        Err(why) => {
            run(connection, "ROLLBACK TO mail")?;
            let tries = mail.tries.saturating_add(1);
            let state = if tries >= TRIES_MAX { SpoolState::Failed } else { SpoolState::Spooled };
            put_aside(connection, mail.id, tries, state, &why, worked)?;
        }
    }
    run(connection, "RELEASE mail")?;
    Ok(coming)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use crate::store::{Door, LetterText, NewLetter, NewMail, Reader};
    use std::path::PathBuf;
    use std::sync::mpsc::{self, Receiver};

    fn noon() -> DateTime<Utc> {
        "2026-11-21T12:00:00Z".parse().unwrap()
    }

    /// A store with two mails that wait, and its path.
    fn with_two_mails(folder: &tempfile::TempDir) -> (Store, PathBuf) {
        let path = folder.path().join("club.db");
        let mut store = Store::open(&path, noon()).unwrap();
        let incoming = [1, 2].map(|n| NewMail {
            raw: b"help".to_vec(),
            envelope_from: None,
            envelope_to: Vec::new(),
            door: Door::Pipe,
            source_key: None,
            stamped: None,
            fingerprint: [n; 32],
        });
        store.take_in(&incoming, &[], noon()).unwrap();
        (store, path)
    }

    fn letter(size: usize) -> NewLetter {
        NewLetter {
            board: None,
            not_before: None,
            created: noon(),
            envelope_from: String::new(),
            bounce_key: None,
            to: "ann@example.org".to_owned(),
            reader: None,
            author: None,
            number: None,
            kind: "help",
            bytes: vec![b'x'; size],
            starts: Vec::new(),
            stranger: false,
        }
    }

    #[test]
    fn a_full_disk_blames_no_mail() {
        let folder = tempfile::tempdir().unwrap();
        let (mut store, path) = with_two_mails(&folder);
        let pages: i64 = store.connection.query_row("PRAGMA page_count", [], |row| row.get(0)).unwrap();
        store.connection.query_row(&format!("PRAGMA max_page_count = {}", pages + 20), [], |_| Ok(())).unwrap();

        let error = store
            .work(64, noon(), |tx, _| {
                tx.enqueue(&letter(10))?;
                // Whether or not the handler passes the error on, it is not the mail's fault.
                let _ = tx.enqueue(&letter(1_000_000));
                Ok::<_, StoreError>(Outcome::Done { note: String::new() })
            })
            .unwrap_err();

        assert!(error.is_temporary(), "{error}");
        let counts = Reader::open(&path).unwrap().counts().unwrap();
        assert_eq!((counts.spooled, counts.failed, counts.waiting), (2, 0, 0));
        store.connection.query_row("PRAGMA max_page_count = 1000000", [], |_| Ok(())).unwrap();
        let worked = store
            .work(64, noon(), |tx, mail| {
                assert_eq!(mail.tries, 0);
                tx.enqueue(&letter(1_000_000))?;
                Ok::<_, StoreError>(Outcome::Done { note: String::new() })
            })
            .unwrap();
        assert_eq!(worked.done.len(), 2);
    }

    #[test]
    fn texts_may_come_after_the_mail_but_not_after_the_commit() {
        let folder = tempfile::tempdir().unwrap();
        let (mut store, _) = with_two_mails(&folder);
        let mut writers = Vec::new();
        let worked = store
            .work(64, noon(), |tx, mail| {
                assert!(tx.texts_may_come_later());
                let (tell, text) = mpsc::channel();
                tx.enqueue_before_its_text(&letter(0), text)?;
                writers.push((tell, format!("letter {}", mail.id)));
                if mail.id == 2 {
                    // The text of the first comes when its mail is long handled.
                    let writers = std::mem::take(&mut writers);
                    std::thread::spawn(move || {
                        writers.iter().for_each(|(tell, text)| tell.send(LetterText::of(text.as_bytes())).unwrap());
                    });
                }
                Ok::<_, StoreError>(Outcome::Done { note: String::new() })
            })
            .unwrap();
        assert_eq!((worked.done.len(), worked.letters), (2, 2));
        let texts: Vec<_> = store.due(noon(), 9).unwrap().into_iter().map(|due| due.bytes).collect();
        assert_eq!(texts, [b"letter 1", b"letter 2"]);
    }

    #[test]
    fn the_text_of_a_letter_that_was_dropped_meanwhile_is_not_kept() {
        let folder = tempfile::tempdir().unwrap();
        let (mut store, _) = with_two_mails(&folder);
        let worked = store
            .work(64, noon(), |tx, mail| {
                let (tell, text) = mpsc::channel();
                tell.send(LetterText::of(b"hello")).unwrap();
                let drop_it = "UPDATE outbox SET state = 'dropped', next_try = NULL, settled = 0";
                match mail.id {
                    1 => tx.enqueue_before_its_text(&letter(0), text).map(drop)?,
                    _ => tx.connection().execute(drop_it, []).map(drop)?,
                }
                Ok::<_, StoreError>(Outcome::Done { note: String::new() })
            })
            .unwrap();
        assert_eq!(worked.done.len(), 2);
        let texts = store.connection.query_row("SELECT count(*) FROM letter_text", [], |row| row.get::<_, u32>(0));
        assert_eq!(texts.unwrap(), 0);
    }

    #[test]
    fn if_a_text_does_not_come_only_its_mail_fails() {
        let folder = tempfile::tempdir().unwrap();
        let (mut store, _) = with_two_mails(&folder);
        let (mut handled, never) = (Vec::new(), || -> Receiver<LetterText> { mpsc::channel().1 });
        let worked = store
            .work(64, noon(), |tx, mail| {
                handled.push((mail.id, tx.texts_may_come_later()));
                match (mail.id, tx.texts_may_come_later()) {
                    (1, true) => tx.enqueue_before_its_text(&letter(0), never()).map_err(|error| error.to_string())?,
                    (1, false) => return Err("no ink".to_owned()),
                    _ => tx.enqueue(&letter(10)).map_err(|error| error.to_string())?,
                };
                Ok(Outcome::Done { note: String::new() })
            })
            .unwrap();
        assert_eq!(handled, [(1, true), (2, true), (1, false), (2, false)]);
        assert_eq!((worked.done.len(), worked.letters, worked.troubles[0].note.as_str()), (1, 1, "no ink"));
        assert_eq!(store.due(noon(), 9).unwrap().len(), 1);
    }
}
