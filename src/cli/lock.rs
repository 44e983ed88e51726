//! Only one process sends the letters of a database: a second one would send them again. Whoever does holds the lock of
//! the data folder; whoever only looks asks whether it is held, and leaves no file behind.

use crate::cli::Trouble;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

/// How often the lock is tried before it counts as held: a look holds it for a moment.
const TRIES_MAX: u32 = 4;

/// Between two tries.
const TRY_AGAIN_AFTER: Duration = Duration::from_millis(10);

/// Takes the lock of a data folder, which must be there. `None` while another process has it.
pub(super) fn take(folder: &Path) -> Result<Option<File>, Trouble> {
    let path = path(folder);
    let opened = match File::open(&path) {
        // One that another user has made can be locked by whoever can read it.
        Err(error) if error.kind() == ErrorKind::NotFound => {
            OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&path)
        }
        opened => opened,
    };
    let file = opened.map_err(|error| trouble(&path, &error))?;
    for _ in 0..TRIES_MAX {
        match file.try_lock() {
            Ok(()) => return Ok(Some(file)),
            Err(TryLockError::WouldBlock) => thread::sleep(TRY_AGAIN_AFTER),
            Err(TryLockError::Error(error)) => return Err(trouble(&path, &error)),
        }
    }
    Ok(None)
}

/// Whether a process has the lock of a data folder.
pub(super) fn is_held(folder: &Path) -> Result<bool, Trouble> {
    let path = path(folder);
    let file = match File::open(&path) {
        Ok(file) => file,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(false),
        Err(error) => return Err(trouble(&path, &error)),
    };
    // Shared, so that two that look do not take each other for a server.
    match file.try_lock_shared() {
        Ok(()) => Ok(false),
        Err(TryLockError::WouldBlock) => Ok(true),
        Err(TryLockError::Error(error)) => Err(trouble(&path, &error)),
    }
}

fn path(folder: &Path) -> PathBuf {
    folder.join("serve.lock")
}

fn trouble(path: &Path, error: &std::io::Error) -> Trouble {
    let remedy = "run this as the user who runs taflpost serve";
    Trouble::Failed(format!("cannot lock {}: {error}; {remedy}", path.display()))
}
