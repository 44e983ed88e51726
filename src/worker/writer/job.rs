//! The jobs of the writer thread, and the handle that doors and delivery use to send them. Any thread may send them. Nobody waits here: the
//! answer is a callback on the writer thread.

use crate::store::{DoorNote, NewMail, PauseLine, Spooled, StoreError, TroubleKind, Troubles, Verdict};
use crate::worker::mail_reader::MailReader;
use chrono::{DateTime, Utc};
use std::sync::Arc;
use std::sync::mpsc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::time::Duration;

/// Called with the result for a mail.
pub type SpoolDone = Box<dyn FnOnce(Result<Spooled, StoreError>) + Send>;

/// Called when a mark is on the disk.
pub type MarkDone = Box<dyn FnOnce() + Send>;

/// A job for the writer thread.
pub enum Job {
    /// Take in a mail.
    Spool {
        /// The mail.
        incoming: Box<NewMail>,
        /// Called after the commit, or with the error.
        done: SpoolDone,
    },
    /// Record the result for a letter.
    Mark {
        /// The number of its row.
        id: i64,
        /// The result.
        verdict: Verdict,
        /// Called after the commit.
        done: MarkDone,
    },
    /// Record the state of a door.
    Note(DoorNote),
    /// Record which letters wait, and why.
    NotePauses(Vec<PauseLine>),
    /// Finish all earlier jobs, then close.
    Stop,
}

/// Where the jobs come from: the channel, or a simulation in which time passes only while the writer waits.
pub trait Jobs {
    /// The next job, after a wait of at most this long.
    ///
    /// # Errors
    /// If there was none, or no more can come.
    fn next(&mut self, wait: Duration) -> Result<Job, RecvTimeoutError>;
}

impl Jobs for Receiver<Job> {
    fn next(&mut self, wait: Duration) -> Result<Job, RecvTimeoutError> {
        self.recv_timeout(wait)
    }
}

/// A handle to the writer thread. It can be cloned for any number of threads.
#[derive(Clone)]
pub struct Writer {
    jobs: Sender<Job>,
    reader: Option<Arc<MailReader>>,
    troubles: Option<Troubles>,
}

/// A handle, and the end that [`run`](crate::worker::writer::run) reads.
pub fn channel() -> (Writer, Receiver<Job>) {
    let (jobs, receiver) = mpsc::channel();
    (Writer { jobs, reader: None, troubles: None }, receiver)
}

impl Writer {
    /// The same handle, which lets each mail be read before it is handed over.
    pub fn with_reader(self, reader: Arc<MailReader>) -> Writer {
        Writer { reader: Some(reader), ..self }
    }

    /// The same handle, which records in `troubles` if the writer thread does not answer.
    pub fn with_troubles(self, troubles: Troubles) -> Writer {
        Writer { troubles: Some(troubles), ..self }
    }

    /// A door got no answer in time and has asked the sender to come again. The writer thread itself cannot record that.
    pub fn was_silent(&self, now: DateTime<Utc>) {
        if let Some(troubles) = &self.troubles {
            troubles.begins(TroubleKind::MailRefused, &"the database thread does not answer", now);
        }
    }

    /// Asks to take in a mail. `done` is called on the writer thread after the commit, or with the error. It should be quick. If the writer
    /// panics, `done` is dropped without a call. The mail may be [read](Writer::with_reader) here, which may take a moment.
    pub fn spool(&self, incoming: NewMail, done: impl FnOnce(Result<Spooled, StoreError>) + Send + 'static) {
        if let Some(reader) = &self.reader {
            reader.read_ahead(&incoming.raw, &incoming.envelope_to);
        }
        let job = Job::Spool { incoming: Box::new(incoming), done: Box::new(done) };
        if let Err(mpsc::SendError(Job::Spool { done, .. })) = self.jobs.send(job) {
            done(Err(closed()));
        }
    }

    /// Asks to record the result for a letter. `done` is called on the writer thread after the commit; until then the letter must not be
    /// sent again. If the writer has closed, it is never called, and the letter still waits in the database.
    pub fn mark(&self, id: i64, verdict: Verdict, done: impl FnOnce() + Send + 'static) {
        let done = Box::new(done);
        // A closed writer can write nothing. The letter will be sent again with the same Message-ID.
        let _ = self.jobs.send(Job::Mark { id, verdict, done });
    }

    /// Asks to record the state of a door. Nobody is told whether it was done; the next note will say the same or more.
    pub fn note(&self, note: DoorNote) {
        // A closed writer needs no notes.
        let _ = self.jobs.send(Job::Note(note));
    }

    /// Asks to record which letters wait and why. This replaces the previous list.
    pub fn note_pauses(&self, pauses: Vec<PauseLine>) {
        // A closed writer needs no notes.
        let _ = self.jobs.send(Job::NotePauses(pauses));
    }

    /// Asks the writer thread to close after all earlier jobs.
    pub fn stop(&self) {
        // If it cannot be told, it has already closed.
        let _ = self.jobs.send(Job::Stop);
    }
}

fn closed() -> StoreError {
    StoreError::Interrupted("the server is shutting down".to_owned())
}
