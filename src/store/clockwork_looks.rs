//! The clocks of the machine as the clockwork saw them at its last look, and whether the time of day is in doubt.

use crate::clock::Reading;
use crate::store::StoreError;
use crate::store::columns::{Columns, only_at};
use chrono::{DateTime, TimeDelta, Utc};
use rusqlite::{Connection, OptionalExtension, Row};

pub(super) fn last(connection: &Connection) -> Result<Option<(Reading, i64)>, StoreError> {
    let reading = |row: &Row<'_>| {
        let reading = Reading {
            wall: row.at("at")?,
            awake: TimeDelta::microseconds(row.get("awake")?),
            up: TimeDelta::microseconds(row.get("up")?),
            boot: u128::from_be_bytes(row.get("boot")?),
        };
        Ok((reading, row.get("owed")?))
    };
    let sql = "SELECT at, awake, up, boot, owed FROM clockwork_look";
    Ok(connection.prepare_cached(sql)?.query_row([], reading).optional()?)
}

/// Since when the time of day is in doubt.
pub(super) fn doubted(connection: &Connection) -> Result<Option<DateTime<Utc>>, StoreError> {
    Ok(connection.prepare_cached("SELECT doubted FROM clockwork_look")?.query_row([], only_at).optional()?.flatten())
}
