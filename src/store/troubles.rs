//! Troubles of the store itself. A store that fails cannot write down that it fails, so this stands in a file of its own beside
//! the database, from which `status` reads it.
//!
//! The file is called `troubles`, and has [`FILE_BYTES`] from the start: a text of JSON, filled up with blanks. It is rewritten in place,
//! so that a full disk is told like any other trouble. Every road on which mail is stored or handled writes it: `serve`, `work` and
//! `deliver`, each under a lock of the file. A file that was torn by a power cut reads as [`Troubles::read`]'s error and is written anew
//! with the next trouble.
//!
//! ```text
//!  well --fails--> begun (how often, since when, why) --succeeds--> ended (kept until the next one begins)
//! ```
//!
//! The file itself may refuse: the disk ails, has become read-only, or copies what it rewrites and is full. Then:
//!
//! - A running server remembers what it could not write, and tries again each time the clockwork looks. Meanwhile it holds the lock of
//!   the data folder. That needs no disk, is gone with the process, and says nothing but "ask me": [`Troubles::is_unwritten`].
//! - A process that ends at once (`deliver`) can leave no word. So `status` finds out by itself whether the file can be rewritten:
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
pub const FILE_BYTES: usize = 4096;

/// The longest reason kept, in characters. Spelled out as JSON it takes at most six bytes for each.
const WHY_CHARS_MAX: usize = 160;

/// How often the lock is tried. Its holder writes one page; one that hangs must not keep a mail out.
const LOCK_TRIES_MAX: u32 = 20;

/// Between two tries.
const LOCK_AGAIN_AFTER: Duration = Duration::from_millis(5);

/// What the store does not do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TroubleKind {
    /// It does not take mail in: a door has asked the sender to come again.
    MailRefused,
    /// It has mail and does not get it handled.
    MailNotHandled,
}

impl Word for TroubleKind {
    const WHAT: &'static str = "a trouble of the store";
    const ALL: &'static [TroubleKind] = &[TroubleKind::MailRefused, TroubleKind::MailNotHandled];

    fn word(self) -> &'static str {
        match self {
            TroubleKind::MailRefused => "mail-refused",
            TroubleKind::MailNotHandled => "mail-not-handled",
        }
    }
}

/// One trouble, the latest of its kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoreTrouble {
    /// What is not done.
    pub kind: TroubleKind,
    /// When it failed for the first time.
    pub since: DateTime<Utc>,
    /// When it failed for the last time.
    pub last: DateTime<Utc>,
    /// How often it has failed.
    pub times: u32,
    /// When it worked again; `None` while it has not.
    pub ended: Option<DateTime<Utc>>,
    /// Why, as the store said it last.
    pub why: String,
}

/// As it stands in the file: words and microseconds, so that an operator can read it with `cat`.
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

/// The file beside a database, and what this process could not write into it; clones share that.
#[derive(Clone, Debug)]
pub struct Troubles {
    path: PathBuf,
    unwritten: Arc<Unwritten>,
}

#[derive(Debug, Default)]
struct Unwritten {
    troubles: Mutex<Vec<StoreTrouble>>,
    /// The data folder, opened while that still works. Its lock is held while there is something unwritten.
    folder: OnceLock<File>,
}

impl Troubles {
    /// The file of the database at `database`; nothing is opened yet.
    pub fn beside(database: &Path) -> Troubles {
        Troubles { path: database.with_file_name("troubles"), unwritten: Arc::default() }
    }

    /// Makes the file at its full length where it is missing, while there still is room for it.
    ///
    /// # Errors
    /// When it cannot be made.
    pub fn prepare(&self) -> io::Result<()> {
        match self.open() {
            Ok(file) if file.metadata()?.len() == FILE_BYTES as u64 => Ok(()),
            Ok(_) | Err(_) => self.change(|_| true),
        }
    }

    /// Opens the data folder while that still works: on a disk that ails later its lock can be taken all the same.
    pub(super) fn hold_folder(&self) {
        if let Ok(folder) = self.open_folder() {
            // What was opened first stays.
            let _ = self.unwritten.folder.set(folder);
        }
    }

    /// Writes down that something failed. The file must not make a bad hour worse: that it cannot be written is no second failure.
    pub fn begins(&self, kind: TroubleKind, why: &dyn std::fmt::Display, now: DateTime<Utc>) {
        let why: String = why.to_string().chars().take(WHY_CHARS_MAX).collect();
        let begun = StoreTrouble { kind, since: now, last: now, times: 1, ended: None, why };
        add(&mut self.unwritten(), begun);
        self.write_again();
    }

    /// Writes down that it works. The answer is the trouble that this has ended.
    pub fn ends(&self, kind: TroubleKind, now: DateTime<Utc>) -> Option<StoreTrouble> {
        let open = |trouble: &StoreTrouble| trouble.kind == kind && trouble.ended.is_none();
        if let Some(trouble) = self.unwritten().iter_mut().find(|trouble| open(trouble)) {
            trouble.ended = Some(now);
        }
        self.write_again();
        // Looked at first without the lock: all is well nearly always.
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

    /// Writes down what could not be written before.
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
            // Another thread may have met one meanwhile.
            let newer = std::mem::replace(&mut *unwritten, waiting);
            newer.into_iter().for_each(|trouble| add(&mut unwritten, trouble));
        }
        let is_unwritten = !unwritten.is_empty();
        drop(unwritten);
        self.sign(is_unwritten);
    }

    /// Holds the lock of the data folder, or lets it go.
    fn sign(&self, is_unwritten: bool) {
        let Some(folder) = self.unwritten.folder.get() else { return };
        let _ = match is_unwritten {
            // In its way are those that look, for a moment, and others that have something unwritten: then the sign is there.
            true => locked(|| folder.try_lock()).map(drop),
            false => folder.unlock(),
        };
    }

    /// Whether a running process has met a trouble that it could not write down.
    pub fn is_unwritten(&self) -> bool {
        // Shared, so that two that look do not take each other for it.
        self.open_folder().and_then(|folder| locked(|| folder.try_lock_shared())).is_ok_and(|is_free| !is_free)
    }

    /// Whether the file can be rewritten, with what stands in it.
    ///
    /// # Errors
    /// When it cannot. One that is missing, is damaged, or belongs to somebody else proves nothing.
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
        // A list that is whole after each line of this file.
        self.unwritten.troubles.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What stands in the file; nothing where there is none.
    ///
    /// # Errors
    /// When it cannot be read, or was torn.
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

    /// Reads, changes and rewrites the file under its lock. `change` says whether there is something to write.
    fn change(&self, change: impl FnOnce(&mut Vec<StoreTrouble>) -> bool) -> io::Result<()> {
        let mut file = self.open_or_make()?;
        // Its holder may hang; then it is written all the same.
        locked(|| file.try_lock())?;
        // One that was torn, or is empty, begins anew.
        let mut troubles = read(&file).unwrap_or_default();
        match change(&mut troubles) {
            true => write(&mut file, &troubles),
            false => Ok(()),
        }
    }
}

/// Tries a lock for a moment. The answer is whether it is had.
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

/// Puts a trouble among others: it goes on with one of its kind that has not ended, or takes its place.
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
