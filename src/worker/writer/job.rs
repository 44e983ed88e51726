//! What the desk is asked to do, and the handle by which doors and delivery ask. It may be asked from any thread;
//! nobody waits here, the answer comes as a call on the desk's thread.

use std::sync::mpsc;
use std::sync::mpsc::Receiver;
use std::sync::mpsc::RecvTimeoutError;
use std::sync::mpsc::Sender;
use std::time::Duration;

use chrono::DateTime;
use chrono::Utc;

use crate::store::DoorNote;
use crate::store::NewMail;
use crate::store::PauseLine;
use crate::store::Spooled;
use crate::store::StoreError;
use crate::store::TroubleKind;
use crate::store::Troubles;
use crate::store::Verdict;

/// Called with what became of a mail.
pub type SpoolDone = Box<dyn FnOnce(Result<Spooled, StoreError>) + Send>;

/// Called when a mark is on the disk.
pub type MarkDone = Box<dyn FnOnce() + Send>;

/// What the desk is asked to do.
pub enum Job {
    /// Take in a mail.
    SpooledMail {
        /// The mail.
        incoming: Box<NewMail>,
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
    /// Write down how a door fares.
    Note(DoorNote),
    /// Write down which letters wait, and why.
    NotePauses(Vec<PauseLine>),
    /// Finish what has been asked before this, then close.
    Stop,
}

/// Where the desk's jobs come from: the channel, or a simulation in which time passes only while the desk waits.
pub trait Jobs {
    /// The next job, after a wait of at most so long.
    ///
    /// # Errors
    /// When there was none, or none can come any more.
    fn next(&mut self, wait: Duration) -> Result<Job, RecvTimeoutError>;
}

impl Jobs for Receiver<Job> {
    fn next(&mut self, wait: Duration) -> Result<Job, RecvTimeoutError> {
        self.recv_timeout(wait)
    }
}

/// A handle to the desk, for as many threads as like.
#[derive(Clone)]
pub struct Writer {
    jobs: Sender<Job>,
    troubles: Option<Troubles>,
}

/// A handle and the end that [`run`](crate::worker::writer::run) reads.
pub fn channel() -> (Writer, Receiver<Job>) {
    let (jobs, receiver) = mpsc::channel();
    (Writer { jobs, troubles: None }, receiver)
}

impl Writer {
    /// The same desk, whose silence is written down there.
    pub fn with_troubles(self, troubles: Troubles) -> Writer {
        Writer { troubles: Some(troubles), ..self }
    }

    /// Somebody has waited for an answer in vain and has asked the sender to come again. The desk cannot write that down itself.
    pub fn was_silent(&self, now: DateTime<Utc>) {
        if let Some(troubles) = &self.troubles {
            troubles.begins(TroubleKind::MailRefused, &"the thread that writes the database does not answer", now);
        }
    }

    /// Asks to take in a mail. `done` is called on the desk's thread after the commit, or with the error; it should be
    /// quick. When the desk falls, `done` is dropped without a call.
    pub fn spool(&self, incoming: NewMail, done: impl FnOnce(Result<Spooled, StoreError>) + Send + 'static) {
        let job = Job::SpooledMail { incoming: Box::new(incoming), done: Box::new(done) };
        if let Err(mpsc::SendError(Job::SpooledMail { done, .. })) = self.jobs.send(job) {
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

    /// Asks to write down how a door fares. Nobody hears whether it was; the next note will say the same or more.
    pub fn note(&self, note: DoorNote) {
        // A closed desk needs no notes.
        let _ = self.jobs.send(Job::Note(note));
    }

    /// Asks to write down which letters wait and why; nothing else does then.
    pub fn note_pauses(&self, pauses: Vec<PauseLine>) {
        // A closed desk needs no notes.
        let _ = self.jobs.send(Job::NotePauses(pauses));
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
