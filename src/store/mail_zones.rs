//! What the mails of players show about their time zones, as rows. A mail that shows nothing new writes nothing.

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

/// Deletes what the player's mails have shown, because the player has now set a zone.
pub(super) fn forget(connection: &Connection, player: &PlayerId) -> Result<(), StoreError> {
    connection.prepare_cached("DELETE FROM mail_zone WHERE player = ?1")?.execute([player])?;
    Ok(())
}

/// Stores what is known now. If the zone has changed, the player must be told.
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

/// Whether the player must be told about another zone. From now on it counts as told.
pub(super) fn take_untold(connection: &Connection, player: &PlayerId) -> Result<bool, StoreError> {
    let told = connection
        .prepare_cached("UPDATE mail_zone SET told = 'told' WHERE player = ?1 AND told = 'waits'")?
        .execute([player])?;
    Ok(told == 1)
}
