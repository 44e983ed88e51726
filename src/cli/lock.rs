//! Only one process sends the letters of a database, because a second one would send them again. That process holds the lock of the data
//! folder. A process that only checks asks whether the lock is held, and leaves no file behind.
//!
//! The file says which command holds it, so that others know whether to wait: `work` and `restore` are soon done, `serve` is not. After a
//! crash the word stays but the lock is free, so the word alone means nothing.

use crate::cli::Trouble;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{ErrorKind, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

/// How long to wait for another command that is soon done.
const WAIT: Duration = Duration::from_secs(10);

/// How long to wait for a process that only checks: it has the lock for a moment.
const LOOK_WAIT: Duration = Duration::from_millis(40);

/// The time between two attempts.
const TRY_AGAIN_AFTER: Duration = Duration::from_millis(10);

/// The command that takes the lock.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Holder {
    Serve,
    Work,
    Restore,
}

impl Holder {
    fn word(self) -> &'static str {
        match self {
            Holder::Serve => "serve",
            Holder::Work => "work",
            Holder::Restore => "restore",
        }
    }
}

/// Takes the lock of a data folder, which must exist. Waits for a command that is soon done. `None` if another process keeps the lock.
pub(super) fn take(folder: &Path, holder: Holder) -> Result<Option<File>, Trouble> {
    let path = path(folder);
    let writable = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&path);
    let mut file = match writable {
        // If another user created the file, anybody who can read it can lock it.
        Err(error) if error.kind() == ErrorKind::PermissionDenied => File::open(&path),
        opened => opened,
    }
    .map_err(|error| trouble(&path, &error))?;
    let begun = Instant::now();
    loop {
        match file.try_lock() {
            Ok(()) => break,
            Err(TryLockError::WouldBlock) => {
                let serving = word(&mut file) == Holder::Serve.word();
                if begun.elapsed() > if serving { LOOK_WAIT } else { WAIT } {
                    return Ok(None);
                }
                thread::sleep(TRY_AGAIN_AFTER);
            }
            Err(TryLockError::Error(error)) => return Err(trouble(&path, &error)),
        }
    }
    // Only a hint for processes that wait. A full disk must not stop the work.
    let _ = file.set_len(0).and_then(|()| file.rewind()).and_then(|()| file.write_all(holder.word().as_bytes()));
    Ok(Some(file))
}

/// What the last holder wrote into the file.
fn word(file: &mut File) -> String {
    let mut word = String::new();
    let _ = file.rewind().and_then(|()| file.take(16).read_to_string(&mut word));
    word
}

/// Whether a process holds the lock of a data folder.
pub(super) fn is_held(folder: &Path) -> Result<bool, Trouble> {
    let path = path(folder);
    let file = match File::open(&path) {
        Ok(file) => file,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(false),
        Err(error) => return Err(trouble(&path, &error)),
    };
    // A shared lock, so that two processes that check do not take each other for a server.
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
    let remedy = "run this command as the user who runs taflpost serve";
    Trouble::Failed(format!("cannot lock {}: {error}; {remedy}", path.display()))
}
