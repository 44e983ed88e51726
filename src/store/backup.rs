//! Copies of the database that can be trusted: made in one read, checked, and only then given their name.

use crate::store::columns::only;
use crate::store::{StoreError, folder};
use rusqlite::{Connection, OpenFlags};
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

/// Copies the database at `from` behind `connection` to `to`.
pub(super) fn copy(connection: &Connection, from: &Path, to: &Path) -> Result<(), StoreError> {
    if !may_replace(from, to)? {
        let why = "this file exists and is not a backup; choose another name".to_owned();
        return Err(StoreError::Backup { path: to.to_owned(), why });
    }
    clear_leftovers(to);
    let part = beside(to, PART);
    // The lock on the copy is held until it has its name.
    match write_checked(connection, &part).and_then(|_locked| put_in_place(&part, to)) {
        Ok(()) => Ok(()),
        Err(error) => {
            // The rest of the copy is useless. If it cannot be removed, that is not a second error. The copy of another process stays.
            clear_leftovers(to);
            Err(error)
        }
    }
}

/// The ending of a copy's name while the copy is not complete.
const PART: &str = ".taflpost.part";

/// Removes copies beside `to` that an earlier run has not finished. A copy that is being written is locked, and stays.
fn clear_leftovers(to: &Path) {
    let Ok(entries) = fs::read_dir(folder::above(to)) else { return };
    for path in entries.filter_map(|entry| Some(entry.ok()?.path())) {
        let is_part = path.file_name().is_some_and(|name| name.to_string_lossy().ends_with(PART));
        let is_free = || fs::File::open(&path).is_ok_and(|file| file.try_lock().is_ok());
        if is_part && is_free() {
            // If it stays, that is not an error of this copy.
            let _ = fs::remove_file(&path);
        }
    }
}

fn write_checked(connection: &Connection, part: &Path) -> Result<fs::File, StoreError> {
    let failed = |source| StoreError::File { path: part.to_owned(), source };
    let mut options = fs::OpenOptions::new();
    options.write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let file = options.open(part).map_err(failed)?;
    // While it is locked, no process takes it for a leftover, and no other copy is written under its name.
    file.try_lock().map_err(|_| StoreError::Backup {
        path: part.to_owned(),
        why: "another backup with this name is being written now".to_owned(),
    })?;
    file.set_len(0).map_err(failed)?;
    let name = part
        .to_str()
        .ok_or_else(|| StoreError::Backup { path: part.to_owned(), why: "the name is not UTF-8".to_owned() })?;
    // One read transaction: the copy shows one instant, whatever is written at the same time.
    connection.execute("VACUUM INTO ?1", [name])?;
    check(part).map(|()| file)
}

/// Reads the whole copy and its references.
pub(super) fn check(part: &Path) -> Result<(), StoreError> {
    let copy = Connection::open_with_flags(part, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
    let verdict: String = copy.query_row("PRAGMA integrity_check(1)", [], only)?;
    if verdict != "ok" {
        return Err(StoreError::Backup { path: part.to_owned(), why: verdict });
    }
    if copy.prepare("PRAGMA foreign_key_check")?.exists([])? {
        let why = "a row refers to a row that does not exist".to_owned();
        return Err(StoreError::Backup { path: part.to_owned(), why });
    }
    Ok(())
}

fn put_in_place(part: &Path, to: &Path) -> Result<(), StoreError> {
    let failed = |source| StoreError::File { path: to.to_owned(), source };
    fs::File::open(part).and_then(|file| file.sync_all()).map_err(failed)?;
    fs::rename(part, to).map_err(failed)?;
    folder::sync_folder(folder::above(to)).map_err(failed)
}

/// Whether `to` is free, or an earlier backup: a Taflpost file that is not the live one.
fn may_replace(from: &Path, to: &Path) -> Result<bool, StoreError> {
    let failed = |source| StoreError::File { path: to.to_owned(), source };
    if !to.try_exists().map_err(failed)? {
        return Ok(true);
    }
    if from.canonicalize().map_err(failed)? == to.canonicalize().map_err(failed)? {
        return Ok(false);
    }
    // A file with the name of a club's database may be one that is only not running at the moment.
    if from.file_name() == to.file_name() {
        return Ok(false);
    }
    // A database with a log beside it is in use.
    if beside(to, "-wal").exists() {
        return Ok(false);
    }
    // sqlite.org/fileformat2.html, section 1.3: the header string, and the application id at offset 68.
    let mut header = [0; 72];
    let read = fs::File::open(to).and_then(|mut file| file.read_exact(&mut header));
    Ok(read.is_ok() && header.starts_with(b"SQLite format 3\0") && header[68..] == *b"tafl")
}

/// A name that begins with the name of a file.
pub(super) fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    PathBuf::from(name)
}
