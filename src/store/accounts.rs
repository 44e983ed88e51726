//! A player's addresses and password: writes changes of an account, and counts what a view needs to limit them.

use crate::club::{Claimed, PlayerId};
use crate::command::Named;
use crate::mail::Address;
use crate::store::columns::{At, Columns, only};
use crate::store::{StoreError, letter_counts, tokens};
use chrono::{DateTime, TimeDelta, Utc};
use rusqlite::{Connection, OptionalExtension};
use std::collections::BTreeSet;

/// Letters about changes of an account count for this long.
const ACCOUNT_WINDOW: TimeDelta = TimeDelta::hours(24);

/// Higher than any place. Addresses get these places for a moment while their order changes.
const ASIDE: i64 = 1_000;

/// Players who become organizers only when the operator has confirmed it.
pub(super) fn organizers_waiting(connection: &Connection) -> Result<BTreeSet<PlayerId>, StoreError> {
    let mut found = BTreeSet::new();
    let mut statement = connection.prepare_cached("SELECT player FROM unconfirmed_organizer")?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        found.insert(only(row)?);
    }
    Ok(found)
}

/// Adds a mailbox to a player, at the end of the list or at its beginning.
pub(super) fn add(
    connection: &Connection,
    player: &PlayerId,
    address: &Address,
    first: bool,
    at: DateTime<Utc>,
) -> Result<bool, StoreError> {
    let rows = connection
        .prepare_cached(
            "INSERT INTO address (address, written, player, place, since)
             SELECT ?1, ?2, id, (SELECT coalesce(max(place) + 1, 0) FROM address WHERE player = ?3), ?4
             FROM player WHERE id = ?3",
        )?
        .execute((address.key(), address.as_str(), player, At(at)))?;
    if first {
        make_first(connection, player, address)?;
    }
    Ok(rows == 1)
}

/// Makes this one of the player's addresses the one for letters. Returns false if it is not theirs.
pub(super) fn make_first(connection: &Connection, player: &PlayerId, address: &Address) -> Result<bool, StoreError> {
    let mut keys = keys(connection, player)?;
    let Some(at) = keys.iter().position(|key| key == address.key()) else {
        return Ok(false);
    };
    keys[..=at].rotate_right(1);
    set_places(connection, player, &keys)?;
    Ok(true)
}

/// Removes an address from a player, with the player's claims to it.
pub(super) fn remove(connection: &Connection, player: &PlayerId, address: &Address) -> Result<bool, StoreError> {
    connection
        .prepare_cached(
            "DELETE FROM token WHERE purpose = 'address' AND player = ?1
             AND hash IN (SELECT token FROM claim WHERE address = ?2)",
        )?
        .execute((player, address.key()))?;
    let rows = connection
        .prepare_cached("DELETE FROM address WHERE player = ?1 AND address = ?2")?
        .execute((player, address.key()))?;
    set_places(connection, player, &keys(connection, player)?)?;
    Ok(rows == 1)
}

/// Sets or removes a player's password.
pub(super) fn set_password(
    connection: &Connection,
    player: &PlayerId,
    password_hash: Option<&str>,
) -> Result<bool, StoreError> {
    let rows = connection
        .prepare_cached("UPDATE player SET password_hash = ?2 WHERE id = ?1")?
        .execute((player, password_hash))?;
    Ok(rows == 1)
}

/// A mailbox takes its player's account back.
pub(super) fn reclaim(
    connection: &Connection,
    player: &PlayerId,
    address: &Address,
    since: DateTime<Utc>,
    at: DateTime<Utc>,
) -> Result<bool, StoreError> {
    connection.prepare_cached("DELETE FROM address WHERE player = ?1 AND since >= ?2 AND address <> ?3")?.execute((
        player,
        At(since),
        address.key(),
    ))?;
    set_places(connection, player, &keys(connection, player)?)?;
    if !make_first(connection, player, address)? {
        add(connection, player, address, true, at)?;
    }
    tokens::forget(connection, player, address, since)?;
    set_password(connection, player, None)
}

fn keys(connection: &Connection, player: &PlayerId) -> Result<Vec<String>, StoreError> {
    let mut statement = connection.prepare_cached("SELECT address FROM address WHERE player = ?1 ORDER BY place")?;
    let keys = statement.query_map([player], only)?.collect::<Result<_, _>>()?;
    Ok(keys)
}

/// Sets the places in this order, from 0 without gaps.
fn set_places(connection: &Connection, player: &PlayerId, keys: &[String]) -> Result<(), StoreError> {
    connection.prepare_cached("UPDATE address SET place = place + ?2 WHERE player = ?1")?.execute((player, ASIDE))?;
    for (place, key) in (0_i64..).zip(keys) {
        connection.prepare_cached("UPDATE address SET place = ?2 WHERE address = ?1")?.execute((key, place))?;
    }
    Ok(())
}

/// What is known about an address that may become a player's.
pub(super) fn claimed(
    connection: &Connection,
    address: &Address,
    written: DateTime<Utc>,
) -> Result<Claimed, StoreError> {
    Ok(Claimed { owner: owner(connection, address)?, letters: letter_counts::strangers(connection, address, written)? })
}

/// The number of the player's claims that wait for their mailbox, and of the recent letters that told them of changes.
pub(super) fn bounds(
    connection: &Connection,
    player: &PlayerId,
    now: DateTime<Utc>,
    written: DateTime<Utc>,
) -> Result<(u32, u32), StoreError> {
    let claims = connection
        .prepare_cached("SELECT count(*) FROM token WHERE purpose = 'address' AND player = ?1 AND expires > ?2")?
        .query_row((player, At(now)), only)?;
    let letters = connection
        .prepare_cached("SELECT count(*) FROM outbox WHERE reader = ?1 AND created > ?2 AND kind = 'account'")?
        .query_row((player, At(written - ACCOUNT_WINDOW)), only)?;
    Ok((claims, letters))
}

pub(super) fn owner(connection: &Connection, address: &Address) -> Result<Option<PlayerId>, StoreError> {
    Ok(connection
        .prepare_cached("SELECT player FROM address WHERE address = ?1")?
        .query_row([address.key()], only)
        .optional()?)
}

/// Whether a player has a password.
pub(super) fn has_password(connection: &Connection, player: &PlayerId) -> Result<bool, StoreError> {
    let sql = "SELECT 1 FROM player WHERE id = ?1 AND password_hash IS NOT NULL";
    Ok(connection.prepare_cached(sql)?.exists([player])?)
}

/// Whether a name is in use here. The names of closed accounts are free for this.
pub(super) fn is_in_use(connection: &Connection, named: Named<'_>) -> Result<bool, StoreError> {
    let (sql, name) = match named {
        Named::Player(id) => ("SELECT 1 FROM player WHERE id = ?1 AND account <> 'closed'", id),
        Named::Tournament(name) => ("SELECT 1 FROM tournament WHERE name = ?1", name),
        // Whose it would be is not known here.
        Named::Password => return Ok(true),
    };
    Ok(connection.prepare_cached(sql)?.exists([name.to_lowercase()])?)
}

/// A player's addresses and since when each is theirs, the one for letters first.
pub(super) fn addresses(connection: &Connection, id: &PlayerId) -> Result<Vec<(Address, DateTime<Utc>)>, StoreError> {
    let mut addresses = Vec::new();
    let mut statement =
        connection.prepare_cached("SELECT written, since FROM address WHERE player = ?1 ORDER BY place")?;
    let mut rows = statement.query([id])?;
    while let Some(row) = rows.next()? {
        addresses.push((row.get("written")?, row.at("since")?));
    }
    Ok(addresses)
}
