//! Mail servers on other machines whose clocks confirm the time of this machine while it is in doubt.
//!
//! A mail says when it arrived at a server. How long it was there after that is not known. So a mail that seems to have arrived just now
//! may have waited for as long as our clock is behind: the machine was off, continued from where its clock had stopped, and finds the mail
//! that arrived right after it went off. But two such mails at different times, half an hour apart, are not a coincidence. A mail that
//! seems to come from the future shows that the two clocks disagree. Then earlier mails do not count.

use crate::store::columns::{At, only_at};
use crate::store::{StoreError, clockwork_looks};
use chrono::{DateTime, TimeDelta, Utc};
use rusqlite::Connection;

/// Two clocks with at most this difference agree; the mail was on its way for that time.
const AGREES: TimeDelta = TimeDelta::minutes(5);

/// The time that must be between two such mails.
const APART: TimeDelta = TimeDelta::minutes(30);

/// Takes the arrival of a mail at a server on another machine, by that server's clock. `now` is when it came here, by ours.
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
