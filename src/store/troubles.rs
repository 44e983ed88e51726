//! Troubles of the store itself. A store that fails cannot write down that it fails, so this stands in a file of its own beside
//! the database, from which `status` reads it.
//!
//! The file is called `troubles`, and has [`FILE_BYTES`] from the start: a text of JSON, filled up with blanks. It is rewritten in place,
//! so that a full disk is told like any other trouble (a file system that copies what it rewrites may still refuse; then the journal
//! alone has it). Every road on which mail is stored or handled writes it: `serve`, `work` and `deliver`, each under a lock
//! of the file. A file that was torn by a power cut reads as [`Troubles::read`]'s error and is written anew with the next trouble.
//!
//! ```text
//!  well --fails--> begun (how often, since when, why) --succeeds--> ended (kept until the next one begins)
//! ```

use crate::store::words::{Word, instant, micros};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
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

/// The file beside a database.
#[derive(Clone, Debug)]
pub struct Troubles {
    path: PathBuf,
}

impl Troubles {
    /// The file of the database at `database`; nothing is opened yet.
    pub fn beside(database: &Path) -> Troubles {
        Troubles { path: database.with_file_name("troubles") }
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

    /// Writes down that something failed. The file must not make a bad hour worse: that it cannot be written is no second failure.
    pub fn begins(&self, kind: TroubleKind, why: &dyn std::fmt::Display, now: DateTime<Utc>) {
        let why: String = why.to_string().chars().take(WHY_CHARS_MAX).collect();
        let _ = self.change(|troubles| {
            match troubles.iter_mut().find(|trouble| trouble.kind == kind) {
                Some(trouble) if trouble.ended.is_none() => {
                    trouble.last = now;
                    trouble.times = trouble.times.saturating_add(1);
                    trouble.why = why;
                }
                other => {
                    let begun = StoreTrouble { kind, since: now, last: now, times: 1, ended: None, why };
                    match other {
                        Some(trouble) => *trouble = begun,
                        None => troubles.push(begun),
                    }
                }
            }
            true
        });
    }

    /// Writes down that it works. The answer is the trouble that this has ended.
    pub fn ends(&self, kind: TroubleKind, now: DateTime<Utc>) -> Option<StoreTrouble> {
        // Looked at first without the lock: all is well nearly always.
        let open = |trouble: &StoreTrouble| trouble.kind == kind && trouble.ended.is_none();
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
        for _ in 0..LOCK_TRIES_MAX {
            match file.try_lock() {
                Ok(()) => break,
                Err(TryLockError::WouldBlock) => thread::sleep(LOCK_AGAIN_AFTER),
                Err(TryLockError::Error(error)) => return Err(error),
            }
        }
        // One that was torn, or is empty, begins anew.
        let mut troubles = read(&file).unwrap_or_default();
        if !change(&mut troubles) {
            return Ok(());
        }
        let rows: Vec<Row> = troubles.iter().map(Row::from).collect();
        let mut text = serde_json::to_string(&rows)?;
        debug_assert!(text.len() < FILE_BYTES, "every kind has one row of bounded length");
        text.extend(std::iter::repeat_n(' ', (FILE_BYTES - 1).saturating_sub(text.len())));
        text.push('\n');
        file.seek(SeekFrom::Start(0))?;
        file.write_all(text.as_bytes())?;
        file.sync_data()
    }
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
            kind: TroubleKind::read(&self.kind).map_err(damaged)?,
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
mod tests {
    use super::*;
    use chrono::TimeDelta;

    fn noon() -> DateTime<Utc> {
        "2026-11-21T12:00:00Z".parse().unwrap()
    }

    fn file() -> (tempfile::TempDir, Troubles) {
        let folder = tempfile::tempdir().unwrap();
        let troubles = Troubles::beside(&folder.path().join("taflpost.db"));
        troubles.prepare().unwrap();
        (folder, troubles)
    }

    #[test]
    fn a_trouble_is_counted_until_it_ends_and_begins_anew_after_that() {
        let (_folder, troubles) = file();
        let minute = |n| noon() + TimeDelta::minutes(n);
        assert_eq!(troubles.read().unwrap(), []);
        assert_eq!(troubles.ends(TroubleKind::MailRefused, noon()), None);
        troubles.begins(TroubleKind::MailRefused, &"disk full", minute(1));
        troubles.begins(TroubleKind::MailNotHandled, &"damaged", minute(2));
        troubles.begins(TroubleKind::MailRefused, &"disk still full", minute(3));
        let told = troubles.ends(TroubleKind::MailRefused, minute(4)).unwrap();
        assert_eq!((told.since, told.last, told.times), (minute(1), minute(3), 2));
        assert_eq!(told.why, "disk still full");
        assert_eq!(troubles.ends(TroubleKind::MailRefused, minute(5)), None, "it has ended once");
        let kept = troubles.read().unwrap();
        let ended: Vec<_> = kept.iter().map(|trouble| (trouble.kind, trouble.ended)).collect();
        assert_eq!(ended, [(TroubleKind::MailRefused, Some(minute(4))), (TroubleKind::MailNotHandled, None)]);
        troubles.begins(TroubleKind::MailRefused, &"again", minute(6));
        assert_eq!(troubles.read().unwrap()[0].since, minute(6));
    }

    #[test]
    fn the_file_never_changes_its_length_whatever_was_the_matter() {
        let (folder, troubles) = file();
        let length = || std::fs::metadata(folder.path().join("troubles")).unwrap().len();
        assert_eq!(length(), FILE_BYTES as u64);
        for why in ["\u{1}".repeat(5_000), "\"".repeat(5_000), "\u{1F600}".repeat(5_000), String::new()] {
            for kind in TroubleKind::ALL {
                troubles.begins(*kind, &why, noon());
            }
            assert_eq!(length(), FILE_BYTES as u64);
            assert_eq!(troubles.read().unwrap().len(), TroubleKind::ALL.len());
        }
    }

    #[test]
    fn a_torn_file_is_said_to_be_torn_and_serves_again_with_the_next_trouble() {
        let (folder, troubles) = file();
        troubles.begins(TroubleKind::MailRefused, &"disk full", noon());
        let path = folder.path().join("troubles");
        let mut bytes = std::fs::read(&path).unwrap();
        bytes[20..512].fill(0);
        std::fs::write(&path, bytes).unwrap();
        assert!(troubles.read().is_err());
        troubles.begins(TroubleKind::MailRefused, &"disk full", noon());
        assert_eq!(troubles.read().unwrap().len(), 1);
    }
}
