//! The database, open for reading beside a process that writes. What is read from it is in the folder `reader`, one file for each thing:
//! the operator's lists, the counts of `status`, and the letters for delivery.

pub(super) mod archive;
pub(super) mod clockwork_looks;
pub(super) mod counts;
pub(super) mod delayed_losses;
pub(super) mod games;
pub(super) mod letters;
pub(super) mod mail_sources;
pub(super) mod mails;
pub(super) mod players;
pub(super) mod ratings;

use crate::store::rule_records::RuleRecords;
use crate::store::{StoreError, connection, migrations};
use rusqlite::Connection;
use std::path::Path;

/// The database, open for reading beside a process that writes.
#[derive(Debug)]
pub struct Reader {
    connection: Connection,
    rule_records: RuleRecords,
}

impl Reader {
    /// Opens the database for reading.
    ///
    /// # Errors
    /// If there is none, or its schema is not the one that this program writes.
    pub fn open(path: &Path) -> Result<Reader, StoreError> {
        let connection = connection::reader(path)?;
        let (found, known) = (migrations::schema(&connection, path)?, migrations::newest());
        let path = path.to_owned();
        match found.cmp(&known) {
            std::cmp::Ordering::Less => Err(StoreError::Older { path, found, known }),
            std::cmp::Ordering::Greater => Err(StoreError::Newer { path, found, known }),
            std::cmp::Ordering::Equal => Ok(Reader { connection, rule_records: RuleRecords::default() }),
        }
    }
}
