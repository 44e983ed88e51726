//! The doors on real sockets: mails come in, letters go out, and the other side misbehaves. This file has what these tests need: a
//! database, a running writer thread, and a simulated relay.

#![allow(clippy::unwrap_used, reason = "tests")]

mod fetching;
mod imap;
mod intake;
mod letters;
mod provider;
mod queue;
pub mod relay;
mod serving;

use chrono::{DateTime, TimeDelta, Utc};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use taflpost::clock::{Reading, Watch};
use taflpost::intake::Witness;
use taflpost::store::{
    Door, LetterState, NewLetter, NewMail, Outcome, Reader, SpooledMail, Store, StoreError, Ticked, Tx,
};
use taflpost::worker::writer::{self, Writer};

/// Clocks that are never due.
fn idle(_: &mut Store, _: DateTime<Utc>) -> Result<Ticked, StoreError> {
    Ok(Ticked::default())
}

/// A club whose clocks are right.
fn right(_: &mut Store, _: &Reading) -> Result<(), StoreError> {
    Ok(())
}

fn at_noon() -> Reading {
    Reading::steady(noon())
}

fn noon() -> DateTime<Utc> {
    "2026-11-21T12:00:00Z".parse().unwrap()
}

fn minutes(minutes: i64) -> DateTime<Utc> {
    noon() + TimeDelta::minutes(minutes)
}

/// A folder with a file in it.
struct World {
    folder: tempfile::TempDir,
}

impl World {
    fn new() -> World {
        let world = World { folder: crate::cli::here() };
        world.store();
        world
    }

    fn path(&self) -> PathBuf {
        self.folder.path().join("club.db")
    }

    fn store(&self) -> Store {
        Store::open(&self.path(), noon()).unwrap()
    }

    fn reader(&self) -> Reader {
        Reader::open(&self.path()).unwrap()
    }

    /// A file with letters that wait, one to each of these.
    fn with_letters<'a>(to: impl IntoIterator<Item = &'a str>) -> World {
        let world = World::new();
        let mut store = world.store();
        let letters: Vec<NewLetter> = to.into_iter().map(letter).collect();
        store.take_in(&[mail()], &[], noon()).unwrap();
        let handle = |tx: &Tx<'_>, _: &SpooledMail| {
            letters.iter().try_for_each(|letter| tx.enqueue(letter).map(drop))?;
            done()
        };
        assert_eq!(store.work(1, noon(), handle).unwrap().troubles, []);
        world
    }

    /// `to attempts` of the letters in a state.
    fn letters(&self, state: LetterState) -> Vec<String> {
        let lines = self.reader().queue(state, 1_000).unwrap();
        // In the order in which they were written.
        lines.iter().rev().map(|line| format!("{} {}", line.to, line.attempts)).collect()
    }

    /// Lets every such write fail until the connection says otherwise.
    fn spoil(&self, table: &str, when: &str) -> rusqlite::Connection {
        let connection = rusqlite::Connection::open(self.path()).unwrap();
        let sql = format!("CREATE TRIGGER spoiled BEFORE {when} ON {table} BEGIN SELECT RAISE(ABORT, 'spoiled'); END");
        connection.execute_batch(&sql).unwrap();
        connection
    }
}

fn mend(side_door: &rusqlite::Connection) {
    side_door.execute_batch("DROP TRIGGER spoiled").unwrap();
}

fn done() -> Result<Outcome, StoreError> {
    Ok(Outcome::Done { note: String::new() })
}

/// A writer that is content with every mail.
fn writer_at(path: &Path) -> (Writer, JoinHandle<Store>) {
    let store = Store::open(path, noon()).unwrap();
    let (writer, jobs) = writer::channel();
    let thread = thread::spawn(move || writer::run(store, at_noon, |_, _| done(), right, idle, jobs, |_| ()));
    (writer, thread)
}

fn noon_clock() -> Arc<dyn Fn() -> DateTime<Utc> + Send + Sync> {
    Arc::new(noon)
}

fn mail() -> NewMail {
    use std::sync::atomic::{AtomicU64, Ordering};
    static MAILS: AtomicU64 = AtomicU64::new(1);
    let mut fingerprint = [7; 32];
    fingerprint[..8].copy_from_slice(&MAILS.fetch_add(1, Ordering::Relaxed).to_le_bytes());
    NewMail {
        raw: b"help".to_vec(),
        envelope_from: None,
        envelope_to: Vec::new(),
        door: Door::Pipe,
        source_key: None,
        stamped: None,
        fingerprint,
    }
}

fn letter(to: &str) -> NewLetter {
    NewLetter {
        board: None,
        not_before: None,
        created: noon(),
        envelope_from: "club+b.k7qf@tafl.test".to_owned(),
        bounce_key: None,
        to: to.to_owned(),
        reader: None,
        author: None,
        number: None,
        kind: "help",
        bytes: format!("Message-ID: <{to}.tafl.test>\r\n\r\n.hidden\r\n..\r\n").into_bytes(),
        starts: Vec::new(),
        stranger: false,
    }
}

#[test]
fn a_server_that_only_serves_forgets_old_texts_too() {
    let folder = crate::cli::here();
    let path = folder.path().join("club.db");
    let long_ago = noon() - chrono::TimeDelta::days(40);
    let mut store = Store::open(&path, long_ago).unwrap();
    let raw = b"From: <ann@example.org>\n\nx".to_vec();
    let envelope = taflpost::intake::pipe::Envelope::default();
    taflpost::intake::pipe::take(&mut store, raw.as_slice(), envelope, &Witness::default(), long_ago).unwrap();
    let failed = |_: &taflpost::store::Tx, _: &taflpost::store::SpooledMail| {
        Ok::<_, StoreError>(Outcome::Failed { note: String::new() })
    };
    store.work(64, long_ago, failed).unwrap();
    // Then it served for forty days.
    for at in [long_ago, noon()] {
        store.look(&Reading::steady(at), Watch::Round { every: TimeDelta::days(100) }).unwrap();
        store.confirm_time().unwrap();
        if at < noon() {
            store.tidy_up(at).unwrap();
        }
    }
    assert!(taflpost::store::Reader::open(&path).unwrap().raw(1).unwrap().is_some());

    let (writer, jobs) = writer::channel();
    writer.stop();
    writer::run(store, at_noon, failed, right, idle, jobs, |_| ());

    assert_eq!(taflpost::store::Reader::open(&path).unwrap().raw(1).unwrap(), None);
}
