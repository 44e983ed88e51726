//! The rounds of the writer: jobs, mails, what is due, and back to the jobs.

use crate::clock::Reading;
use crate::journal;
use crate::journal::LogEvent;
use crate::store::{Outcome, SpoolState, SpooledMail, Store, StoreError, Ticked, Tidied, Tx, Worked};
use crate::worker::writer::group::{Group, now};
use crate::worker::writer::health::Health;
use crate::worker::writer::job::Jobs;
use chrono::{DateTime, TimeDelta, Utc};
use std::fmt;
use std::time::{Duration, Instant};

/// Mails handled in one transaction.
const MAILS_MAX: u32 = 64;

/// A group is committed after this time, whatever still waits. `deliver` waits five seconds for its turn.
const GROUP_TIME: Duration = Duration::from_secs(1);

/// How long the writer waits for a job before it checks the spool itself: another process (`deliver`) may have spooled a mail.
const WAIT_FOR_JOBS: Duration = Duration::from_millis(200);

/// How often to check what is due without a mail, by the monotonic clock.
const LOOK_AT_CLOCKS_EVERY: TimeDelta = TimeDelta::seconds(8);

/// After this time, that check comes before mails that wait. That loses no game on time: no game is lost while an older mail is unhandled.
const LOOK_AT_CLOCKS_LATEST: TimeDelta = TimeDelta::seconds(9);

/// If the wall clock has moved further than the machine was awake, or less far, somebody set it or the machine was suspended. Clocks are
/// moved before another mail is handled.
const LEAP: TimeDelta = TimeDelta::seconds(1);

/// How often old texts, rows and tokens are deleted. Nothing is deleted while the time of day is in doubt, as it is after most starts.
const TIDY_EVERY: TimeDelta = TimeDelta::hours(6);

/// How often marks are tried again before the writer closes.
const LAST_TRIES_MAX: u32 = 3;

/// Runs until told to stop, or until every [`Writer`](crate::worker::writer::Writer) is gone. Returns the store. `clock` gives the time,
/// `handle` handles one mail, `beat` moves the clocks of the club, `tick` does what is due without a mail, and `after_commit` is told about
/// every group in which something happened.
pub fn run<E: fmt::Display>(
    mut store: Store,
    clock: impl Fn() -> Reading,
    mut handle: impl FnMut(&Tx<'_>, &SpooledMail) -> Result<Outcome, E>,
    mut beat: impl FnMut(&mut Store, &Reading) -> Result<(), StoreError>,
    mut tick: impl FnMut(&mut Store, DateTime<Utc>) -> Result<Ticked, StoreError>,
    mut jobs: impl Jobs,
    mut after_commit: impl FnMut(&Worked),
) -> Store {
    let mut group = Group::default();
    let mut health = Health::default();
    // The first check comes before the first job: mails may have waited since the last run.
    let mut wait = Duration::ZERO;
    let mut open = true;
    let mut read = clock();
    let (mut tidy_at, mut look_at) = (read.awake, read.awake);
    // Before the first mail is handled: it may have waited elsewhere during the whole downtime. Until this is written, time does not count:
    // no move may be charged for it, and nothing is due by it.
    let mut stands = put_right(&mut store, &read, &mut beat, &mut health);
    while open {
        open = group.gather(&mut jobs, wait);
        let earlier = std::mem::replace(&mut read, clock());
        if has_leapt(&earlier, &read) {
            stands = put_right(&mut store, &read, &mut beat, &mut health);
        }
        let taken = group.take_in(&mut store, &clock, &mut health);
        group.write_notes(&mut store, &clock, &mut health);
        let handled_at = now(&store, &clock());
        let worked = match stands {
            true => one_group(&mut store, handled_at, &mut handle),
            false => Ok(Worked::default()),
        };
        let more = matches!(&worked, Ok(worked) if worked.more);
        wait = if more { Duration::ZERO } else { WAIT_FOR_JOBS };
        match worked {
            Ok(worked) => {
                if taken {
                    health.recovers();
                }
                if worked != Worked::default() {
                    report(&worked);
                    after_commit(&worked);
                }
            }
            Err(error) => health.ails(&error),
        }
        let patience = if more { LOOK_AT_CLOCKS_LATEST - LOOK_AT_CLOCKS_EVERY } else { TimeDelta::zero() };
        if clock().awake >= look_at + patience {
            read = clock();
            stands = put_right(&mut store, &read, &mut beat, &mut health);
            let looked_at = now(&store, &read);
            let more = stands && look(&mut store, looked_at, &mut tick, &mut health, &mut after_commit);
            look_at = read.awake + if more { TimeDelta::zero() } else { LOOK_AT_CLOCKS_EVERY };
            store.troubles().write_again();
        }
        if !more && clock().awake >= tidy_at {
            let tidied_at = now(&store, &clock());
            if let Err(error) = tidy_up(&mut store, tidied_at) {
                health.ails(&error);
            }
            tidy_at = clock().awake + TIDY_EVERY;
        }
    }
    close(&mut store, &clock, group, &mut jobs, &mut health);
    store
}

/// Returns whether it is written.
fn put_right(
    store: &mut Store,
    reading: &Reading,
    beat: &mut impl FnMut(&mut Store, &Reading) -> Result<(), StoreError>,
    health: &mut Health,
) -> bool {
    let written = beat(store, reading);
    if let Err(error) = &written {
        health.ails(error);
    }
    written.is_ok()
}

/// Whether the wall clock and the machine disagree about how much time has passed.
fn has_leapt(earlier: &Reading, now: &Reading) -> bool {
    let passed = now.wall - earlier.wall;
    now.awake_since(earlier).is_none_or(|awake| (passed - awake).abs() >= LEAP)
}

/// Does what is due without a mail. Returns whether there is more.
fn look(
    store: &mut Store,
    now: DateTime<Utc>,
    tick: &mut impl FnMut(&mut Store, DateTime<Utc>) -> Result<Ticked, StoreError>,
    health: &mut Health,
    after_commit: &mut impl FnMut(&Worked),
) -> bool {
    match tick(store, now) {
        Ok(ticked) => {
            if ticked.letters > 0 {
                after_commit(&Worked { letters: ticked.letters, ..Worked::default() });
            }
            ticked.more
        }
        Err(error) => {
            health.ails(&error);
            false
        }
    }
}

/// Handles one group of mails: as many as one commit should take, or as many as take a second. No other process can write at that time.
///
/// # Errors
/// If SQLite cannot go on. Then the whole group waits as before.
pub fn one_group<E: fmt::Display>(
    store: &mut Store,
    now: DateTime<Utc>,
    handle: impl FnMut(&Tx<'_>, &SpooledMail) -> Result<Outcome, E>,
) -> Result<Worked, StoreError> {
    let start = Instant::now();
    store.work_while(MAILS_MAX, now, || start.elapsed() < GROUP_TIME, handle)
}

/// Does all jobs from before the end. What is spooled waits in the database for the next start.
fn close(store: &mut Store, clock: &impl Fn() -> Reading, mut group: Group, jobs: &mut impl Jobs, health: &mut Health) {
    let mut tries = 0;
    while tries < LAST_TRIES_MAX {
        group.gather_last(jobs);
        group.write_notes(store, clock, health);
        if group.is_empty() {
            return;
        }
        if !group.take_in(store, clock, health) {
            tries += 1;
        }
    }
}

fn tidy_up(store: &mut Store, now: DateTime<Utc>) -> Result<(), StoreError> {
    let tidied = store.tidy_up(now)?;
    if tidied != Tidied::default() {
        let Tidied { texts, mails, letters, tokens } = tidied;
        journal::write(&LogEvent::Tidied { texts, mails, letters, tokens });
    }
    Ok(())
}

/// Logs the results of one group.
pub fn report(worked: &Worked) {
    for (id, note) in &worked.done {
        journal::write(&LogEvent::MailDone { id: *id, note });
    }
    for trouble in &worked.troubles {
        let (id, tries, note) = (trouble.id, trouble.tries, &trouble.note);
        journal::write(&match trouble.state {
            SpoolState::Failed => LogEvent::MailPutAside { id, note },
            _ => LogEvent::MailFailed { id, tries, note },
        });
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests;
