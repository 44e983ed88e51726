//! What the operator does, and what the program reports: the program as the operator runs it, in its own folder.

mod alarms;
mod announcing;
mod deliver;
mod looking;
mod monitor;
mod restore;
mod serving;
mod tournaments;

use crate::cli::{SIGNUP, here, taflpost};
use std::path::{Path, PathBuf};
use taflpost::store::{Door, NewMail, Store};

/// The database that the program makes in a folder where it is told nothing else.
fn database(folder: &Path) -> PathBuf {
    folder.join("taflpost-data/taflpost.db")
}

/// The database, open as by another process.
fn store(path: &Path) -> Store {
    Store::open(path, "2026-11-21T12:00:00Z".parse().unwrap()).unwrap()
}

/// The lock of a data folder, held as a running server holds it.
fn lock_of_a_server(folder: &Path) -> std::fs::File {
    std::fs::write(folder.join("serve.lock"), "serve").unwrap();
    let lock = std::fs::File::open(folder.join("serve.lock")).unwrap();
    lock.lock().unwrap();
    lock
}

/// A mail that no other test mail repeats.
fn mail(serial: u8) -> NewMail {
    NewMail {
        raw: format!("From: <ann@fjord.test>\nMessage-ID: <{serial}@fjord.test>\nSubject: help\n\n").into_bytes(),
        envelope_from: Some("ann@fjord.test".to_owned()),
        envelope_to: vec!["tafl@localhost".to_owned()],
        door: Door::Pipe,
        source_key: None,
        stamped: None,
        fingerprint: [serial; 32],
    }
}
