//! What the mails of players show of their zone, as rows. A mail that shows what is known writes nothing.

use crate::clock::Zone;
use crate::club::{MailZone, PlayerId};
use crate::store::StoreError;
use crate::store::columns::{At, Columns};
use rusqlite::{Connection, OptionalExtension, Row};

pub(super) fn of(connection: &Connection, player: &PlayerId) -> Result<MailZone, StoreError> {
    let seen = |row: &Row<'_>| {
        let other: Option<Zone> = row.get("other")?;
        Ok(MailZone { zone: row.get("zone")?, other: other.zip(row.at_if_any("since")?) })
    };
    let sql = "SELECT zone, other, since FROM mail_zone WHERE player = ?1";
    Ok(connection.prepare_cached(sql)?.query_row([player], seen).optional()?.unwrap_or_default())
}

/// Forgets what the player's mails have shown: the player says it now.
pub(super) fn forget(connection: &Connection, player: &PlayerId) -> Result<(), StoreError> {
    connection.prepare_cached("DELETE FROM mail_zone WHERE player = ?1")?.execute([player])?;
    Ok(())
}

/// Keeps what is known now. Where the zone is another, it is to be told.
pub(super) fn keep(connection: &Connection, player: &PlayerId, seen: MailZone) -> Result<(), StoreError> {
    connection
        .prepare_cached(
            "INSERT INTO mail_zone (player, zone, told, other, since) VALUES (?1, ?2, iif(?2 IS NULL, 'told', 'waits'), ?3, ?4)
             ON CONFLICT DO UPDATE SET told = iif(zone IS excluded.zone, told, 'waits'), zone = excluded.zone,
                 other = excluded.other, since = excluded.since",
        )?
        .execute((
            player,
            seen.zone.map(|zone| zone.name()),
            seen.other.map(|(zone, _)| zone.name()),
            seen.other.map(|(_, since)| At(since)),
        ))?;
    connection
        .prepare_cached("DELETE FROM mail_zone WHERE player = ?1 AND zone IS NULL AND other IS NULL AND told = 'told'")?
        .execute([player])?;
    Ok(())
}

/// Whether the player has to be told of another zone; from now on they have been.
pub(super) fn take_untold(connection: &Connection, player: &PlayerId) -> Result<bool, StoreError> {
    let told = connection
        .prepare_cached("UPDATE mail_zone SET told = 'told' WHERE player = ?1 AND told = 'waits'")?
        .execute([player])?;
    Ok(told == 1)
}
