//! Reply tokens: found by their hash while they are valid, written when they are issued, deleted when they are spent.

use crate::club::{Pending, PlayerId, Purpose, Token};
use crate::command::Mailing;
use crate::mail::Address;
use crate::store::StoreError;
use crate::store::columns::{At, Columns, only, texts_from_column, texts_to_column};
use crate::store::letter_kinds::is_answer;
use chrono::{DateTime, TimeDelta, Utc};
use rusqlite::{Connection, OptionalExtension, Row};
use sha2::{Digest, Sha256};

/// The token with this hash, if it is valid at `now`.
pub(super) fn find(connection: &Connection, hash: &[u8; 32], now: DateTime<Utc>) -> Result<Option<Token>, StoreError> {
    let mut statement = connection.prepare_cached(
        "SELECT purpose, player, game, ply, offer, expires FROM token WHERE hash = ?1 AND expires > ?2",
    )?;
    let mut rows = statement.query((hash.as_slice(), At(now)))?;
    let Some(row) = rows.next()? else {
        return Ok(None);
    };
    let player = || row.get("player");
    let purpose = match row.text("purpose")? {
        "game" => {
            let offer = row.at_if_any("offer")?;
            Purpose::Game { player: player()?, number: row.get("game")?, ply: row.get("ply")?, offer }
        }
        "letter" => Purpose::Letter { player: player()? },
        "signup" => Purpose::Signup,
        "password" => Purpose::Password { player: player()? },
        "address" => {
            let (address, first) = connection
                .prepare_cached("SELECT written, first FROM claim WHERE token = ?1")?
                .query_row([hash.as_slice()], |row| Ok((row.get("written")?, row.get("first")?)))?;
            Purpose::Address { player: player()?, address, first }
        }
        "no-reminders" => Purpose::Unsubscribe { player: player()?, mailing: Mailing::Reminders },
        "no-announcements" => Purpose::Unsubscribe { player: player()?, mailing: Mailing::Announcements },
        "take-back" => {
            let (address, since) = connection
                .prepare_cached("SELECT written, since FROM take_back WHERE token = ?1")?
                .query_row([hash.as_slice()], |row| Ok((row.get("written")?, row.at("since")?)))?;
            Purpose::TakeBack { player: player()?, address, since }
        }
        "confirm" => {
            let (lines, comment, asked, elsewhere) = connection
                .prepare_cached("SELECT lines, comment, asked, elsewhere FROM confirmation WHERE token = ?1")?
                .query_row([hash.as_slice()], |row| {
                    Ok((row.get::<_, String>("lines")?, row.get("comment")?, row.at("asked")?, row.get("elsewhere")?))
                })?;
            let lines = texts_from_column("the commands that wait for a player's answer", &lines)?;
            Purpose::Confirm { player: player()?, lines, comment, asked, elsewhere }
        }
        other => {
            return Err(StoreError::Damaged { what: "the purpose of a token", found: other.to_owned() });
        }
    };
    Ok(Some(Token { hash: *hash, purpose, expires: row.at("expires")? }))
}

/// Stores a token that was issued.
pub(super) fn issue(
    connection: &Connection,
    hash: &[u8; 32],
    purpose: &Purpose,
    expires: DateTime<Utc>,
) -> Result<(), StoreError> {
    let (word, game, ply, offer) = match purpose {
        Purpose::Game { number, ply, offer, .. } => ("game", Some(*number), Some(*ply), offer.map(At)),
        Purpose::Letter { .. } => ("letter", None, None, None),
        Purpose::Signup => ("signup", None, None, None),
        Purpose::Confirm { .. } => ("confirm", None, None, None),
        Purpose::Password { .. } => ("password", None, None, None),
        Purpose::Address { .. } => ("address", None, None, None),
        Purpose::TakeBack { .. } => ("take-back", None, None, None),
        Purpose::Unsubscribe { mailing: Mailing::Reminders, .. } => ("no-reminders", None, None, None),
        Purpose::Unsubscribe { mailing: Mailing::Announcements, .. } => ("no-announcements", None, None, None),
    };
    let player = match purpose {
        Purpose::Address { player, .. } | Purpose::Unsubscribe { player, .. } => Some(player),
        purpose => purpose.player(),
    };
    connection
        .prepare_cached(
            "INSERT INTO token (hash, purpose, player, game, ply, offer, expires)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
        )?
        .execute((hash.as_slice(), word, player, game, ply, offer, At(expires)))?;
    if let Purpose::Confirm { lines, comment, asked, elsewhere, .. } = purpose {
        connection
            .prepare_cached(
                "INSERT INTO confirmation (token, lines, comment, asked, elsewhere) VALUES (?1, ?2, ?3, ?4, ?5)",
            )?
            .execute((
                hash.as_slice(),
                texts_to_column(lines),
                comment,
                At(*asked),
                elsewhere.as_ref().map(Address::as_str),
            ))?;
    }
    write_mailbox(connection, hash, purpose)
}

/// The most lines that join one question, and the longest of them. More would not say anything new.
const JOINED_MAX: u32 = 10;
const JOINED_CHARS_MAX: usize = 2_000;

/// Lets a line that came without proof wait behind the question that its player was asked in the last day and has not answered. Returns
/// false if there is no such question.
pub(super) fn join(
    connection: &Connection,
    player: &PlayerId,
    line: &str,
    comment: &str,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    let open: Option<Vec<u8>> = connection
        .prepare_cached(
            "SELECT hash FROM token JOIN confirmation ON confirmation.token = token.hash
             WHERE player = ?1 AND purpose = 'confirm' AND expires > ?2 AND asked > ?3 ORDER BY asked DESC LIMIT 1",
        )?
        .query_row((player, At(now), At(now - TimeDelta::days(1))), only)
        .optional()?;
    let Some(hash) = open else {
        return Ok(false);
    };
    if line.chars().nth(JOINED_CHARS_MAX).is_some() {
        return Ok(true);
    }
    let comment: String = comment.chars().take(JOINED_CHARS_MAX).collect();
    connection
        .prepare_cached(
            "INSERT INTO further_line (token, line, comment) SELECT ?1, ?2, ?3
             WHERE (SELECT count(*) FROM further_line WHERE token = ?1) < ?4
                 AND NOT EXISTS (SELECT 1 FROM further_line WHERE token = ?1 AND line = ?2)
                 AND NOT EXISTS (SELECT 1 FROM confirmation, json_each(lines) WHERE token = ?1 AND value = ?2)",
        )?
        .execute((hash.as_slice(), line, comment, JOINED_MAX))?;
    Ok(true)
}

/// The player has answered the question with this token. Returns the lines that joined it, with the words beside them; they do not wait any
/// more. After a yes, the letter that asked does not count as unwanted any more.
pub(super) fn answered(
    connection: &Connection,
    hash: &[u8; 32],
    player: &PlayerId,
    is_yes: bool,
) -> Result<Vec<(String, String)>, StoreError> {
    let mut statement =
        connection.prepare_cached("SELECT line, comment FROM further_line WHERE token = ?1 ORDER BY id")?;
    let lines = statement.query_map([hash.as_slice()], |row| Ok((row.get("line")?, row.get("comment")?)))?;
    let lines = lines.collect::<Result<_, _>>()?;
    connection.prepare_cached("DELETE FROM further_line WHERE token = ?1")?.execute([hash.as_slice()])?;
    if is_yes {
        // It is the first one that was written after its mail had come in.
        connection
            .prepare_cached(concat!(
                "UPDATE outbox SET kind = 'confirmed' WHERE id = (
                     SELECT id FROM outbox WHERE reader = ?1 AND kind = 'confirm' AND ",
                is_answer!(),
                "        AND created >= (SELECT asked FROM confirmation WHERE token = ?2)
                     ORDER BY created, id LIMIT 1)",
            ))?
            .execute((player, hash.as_slice()))?;
    }
    Ok(lines)
}

/// Stores what waits behind a token for a mailbox.
fn write_mailbox(connection: &Connection, hash: &[u8; 32], purpose: &Purpose) -> Result<(), StoreError> {
    match purpose {
        Purpose::Address { address, first, .. } => {
            connection
                .prepare_cached("INSERT INTO claim (token, address, written, first) VALUES (?1, ?2, ?3, ?4)")?
                .execute((hash.as_slice(), address.key(), address.as_str(), first))?;
        }
        Purpose::TakeBack { address, since, .. } => {
            connection
                .prepare_cached("INSERT INTO take_back (token, written, since) VALUES (?1, ?2, ?3)")?
                .execute((hash.as_slice(), address.as_str(), At(*since)))?;
        }
        _ => {}
    }
    Ok(())
}

/// Deletes the tokens of a player whose account is taken back by this mailbox, with everything that waits behind them. Tokens that can undo
/// an earlier change, or the same change from another mailbox, stay.
pub(super) fn forget(
    connection: &Connection,
    player: &PlayerId,
    address: &Address,
    since: DateTime<Utc>,
) -> Result<(), StoreError> {
    connection
        .prepare_cached(
            "DELETE FROM token WHERE player = ?1 AND NOT (purpose = 'take-back' AND EXISTS (
                 SELECT 1 FROM take_back WHERE take_back.token = token.hash
                     AND (since < ?2 OR (since = ?2 AND lower(written) <> ?3))))",
        )?
        .execute((player, At(since), address.key()))?;
    Ok(())
}

/// What waits behind a key.
pub(super) fn pending(connection: &Connection, hash: &[u8; 32]) -> Result<Option<Pending>, StoreError> {
    let mut statement =
        connection.prepare_cached("SELECT line, beside, words, mark, half FROM pending WHERE token = ?1")?;
    let mut rows = statement.query([hash.as_slice()])?;
    let Some(row) = rows.next()? else {
        return Ok(None);
    };
    Ok(Some(pending_in(row)?))
}

fn pending_in(row: &Row<'_>) -> rusqlite::Result<Pending> {
    let (line, beside) = (row.get("line")?, row.get("beside")?);
    Ok(Pending { line, beside, words: row.get("words")?, mark: row.get("mark")?, half: row.get("half")? })
}

/// The newest words of a player that only wait for a yes to be sent, behind the key of a letter about a game, and that key's hash. Words that
/// were asked about for the last time are left out.
pub(super) fn unsent_words(
    connection: &Connection,
    number: u32,
    player: &PlayerId,
    but: &[u8; 32],
) -> Result<Option<([u8; 32], Pending)>, StoreError> {
    let mut statement = connection.prepare_cached(
        "SELECT hash, line, beside, words, mark, half, expires, ply FROM token JOIN pending ON token = hash
             WHERE game = ?1 AND player = ?2 AND hash <> ?3 AND line GLOB 'chat *' AND mark IS NOT 'last-asked'",
    )?;
    let mut rows = statement.query((number, player, but.as_slice()))?;
    // There are hardly ever any, so SQLite shall not prepare to sort them.
    let (mut newest, mut asked) = (None, None);
    while let Some(row) = rows.next()? {
        let here: Option<(i64, u32)> = Some((row.get("expires")?, row.get("ply")?));
        if asked < here {
            (newest, asked) = (Some((row.get("hash")?, pending_in(row)?)), here);
        }
    }
    Ok(newest)
}

/// The moves and offers of a player that wait with words for a yes behind other keys of letters about a game, the oldest first, with the hashes
/// of those keys.
pub(super) fn held_words(
    connection: &Connection,
    number: u32,
    player: &PlayerId,
    but: &[u8; 32],
) -> Result<Vec<([u8; 32], Pending)>, StoreError> {
    let mut statement = connection.prepare_cached(
        "SELECT hash, line, beside, words, mark, half, expires, ply FROM token JOIN pending ON token = hash
             WHERE game = ?1 AND player = ?2 AND hash <> ?3 AND words <> ''
                 AND (line GLOB 'move *' OR line GLOB 'draw *' OR line GLOB 'undo *')",
    )?;
    let mut rows = statement.query((number, player, but.as_slice()))?;
    let mut held = Vec::new();
    while let Some(row) = rows.next()? {
        let since: (i64, Option<u32>) = (row.get("expires")?, row.get("ply")?);
        held.push((since, row.get("hash")?, pending_in(row)?));
    }
    // There are hardly ever two, so SQLite shall not prepare to sort them.
    held.sort_by_key(|(since, ..)| *since);
    Ok(held.into_iter().map(|(_, hash, pending)| (hash, pending)).collect())
}

/// The newest line of a player that waits for a yes behind another key than this, and that key's hash; of a letter about this game, if there is
/// one.
pub(super) fn open_question(
    connection: &Connection,
    player: &PlayerId,
    number: Option<u32>,
    but: &[u8; 32],
) -> Result<Option<([u8; 32], Pending)>, StoreError> {
    let mut statement = connection.prepare_cached(
        "SELECT hash, line, beside, words, mark, half FROM pending JOIN token ON token = hash
             WHERE player = ?1 AND (?2 IS NULL OR game = ?2) AND hash <> ?3 AND line IS NOT NULL
             ORDER BY expires DESC, ply DESC LIMIT 1",
    )?;
    let mut rows = statement.query((player, number, but.as_slice()))?;
    let Some(row) = rows.next()? else {
        return Ok(None);
    };
    Ok(Some((row.get("hash")?, pending_in(row)?)))
}

/// Stores something behind a key.
pub(super) fn put_pending(connection: &Connection, hash: &[u8; 32], pending: &Pending) -> Result<bool, StoreError> {
    let Pending { line, beside, words, mark, half } = pending;
    let sql = "INSERT INTO pending (token, line, beside, words, mark, half) VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
    Ok(connection.prepare_cached(sql)?.execute((hash.as_slice(), line, beside, words, mark, half))? == 1)
}

/// Deletes what waits behind a key.
pub(super) fn drop_pending(connection: &Connection, hash: &[u8; 32]) -> Result<(), StoreError> {
    connection.prepare_cached("DELETE FROM pending WHERE token = ?1")?.execute([hash.as_slice()])?;
    Ok(())
}

/// How many mails from an address have carried a token that is not valid, since then.
pub(super) fn dead(connection: &Connection, from: &Address, since: DateTime<Utc>) -> Result<u32, StoreError> {
    let sql = "SELECT count(*) FROM dead_token WHERE source = ?1 AND at > ?2";
    Ok(connection.prepare_cached(sql)?.query_row((source(from).as_slice(), At(since)), only)?)
}

/// Records one more such mail.
pub(super) fn note_dead(connection: &Connection, from: &Address, at: DateTime<Utc>) -> Result<(), StoreError> {
    let sql = "INSERT INTO dead_token (source, at) VALUES (?1, ?2)";
    connection.prepare_cached(sql)?.execute((source(from).as_slice(), At(at)))?;
    Ok(())
}

/// The addresses of strangers are not stored.
fn source(from: &Address) -> [u8; 32] {
    Sha256::digest(from.key()).into()
}

/// Deletes every token of a player, with everything that waits behind them.
pub(super) fn forget_all(connection: &Connection, player: &PlayerId) -> Result<(), StoreError> {
    connection.prepare_cached("DELETE FROM token WHERE player = ?1")?.execute([player])?;
    Ok(())
}

/// Deletes a token, with everything that waits behind it. It is not an error if it does not exist any more.
pub(super) fn spend(connection: &Connection, hash: &[u8; 32]) -> Result<(), StoreError> {
    connection.prepare_cached("DELETE FROM token WHERE hash = ?1")?.execute([hash.as_slice()])?;
    Ok(())
}
