//! How the file is opened: by the one writer of a process, or by a reader.

use crate::store::StoreError;
use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags};
use std::fs;
use std::io;
use std::path::Path;
use std::thread;
use std::time::Duration;

/// How long a statement waits for another process's lock.
const BUSY_WAIT: Duration = Duration::from_secs(5);

/// The size of a page.
const PAGE_BYTES: u32 = 1_024;

/// Statements kept prepared; above the number of different statements in this folder.
const STATEMENTS_MAX: usize = 96;

/// Opens for writing; a file that is not there yet is made, readable by its owner alone.
pub(super) fn writer(path: &Path) -> Result<Connection, StoreError> {
    create(path)?;
    let connection = open(path, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
    // Nothing may be changed in a file that turns out to be somebody else's.
    crate::store::migrations::schema(&connection, path)?;
    // A commit writes each page that it touches, and most of ours touch a row in each of many trees. Counts for a new file alone.
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
        match connection.query_row("PRAGMA journal_mode = WAL", [], |row| row.get::<_, String>(0)) {
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
