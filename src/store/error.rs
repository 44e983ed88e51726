//! What can go wrong with the store, and whether a second attempt later can help.

use std::io;
use std::path::PathBuf;

/// The disk has an error. On every Unix this is the number, and the standard library has no name for it.
const EIO: i32 = 5;

/// Why the store could not do something. Nothing of what was asked has happened.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The file was written by a newer Taflpost.
    #[error("{} has database schema {found}, but this program reads only schemas up to {known}: use a newer version of taflpost", .path.display())]
    Newer {
        /// The file.
        path: PathBuf,
        /// Its schema.
        found: u32,
        /// The newest schema of this program.
        known: u32,
    },
    /// The file was written by an older Taflpost, and a reader must not migrate it.
    #[error("{} has the older database schema {found}, but this program reads schema {known}: run `taflpost work` once to update the database", .path.display())]
    Older {
        /// The file.
        path: PathBuf,
        /// Its schema.
        found: u32,
        /// The schema that is read.
        known: u32,
    },
    /// The file is not a Taflpost database.
    #[error("{} is not a Taflpost database", .0.display())]
    Foreign(PathBuf),
    /// The file must be written, but can only be read.
    #[error("{} cannot be written: check whether the disk is mounted read-only, and which user owns the file", .0.display())]
    ReadOnly(PathBuf),
    /// There is no file to read.
    #[error("the database {} does not exist", .0.display())]
    Missing(PathBuf),
    /// The file system does not support what a safe commit needs.
    #[error("SQLite cannot use a write-ahead log for {} (it uses {mode}): is the file on a network drive?", .path.display())]
    NoLog {
        /// The file.
        path: PathBuf,
        /// The journal mode it has instead.
        mode: String,
    },
    /// A file could not be made, moved or read.
    #[error("{}: {source}", .path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The error.
        source: io::Error,
    },
    /// Something stored cannot be read back.
    #[error("the database is damaged: {what} contains {found:?}")]
    Damaged {
        /// What was being read.
        what: &'static str,
        /// What was found.
        found: String,
    },
    /// A change does not fit what is stored.
    #[error("the database refuses a change ({change}): {why}")]
    Contradiction {
        /// The change, without any secret in it.
        change: String,
        /// What is in its way.
        why: String,
    },
    /// The name of a backup is taken by something else, or the backup did not pass its check.
    #[error("the backup {}: {why}", .path.display())]
    Backup {
        /// The backup file.
        path: PathBuf,
        /// The reason.
        why: String,
    },
    /// The store failed while a mail was being handled. The whole group was rolled back.
    #[error("the changes of several mails were rolled back, and the mails will be tried again: {0}")]
    Interrupted(String),
    /// SQLite returned an error.
    #[error("database: {0}")]
    Sqlite(#[source] rusqlite::Error),
}

/// A column cannot be read back. [`StoreError`] reports it as damage.
#[derive(Debug, thiserror::Error)]
#[error("{what} contains {found:?}")]
pub(super) struct Unreadable {
    /// What was being read.
    pub(super) what: &'static str,
    /// What was found.
    pub(super) found: String,
}

impl From<Unreadable> for StoreError {
    fn from(Unreadable { what, found }: Unreadable) -> StoreError {
        StoreError::Damaged { what, found }
    }
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> StoreError {
        if let rusqlite::Error::FromSqlConversionFailure(_, _, why) = &error
            && let Some(Unreadable { what, found }) = why.downcast_ref()
        {
            return StoreError::Damaged { what, found: found.clone() };
        }
        StoreError::Sqlite(error)
    }
}

impl StoreError {
    /// Whether the same operation may succeed later: another process holds the lock, the disk is full or has an error, memory is short.
    pub fn is_temporary(&self) -> bool {
        use rusqlite::ErrorCode;
        match self {
            StoreError::Interrupted(_) | StoreError::ReadOnly(_) => true,
            StoreError::File { source, .. } => {
                source.raw_os_error() == Some(EIO)
                    || matches!(
                        source.kind(),
                        io::ErrorKind::StorageFull
                            | io::ErrorKind::QuotaExceeded
                            | io::ErrorKind::Interrupted
                            | io::ErrorKind::WouldBlock
                            | io::ErrorKind::OutOfMemory
                    )
            }
            StoreError::Sqlite(error) => matches!(
                error.sqlite_error_code(),
                Some(
                    ErrorCode::DatabaseBusy
                        | ErrorCode::DatabaseLocked
                        | ErrorCode::DiskFull
                        | ErrorCode::SystemIoFailure
                        | ErrorCode::OutOfMemory
                        | ErrorCode::OperationInterrupted
                        | ErrorCode::FileLockingProtocolFailed
                        | ErrorCode::CannotOpen
                )
            ),
            _ => false,
        }
    }

    /// Whether the cause is only the current mail or change, so that others may go on.
    pub(super) fn is_of_one_message(&self) -> bool {
        match self {
            StoreError::Contradiction { .. } | StoreError::Damaged { .. } => true,
            StoreError::Sqlite(_) => !self.is_temporary(),
            _ => false,
        }
    }
}
