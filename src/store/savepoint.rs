//! Runs one of several actions in its own savepoint.

use crate::store::{StoreError, Tx};
use rusqlite::Connection;
use std::any::Any;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};

pub(super) fn run(connection: &Connection, sql: &str) -> Result<(), StoreError> {
    connection.prepare_cached(sql)?.execute([])?;
    Ok(())
}

pub(super) fn panic_text(panic: &(dyn Any + Send)) -> &str {
    if let Some(text) = panic.downcast_ref::<&str>() {
        text
    } else if let Some(text) = panic.downcast_ref::<String>() {
        text
    } else {
        "no reason given"
    }
}

/// Runs one of several actions in its own savepoint. An error or a panic undoes only that action, and is returned.
pub(super) fn alone<E: fmt::Display>(
    tx: &Tx<'_>,
    act: impl FnOnce() -> Result<(), E>,
) -> Result<Result<(), String>, StoreError> {
    let connection = tx.connection();
    run(connection, "SAVEPOINT alone")?;
    let done = match catch_unwind(AssertUnwindSafe(act)) {
        Ok(done) => done.map_err(|error| error.to_string()),
        Err(panic) => Err(format!("an error in the program: {}", panic_text(panic.as_ref()))),
    };
    if connection.is_autocommit() {
        return Err(StoreError::Interrupted("the transaction is gone".to_owned()));
    }
    let done = match tx.fault() {
        Some((why, false)) => return Err(StoreError::Interrupted(why)),
        Some((why, true)) => Err(why),
        None => done,
    };
    if done.is_err() {
        run(connection, "ROLLBACK TO alone")?;
    }
    run(connection, "RELEASE alone")?;
    Ok(done)
}
