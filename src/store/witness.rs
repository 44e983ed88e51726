//! Servers elsewhere whose clocks say that the time of this machine is right, where it is doubted.
//!
//! A mail tells when it arrived at a server; how long it then lay there nobody knows. So one that seems to have come just now may have
//! lain for as long as our clock is behind: the machine was off, went on from where its clock had stood, and finds the mail that came
//! right after it had gone. Two of them at different times, half an hour apart, do not both do that by chance. One that seems to come
//! from the future says that the two clocks do not agree; then what was said before does not count.

use crate::store::columns::{At, only_at};
use crate::store::{StoreError, clockwork_looks};
use chrono::{DateTime, TimeDelta, Utc};
use rusqlite::Connection;

/// Two clocks that are so far apart agree, and the mail was on its way meanwhile.
const AGREES: TimeDelta = TimeDelta::minutes(5);

/// So far apart must two mails be that say the same.
const APART: TimeDelta = TimeDelta::minutes(30);

/// Hears when a mail arrived at a server elsewhere, by that server's clock. `now` is when it came here, by ours.
pub(super) fn hear(connection: &Connection, arrived: DateTime<Utc>, now: DateTime<Utc>) -> Result<(), StoreError> {
    if clockwork_looks::doubted(connection)?.is_none() {
        return Ok(());
    }
    if arrived > now + AGREES {
        connection.prepare_cached("UPDATE clockwork_look SET agreed = NULL")?.execute([])?;
    } else if arrived >= now - AGREES {
        match connection.prepare_cached("SELECT agreed FROM clockwork_look")?.query_row([], only_at)? {
            Some(first) if now - first >= APART => {
                connection.prepare_cached("UPDATE clockwork_look SET doubted = NULL, agreed = NULL")?.execute([])?;
            }
            Some(_) => {}
            None => {
                connection.prepare_cached("UPDATE clockwork_look SET agreed = ?1")?.execute([At(now)])?;
            }
        }
    }
    Ok(())
}
