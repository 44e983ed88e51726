//! Letters that came back or were refused, and what of their content can be sent again.

use crate::club::{HOLD_MAX, PlayerId};
use crate::mail::{Address, DeliveryStatus, TokenText};
use crate::store::bounces::BounceState;
use crate::store::columns::{At, Columns, only};
use crate::store::letter_kinds::Start;
use crate::store::{StoreError, bounces};
use chrono::{DateTime, Utc};
use rusqlite::{Connection, OptionalExtension};

/// A letter that came back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Returned {
    /// Its row.
    pub id: i64,
    /// Its reader.
    pub reader: Option<PlayerId>,
    /// Its recipient.
    pub to: Address,
    /// Its kind in the operator's lists.
    pub kind: String,
    /// Whether it comes back for the first time, and soon after it was sent.
    pub is_news: bool,
    /// The boards whose clocks it had started, if any.
    pub started: Vec<Start>,
    /// The board that it showed, if it comes back for the first time and no newer letter has shown its reader the same board.
    pub anew: Option<u32>,
    /// When it was written.
    pub created: DateTime<Utc>,
    /// What others wrote and it told, with the boards, if it comes back for the first time.
    pub told: Vec<Told>,
}

impl Returned {
    /// What it told about a board.
    pub fn told_of(&self, number: u32) -> Option<&Told> {
        self.told.iter().find(|told| told.number == Some(number))
    }
}

/// What another player wrote and a letter told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    /// The author.
    pub author: PlayerId,
    /// The board; `None` for a message.
    pub number: Option<u32>,
    /// The words. Empty if the letter only showed the board, as one of many.
    pub words: String,
    /// When a letter first told this.
    pub since: DateTime<Utc>,
}

/// Records that the letter with this key came back; `None` if there is none.
pub(super) fn came_back(
    connection: &Connection,
    bounce_key: &TokenText,
    failure: Option<DeliveryStatus>,
    now: DateTime<Utc>,
) -> Result<Option<Returned>, StoreError> {
    let sql = "SELECT id, returned IS NULL AND settled > ?2 AS is_news FROM outbox WHERE bounce_key = ?1";
    let found: Option<(i64, Option<bool>)> = connection
        .prepare_cached(sql)?
        .query_row((bounce_key.hash(), At(now - HOLD_MAX)), |row| Ok((row.get("id")?, row.get("is_news")?)))
        .optional()?;
    let Some((id, is_news)) = found else {
        return Ok(None);
    };
    connection.prepare_cached("UPDATE outbox SET returned = ?2 WHERE id = ?1")?.execute((id, At(now)))?;
    if let Some(status) = failure.filter(|status| !status.is_sending_limit()) {
        bounces::note(connection, id, status, BounceState::Weighed, now)?;
    }
    returned(connection, id, is_news.unwrap_or(false)).map(Some)
}

/// A letter that has come back or was refused.
pub(super) fn returned(connection: &Connection, id: i64, is_news: bool) -> Result<Returned, StoreError> {
    let (reader, to, kind, created) = connection
        .prepare_cached("SELECT reader, recipient, kind, created FROM outbox WHERE id = ?1")?
        .query_row([id], |row| Ok((row.get("reader")?, row.get("recipient")?, row.get("kind")?, row.at("created")?)))?;
    let started = if is_news { started(connection, id)? } else { Vec::new() };
    let anew = if is_news { newest_of_board(connection, id)? } else { None };
    let told = if is_news { take_told(connection, id)? } else { Vec::new() };
    Ok(Returned { id, reader, to, kind, is_news, started, anew, created, told })
}

/// Stores what others wrote and a letter tells.
pub(super) fn keep_told(connection: &Connection, letter: i64, told: &[Told]) -> Result<(), StoreError> {
    let sql = "INSERT INTO letter_words (letter, place, author, game, words, since) VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
    let mut statement = connection.prepare_cached(sql)?;
    for (place, Told { author, number, words, since }) in told.iter().enumerate() {
        let place = i64::try_from(place).unwrap_or(i64::MAX);
        statement.execute((letter, place, author, number, words, At(*since)))?;
    }
    Ok(())
}

/// Takes what others wrote and a letter told. The caller writes it into another letter.
fn take_told(connection: &Connection, letter: i64) -> Result<Vec<Told>, StoreError> {
    let mut told = Vec::new();
    let sql = "SELECT author, game, words, since FROM letter_words WHERE letter = ?1 ORDER BY place";
    let mut statement = connection.prepare_cached(sql)?;
    let mut rows = statement.query([letter])?;
    while let Some(row) = rows.next()? {
        let author = row.get("author")?;
        told.push(Told { author, number: row.get("game")?, words: row.get("words")?, since: row.at("since")? });
    }
    if !told.is_empty() {
        connection.prepare_cached("DELETE FROM letter_words WHERE letter = ?1")?.execute([letter])?;
    }
    Ok(told)
}

/// The board that a letter shows, if no newer letter shows its reader the same board.
fn newest_of_board(connection: &Connection, id: i64) -> Result<Option<u32>, StoreError> {
    let sql = "SELECT game FROM outbox AS letter WHERE id = ?1 AND board IS NOT NULL AND NOT EXISTS (
                   SELECT 1 FROM outbox AS newer WHERE newer.id > letter.id AND newer.game = letter.game
                       AND newer.reader = letter.reader AND newer.board IS NOT NULL AND newer.returned IS NULL
                       AND newer.state IN ('waiting', 'sent'))";
    Ok(connection.prepare_cached(sql)?.query_row([id], only).optional()?.flatten())
}

/// The boards on which a letter told its reader that the reader is to move.
fn started(connection: &Connection, letter: i64) -> Result<Vec<Start>, StoreError> {
    let mut statement = connection.prepare_cached("SELECT game, plies FROM turn_told WHERE letter = ?1")?;
    let rows = statement.query_map([letter], |row| Ok(Start { number: row.get("game")?, plies: row.get("plies")? }))?;
    Ok(rows.collect::<Result<_, _>>()?)
}
