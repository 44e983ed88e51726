//! How the database is opened: by the one writer of a process, or by a reader.

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

/// The size of a page. A commit writes each page that it touches, and a move touches one row in each of many trees. With 1 KiB it writes a
/// quarter of what it would with SQLite's usual 4 KiB.
///
/// Then several pages are in one sector of the disk, and SQLite depends on the so-called powersafe overwrite (sqlite.org/psow.html): if the
/// power fails, bytes that were not being written stay as they are, because the disk completes the sector that it has begun. With a
/// write-ahead log that is needed with pages of any size: a frame of the log is never a whole sector, so each commit is written into the
/// sector in which the previous one ends. What small pages add are the neighbours of a page that is copied from the log into the file.
/// After a power failure the copying starts again from the log, which repairs every page that is in it, half written or not. A neighbour
/// that is not in it must be as it was. It is, on every disk that completes its sectors, and also if a file system writes 4 KiB at a time,
/// because the neighbour is written with the bytes that it had. A disk without that property could lose acknowledged mails whatever the
/// size is. SQLite can be told so (`psow=0`), and then writes all pages of a sector whenever it writes one: small pages would save nothing.
/// `tests/crash` tears what was not synced at borders of 512 bytes and of 4 KiB, with neighbours.
const PAGE_BYTES: u32 = 1_024;

/// How many statements stay prepared: more than there are different statements in this folder.
const STATEMENTS_MAX: usize = 96;

/// Opens for writing. A missing file is created, readable only by its owner.
pub(super) fn writer(path: &Path) -> Result<Connection, StoreError> {
    create(path)?;
    let connection = open(path, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
    // SQLite silently opens a file for reading if it may not write, even for a moment.
    if connection.is_readonly(rusqlite::MAIN_DB)? {
        return Err(StoreError::ReadOnly(path.to_owned()));
    }
    // Nothing may be changed in a file that belongs to another program.
    crate::store::migrations::schema(&connection, path)?;
    // Only has an effect on a new file.
    connection.pragma_update(None, "page_size", PAGE_BYTES)?;
    log_ahead(&connection, path)?;
    // FULL: in WAL mode NORMAL may lose the last commits in a power failure, and the door has already said yes.
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "foreign_keys", true)?;
    connection.pragma_update(None, "cell_size_check", true)?;
    // Deleted data is overwritten: handled mails may have contained passwords.
    connection.query_row("PRAGMA secure_delete = ON", [], |_| Ok(()))?;
    // In KiB if negative. Enough for the most used pages of ten thousand running games.
    connection.pragma_update(None, "cache_size", -16_000)?;
    // In pages: 16 MB.
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
    // Plans do not depend on bound values. Without this, a statement with `LIMIT ?`, or one on a table with a partial index, is compiled
    // again at every use. Our statements name the states of such an index in their text.
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

/// Switches to the write-ahead log. Two processes that open a new file at once may meet here, and SQLite does not wait for this lock by
/// itself. So there are a few attempts.
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
