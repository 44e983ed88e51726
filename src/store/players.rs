//! Players as rows, with their settings.

use crate::club::{IDS_MAX, Player, PlayerId, Presence, Settings};
use crate::command::{BoardStyle, Hour, Language, LetterStyle, Setting, Wanted};
use crate::store::accounts::addresses;
use crate::store::columns::{Word, instant, micros, parse};
use crate::store::{StoreError, bounces, clocks};
use crate::tafl;
use chrono::{DateTime, TimeDelta, Utc};
use rusqlite::{Connection, OptionalExtension};

/// Wrong passwords count for this long.
const WRONG_PASSWORD_WINDOW: TimeDelta = TimeDelta::hours(1);

/// A player, and the wrong passwords given for him lately.
pub(super) fn player(
    connection: &Connection,
    id: &PlayerId,
    now: DateTime<Utc>,
) -> Result<Option<(Player, u32)>, StoreError> {
    let found = connection
        .prepare_cached(
            "SELECT password_hash, joined, dialect, language, letters, board, digest, announcements, reminders, presence, rescue,
                 coalesce(zone, (SELECT mail_zone.zone FROM mail_zone WHERE mail_zone.player = player.id)), reminded, game_limit, rescued,
                 (SELECT count(*) FROM wrong_password WHERE wrong_password.player = player.id AND at > ?2)
             FROM player WHERE id = ?1",
        )?
        .query_row((id.as_str(), micros(now - WRONG_PASSWORD_WINDOW)), |row| {
            let mut set: [String; 9] = Default::default();
            for (column, word) in (2..).zip(&mut set) {
                *word = row.get(column)?;
            }
            let zone: Option<String> = row.get(11)?;
            let instants: [Option<i64>; 2] = [row.get(12)?, row.get(14)?];
            Ok((row.get(0)?, row.get(1)?, set, (zone, instants, row.get(13)?), row.get(15)?))
        })
        .optional()?;
    let Some((password_hash, joined, set, (zone, [reminded, rescued], limit), wrong_passwords)) = found else {
        return Ok(None);
    };
    let [dialect, language, letters, board, digest, news, reminders, presence, rescue] = set;
    if presence == GONE {
        return Ok(None);
    }
    let presence = Presence::read(&presence)?;
    let (addresses, addresses_since): (Vec<_>, Vec<_>) = addresses(connection, id)?.into_iter().unzip();
    if addresses.is_empty() {
        return Err(StoreError::Damaged { what: "the addresses of a player", found: id.to_string() });
    }
    let settings = Settings {
        dialect: tafl::Dialect::read(&dialect)?,
        language: read_language(&language)?,
        letters: LetterStyle::read(&letters)?,
        board: BoardStyle::read(&board)?,
        zone: zone.map(|zone| parse("a time zone", &zone)).transpose()?,
        digest: read_digest(&digest)?,
        announcements: Wanted::read(&news)?,
        reminders: Wanted::read(&reminders)?,
        rescue: Wanted::read(&rescue)?,
    };
    let suspensions = bounces::suspensions(connection, id)?;
    let reminded = reminded.map(instant).transpose()?;
    let rescued = rescued.map(instant).transpose()?;
    let leave = clocks::leave(connection, id, now)?;
    let held = clocks::held(connection, id, now)?;
    let joined = instant(joined)?;
    let id = id.clone();
    let player = Player {
        id,
        addresses,
        addresses_since,
        suspensions,
        password_hash,
        settings,
        leave,
        held,
        reminded,
        rescued,
        limit,
        presence,
        joined,
    };
    Ok(Some((player, wrong_passwords)))
}

pub(super) fn is_gone(connection: &Connection, id: &PlayerId) -> Result<bool, StoreError> {
    let sql = "SELECT 1 FROM player WHERE id = ?1 AND presence = 'gone'";
    Ok(connection.prepare_cached(sql)?.exists([id.as_str()])?)
}

/// Whether a player has signed off.
pub(super) fn is_signed_off(connection: &Connection, id: &PlayerId) -> Result<bool, StoreError> {
    let sql = "SELECT 1 FROM player WHERE id = ?1 AND presence = 'signed-off'";
    Ok(connection.prepare_cached(sql)?.exists([id.as_str()])?)
}

/// The language in a player's settings: `None` for that of the club.
fn read_language(word: &str) -> Result<Option<Language>, StoreError> {
    match Setting::from_words("language", word) {
        Some(Setting::Language(language)) => Ok(language),
        _ => Err(StoreError::Damaged { what: "a language", found: word.to_owned() }),
    }
}

fn read_digest(word: &str) -> Result<Option<Hour>, StoreError> {
    match Setting::from_words("digest", word) {
        Some(Setting::Digest(hour)) => Ok(hour),
        _ => Err(StoreError::Damaged { what: "the hour of a letter a day", found: word.to_owned() }),
    }
}

/// The ids of the players who joined last.
pub(super) fn ids(connection: &Connection) -> Result<Vec<PlayerId>, StoreError> {
    let mut ids = Vec::new();
    let mut statement = connection
        .prepare_cached("SELECT id FROM player WHERE presence <> 'gone' ORDER BY joined DESC, id LIMIT ?1")?;
    let mut rows = statement.query([IDS_MAX])?;
    while let Some(row) = rows.next()? {
        ids.push(parse("a player id", row.get_ref(0)?.as_str().map_err(rusqlite::Error::from)?)?);
    }
    Ok(ids)
}

/// The word for a player of whom only the id is left.
const GONE: &str = "gone";
