//! How many recent letters of which kinds went to whom: what a view and a letter need to limit them.

use crate::club::{Answers, PlayerId, StrangerLetters};
use crate::mail::Address;
use crate::store::StoreError;
use crate::store::columns::{At, Columns, only};
use crate::store::letter_kinds::is_answer;
use chrono::{DateTime, TimeDelta, Utc};
use rusqlite::Connection;
use std::collections::{BTreeMap, BTreeSet};

/// Letters to strangers count for this long.
const STRANGER_WINDOW: TimeDelta = TimeDelta::hours(24);

/// Letters that one player causes another count for this long.
const CAUSED_WINDOW: TimeDelta = TimeDelta::hours(1);

/// Answers count for this long.
const ANSWERS_WINDOW: TimeDelta = TimeDelta::hours(1);

/// Answers to mails that anybody may have written count for this long.
const UNPROVEN_WINDOW: TimeDelta = TimeDelta::hours(24);

pub(super) fn strangers(
    connection: &Connection,
    from: &Address,
    now: DateTime<Utc>,
) -> Result<StrangerLetters, StoreError> {
    let mut letters = StrangerLetters::default();
    let key = from.key();
    let domain = key.rsplit_once('@').map(|(_, domain)| domain);
    // A person who has joined since then does not count as a stranger: a club that is talked about may get many from one provider in a day.
    let sql = "SELECT recipient, EXISTS (SELECT 1 FROM to_genuine WHERE letter = outbox.id) AS genuine FROM outbox
               WHERE audience = 'stranger' AND created > ?1
               AND NOT EXISTS (SELECT 1 FROM address WHERE address = lower(recipient))";
    let mut statement = connection.prepare_cached(sql)?;
    let mut rows = statement.query([At(now - STRANGER_WINDOW)])?;
    while let Some(row) = rows.next()? {
        let recipient = row.text("recipient")?.to_ascii_lowercase();
        let genuine: bool = row.get("genuine")?;
        let (own, same) = (recipient == key, recipient.rsplit_once('@').map(|(_, domain)| domain) == domain);
        letters.server += 1;
        letters.address += u32::from(own);
        letters.domain += u32::from(same && !genuine);
        letters.genuine_server += u32::from(genuine);
        letters.genuine_address += u32::from(own && genuine);
    }
    Ok(letters)
}

/// Recent letters that only answered a mail of the player, or one in the player's name.
pub(super) fn answers(connection: &Connection, id: &PlayerId, now: DateTime<Utc>) -> Result<Answers, StoreError> {
    let sql = concat!(
        "SELECT count(*) FILTER (WHERE kind IN ('answer', 'confirm-own') AND created > ?2) AS own,
             count(*) FILTER (WHERE kind IN ('answer-key', 'confirm-key') AND created > ?2) AS key,
             count(*) FILTER (WHERE kind IN ('unproven', 'password', 'confirm-password')) AS unproven,
             count(*) FILTER (WHERE kind = 'password') AS warnings, count(*) FILTER (WHERE kind = 'confirm') AS asked
         FROM outbox WHERE reader = ?1 AND created > ?3 AND ",
        is_answer!(),
    );
    let bounds = (id, At(now - ANSWERS_WINDOW), At(now - UNPROVEN_WINDOW));
    Ok(connection.prepare_cached(sql)?.query_row(bounds, |row| {
        Ok(Answers {
            own: row.get("own")?,
            key: row.get("key")?,
            unproven: row.get("unproven")?,
            warnings: row.get("warnings")?,
            asked: row.get("asked")?,
        })
    })?)
}

/// The letters in the last hour that tell others what this player did, by their readers.
pub(super) fn caused(
    connection: &Connection,
    author: &PlayerId,
    now: DateTime<Utc>,
) -> Result<BTreeMap<PlayerId, u32>, StoreError> {
    // News that waits for a digest would have been a letter.
    let sql = "SELECT reader, count(*) AS letters FROM (
                   SELECT reader FROM outbox WHERE author = ?1 AND created > ?2 AND reader IS NOT NULL
                   UNION ALL SELECT player FROM digest_news WHERE author = ?1 AND at > ?2)
               GROUP BY reader";
    let mut caused = BTreeMap::new();
    let mut statement = connection.prepare_cached(sql)?;
    let mut rows = statement.query((author, At(now - CAUSED_WINDOW)))?;
    while let Some(row) = rows.next()? {
        let reader = row.get("reader")?;
        caused.insert(reader, row.get("letters")?);
    }
    Ok(caused)
}

/// How many letters of this kind were written to a player since then.
pub(super) fn written_to(
    connection: &Connection,
    reader: &PlayerId,
    kind: &str,
    since: DateTime<Utc>,
) -> Result<u32, StoreError> {
    let sql = "SELECT count(*) FROM outbox WHERE reader = ?1 AND created > ?2 AND kind = ?3";
    Ok(connection.prepare_cached(sql)?.query_row((reader, At(since), kind), only)?)
}

/// The players who have been told since then, by a letter of this kind, about what a player did.
pub(super) fn told(
    connection: &Connection,
    author: &PlayerId,
    kind: &str,
    since: DateTime<Utc>,
) -> Result<BTreeSet<PlayerId>, StoreError> {
    let sql =
        "SELECT DISTINCT reader FROM outbox WHERE author = ?1 AND created > ?2 AND kind = ?3 AND reader IS NOT NULL";
    let mut statement = connection.prepare_cached(sql)?;
    let mut rows = statement.query((author, At(since), kind))?;
    let mut readers = BTreeSet::new();
    while let Some(row) = rows.next()? {
        readers.insert(only(row)?);
    }
    Ok(readers)
}

/// How often since then a player got an answer with the same mistakes.
pub(super) fn same_mistakes(
    connection: &Connection,
    reader: &PlayerId,
    gist: i64,
    since: DateTime<Utc>,
) -> Result<u32, StoreError> {
    let sql = "SELECT count(*) FROM mistake WHERE reader = ?1 AND at > ?2 AND gist = ?3";
    Ok(connection.prepare_cached(sql)?.query_row((reader, At(since), gist), only)?)
}

/// Records that a letter only reports mistakes.
pub(super) fn note_mistakes(
    connection: &Connection,
    letter: i64,
    reader: &PlayerId,
    gist: i64,
    at: DateTime<Utc>,
) -> Result<(), StoreError> {
    let sql = "INSERT INTO mistake (letter, reader, gist, at) VALUES (?1, ?2, ?3, ?4)";
    connection.prepare_cached(sql)?.execute((letter, reader, gist, At(at)))?;
    Ok(())
}
