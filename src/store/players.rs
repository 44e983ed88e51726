//! Players as rows, with their settings.

use crate::club::{IDS_MAX, Player, PlayerId, Settings};
use crate::command::{Hour, Language, Setting};
use crate::store::accounts::addresses;
use crate::store::columns::{At, column, declare_columns, only};
use crate::store::{StoreError, bounces, clocks};
use chrono::{DateTime, TimeDelta, Utc};
use rusqlite::{Connection, Row};

/// Wrong passwords count for this long.
const WRONG_PASSWORD_WINDOW: TimeDelta = TimeDelta::hours(1);

// The columns of a player. `?2` is the instant from which wrong passwords count.
declare_columns! {
    player_columns: password_hash, joined, dialect, language, letters, board, digest, announcements, reminders, account, auto_vacation,
    words, receipts, zone = "coalesce(zone, (SELECT mail_zone.zone FROM mail_zone WHERE mail_zone.player = player.id))", reminded,
    game_limit, auto_vacation_since,
    wrong_passwords = "(SELECT count(*) FROM wrong_password WHERE wrong_password.player = player.id AND at > ?2)",
}

/// A player, and the wrong passwords given for them lately.
pub(super) fn player(
    connection: &Connection,
    id: &PlayerId,
    now: DateTime<Utc>,
) -> Result<Option<(Player, u32)>, StoreError> {
    let mut statement =
        connection.prepare_cached(concat!("SELECT ", player_columns!(), " FROM player WHERE id = ?1"))?;
    let mut rows = statement.query((id, At(now - WRONG_PASSWORD_WINDOW)))?;
    let Some(row) = rows.next()? else {
        return Ok(None);
    };
    if row.get_ref(column!(account))?.as_str().map_err(rusqlite::Error::from)? == CLOSED {
        return Ok(None);
    }
    let (addresses, addresses_since): (Vec<_>, Vec<_>) = addresses(connection, id)?.into_iter().unzip();
    if addresses.is_empty() {
        return Err(StoreError::Damaged { what: "the addresses of a player", found: id.to_string() });
    }
    let at = |column: Option<At>| column.map(|at| at.0);
    let player = Player {
        id: id.clone(),
        addresses,
        addresses_since,
        suspensions: bounces::suspensions(connection, id)?,
        password_hash: row.get(column!(password_hash))?,
        settings: settings(row)?,
        vacations: clocks::vacations(connection, id, now)?,
        held: clocks::held(connection, id, now)?,
        reminded: at(row.get(column!(reminded))?),
        auto_vacation_since: at(row.get(column!(auto_vacation_since))?),
        limit: row.get(column!(game_limit))?,
        presence: row.get(column!(account))?,
        joined: row.get::<_, At>(column!(joined))?.0,
    };
    Ok(Some((player, row.get(column!(wrong_passwords))?)))
}

fn settings(row: &Row<'_>) -> Result<Settings, StoreError> {
    let text = |place: usize| row.get_ref(place)?.as_str().map_err(rusqlite::Error::from);
    Ok(Settings {
        dialect: row.get(column!(dialect))?,
        language: read_language(text(column!(language))?)?,
        letters: row.get(column!(letters))?,
        board: row.get(column!(board))?,
        zone: row.get(column!(zone))?,
        digest: read_digest(text(column!(digest))?)?,
        announcements: row.get(column!(announcements))?,
        reminders: row.get(column!(reminders))?,
        auto_vacation: row.get(column!(auto_vacation))?,
        words: row.get(column!(words))?,
        receipts: row.get(column!(receipts))?,
    })
}

/// The word for a closed account, of which only the id is kept.
const CLOSED: &str = "closed";

pub(super) fn is_gone(connection: &Connection, id: &PlayerId) -> Result<bool, StoreError> {
    let sql = "SELECT 1 FROM player WHERE id = ?1 AND account = 'closed'";
    Ok(connection.prepare_cached(sql)?.exists([id])?)
}

/// Whether a player has paused their account.
pub(super) fn is_signed_off(connection: &Connection, id: &PlayerId) -> Result<bool, StoreError> {
    let sql = "SELECT 1 FROM player WHERE id = ?1 AND account = 'paused'";
    Ok(connection.prepare_cached(sql)?.exists([id])?)
}

/// The language in a player's settings: `None` for the club's language.
fn read_language(word: &str) -> Result<Option<Language>, StoreError> {
    match Setting::from_words("language", word) {
        Some(Setting::Language(language)) => Ok(language),
        _ => Err(StoreError::Damaged { what: "a language", found: word.to_owned() }),
    }
}

fn read_digest(word: &str) -> Result<Option<Hour>, StoreError> {
    match Setting::from_words("digest", word) {
        Some(Setting::Digest(hour)) => Ok(hour),
        _ => Err(StoreError::Damaged { what: "the hour of the daily letter", found: word.to_owned() }),
    }
}

/// The ids of the players who joined last.
pub(super) fn ids(connection: &Connection) -> Result<Vec<PlayerId>, StoreError> {
    let mut ids = Vec::new();
    let mut statement = connection
        .prepare_cached("SELECT id FROM player WHERE account <> 'closed' ORDER BY joined DESC, id LIMIT ?1")?;
    let mut rows = statement.query([IDS_MAX])?;
    while let Some(row) = rows.next()? {
        ids.push(only(row)?);
    }
    Ok(ids)
}
