//! Failures of the store itself. A store that fails cannot record that it fails, so this is in a separate file beside the database, which
//! `status` reads.
//!
//! The file is called `troubles`, and has [`FILE_BYTES`] from the start: JSON text, filled up with blanks. It is rewritten in place, so
//! that a full disk is reported like any other problem. Every command that stores or handles mail writes it: `serve`, `work` and `deliver`,
//! each under a lock of the file. If a power failure tears the file, [`Troubles::read`] returns an error, and the next problem writes it
//! again.
//!
//! ```text
//!  well --fails--> begun (how often, since when, why) --succeeds--> ended (kept until the next one begins)
//! ```
//!
//! The file itself may fail: the disk has an error, has become read-only, or copies what it rewrites and is full. Then:
//!
//! - A running server remembers what it could not write, and tries again each time the clockwork looks. In the meantime it holds the lock
//!   of the data folder. That needs no disk, ends with the process, and only says "ask me": [`Troubles::is_unwritten`].
//! - A process that ends at once (`deliver`) cannot do that. So `status` checks by itself whether the file can be rewritten:
//!   [`Troubles::probe`].

use crate::store::columns::{Word, instant, micros};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;
use std::time::Duration;

/// The length of the file, in bytes: one page of a disk.
pub(super) const FILE_BYTES: usize = 4096;

/// The longest reason that is kept, in characters. In JSON each takes at most six bytes.
const WHY_CHARS_MAX: usize = 160;

/// How often the lock is tried. Its holder writes one page. A holder that hangs must not keep a mail out.
const LOCK_TRIES_MAX: u32 = 20;

/// The time between two attempts.
const LOCK_AGAIN_AFTER: Duration = Duration::from_millis(5);

/// What the store fails to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TroubleKind {
    /// It does not take mail in: a door has asked the sender to come again.
    MailRefused,
    /// It has mail but cannot handle it.
    MailNotHandled,
}

impl Word for TroubleKind {
    const WHAT: &'static str = "the kind of a recorded failure";
    const ALL: &'static [TroubleKind] = &[TroubleKind::MailRefused, TroubleKind::MailNotHandled];

    fn word(self) -> &'static str {
        match self {
            TroubleKind::MailRefused => "mail-refused",
            TroubleKind::MailNotHandled => "mail-not-handled",
        }
    }
}

/// One problem, the latest of its kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoreTrouble {
    /// What fails.
    pub kind: TroubleKind,
    /// When it failed for the first time.
    pub since: DateTime<Utc>,
    /// When it failed for the last time.
    pub last: DateTime<Utc>,
    /// How often it has failed.
    pub times: u32,
    /// When it worked again; `None` if it has not.
    pub ended: Option<DateTime<Utc>>,
    /// The store's last error.
    pub why: String,
}

/// The form in the file: words and microseconds, so that an operator can read it with `cat`.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    kind: String,
    since: i64,
    last: i64,
    times: u32,
    ended: Option<i64>,
    why: String,
}

/// The file beside a database, and what this process could not write into it. Clones share both.
#[derive(Clone, Debug)]
pub struct Troubles {
    path: PathBuf,
    unwritten: Arc<Unwritten>,
}

#[derive(Debug, Default)]
struct Unwritten {
    troubles: Mutex<Vec<StoreTrouble>>,
    /// The data folder, opened while that still works. Its lock is held while something is unwritten.
    folder: OnceLock<File>,
}

impl Troubles {
    /// The file for the database at `database`. Nothing is opened yet.
    pub fn beside(database: &Path) -> Troubles {
        Troubles { path: database.with_file_name("troubles"), unwritten: Arc::default() }
    }

    /// Creates the file at its full length if it is missing, while there still is space for it.
    ///
    /// # Errors
    /// If it cannot be created.
    pub fn prepare(&self) -> io::Result<()> {
        match self.open() {
            Ok(file) if file.metadata()?.len() == FILE_BYTES as u64 => Ok(()),
            Ok(_) | Err(_) => self.change(|_| true),
        }
    }

    /// Opens the data folder while that still works: even if the disk fails later, its lock can be taken.
    pub(super) fn hold_folder(&self) {
        if let Ok(folder) = self.open_folder() {
            // The folder that was opened first stays.
            let _ = self.unwritten.folder.set(folder);
        }
    }

    /// Records that something failed. It is not a second error if the file cannot be written.
    pub fn begins(&self, kind: TroubleKind, why: &dyn std::fmt::Display, now: DateTime<Utc>) {
        let why: String = why.to_string().chars().take(WHY_CHARS_MAX).collect();
        let begun = StoreTrouble { kind, since: now, last: now, times: 1, ended: None, why };
        add(&mut self.unwritten(), begun);
        self.write_again();
    }

    /// Records that something works. Returns the problem that has ended with this.
    pub fn ends(&self, kind: TroubleKind, now: DateTime<Utc>) -> Option<StoreTrouble> {
        let open = |trouble: &StoreTrouble| trouble.kind == kind && trouble.ended.is_none();
        if let Some(trouble) = self.unwritten().iter_mut().find(|trouble| open(trouble)) {
            trouble.ended = Some(now);
        }
        self.write_again();
        // Checked first without the lock, because nearly always all is well.
        if !self.read().ok()?.iter().any(open) {
            return None;
        }
        let mut ended = None;
        let _ = self.change(|troubles| {
            for trouble in troubles.iter_mut().filter(|trouble| open(trouble)) {
                trouble.ended = Some(now);
                ended = Some(trouble.clone());
            }
            ended.is_some()
        });
        ended
    }

    /// Writes what could not be written before.
    pub fn write_again(&self) {
        let waiting = std::mem::take(&mut *self.unwritten());
        if waiting.is_empty() {
            return;
        }
        let written = self.change(|troubles| {
            waiting.iter().for_each(|trouble| add(troubles, trouble.clone()));
            true
        });
        let mut unwritten = self.unwritten();
        if written.is_err() {
            // Another thread may have met a problem in the meantime.
            let newer = std::mem::replace(&mut *unwritten, waiting);
            newer.into_iter().for_each(|trouble| add(&mut unwritten, trouble));
        }
        let is_unwritten = !unwritten.is_empty();
        drop(unwritten);
        self.sign(is_unwritten);
    }

    /// Takes or releases the lock of the data folder.
    fn sign(&self, is_unwritten: bool) {
        let Some(folder) = self.unwritten.folder.get() else { return };
        let _ = match is_unwritten {
            // Others may hold the lock: processes that only check, for a moment, or those that also have something unwritten. Then the sign
            // is already there.
            true => locked(|| folder.try_lock()).map(drop),
            false => folder.unlock(),
        };
    }

    /// Whether a running process has met a problem that it could not record.
    pub fn is_unwritten(&self) -> bool {
        // A shared lock, so that two processes that check do not take each other for such a process.
        self.open_folder().and_then(|folder| locked(|| folder.try_lock_shared())).is_ok_and(|is_free| !is_free)
    }

    /// Whether the file can be rewritten with its current content.
    ///
    /// # Errors
    /// If it cannot. A file that is missing, is damaged, or belongs to another user proves nothing.
    pub fn probe(&self) -> io::Result<()> {
        let mut file = match self.open() {
            Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::PermissionDenied) => {
                return Ok(());
            }
            opened => opened?,
        };
        if !locked(|| file.try_lock())? {
            return Ok(());
        }
        match read(&file) {
            Ok(troubles) => write(&mut file, &troubles),
            Err(_) => Ok(()),
        }
    }

    fn unwritten(&self) -> MutexGuard<'_, Vec<StoreTrouble>> {
        // The list is complete after each line of this file.
        self.unwritten.troubles.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The content of the file; empty if there is no file.
    ///
    /// # Errors
    /// If it cannot be read, or was torn.
    pub fn read(&self) -> io::Result<Vec<StoreTrouble>> {
        match File::open(&self.path) {
            Ok(file) => read(file),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
            Err(error) => Err(error),
        }
    }

    fn open_folder(&self) -> io::Result<File> {
        let folder = self.path.parent().filter(|folder| !folder.as_os_str().is_empty());
        File::open(folder.unwrap_or(Path::new(".")))
    }

    fn open(&self) -> io::Result<File> {
        OpenOptions::new().read(true).write(true).open(&self.path)
    }

    fn open_or_make(&self) -> io::Result<File> {
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        options.open(&self.path)
    }

    /// Reads, changes and rewrites the file under its lock. `change` returns whether there is something to write.
    fn change(&self, change: impl FnOnce(&mut Vec<StoreTrouble>) -> bool) -> io::Result<()> {
        let mut file = self.open_or_make()?;
        // The holder of the lock may hang. Then the file is written even without the lock.
        locked(|| file.try_lock())?;
        // A file that was torn, or is empty, starts again.
        let mut troubles = read(&file).unwrap_or_default();
        match change(&mut troubles) {
            true => write(&mut file, &troubles),
            false => Ok(()),
        }
    }
}

/// Tries to take a lock for a moment. Returns whether it was taken.
fn locked(mut take: impl FnMut() -> Result<(), TryLockError>) -> io::Result<bool> {
    for _ in 0..LOCK_TRIES_MAX {
        match take() {
            Ok(()) => return Ok(true),
            Err(TryLockError::WouldBlock) => thread::sleep(LOCK_AGAIN_AFTER),
            Err(TryLockError::Error(error)) => return Err(error),
        }
    }
    Ok(false)
}

/// Adds a problem to others: it continues one of its kind that has not ended, or replaces it.
fn add(troubles: &mut Vec<StoreTrouble>, news: StoreTrouble) {
    match troubles.iter_mut().find(|trouble| trouble.kind == news.kind) {
        Some(trouble) if trouble.ended.is_none() => {
            let (since, times) = (trouble.since, trouble.times.saturating_add(news.times));
            *trouble = StoreTrouble { since, times, ..news };
        }
        Some(trouble) => *trouble = news,
        None => troubles.push(news),
    }
}

fn write(file: &mut File, troubles: &[StoreTrouble]) -> io::Result<()> {
    let rows: Vec<Row> = troubles.iter().map(Row::from).collect();
    let mut text = serde_json::to_string(&rows)?;
    debug_assert!(text.len() < FILE_BYTES, "every kind has one row of bounded length");
    text.extend(std::iter::repeat_n(' ', (FILE_BYTES - 1).saturating_sub(text.len())));
    text.push('\n');
    file.seek(SeekFrom::Start(0))?;
    file.write_all(text.as_bytes())?;
    file.sync_data()
}

fn read(mut file: impl Read) -> io::Result<Vec<StoreTrouble>> {
    let mut text = String::new();
    file.by_ref().take(FILE_BYTES as u64).read_to_string(&mut text)?;
    if text.trim().is_empty() {
        return Ok(Vec::new());
    }
    let rows: Vec<Row> = serde_json::from_str(&text)?;
    rows.into_iter().map(Row::into_trouble).collect()
}

impl Row {
    fn from(trouble: &StoreTrouble) -> Row {
        Row {
            kind: trouble.kind.word().to_owned(),
            since: micros(trouble.since),
            last: micros(trouble.last),
            times: trouble.times,
            ended: trouble.ended.map(micros),
            why: trouble.why.clone(),
        }
    }

    fn into_trouble(self) -> io::Result<StoreTrouble> {
        let damaged = |error: crate::store::StoreError| io::Error::new(io::ErrorKind::InvalidData, error.to_string());
        Ok(StoreTrouble {
            kind: TroubleKind::read(&self.kind).map_err(|wrong| damaged(wrong.into()))?,
            since: instant(self.since).map_err(damaged)?,
            last: instant(self.last).map_err(damaged)?,
            times: self.times,
            ended: self.ended.map(instant).transpose().map_err(damaged)?,
            why: self.why,
        })
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests;
