//! Going back to a backup.
//!
//! The backup is not renamed into place: a killed server leaves a write-ahead log beside its file, SQLite would apply
//! that log to whatever bears the name, and another process may have the file open. Instead its pages are written over
//! those of the database in one transaction, so that whoever has the file open sees either the old club or the new one.

use crate::store::backup::beside;
use crate::store::{Store, StoreError, backup, connection, migrations};
use chrono::{DateTime, Utc};
use rusqlite::backup::{Backup, StepResult};
use rusqlite::{Connection, OpenFlags};
use std::fs;
use std::path::{Path, PathBuf};

impl Store {
    /// Makes the database at `to` what the backup at `from` is. What was there before is kept beside it; the answer is
    /// its name, which is made from `now`. An older backup stays as old as it is until it is opened.
    ///
    /// # Errors
    /// When `from` is no whole backup, is newer than this program, or something cannot be written; then the database is
    /// as it was.
    pub fn restore(from: &Path, to: &Path, now: DateTime<Utc>) -> Result<Option<PathBuf>, StoreError> {
        let source = whole(from)?;
        if is_same(from, to) {
            let why = "this is the database itself, not a backup of it".to_owned();
            return Err(StoreError::Backup { path: from.to_owned(), why });
        }
        let kept = match to.exists() {
            true => Some(set_aside(to, now)?),
            false => None,
        };
        let mut target = connection::writer(to)?;
        let stepped = Backup::new(&source, &mut target)?.step(-1)?;
        if stepped != StepResult::Done {
            let why = "another program is writing to the database; try again".to_owned();
            return Err(StoreError::Backup { path: from.to_owned(), why });
        }
        drop(target);
        backup::check(to)?;
        Ok(kept)
    }
}

/// A backup that can be trusted, open for reading.
fn whole(from: &Path) -> Result<Connection, StoreError> {
    if !from.exists() {
        return Err(StoreError::Missing(from.to_owned()));
    }
    let looked = Connection::open_with_flags(from, OpenFlags::SQLITE_OPEN_READ_ONLY).map_err(StoreError::from);
    let looked = looked.and_then(|source| {
        let (found, known) = (migrations::schema(&source, from)?, migrations::newest());
        match found {
            0 => Err(StoreError::Foreign(from.to_owned())),
            found if found > known => Err(StoreError::Newer { path: from.to_owned(), found, known }),
            _ => backup::check(from).map(|()| source),
        }
    });
    // Which of two files is malformed must be said.
    looked.map_err(|error| match error {
        StoreError::Sqlite(error) => StoreError::Backup { path: from.to_owned(), why: error.to_string() },
        error => error,
    })
}

/// A copy of the database as it is. One that is too damaged to be copied is moved away with its log, as it is.
fn set_aside(path: &Path, now: DateTime<Utc>) -> Result<PathBuf, StoreError> {
    let kept = beside(path, &now.format(".replaced.%Y%m%dT%H%M%S%3fZ").to_string());
    let copied = connection::writer(path).and_then(|live| backup::copy(&live, path, &kept));
    match copied {
        Ok(()) => return Ok(kept),
        Err(error) if error.is_temporary() => return Err(error),
        Err(_) => {}
    }
    for ending in ["", "-wal", "-shm", "-journal"] {
        let (old, new) = (beside(path, ending), beside(&kept, ending));
        if old.exists() {
            fs::rename(&old, new).map_err(|source| StoreError::File { path: old, source })?;
        }
    }
    Ok(kept)
}

fn is_same(one: &Path, other: &Path) -> bool {
    matches!((one.canonicalize(), other.canonicalize()), (Ok(one), Ok(other)) if one == other)
}
