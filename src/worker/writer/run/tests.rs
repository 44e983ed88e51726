//! A writer at work on a real file.

use super::*;
use crate::store::Door;
use crate::store::NewLetter;
use crate::store::NewMail;
use crate::store::Reader;
use crate::store::Spooled;
use crate::store::StoreError;
use crate::store::Ticked;
use crate::store::Troubles;
use crate::store::Verdict;
use crate::worker::writer::group::JOBS_MAX;
use crate::worker::writer::*;
use std::path::Path;
use std::sync::mpsc;
use std::sync::mpsc::Receiver;
use std::thread;
use std::thread::JoinHandle;

/// A club whose clocks are right.
fn right(_: &mut Store, _: &Reading) -> Result<(), StoreError> {
    Ok(())
}

fn at_noon() -> Reading {
    Reading::steady(noon())
}

/// Clocks that are never due.
fn idle(_: &mut Store, _: DateTime<Utc>) -> Result<Ticked, StoreError> {
    Ok(Ticked::default())
}

fn noon() -> DateTime<Utc> {
    "2026-11-21T12:00:00Z".parse().unwrap()
}

fn mail(n: u8) -> NewMail {
    NewMail {
        raw: vec![n],
        envelope_from: None,
        envelope_to: Vec::new(),
        door: Door::Pipe,
        source_key: None,
        stamped: None,
        fingerprint: [n; 32],
    }
}

fn letter() -> NewLetter {
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
        bytes: b"hello".to_vec(),
        starts: Vec::new(),
        stranger: false,
    }
}

/// A writer at work on a file. Every mail is answered by a letter. The channel reports the sizes of the groups.
fn at_work(path: &Path) -> (Writer, JoinHandle<Store>, Receiver<usize>) {
    let store = Store::open(path, noon()).unwrap();
    let (writer, jobs) = channel();
    let (groups, seen) = mpsc::channel();
    let handle = |tx: &Tx<'_>, _: &SpooledMail| {
        tx.enqueue(&letter())?;
        Ok::<_, StoreError>(Outcome::Done { note: String::new() })
    };
    let thread = thread::spawn(move || {
        run(store, at_noon, handle, right, idle, jobs, |worked| {
            let _ = groups.send(worked.done.len());
        })
    });
    (writer, thread, seen)
}

fn spool(writer: &Writer, n: u8) -> Receiver<Result<Spooled, StoreError>> {
    let (tell, told) = mpsc::channel();
    writer.spool(mail(n), move |spooled| tell.send(spooled).unwrap());
    told
}

/// Makes every write of this kind fail, until the trigger is dropped.
fn spoil(path: &Path, table: &str, when: &str) -> rusqlite::Connection {
    let connection = rusqlite::Connection::open(path).unwrap();
    connection
        .execute_batch(&format!("CREATE TRIGGER spoiled BEFORE {when} ON {table} BEGIN SELECT RAISE(ABORT, 'no'); END"))
        .unwrap();
    connection
}

#[test]
fn a_mail_is_committed_before_the_door_hears_of_it_and_then_handled() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("club.db");
    let (writer, thread, groups) = at_work(&path);
    let (tell, told) = mpsc::channel();
    let reader = Reader::open(&path).unwrap();
    writer.spool(mail(1), move |spooled| {
        let counts = reader.counts().unwrap();
        tell.send((spooled.unwrap(), counts.spooled)).unwrap();
    });
    assert_eq!(told.recv().unwrap(), (Spooled::New(1), 1));
    assert_eq!(groups.recv().unwrap(), 1);
    assert!(matches!(spool(&writer, 1).recv().unwrap(), Ok(Spooled::Repeat(1))));
    writer.stop();
    thread.join().unwrap();
}

#[test]
fn a_mail_that_another_process_spooled_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("club.db");
    let (writer, thread, groups) = at_work(&path);
    let mut deliver = Store::open(&path, noon()).unwrap();
    deliver.take_in(&[mail(1)], &[], noon()).unwrap();
    assert_eq!(groups.recv().unwrap(), 1);
    writer.stop();
    thread.join().unwrap();
}

#[test]
fn what_was_asked_before_the_stop_is_done() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("club.db");
    let store = Store::open(&path, noon()).unwrap();
    let (writer, jobs) = channel();
    let answers: Vec<_> = (0..200).map(|n| spool(&writer, n)).collect();
    writer.stop();
    let late = spool(&writer, 200);
    let nothing = |_: &Tx<'_>, _: &SpooledMail| Ok::<_, StoreError>(Outcome::Done { note: String::new() });
    run(store, at_noon, nothing, right, idle, jobs, |_| ());
    assert!(answers.iter().all(|told| told.recv().unwrap().is_ok()));
    assert!(late.recv().unwrap().is_ok(), "it came before the end");
    assert!(spool(&writer, 201).recv().unwrap().is_err());
}

#[test]
fn a_flood_at_the_door_does_not_starve_the_work() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(&folder.path().join("club.db"), noon()).unwrap();
    let (writer, jobs) = channel();
    let answers: Vec<_> = (0..=255).map(|n| spool(&writer, n)).collect();
    writer.stop();
    let nothing = |_: &Tx<'_>, _: &SpooledMail| Ok::<_, StoreError>(Outcome::Done { note: String::new() });
    let mut handled = 0;
    run(store, at_noon, nothing, right, idle, jobs, |worked| {
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
    let (writer, thread, groups) = at_work(&path);
    let side_door = spoil(&path, "spool", "INSERT");
    let troubled: Vec<_> = (1..4).map(|n| spool(&writer, n)).collect();
    assert!(troubled.iter().all(|told| told.recv().unwrap().is_err()));
    side_door.execute_batch("DROP TRIGGER spoiled").unwrap();
    assert!(spool(&writer, 1).recv().unwrap().is_ok());
    assert_eq!(groups.recv().unwrap(), 1);
    writer.stop();
    thread.join().unwrap();
}

#[test]
fn a_mark_outlives_the_trouble_of_the_store() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("club.db");
    let (writer, thread, groups) = at_work(&path);
    spool(&writer, 1).recv().unwrap().unwrap();
    assert_eq!(groups.recv().unwrap(), 1);
    let reader = Reader::open(&path).unwrap();
    let letter = reader.due(noon(), 9).unwrap()[0].id;

    let side_door = spoil(&path, "outbox", "UPDATE");
    let (tell, told) = mpsc::channel();
    writer.mark(letter, Verdict::Sent, move || tell.send(()).unwrap());
    // It does not affect a mail in the same group.
    spool(&writer, 2).recv().unwrap().unwrap();
    assert!(told.try_recv().is_err());
    side_door.execute_batch("DROP TRIGGER spoiled").unwrap();
    told.recv().unwrap();
    assert!(reader.due(noon(), 9).unwrap().iter().all(|due| due.id != letter));
    writer.stop();
    thread.join().unwrap();
}

#[test]
fn a_closed_desk_answers() {
    let (writer, jobs) = channel();
    drop(jobs);
    assert!(spool(&writer, 1).recv().unwrap().is_err());
    writer.mark(1, Verdict::Sent, || panic!("nothing was written"));
    writer.stop();
}

/// Mails that come while the machine is suspended are handled after the clocks have got their time back.
#[test]
fn a_machine_that_has_slept_looks_at_what_is_due_before_it_handles_mails() {
    use std::cell::{Cell, RefCell};
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(&folder.path().join("club.db"), noon()).unwrap();
    let (writer, jobs) = channel();
    writer.spool(mail(1), |_| ());
    let (slept, told) = (Cell::new(0), RefCell::new(Vec::new()));
    let handle = |_: &Tx<'_>, spool: &SpooledMail| {
        told.borrow_mut().push(format!("mail {}", spool.raw[0]));
        Ok::<_, StoreError>(Outcome::Done { note: String::new() })
    };
    let beat = |_: &mut Store, _: &Reading| {
        told.borrow_mut().push("beat".to_owned());
        Ok(())
    };
    let tick = |_: &mut Store, _: DateTime<Utc>| {
        told.borrow_mut().push("tick".to_owned());
        if slept.replace(8) == 0 {
            writer.spool(mail(2), |_| ());
            writer.stop();
        }
        Ok(Ticked::default())
    };
    let clock = || Reading { wall: noon() + TimeDelta::hours(slept.get()), ..at_noon() };
    run(store, clock, handle, beat, tick, jobs, |_| ());
    assert_eq!(told.into_inner(), ["beat", "mail 1", "beat", "tick", "beat", "mail 2"]);
}

/// A wall clock that was set back by a day once stopped the clockwork for a day, and nobody was told.
#[test]
fn the_clockwork_looks_every_ten_seconds_whatever_the_clock_on_the_wall_does() {
    use std::cell::{Cell, RefCell};
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(&folder.path().join("club.db"), noon()).unwrap();
    let (writer, jobs) = channel();
    let (read, looked) = (Cell::new(0), RefCell::new(Vec::new()));
    let clock = || {
        read.set(read.get() + 1);
        let awake = at_noon().awake + TimeDelta::milliseconds(200 * read.get());
        let leap = [0, -24, 3, -1_000_000][usize::try_from(read.get() / 100).unwrap() % 4];
        Reading { wall: noon() + TimeDelta::hours(leap), awake, up: awake, boot: 0 }
    };
    // Each mail brings the next, so the writer never waits for one.
    let handle = |_: &Tx<'_>, spool: &SpooledMail| {
        match spool.raw[0] {
            120 => writer.stop(),
            n => writer.spool(mail(n + 1), |_| ()),
        }
        Ok::<_, StoreError>(Outcome::Done { note: String::new() })
    };
    let tick = |_: &mut Store, _: DateTime<Utc>| {
        looked.borrow_mut().push(at_noon().awake + TimeDelta::milliseconds(200 * read.get()));
        Ok(Ticked::default())
    };
    writer.spool(mail(1), |_| ());
    run(store, clock, handle, right, tick, jobs, |_| ());
    let looked = looked.into_inner();
    assert!(looked.len() > 10, "{looked:?}");
    assert!(looked.windows(2).all(|two| two[1] - two[0] <= TimeDelta::seconds(10)), "{looked:?}");
}

/// There is nothing to do this many times, and then it is told to stop.
struct Idle(u32);

impl Jobs for Idle {
    fn next(&mut self, _: Duration) -> Result<Job, mpsc::RecvTimeoutError> {
        match self.0.checked_sub(1) {
            Some(left) => {
                self.0 = left;
                Err(mpsc::RecvTimeoutError::Timeout)
            }
            None => Ok(Job::Stop),
        }
    }
}

/// A game was once lost by minutes that were given back to its player a moment later, when the disk had space again.
#[test]
fn nothing_is_due_by_time_that_could_not_be_written_down() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = Store::open(&folder.path().join("taflpost.db"), noon()).unwrap();
    for is_full in [true, false] {
        let (reads, ticks) = (std::cell::Cell::new(0), std::cell::Cell::new(0));
        let clock = || {
            reads.set(reads.get() + 1);
            Reading::steady(noon() + TimeDelta::seconds(5 * reads.get()))
        };
        let beat = |_: &mut Store, _: &Reading| match is_full {
            true => Err(StoreError::Interrupted("the disk is full".to_owned())),
            false => Ok(()),
        };
        let tick = |_: &mut Store, _: DateTime<Utc>| {
            ticks.set(ticks.get() + 1);
            Ok(Ticked::default())
        };
        let handle = |_: &Tx<'_>, _: &SpooledMail| Ok::<_, StoreError>(Outcome::Done { note: String::new() });
        store = run(store, clock, handle, beat, tick, Idle(9), |_| {});
        assert_eq!(ticks.get() > 0, !is_full);
    }
}

/// A disk once took neither a mail nor a note about it. Nobody was told, not even after it worked again.
#[test]
fn a_refusal_that_could_not_be_written_down_is_written_by_a_later_look() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("taflpost.db");
    let store = Store::open(&path, noon()).unwrap();
    let troubles = store.troubles().clone();
    troubles.prepare().unwrap();
    let file = folder.path().join("troubles");
    std::fs::remove_file(&file).unwrap();
    std::fs::create_dir(&file).unwrap();
    let _spoiled = spoil(&path, "spool", "INSERT");
    let (writer, jobs) = channel();
    let (looks, seen) = (std::cell::Cell::new(0), std::cell::Cell::new(false));
    let clock = || Reading::steady(noon() + TimeDelta::seconds(10 * looks.get()));
    let tick = |_: &mut Store, _: DateTime<Utc>| {
        match looks.replace(looks.get() + 1) {
            0 => writer.spool(mail(1), |taken| assert!(taken.is_err())),
            1 => {
                seen.set(troubles.is_unwritten());
                std::fs::remove_dir(&file).unwrap();
            }
            _ => writer.stop(),
        }
        Ok(Ticked::default())
    };
    let handle = |_: &Tx<'_>, _: &SpooledMail| Ok::<_, StoreError>(Outcome::Done { note: String::new() });
    run(store, clock, handle, right, tick, jobs, |_| {});
    assert!(seen.get(), "nobody could see it meanwhile");
    let told = Troubles::beside(&path).read().unwrap();
    assert_eq!(told.iter().map(|trouble| (trouble.times, trouble.ended)).collect::<Vec<_>>(), [(1, None)]);
    assert!(!troubles.is_unwritten());
}

/// A move that came while no look could be written once cost its player all that time, which was not served.
#[test]
fn no_mail_is_handled_before_a_look_stands() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = Store::open(&folder.path().join("taflpost.db"), noon()).unwrap();
    store.take_in(&[mail(1)], &[], noon()).unwrap();
    let handled = std::cell::Cell::new(0);
    for is_full in [true, false] {
        let reads = std::cell::Cell::new(0);
        let clock = || {
            reads.set(reads.get() + 1);
            Reading::steady(noon() + TimeDelta::seconds(5 * reads.get()))
        };
        let beat = |_: &mut Store, _: &Reading| match is_full {
            true => Err(StoreError::Interrupted("the disk is full".to_owned())),
            false => Ok(()),
        };
        let tick = |_: &mut Store, _: DateTime<Utc>| Ok(Ticked::default());
        let handle = |_: &Tx<'_>, _: &SpooledMail| {
            handled.set(handled.get() + 1);
            Ok::<_, StoreError>(Outcome::Done { note: String::new() })
        };
        store = run(store, clock, handle, beat, tick, Idle(9), |_| {});
        assert_eq!(handled.get() > 0, !is_full, "and then it is");
    }
}
