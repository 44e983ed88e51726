//! Handles what is spooled: one transaction for a group of mails, one savepoint for each mail.
//!
//! A mail that fails is rolled back alone and counted. The others of its group are not affected. If the store itself fails, the whole group
//! is rolled back and nothing is counted, because that is not the mail's fault.

use crate::store::database::worked::{Worked, put_aside, shortened};
use crate::store::savepoint::{panic_text, run};
use crate::store::spool::{SpoolState, SpooledMail};
use crate::store::{Store, StoreError, TroubleKind, Tx, spool};
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
    /// `handle` reads and writes only through the [`Tx`]. An error or a panic of its own undoes only that mail. So does an error of the
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
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let mut last = 0;
        while let Some(mail) = spool::next(&transaction, last)?.filter(|mail| mail.id <= until) {
            last = mail.id;
            let tx = Tx::new(&transaction, &self.rule_records, now);
            one(&tx, &mail, &mut handle, &mut worked)?;
            if !goes_on() {
                break;
            }
        }
        worked.more = spool::waits(&transaction)?;
        transaction.commit()?;
        Ok(worked)
    }
}

/// One mail inside its savepoint.
fn one<E: fmt::Display>(
    tx: &Tx<'_>,
    mail: &SpooledMail,
    handle: &mut impl FnMut(&Tx<'_>, &SpooledMail) -> Result<Outcome, E>,
    worked: &mut Worked,
) -> Result<(), StoreError> {
    let connection = tx.connection();
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
        }
        Ok(Outcome::Failed { note }) => {
            let tries = mail.tries.saturating_add(1);
            put_aside(connection, mail.id, tries, SpoolState::Failed, &note, worked)?;
            worked.letters += tx.letters();
        }
        Err(why) => {
            run(connection, "ROLLBACK TO mail")?;
            let tries = mail.tries.saturating_add(1);
            let state = if tries >= TRIES_MAX { SpoolState::Failed } else { SpoolState::Spooled };
            put_aside(connection, mail.id, tries, state, &why, worked)?;
        }
    }
    run(connection, "RELEASE mail")
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use crate::store::{Door, NewLetter, NewMail, Reader};

    fn noon() -> DateTime<Utc> {
        "2026-11-21T12:00:00Z".parse().unwrap()
    }

    #[test]
    fn a_full_disk_blames_no_mail() {
        let folder = tempfile::tempdir().unwrap();
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
        let letter = |size| NewLetter {
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
        };
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
}
