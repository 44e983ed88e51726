//! What the mails of players show of their zone, as rows. A mail that shows what is known writes nothing.

use crate::club::{MailZone, PlayerId};
use crate::store::StoreError;
use crate::store::columns::{instant, micros, parse};
use rusqlite::{Connection, OptionalExtension};

pub(super) fn of(connection: &Connection, player: &PlayerId) -> Result<MailZone, StoreError> {
    let found = connection
        .prepare_cached("SELECT zone, other, since FROM mail_zone WHERE player = ?1")?
        .query_row([player.as_str()], |row| {
            Ok((row.get::<_, Option<String>>(0)?, row.get::<_, Option<String>>(1)?, row.get::<_, Option<i64>>(2)?))
        })
        .optional()?;
    let Some((zone, other, since)) = found else {
        return Ok(MailZone::default());
    };
    let read = |zone: Option<String>| zone.map(|zone| parse("a time zone", &zone)).transpose();
    Ok(MailZone { zone: read(zone)?, other: read(other)?.zip(since.map(instant).transpose()?) })
}

/// Forgets what the player's mails have shown: the player says it now.
pub(super) fn forget(connection: &Connection, player: &PlayerId) -> Result<(), StoreError> {
    connection.prepare_cached("DELETE FROM mail_zone WHERE player = ?1")?.execute([player.as_str()])?;
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
            player.as_str(),
            seen.zone.map(|zone| zone.name()),
            seen.other.map(|(zone, _)| zone.name()),
            seen.other.map(|(_, since)| micros(since)),
        ))?;
    connection
        .prepare_cached("DELETE FROM mail_zone WHERE player = ?1 AND zone IS NULL AND other IS NULL AND told = 'told'")?
        .execute([player.as_str()])?;
    Ok(())
}

/// Whether the player has to be told of another zone; from now on they have been.
pub(super) fn take_untold(connection: &Connection, player: &PlayerId) -> Result<bool, StoreError> {
    let told = connection
        .prepare_cached("UPDATE mail_zone SET told = 'told' WHERE player = ?1 AND told = 'waits'")?
        .execute([player.as_str()])?;
    Ok(told == 1)
}
