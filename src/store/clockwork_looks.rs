//! The clocks of the machine as the clockwork found them when it last looked, and whether the time of day is doubted.

use crate::clock::Reading;
use crate::store::StoreError;
use crate::store::columns::instant;
use chrono::{DateTime, TimeDelta, Utc};
use rusqlite::{Connection, OptionalExtension};

pub(super) fn last(connection: &Connection) -> Result<Option<(Reading, i64)>, StoreError> {
    let found: Option<(i64, i64, i64, [u8; 16], i64)> = connection
        .prepare_cached("SELECT at, awake, up, boot, owed FROM looked")?
        .query_row([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?, row.get(4)?)))
        .optional()?;
    let reading = |(at, awake, up, boot, owed)| {
        let (awake, up) = (TimeDelta::microseconds(awake), TimeDelta::microseconds(up));
        Ok((Reading { wall: instant(at)?, awake, up, boot: u128::from_be_bytes(boot) }, owed))
    };
    found.map(reading).transpose()
}

/// Since when the time of day is doubted.
pub(super) fn doubted(connection: &Connection) -> Result<Option<DateTime<Utc>>, StoreError> {
    let found: Option<Option<i64>> =
        connection.prepare_cached("SELECT doubted FROM looked")?.query_row([], |row| row.get(0)).optional()?;
    found.flatten().map(instant).transpose()
}
