//! Replaces the database with a backup.
//!
//! The backup is not renamed into place. A killed server leaves a write-ahead log beside its file, and SQLite would apply that log to any
//! file with the name. Also, another process may have the file open. Instead, the pages of the backup are written over those of the
//! database in one transaction, so a process that has it open sees either the old club or the new one.

use crate::store::backup::beside;
use crate::store::{Store, StoreError, backup, connection, migrations};
use chrono::{DateTime, Utc};
use rusqlite::backup::{Backup, StepResult};
use rusqlite::{Connection, OpenFlags};
use std::fs;
use std::path::{Path, PathBuf};

impl Store {
    /// Gives the database at `to` the content of the backup at `from`. The old database is kept beside it under a name that is made from
    /// `now` and returned. An older backup keeps its old schema until it is opened.
    ///
    /// # Errors
    /// If `from` is not a whole backup or is newer than this program, or something cannot be written. Then the database is as it was.
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

/// A backup that has passed its check, open for reading.
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
    // The error must say which of the two files is malformed.
    looked.map_err(|error| match error {
        StoreError::Sqlite(error) => StoreError::Backup { path: from.to_owned(), why: error.to_string() },
        error => error,
    })
}

/// Copies the database as it is. If it is too damaged to be copied, it is moved away together with its log.
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
