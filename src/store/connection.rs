//! How the file is opened: by the one writer of a process, or by a reader.

use crate::store::StoreError;
use crate::store::columns::only;
use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags};
use std::fs;
use std::io;
use std::path::Path;
use std::thread;
use std::time::Duration;

/// How long a statement waits for another process's lock.
const BUSY_WAIT: Duration = Duration::from_secs(5);

/// The size of a page. A commit writes each page that it touches, and a move touches a row in each of many trees: with 1 KiB it writes a
/// quarter of what it would with SQLite's usual 4 KiB.
///
/// Several pages stand in a sector of the disk then, and SQLite counts on what it calls powersafe overwrite (sqlite.org/psow.html): while
/// the power goes, bytes that nobody is writing stay as they are, for the disk ends the sector that it has begun. With a write-ahead log
/// that is needed with pages of any size: a frame of the log is never a whole sector, so each commit is written into the sector in which
/// the one before ends. What small pages add are the neighbours of a page that is copied from the log into the file. After a power
/// cut the copying begins again from the log, which mends every page that stands in it, half written or not; a neighbour that
/// does not stand in it has to be as it was. So it is on every disk that ends its sectors, and where a file system writes 4 KiB at a time,
/// for the neighbour is written with the bytes that it had. A disk without that property could lose acknowledged mails whatever the size
/// is. SQLite can be told so (`psow=0`), and then writes all pages of a sector wherever it writes one: small pages would save nothing.
/// `tests/crash` tears what was not synced at borders of 512 bytes and of 4 KiB, neighbours included.
const PAGE_BYTES: u32 = 1_024;

/// Statements kept prepared; above the number of different statements in this folder.
const STATEMENTS_MAX: usize = 96;

/// Opens for writing; a file that is not there yet is made, readable by its owner alone.
pub(super) fn writer(path: &Path) -> Result<Connection, StoreError> {
    create(path)?;
    let connection = open(path, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
    // SQLite opens a file for reading where it may not write, even if that was over a moment later, and says nothing.
    if connection.is_readonly(rusqlite::MAIN_DB)? {
        return Err(StoreError::ReadOnly(path.to_owned()));
    }
    // Nothing may be changed in a file that turns out to be somebody else's.
    crate::store::migrations::schema(&connection, path)?;
    // Counts for a new file alone.
    connection.pragma_update(None, "page_size", PAGE_BYTES)?;
    log_ahead(&connection, path)?;
    // FULL: in WAL mode NORMAL may lose the last commits at a power cut, and the door has already said yes.
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "foreign_keys", true)?;
    connection.pragma_update(None, "cell_size_check", true)?;
    // What is deleted is overwritten: done mails may have held passwords.
    connection.query_row("PRAGMA secure_delete = ON", [], |_| Ok(()))?;
    // KiB when negative. Room for the hot pages of ten thousand running games.
    connection.pragma_update(None, "cache_size", -16_000)?;
    // Pages; 16 MB.
    connection.query_row("PRAGMA wal_autocheckpoint = 16000", [], |_| Ok(()))?;
    connection.query_row("PRAGMA journal_size_limit = 67108864", [], |_| Ok(()))?;
    Ok(connection)
}

/// Opens for reading only.
pub(super) fn reader(path: &Path) -> Result<Connection, StoreError> {
    if !path.exists() {
        return Err(StoreError::Missing(path.to_owned()));
    }
    let connection = open(path, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
    connection.pragma_update(None, "query_only", true)?;
    Ok(connection)
}

fn open(path: &Path, mode: OpenFlags) -> Result<Connection, StoreError> {
    let flags = mode | OpenFlags::SQLITE_OPEN_NO_MUTEX | OpenFlags::SQLITE_OPEN_EXRESCODE;
    let connection = Connection::open_with_flags(path, flags)?;
    connection.busy_timeout(BUSY_WAIT)?;
    connection.pragma_update(None, "trusted_schema", false)?;
    connection.set_prepared_statement_cache_capacity(STATEMENTS_MAX);
    // Plans do not depend on what is bound: without this a statement with `LIMIT ?`, or one over a table with a partial
    // index, is compiled anew at every use. Ours name the states that such an index has in their text.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
    Ok(connection)
}

fn create(path: &Path) -> Result<(), StoreError> {
    let mut options = fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    match options.open(path) {
        Ok(_) => Ok(()),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
        Err(source) => Err(StoreError::File { path: path.to_owned(), source }),
    }
}

/// Switches to the write-ahead log. Two processes that open a new file at once may meet here, and SQLite does not wait
/// for this lock by itself: a few tries.
fn log_ahead(connection: &Connection, path: &Path) -> Result<(), StoreError> {
    let mut tries = 0;
    loop {
        match connection.query_row("PRAGMA journal_mode = WAL", [], only::<String>) {
            Ok(mode) if mode == "wal" => return Ok(()),
            Ok(mode) => {
                return Err(StoreError::NoLog { path: path.to_owned(), mode });
            }
            Err(error) => {
                let error = StoreError::from(error);
                tries += 1;
                if !error.is_temporary() || tries == 100 {
                    return Err(error);
                }
                thread::sleep(Duration::from_millis(20));
            }
        }
    }
}
