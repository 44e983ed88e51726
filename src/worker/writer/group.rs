//! The current jobs: as many as one transaction takes, and what happens to each if it fails.

use crate::clock::Reading;
use crate::store::{DoorNote, NewMail, PauseLine, Store, StoreError, Verdict};
use crate::worker::writer::health::Health;
use crate::worker::writer::job::{Job, Jobs, MarkDone, SpoolDone};
use chrono::{DateTime, Utc};
use std::sync::mpsc::RecvTimeoutError;
use std::time::Duration;

/// Jobs taken in one transaction.
pub(super) const JOBS_MAX: usize = 64;

/// Requests that are not done yet.
#[derive(Default)]
pub(super) struct Group {
    mails: Vec<(NewMail, SpoolDone)>,
    /// Marks that are not on the disk yet. They are kept if the store fails in a round.
    marks: Vec<(i64, Verdict, MarkDone)>,
    notes: Vec<DoorNote>,
    /// The latest list of what waits.
    pauses: Option<Vec<PauseLine>>,
}

impl Group {
    pub(super) fn is_empty(&self) -> bool {
        self.mails.is_empty() && self.marks.is_empty()
    }

    /// Takes jobs from the channel, and waits at most this long for the first. Returns false if the writer must close.
    pub(super) fn gather(&mut self, jobs: &mut impl Jobs, mut wait: Duration) -> bool {
        // Marks left over from a failed round do not count, or they would block the mails forever.
        for _ in 0..JOBS_MAX {
            match jobs.next(wait) {
                Ok(job) => {
                    if !self.add(job) {
                        return false;
                    }
                }
                Err(RecvTimeoutError::Timeout) => return true,
                Err(RecvTimeoutError::Disconnected) => return false,
            }
            wait = Duration::ZERO;
        }
        true
    }

    /// Takes what is left in the channel. A second Stop changes nothing.
    pub(super) fn gather_last(&mut self, jobs: &mut impl Jobs) {
        for _ in 0..JOBS_MAX {
            let Ok(job) = jobs.next(Duration::ZERO) else {
                return;
            };
            self.add(job);
        }
    }

    /// Returns false if it is told to stop.
    fn add(&mut self, job: Job) -> bool {
        match job {
            Job::Spool { incoming, done } => self.mails.push((*incoming, done)),
            Job::Mark { id, verdict, done } => self.marks.push((id, verdict, done)),
            Job::Note(note) => self.notes.push(note),
            Job::NotePauses(pauses) => self.pauses = Some(pauses),
            Job::Stop => return false,
        }
        true
    }

    /// Records the state of the doors, and which letters wait. A note about a door that cannot be written is dropped.
    pub(super) fn write_notes(&mut self, store: &mut Store, clock: &impl Fn() -> Reading, health: &mut Health) {
        for mut note in self.notes.drain(..) {
            note.at = now(store, &clock());
            if let Err(error) = store.note_door(&note) {
                health.ails(&error);
            }
        }
        if let Some(pauses) = self.pauses.take()
            && let Err(error) = store.note_pauses(&pauses)
        {
            health.ails(&error);
            // Nobody sends it again until something changes.
            self.pauses = Some(pauses);
        }
    }

    /// One transaction for all mails and marks, then the callbacks. Returns whether the store did it.
    pub(super) fn take_in(&mut self, store: &mut Store, clock: &impl Fn() -> Reading, health: &mut Health) -> bool {
        if self.is_empty() {
            return true;
        }
        let (mails, callbacks): (Vec<NewMail>, Vec<SpoolDone>) = self.mails.drain(..).unzip();
        let marks: Vec<(i64, Verdict)> = self.marks.iter().map(|(id, verdict, _)| (*id, verdict.clone())).collect();
        match store.take_in(&mails, &marks, now(store, &clock())) {
            Ok(spooled) => {
                self.marks.drain(..).for_each(|(_, _, done)| done());
                for (done, spooled) in callbacks.into_iter().zip(spooled) {
                    done(Ok(spooled));
                }
                true
            }
            Err(error) if error.is_temporary() || mails.len() + marks.len() == 1 => {
                health.ails(&error);
                refuse(callbacks, error);
                false
            }
            Err(_) => self.one_by_one(mails, callbacks, store, clock, health),
        }
    }

    /// The group could not be written, and waiting would not help. One of its members may be the cause, so each is written alone.
    fn one_by_one(
        &mut self,
        mails: Vec<NewMail>,
        callbacks: Vec<SpoolDone>,
        store: &mut Store,
        clock: &impl Fn() -> Reading,
        health: &mut Health,
    ) -> bool {
        let mut all = true;
        for (mail, done) in mails.into_iter().zip(callbacks) {
            let taken = store
                .take_in(std::slice::from_ref(&mail), &[], now(store, &clock()))
                .map(|spooled| spooled.first().copied());
            match taken {
                Ok(Some(spooled)) => done(Ok(spooled)),
                Ok(None) => done(Err(StoreError::Interrupted("no answer".to_owned()))),
                Err(error) => {
                    health.ails(&error);
                    done(Err(error));
                    all = false;
                }
            }
        }
        for (id, verdict, done) in std::mem::take(&mut self.marks) {
            match store.take_in(&[], &[(id, verdict.clone())], now(store, &clock())) {
                Ok(_) => done(),
                Err(error) => {
                    health.ails(&error);
                    self.marks.push((id, verdict, done));
                    all = false;
                }
            }
        }
        all
    }
}

/// Reports to every mail of a group that nothing was taken in. An error cannot be copied, so one gets the error and the others its text.
fn refuse(callbacks: Vec<SpoolDone>, error: StoreError) {
    let words = error.to_string();
    let mut error = Some(error);
    for done in callbacks {
        let why = error.take();
        done(Err(why.unwrap_or_else(|| StoreError::Interrupted(words.clone()))));
    }
}

/// The club's current time. Everything gets this time stamp, so that it is moved together with everything else.
pub(in crate::worker) fn now(store: &Store, reading: &Reading) -> DateTime<Utc> {
    store.now(reading).unwrap_or(reading.wall)
}
