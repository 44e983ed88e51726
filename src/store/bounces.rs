//! Letters that came back or were refused, by address, and the addresses to which letters have stopped.

use crate::club::{PlayerId, Suspension};
use crate::mail::{Address, DeliveryStatus};
use crate::store::StoreError;
use crate::store::columns::{At, Columns, Word, only, stored_by_name};
use chrono::{DateTime, Utc};
use rusqlite::Connection;

/// Whether the meaning of a failed letter for its mailbox has been worked out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BounceState {
    /// Not yet.
    New,
    /// Yes, or it is about to be, in the same commit.
    Weighed,
}

impl Word for BounceState {
    const WHAT: &'static str = "the state of a letter that failed";
    const ALL: &'static [BounceState] = &[BounceState::New, BounceState::Weighed];

    fn word(self) -> &'static str {
        match self {
            BounceState::New => "new",
            BounceState::Weighed => "weighed",
        }
    }
}

stored_by_name!(BounceState);

/// Letters that were refused and not yet handled, the oldest first.
pub(super) fn refused(connection: &Connection, max: u32) -> Result<Vec<i64>, StoreError> {
    let sql = "SELECT letter FROM bounce WHERE state = 'new' ORDER BY letter LIMIT ?1";
    let mut statement = connection.prepare_cached(sql)?;
    let rows = statement.query_map([max], only)?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Records that a letter failed for good. A letter fails only once, however often that is reported. A letter to an address of no player is
/// ignored.
pub(super) fn note(
    connection: &Connection,
    letter: i64,
    status: DeliveryStatus,
    state: BounceState,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    connection
        .prepare_cached(
            "INSERT OR IGNORE INTO bounce (letter, address, at, status, state)
             SELECT outbox.id, address.address, ?2, ?3, ?4 FROM outbox JOIN address ON address.address = lower(recipient)
             WHERE outbox.id = ?1 AND address.player = outbox.reader",
        )?
        .execute((letter, At(now), status.to_string(), state))?;
    Ok(())
}

/// What came back from an address since then, the oldest first.
pub(super) fn since(
    connection: &Connection,
    address: &Address,
    since: DateTime<Utc>,
) -> Result<Vec<DeliveryStatus>, StoreError> {
    /// More would not change the result.
    const MAX: u32 = 100;
    let sql = "SELECT status FROM bounce WHERE address = ?1 AND at > ?2 ORDER BY at LIMIT ?3";
    let mut statement = connection.prepare_cached(sql)?;
    let mut rows = statement.query((address.key(), At(since), MAX))?;
    let mut found = Vec::new();
    while let Some(row) = rows.next()? {
        found.push(only(row)?);
    }
    Ok(found)
}

/// Whether the content of a letter that came back from an address since then was sent again there.
pub(super) fn has_told_again(
    connection: &Connection,
    address: &Address,
    since: DateTime<Utc>,
) -> Result<bool, StoreError> {
    let sql = "SELECT 1 FROM bounce WHERE address = ?1 AND at > ?2 AND again = 'yes'";
    Ok(connection.prepare_cached(sql)?.exists((address.key(), At(since)))?)
}

/// The content of a letter that came back is sent again to the same address.
pub(super) fn tell_again(connection: &Connection, letter: i64) -> Result<(), StoreError> {
    connection.prepare_cached("UPDATE bounce SET again = 'yes' WHERE letter = ?1")?.execute([letter])?;
    Ok(())
}

/// Letters to an address stop.
pub(super) fn suspend(
    connection: &Connection,
    address: &Address,
    status: DeliveryStatus,
    at: DateTime<Utc>,
) -> Result<bool, StoreError> {
    let rows = connection
        .prepare_cached(
            "INSERT INTO suspension (address, status, since, state) SELECT address, ?2, ?3, 'on' FROM address WHERE address = ?1
             ON CONFLICT DO UPDATE SET status = excluded.status, since = excluded.since, state = 'on'",
        )?
        .execute((address.key(), status.to_string(), At(at)))?;
    Ok(rows == 1)
}

/// Letters to an address go out again.
pub(super) fn resume(connection: &Connection, address: &Address) -> Result<bool, StoreError> {
    connection.prepare_cached("DELETE FROM bounce WHERE address = ?1")?.execute([address.key()])?;
    let rows = connection
        .prepare_cached("UPDATE suspension SET state = 'lifted' WHERE address = ?1")?
        .execute([address.key()])?;
    Ok(rows == 1)
}

/// Whether letters to an address have stopped.
pub(super) fn is_suspended(connection: &Connection, address: &Address) -> Result<bool, StoreError> {
    let sql = "SELECT 1 FROM suspension WHERE address = ?1 AND state = 'on'";
    Ok(connection.prepare_cached(sql)?.exists([address.key()])?)
}

/// The suspensions of a player's addresses, past ones too.
pub(super) fn suspensions(connection: &Connection, player: &PlayerId) -> Result<Vec<Suspension>, StoreError> {
    let sql = "SELECT written, status, suspension.since, state FROM address JOIN suspension USING (address)
               WHERE player = ?1 ORDER BY place";
    let mut statement = connection.prepare_cached(sql)?;
    let mut rows = statement.query([player])?;
    let mut found = Vec::new();
    while let Some(row) = rows.next()? {
        found.push(Suspension {
            address: row.get("written")?,
            status: row.get("status")?,
            since: row.at("since")?,
            lifted: row.text("state")? == "lifted",
        });
    }
    Ok(found)
}
