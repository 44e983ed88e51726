//! From an empty or an older file to the schema of this program: one SQL text for each step, each in a transaction.
//!
//! `PRAGMA user_version` counts the steps taken. A step that has been released never changes.

use crate::store::StoreError;
use crate::store::backup;
use chrono::{DateTime, Utc};
use rusqlite::{Connection, TransactionBehavior};
use std::path::{Path, PathBuf};

/// The steps, oldest first. After all of them the schema's number is their count.
const STEPS: &[&str] = &[include_str!("migrations/0001.sql")];

/// `taflpost` marks its files in the header, so that no other database is taken for one: "tafl" in ASCII.
const APPLICATION_ID: i32 = 0x7461_666c;

/// The newest schema this program knows.
pub(super) fn newest() -> u32 {
    u32::try_from(STEPS.len()).unwrap_or(u32::MAX)
}

/// What an open file turned out to be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opened {
    /// The schema it has now.
    pub schema: u32,
    /// The schema it had before; 0 for a new file.
    pub schema_before: u32,
    /// The copy made before an older file was changed.
    pub backup: Option<PathBuf>,
}

/// The schema of a file; 0 where it is empty.
pub(super) fn schema(connection: &Connection, path: &Path) -> Result<u32, StoreError> {
    // All three are read from one state of the file: another process may be making its tables this very moment.
    connection.execute_batch("SAVEPOINT look")?;
    let looked = look(connection, path);
    let released = connection.execute_batch("RELEASE look");
    // What went wrong first is what is told: where SQLite gave up the transaction there is nothing left to release.
    let found = looked?;
    released?;
    match found {
        (APPLICATION_ID, version, _) if version >= 0 => Ok(version.unsigned_abs()),
        (0, 0, 0) => Ok(0),
        _ => Err(StoreError::Foreign(path.to_owned())),
    }
}

/// Whose the file says it is, its schema, and how much is in it.
fn look(connection: &Connection, path: &Path) -> Result<(i32, i32, i32), StoreError> {
    let application = pragma(connection, path, "SELECT * FROM pragma_application_id")?;
    let version = pragma(connection, path, "SELECT * FROM pragma_user_version")?;
    let entries = pragma(connection, path, "SELECT count(*) FROM sqlite_schema")?;
    Ok((application, version, entries))
}

fn pragma(connection: &Connection, path: &Path, sql: &str) -> Result<i32, StoreError> {
    connection.query_row(sql, [], |row| row.get(0)).map_err(|error| match error.sqlite_error_code() {
        Some(rusqlite::ErrorCode::NotADatabase) => StoreError::Foreign(path.to_owned()),
        _ => StoreError::Sqlite(error),
    })
}

/// Brings the file to the newest schema. An older file is copied first; a newer one is refused.
pub(super) fn migrate(connection: &mut Connection, path: &Path, now: DateTime<Utc>) -> Result<Opened, StoreError> {
    steps(connection, path, now, STEPS)
}

fn steps(connection: &mut Connection, path: &Path, now: DateTime<Utc>, steps: &[&str]) -> Result<Opened, StoreError> {
    let known = u32::try_from(steps.len()).unwrap_or(u32::MAX);
    let before = schema(connection, path)?;
    if before > known {
        return Err(StoreError::Newer { path: path.to_owned(), found: before, known });
    }
    let backup = if before > 0 && before < known {
        let mut name = path.as_os_str().to_owned();
        name.push(format!(".schema-{before}.{}", now.format("%Y%m%dT%H%M%SZ")));
        let to = PathBuf::from(name);
        backup::copy(connection, path, &to)?;
        Some(to)
    } else {
        None
    };
    for (number, step) in (1..).zip(steps) {
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        // Asked again under the lock: another process may have taken the step meanwhile.
        if schema(&transaction, path)? >= number {
            continue;
        }
        transaction.execute_batch(step)?;
        transaction.pragma_update(None, "application_id", APPLICATION_ID)?;
        transaction.pragma_update(None, "user_version", number)?;
        transaction.commit()?;
    }
    Ok(Opened { schema: known, schema_before: before, backup })
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use crate::store::connection;

    const SECOND: &str = "ALTER TABLE player ADD COLUMN nickname TEXT;";

    fn noon() -> DateTime<Utc> {
        "2026-11-21T12:00:00Z".parse().unwrap()
    }

    #[test]
    fn an_older_file_is_copied_and_then_brought_up_to_date() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("club.db");
        let mut connection = connection::writer(&path).unwrap();
        steps(&mut connection, &path, noon(), STEPS).unwrap();
        connection.execute("INSERT INTO player (id, joined) VALUES ('ann', 1)", []).unwrap();

        let opened = steps(&mut connection, &path, noon(), &[STEPS[0], SECOND]).unwrap();

        assert_eq!((opened.schema_before, opened.schema), (1, 2));
        let nickname: Option<String> =
            connection.query_row("SELECT nickname FROM player WHERE id = 'ann'", [], |row| row.get(0)).unwrap();
        assert_eq!(nickname, None);
        let copy = opened.backup.unwrap();
        assert_eq!(copy, folder.path().join("club.db.schema-1.20261121T120000Z"));
        let copy = Connection::open(copy).unwrap();
        assert_eq!(schema(&copy, &path).unwrap(), 1);
        assert_eq!(copy.query_row("SELECT id FROM player", [], |row| row.get::<_, String>(0)).unwrap(), "ann");
    }

    #[test]
    fn a_step_that_fails_leaves_the_file_as_it_was() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("club.db");
        let mut connection = connection::writer(&path).unwrap();
        steps(&mut connection, &path, noon(), STEPS).unwrap();
        let broken = "CREATE TABLE half (a INTEGER) STRICT; CREATE TABLE player (id TEXT) STRICT;";

        assert!(steps(&mut connection, &path, noon(), &[STEPS[0], broken]).is_err());

        assert_eq!(schema(&connection, &path).unwrap(), 1);
        assert!(connection.prepare("SELECT * FROM half").is_err());
    }
}
