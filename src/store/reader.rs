//! The file, open for reading beside whoever writes. What is read of it stands in the folder `reader`, a file for each thing: the
//! operator's lists, the counts of `status`, and what delivery has to send.

pub(super) mod archive;
pub(super) mod counts;
pub(super) mod games;
pub(super) mod hearing;
pub(super) mod letters;
pub(super) mod looks;
pub(super) mod mails;
pub(super) mod players;
pub(super) mod ratings;
pub(super) mod sources;

use crate::store::rule_records::RuleRecords;
use crate::store::{StoreError, connection, migrations};
use rusqlite::Connection;
use std::path::Path;

/// The file, open for reading beside whoever writes.
#[derive(Debug)]
pub struct Reader {
    connection: Connection,
    rule_records: RuleRecords,
}

impl Reader {
    /// Opens the file for reading.
    ///
    /// # Errors
    /// When there is none, or its schema is not the one this program writes.
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
