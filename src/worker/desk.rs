//! The desk: the one thread that owns the writing store. Doors hand it mails, delivery hands it marks, and it handles
//! what is spooled. No sockets, no tokio: a channel of jobs, and callbacks.
//!
//! ```text
//!  doors ----Spool, done--.                      .--> done(Ok)        after the commit, never before
//!                          >-- up to 64 --> take_in
//!  delivery --Mark, done--'       |              '--> done()          after the commit
//!                                 v
//!                          work, up to 64 mails --> after_commit(Worked)
//! ```
//!
//! **If the power goes** before the commit of `take_in`, no callback was called: the sender keeps his mail and sends
//! it again, and the letter waits and is sent again. After it, both are on the disk. Between `take_in` and `work` the
//! mail waits in the file and is found at the next start. A mark that could not be written is kept and tried again
//! until it can be; delivery holds its letter back until then, so that a full disk sends no letter twice.
//!
//! **Fairness**: every round takes at most 64 jobs and then handles at most 64 mails, so that neither can starve the
//! other. The channel has no bound of its own; its users have: a connection waits for the answer to its mail, delivery
//! holds a bounded number of letters without a written mark.

use std::fmt;
use std::sync::mpsc;
use std::sync::mpsc::Receiver;
use std::sync::mpsc::RecvTimeoutError;
use std::sync::mpsc::Sender;
use std::time::Duration;

use chrono::DateTime;
use chrono::TimeDelta;
use chrono::Utc;

use crate::journal;
use crate::journal::Event;
use crate::store::Incoming;
use crate::store::Outcome;
use crate::store::Room;
use crate::store::Spool;
use crate::store::SpoolState;
use crate::store::Spooled;
use crate::store::Store;
use crate::store::StoreError;
use crate::store::Tidied;
use crate::store::Verdict;
use crate::store::Worked;

/// Jobs taken in one transaction.
const JOBS_MAX: usize = 64;

/// Mails handled in one transaction.
const MAILS_MAX: u32 = 64;

/// How long the desk waits for a job before it looks by itself: another process (`deliver`) may have spooled a mail.
const LOOK_EVERY: Duration = Duration::from_millis(200);

/// How often old texts, rows and tokens are forgotten.
const TIDY_EVERY: TimeDelta = TimeDelta::days(1);

/// How often marks are tried once more before the desk closes.
const LAST_TRIES_MAX: u32 = 3;

/// Called with what became of a mail.
pub type SpoolDone = Box<dyn FnOnce(Result<Spooled, StoreError>) + Send>;

/// Called when a mark is on the disk.
pub type MarkDone = Box<dyn FnOnce() + Send>;

/// What the desk is asked to do.
pub enum Job {
    /// Take in a mail.
    Spool {
        /// The mail.
        incoming: Box<Incoming>,
        /// Told after the commit, or that there was none.
        done: SpoolDone,
    },
    /// Write down what became of a letter.
    Mark {
        /// Its row.
        id: i64,
        /// What became of it.
        verdict: Verdict,
        /// Told after the commit.
        done: MarkDone,
    },
    /// Finish what has been asked before this, then close.
    Stop,
}

/// A handle to the desk, for as many threads as like.
#[derive(Clone)]
pub struct Desk {
    jobs: Sender<Job>,
}

/// A handle and the end that [`run`] reads.
pub fn channel() -> (Desk, Receiver<Job>) {
    let (jobs, receiver) = mpsc::channel();
    (Desk { jobs }, receiver)
}

impl Desk {
    /// Asks to take in a mail. `done` is called on the desk's thread after the commit, or with the error; it should be
    /// quick. When the desk falls, `done` is dropped without a call.
    pub fn spool(&self, incoming: Incoming, done: impl FnOnce(Result<Spooled, StoreError>) + Send + 'static) {
        let job = Job::Spool { incoming: Box::new(incoming), done: Box::new(done) };
        if let Err(mpsc::SendError(Job::Spool { done, .. })) = self.jobs.send(job) {
            done(Err(closed()));
        }
    }

    /// Asks to write down what became of a letter. `done` is called on the desk's thread after the commit; until then
    /// the letter must not be sent again. When the desk has closed it is never called, and the letter still waits in
    /// the file.
    pub fn mark(&self, id: i64, verdict: Verdict, done: impl FnOnce() + Send + 'static) {
        let done = Box::new(done);
        // A closed desk can write nothing; the letter will be sent again with the same Message-ID.
        let _ = self.jobs.send(Job::Mark { id, verdict, done });
    }

    /// Asks the desk to close once it has done what was asked before.
    pub fn stop(&self) {
        // When it cannot be told it has closed already.
        let _ = self.jobs.send(Job::Stop);
    }
}

fn closed() -> StoreError {
    StoreError::Interrupted("the server is closing".to_owned())
}

/// Works until told to stop, or until every [`Desk`] is gone; gives the store back. `handle` is the story of one mail,
/// `after_commit` hears of every group in which something happened.
pub fn run<E: fmt::Display>(
    store: Store,
    clock: impl Fn() -> DateTime<Utc>,
    mut handle: impl FnMut(&Room<'_>, &Spool) -> Result<Outcome, E>,
    jobs: Receiver<Job>,
    mut after_commit: impl FnMut(&Worked),
) -> Store {
    let mut round = Round { store, mails: Vec::new(), marks: Vec::new(), is_well: true };
    // The first look comes before the first job: mails may have waited since the last run.
    let mut more = true;
    let mut open = true;
    let mut tidy_at = clock();
    while open {
        open = round.gather(&jobs, more);
        let taken = round.take_in(&clock);
        let worked = round.store.work(MAILS_MAX, clock(), &mut handle);
        more = matches!(&worked, Ok(worked) if worked.more);
        match worked {
            Ok(worked) => {
                if taken {
                    round.is_well = true;
                }
                if worked != Worked::default() {
                    report(&worked);
                    after_commit(&worked);
                }
            }
            Err(error) => round.ails(&error),
        }
        if !more && clock() >= tidy_at {
            round.tidy_up(clock());
            tidy_at = clock() + TIDY_EVERY;
        }
    }
    round.close(&jobs, &clock);
    round.store
}

/// Tells every mail of a group that nothing was taken in. An error cannot be copied: one gets it, the others its words.
fn refuse(callbacks: Vec<SpoolDone>, error: StoreError) {
    let words = error.to_string();
    let mut error = Some(error);
    for done in callbacks {
        let why = error.take();
        done(Err(why.unwrap_or_else(|| StoreError::Interrupted(words.clone()))));
    }
}

/// Writes into the log what one group came to.
pub fn report(worked: &Worked) {
    for (id, note) in &worked.done {
        journal::write(&Event::MailDone { id: *id, note });
    }
    for trouble in &worked.troubles {
        let (id, tries, note) = (trouble.id, trouble.tries, &trouble.note);
        journal::write(&match trouble.state {
            SpoolState::Failed => Event::MailPutAside { id, note },
            _ => Event::MailFailed { id, tries, note },
        });
    }
}

/// The jobs at hand and the store they go to.
struct Round {
    store: Store,
    mails: Vec<(Incoming, SpoolDone)>,
    /// Marks that are not on the disk yet; they outlive a round in which the store ails.
    marks: Vec<(i64, Verdict, MarkDone)>,
    /// Whether the store did what was asked last; its trouble is logged once, not five times a second.
    is_well: bool,
}

impl Round {
    fn tidy_up(&mut self, now: DateTime<Utc>) {
        match self.store.tidy_up(now) {
            Ok(tidied) if tidied != Tidied::default() => {
                let Tidied { texts, mails, letters, tokens } = tidied;
                journal::write(&Event::Tidied { texts, mails, letters, tokens });
            }
            Ok(_) => {}
            Err(error) => self.ails(&error),
        }
    }

    /// Takes jobs from the channel, waiting for the first unless there is something to do at once. False when the desk
    /// is to close.
    fn gather(&mut self, jobs: &Receiver<Job>, at_once: bool) -> bool {
        if !at_once {
            match jobs.recv_timeout(LOOK_EVERY) {
                Ok(job) => {
                    if !self.add(job) {
                        return false;
                    }
                }
                Err(RecvTimeoutError::Timeout) => return true,
                Err(RecvTimeoutError::Disconnected) => return false,
            }
        }
        self.gather_waiting(jobs, JOBS_MAX - usize::from(!at_once))
    }

    /// Takes what stands in the channel, but no more than so many. False when the desk is to close.
    fn gather_waiting(&mut self, jobs: &Receiver<Job>, jobs_max: usize) -> bool {
        // Marks left over from a bad round do not count, or they would keep the mails out for ever.
        for _ in 0..jobs_max {
            match jobs.try_recv() {
                Ok(job) => {
                    if !self.add(job) {
                        return false;
                    }
                }
                Err(mpsc::TryRecvError::Empty) => return true,
                Err(mpsc::TryRecvError::Disconnected) => return false,
            }
        }
        true
    }

    fn add(&mut self, job: Job) -> bool {
        match job {
            Job::Spool { incoming, done } => self.mails.push((*incoming, done)),
            Job::Mark { id, verdict, done } => self.marks.push((id, verdict, done)),
            Job::Stop => return false,
        }
        true
    }

    /// One transaction for all of it, then the callbacks. True when the store did it.
    fn take_in(&mut self, clock: &impl Fn() -> DateTime<Utc>) -> bool {
        if self.mails.is_empty() && self.marks.is_empty() {
            return true;
        }
        let (mails, callbacks): (Vec<Incoming>, Vec<SpoolDone>) = self.mails.drain(..).unzip();
        let marks: Vec<(i64, Verdict)> = self.marks.iter().map(|(id, verdict, _)| (*id, verdict.clone())).collect();
        match self.store.take_in(&mails, &marks, clock()) {
            Ok(spooled) => {
                self.marks.drain(..).for_each(|(_, _, done)| done());
                for (done, spooled) in callbacks.into_iter().zip(spooled) {
                    done(Ok(spooled));
                }
                true
            }
            Err(error) if error.is_temporary() || mails.len() + marks.len() == 1 => {
                self.ails(&error);
                refuse(callbacks, error);
                false
            }
            Err(_) => self.one_by_one(mails, callbacks, clock),
        }
    }

    /// The group did not go in, and waiting would not help: one of it may be to blame, so each goes alone.
    fn one_by_one(
        &mut self,
        mails: Vec<Incoming>,
        callbacks: Vec<SpoolDone>,
        clock: &impl Fn() -> DateTime<Utc>,
    ) -> bool {
        let mut all = true;
        for (mail, done) in mails.into_iter().zip(callbacks) {
            let taken =
                self.store.take_in(std::slice::from_ref(&mail), &[], clock()).map(|spooled| spooled.first().copied());
            match taken {
                Ok(Some(spooled)) => done(Ok(spooled)),
                Ok(None) => done(Err(StoreError::Interrupted("no answer".to_owned()))),
                Err(error) => {
                    self.ails(&error);
                    done(Err(error));
                    all = false;
                }
            }
        }
        for (id, verdict, done) in std::mem::take(&mut self.marks) {
            match self.store.take_in(&[], &[(id, verdict.clone())], clock()) {
                Ok(_) => done(),
                Err(error) => {
                    self.ails(&error);
                    self.marks.push((id, verdict, done));
                    all = false;
                }
            }
        }
        all
    }

    /// Logs the beginning of a trouble.
    fn ails(&mut self, why: &StoreError) {
        if self.is_well {
            self.is_well = false;
            journal::write(&if why.is_temporary() { Event::FileBusy { why } } else { Event::FileFailed { why } });
        }
    }

    /// Takes in whatever was asked before the end. What is spooled waits in the file for the next start.
    fn close(&mut self, jobs: &Receiver<Job>, clock: &impl Fn() -> DateTime<Utc>) {
        let mut tries = 0;
        while tries < LAST_TRIES_MAX {
            for _ in 0..JOBS_MAX {
                match jobs.try_recv() {
                    // A second Stop says nothing new.
                    Ok(job) => {
                        self.add(job);
                    }
                    Err(_) => break,
                }
            }
            if self.mails.is_empty() && self.marks.is_empty() {
                return;
            }
            if !self.take_in(clock) {
                tries += 1;
            }
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use crate::store::Door;
    use crate::store::NewLetter;
    use crate::store::Reader;
    use std::path::Path;
    use std::thread;
    use std::thread::JoinHandle;

    fn noon() -> DateTime<Utc> {
        "2026-11-21T12:00:00Z".parse().unwrap()
    }

    fn mail(n: u8) -> Incoming {
        Incoming {
            raw: vec![n],
            envelope_from: None,
            envelope_to: Vec::new(),
            door: Door::Pipe,
            source_key: None,
            fingerprint: [n; 32],
        }
    }

    fn letter() -> NewLetter {
        NewLetter {
            created: noon(),
            envelope_from: String::new(),
            to: "ann@example.org".to_owned(),
            reader: None,
            number: None,
            kind: "help",
            bytes: b"hello".to_vec(),
            stranger: false,
        }
    }

    /// A desk at work on a file; every mail is answered by a letter. The channel tells the groups' sizes.
    fn at_work(path: &Path) -> (Desk, JoinHandle<Store>, Receiver<usize>) {
        let store = Store::open(path, noon()).unwrap();
        let (desk, jobs) = channel();
        let (groups, seen) = mpsc::channel();
        let handle = |room: &Room<'_>, _: &Spool| {
            room.enqueue(&letter())?;
            Ok::<_, StoreError>(Outcome::Done { note: String::new() })
        };
        let thread = thread::spawn(move || {
            run(store, noon, handle, jobs, |worked| {
                let _ = groups.send(worked.done.len());
            })
        });
        (desk, thread, seen)
    }

    fn spool(desk: &Desk, n: u8) -> Receiver<Result<Spooled, StoreError>> {
        let (tell, told) = mpsc::channel();
        desk.spool(mail(n), move |spooled| tell.send(spooled).unwrap());
        told
    }

    /// Lets every write of this kind fail, until the trigger is dropped.
    fn spoil(path: &Path, table: &str, when: &str) -> rusqlite::Connection {
        let connection = rusqlite::Connection::open(path).unwrap();
        connection
            .execute_batch(&format!(
                "CREATE TRIGGER spoiled BEFORE {when} ON {table} BEGIN SELECT RAISE(ABORT, 'no'); END"
            ))
            .unwrap();
        connection
    }

    #[test]
    fn a_mail_is_committed_before_the_door_hears_of_it_and_then_handled() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("club.db");
        let (desk, thread, groups) = at_work(&path);
        let (tell, told) = mpsc::channel();
        let reader = Reader::open(&path).unwrap();
        desk.spool(mail(1), move |spooled| {
            let counts = reader.counts().unwrap();
            tell.send((spooled.unwrap(), counts.spooled)).unwrap();
        });
        assert_eq!(told.recv().unwrap(), (Spooled::New(1), 1));
        assert_eq!(groups.recv().unwrap(), 1);
        assert!(matches!(spool(&desk, 1).recv().unwrap(), Ok(Spooled::Repeat(1))));
        desk.stop();
        thread.join().unwrap();
    }

    #[test]
    fn a_mail_that_another_process_spooled_is_found() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("club.db");
        let (desk, thread, groups) = at_work(&path);
        let mut deliver = Store::open(&path, noon()).unwrap();
        deliver.take_in(&[mail(1)], &[], noon()).unwrap();
        assert_eq!(groups.recv().unwrap(), 1);
        desk.stop();
        thread.join().unwrap();
    }

    #[test]
    fn what_was_asked_before_the_stop_is_done() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("club.db");
        let store = Store::open(&path, noon()).unwrap();
        let (desk, jobs) = channel();
        let answers: Vec<_> = (0..200).map(|n| spool(&desk, n)).collect();
        desk.stop();
        let late = spool(&desk, 200);
        let nothing = |_: &Room<'_>, _: &Spool| Ok::<_, StoreError>(Outcome::Done { note: String::new() });
        run(store, noon, nothing, jobs, |_| ());
        assert!(answers.iter().all(|told| told.recv().unwrap().is_ok()));
        assert!(late.recv().unwrap().is_ok(), "it came before the end");
        assert!(spool(&desk, 201).recv().unwrap().is_err());
    }

    #[test]
    fn a_flood_at_the_door_does_not_starve_the_work() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&folder.path().join("club.db"), noon()).unwrap();
        let (desk, jobs) = channel();
        let answers: Vec<_> = (0..=255).map(|n| spool(&desk, n)).collect();
        desk.stop();
        let nothing = |_: &Room<'_>, _: &Spool| Ok::<_, StoreError>(Outcome::Done { note: String::new() });
        let mut handled = 0;
        run(store, noon, nothing, jobs, |worked| {
            handled += worked.done.len();
            let answered = answers.iter().filter(|told| told.try_recv().is_ok());
            assert!(answered.count() <= JOBS_MAX && worked.done.len() <= JOBS_MAX);
        });
        assert!(handled >= 128, "{handled}");
    }

    #[test]
    fn a_store_that_ails_is_told_to_the_door_and_the_desk_goes_on() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("club.db");
        let (desk, thread, groups) = at_work(&path);
        let side_door = spoil(&path, "spool", "INSERT");
        let troubled: Vec<_> = (1..4).map(|n| spool(&desk, n)).collect();
        assert!(troubled.iter().all(|told| told.recv().unwrap().is_err()));
        side_door.execute_batch("DROP TRIGGER spoiled").unwrap();
        assert!(spool(&desk, 1).recv().unwrap().is_ok());
        assert_eq!(groups.recv().unwrap(), 1);
        desk.stop();
        thread.join().unwrap();
    }

    #[test]
    fn a_mark_outlives_the_trouble_of_the_store() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("club.db");
        let (desk, thread, groups) = at_work(&path);
        spool(&desk, 1).recv().unwrap().unwrap();
        assert_eq!(groups.recv().unwrap(), 1);
        let reader = Reader::open(&path).unwrap();
        let letter = reader.due(noon(), 9).unwrap()[0].id;

        let side_door = spoil(&path, "outbox", "UPDATE");
        let (tell, told) = mpsc::channel();
        desk.mark(letter, Verdict::Sent, move || tell.send(()).unwrap());
        // A mail in the same group does not suffer for it.
        spool(&desk, 2).recv().unwrap().unwrap();
        assert!(told.try_recv().is_err());
        side_door.execute_batch("DROP TRIGGER spoiled").unwrap();
        told.recv().unwrap();
        assert!(reader.due(noon(), 9).unwrap().iter().all(|due| due.id != letter));
        desk.stop();
        thread.join().unwrap();
    }

    #[test]
    fn a_closed_desk_answers() {
        let (desk, jobs) = channel();
        drop(jobs);
        assert!(spool(&desk, 1).recv().unwrap().is_err());
        desk.mark(1, Verdict::Sent, || panic!("nothing was written"));
        desk.stop();
    }
}
