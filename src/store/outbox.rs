//! Outgoing letters. A letter waits from the commit of the change that it reports, and its bytes are finished.
//!
//! States: `waiting -> sent | given-up`. What the operator can change is in `database/operator.rs`.

use crate::mail::{DeliveryStatus, TokenText};
use crate::store::bounces::BounceState;
use crate::store::columns::{At, Columns, only, only_at};
use crate::store::letter_kinds::{Due, NewLetter, Thread, Verdict, Waiting, class_of};
use crate::store::packed_text::LetterText;
use crate::store::{StoreError, bounces, clocks, packed_text};
use chrono::{DateTime, TimeDelta, Utc};
use rusqlite::{Connection, OptionalExtension};

/// The most letters that are read at once, however many wait.
const LOOKED_AT_MAX: usize = 20_000;

/// Letters to be sent now that `takes` accepts.
pub(super) fn due(
    connection: &Connection,
    now: DateTime<Utc>,
    limit: u32,
    mut takes: impl FnMut(&Waiting) -> bool,
) -> Result<Vec<Due>, StoreError> {
    let mut letters = Vec::new();
    let mut left = limit;
    waiting(connection, now, |waiting| {
        if left > 0 && takes(&waiting) {
            left -= 1;
            letters.push(with_text(connection, waiting)?);
        }
        Ok(left > 0)
    })?;
    Ok(letters)
}

/// Letters to be sent now, without their texts, those that have waited longest first, until `see` has seen enough.
pub(super) fn waiting(
    connection: &Connection,
    now: DateTime<Utc>,
    mut see: impl FnMut(Waiting) -> Result<bool, StoreError>,
) -> Result<(), StoreError> {
    let mut statement = connection.prepare_cached(
        "SELECT id, recipient, attempts, game, reader, kind, audience = 'stranger' AS is_stranger,
             CASE kind WHEN 'reminder' THEN (SELECT deadline FROM game WHERE number = outbox.game) END AS deadline
         FROM outbox WHERE state = 'waiting' AND next_try <= ?1 ORDER BY next_try, id",
    )?;
    let mut rows = statement.query([At(now)])?;
    let mut looked_at = 0;
    while looked_at < LOOKED_AT_MAX
        && let Some(row) = rows.next()?
    {
        looked_at += 1;
        let (number, reader): (Option<u32>, Option<String>) = (row.get("game")?, row.get("reader")?);
        let letter = Waiting {
            id: row.get("id")?,
            to: row.get("recipient")?,
            attempts: row.get("attempts")?,
            thread: number.zip(reader).map(|(number, reader)| Thread { number, reader }),
            class: class_of(row.text("kind")?, row.get("is_stranger")?),
            deadline: row.at_if_any("deadline")?,
        };
        if !see(letter)? {
            break;
        }
    }
    Ok(())
}

/// Letters to be sent now, without their texts.
pub(super) fn all_waiting(connection: &Connection, now: DateTime<Utc>) -> Result<Vec<Waiting>, StoreError> {
    let mut letters = Vec::new();
    waiting(connection, now, |letter| {
        letters.push(letter);
        Ok(true)
    })?;
    Ok(letters)
}

/// The whole letter.
pub(super) fn with_text(connection: &Connection, waiting: Waiting) -> Result<Due, StoreError> {
    let Waiting { id, to, attempts, thread, class, .. } = waiting;
    let sql = "SELECT envelope_from, bytes, created, open_seconds, tried, board = 'plain' AND EXISTS (
                   SELECT 1 FROM outbox AS newer WHERE newer.id > letter.id AND newer.game = letter.game
                       AND newer.reader = letter.reader AND newer.board IS NOT NULL AND newer.state IN ('waiting', 'sent')) AS is_outdated
               FROM outbox AS letter CROSS JOIN letter_text ON letter_text.letter = letter.id WHERE letter.id = ?1";
    let mut statement = connection.prepare_cached(sql)?;
    let mut rows = statement.query([id])?;
    let row = rows.next()?.ok_or(rusqlite::Error::QueryReturnedNoRows)?;
    Ok(Due {
        id,
        envelope_from: row.get("envelope_from")?,
        to,
        bytes: packed_text::unpack(row.get_ref("bytes")?.as_blob().map_err(rusqlite::Error::from)?)?,
        attempts,
        created: row.at("created")?,
        open: TimeDelta::seconds(row.get("open_seconds")?),
        tried: row.at_if_any("tried")?,
        thread,
        is_outdated: row.get::<_, Option<bool>>("is_outdated")?.unwrap_or(false),
        class,
    })
}

/// When the next letter is due after `now`; `None` if there is none.
pub(super) fn next_due(connection: &Connection, now: DateTime<Utc>) -> Result<Option<DateTime<Utc>>, StoreError> {
    let sql = "SELECT next_try FROM outbox WHERE state = 'waiting' AND next_try > ?1 ORDER BY next_try LIMIT 1";
    Ok(connection.prepare_cached(sql)?.query_row([At(now)], only_at).optional()?.flatten())
}

/// Records the result of an attempt. A letter that does not wait any more keeps its state.
pub(super) fn mark(connection: &Connection, id: i64, verdict: &Verdict, now: DateTime<Utc>) -> Result<(), StoreError> {
    let (at, now) = (now, At(now));
    if *verdict == Verdict::Sent {
        clocks::start(connection, id, now)?;
    }
    match verdict {
        Verdict::Sent => connection
            .prepare_cached(
                "UPDATE outbox SET state = 'sent', attempts = attempts + 1, next_try = NULL, settled = ?2,
                 last_error = NULL WHERE id = ?1 AND state = 'waiting'",
            )?
            .execute((id, now))?,
        Verdict::Later { at, open, error } => connection
            .prepare_cached(
                "UPDATE outbox SET attempts = attempts + 1, next_try = ?2, open_seconds = ?3, tried = ?4, last_error = ?5
                 WHERE id = ?1 AND state = 'waiting'",
            )?
            .execute((id, At(*at), open.num_seconds(), now, error))?,
        Verdict::Outdated => connection
            .prepare_cached(
                "UPDATE outbox SET state = 'dropped', next_try = NULL, settled = ?2 WHERE id = ?1 AND state = 'waiting'",
            )?
            .execute((id, now))?,
        Verdict::Held { error } => connection
            .prepare_cached("UPDATE outbox SET last_error = ?2 WHERE id = ?1 AND state = 'waiting'")?
            .execute((id, error))?,
        Verdict::GivenUp { error, mailbox } => {
            let given_up = connection
                .prepare_cached(
                    "UPDATE outbox SET state = 'given-up', attempts = attempts + 1, next_try = NULL, settled = ?2,
                     last_error = ?3 WHERE id = ?1 AND state = 'waiting'",
                )?
                .execute((id, now, error))?;
            if let (Some(status), 1) = (mailbox, given_up) {
                refused(connection, id, *status, at)?;
            }
            given_up
        }
    };
    Ok(())
}

/// A refused letter counts as one that came back: the clock that waits for it keeps waiting, and its mailbox must be judged.
fn refused(connection: &Connection, id: i64, status: DeliveryStatus, now: DateTime<Utc>) -> Result<(), StoreError> {
    clocks::wait_on(connection, id, now)?;
    bounces::note(connection, id, status, BounceState::New, now)
}

/// Adds a letter to the outbox without its text. Returns its row.
pub(super) fn enqueue(connection: &Connection, letter: &NewLetter) -> Result<i64, StoreError> {
    let created = At(letter.created);
    let reader = letter.reader.as_ref();
    let author = letter.author.as_ref();
    let audience = if letter.stranger { "stranger" } else { "player" };
    connection
        .prepare_cached(
            "INSERT INTO outbox
             (created, envelope_from, bounce_key, recipient, audience, reader, author, game, kind, board, next_try)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)",
        )?
        .execute((
            created,
            &letter.envelope_from,
            letter.bounce_key.as_ref().map(TokenText::hash),
            &letter.to,
            audience,
            reader,
            author,
            letter.number,
            letter.kind,
            letter.board,
            letter.not_before.map_or(created, At),
        ))?;
    let id = connection.last_insert_rowid();
    let mut told = connection.prepare_cached("INSERT INTO turn_told (letter, game, plies) VALUES (?1, ?2, ?3)")?;
    for start in &letter.starts {
        told.execute((id, start.number, start.plies))?;
    }
    Ok(id)
}

/// Adds the text of a letter, unless the letter was dropped meanwhile: no text of such a letter is kept.
pub(super) fn add_text(connection: &Connection, id: i64, text: &LetterText) -> Result<(), StoreError> {
    let sql = "INSERT INTO letter_text (letter, bytes) SELECT id, ?2 FROM outbox WHERE id = ?1 AND state = 'waiting'";
    connection.prepare_cached(sql)?.execute((id, &text.0))?;
    Ok(())
}

/// How many letters the relay has accepted since then.
pub(super) fn sent_since(connection: &Connection, since: DateTime<Utc>) -> Result<u32, StoreError> {
    let sql = "SELECT count(*) FROM outbox WHERE state = 'sent' AND settled >= ?1";
    Ok(connection.prepare_cached(sql)?.query_row([At(since)], only)?)
}
