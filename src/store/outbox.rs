//! Letters that go out. A letter waits from the same commit as the change it reports; its bytes are finished.
//!
//! States: `waiting -> sent | given-up`; what the operator's hand can change stands in `hand`.

use crate::club::{HOLD_MAX, PlayerId};
use crate::mail::{Address, DeliveryStatus, TokenText};
use crate::store::bounces::{self, BounceState};
use crate::store::words::{Word, instant, micros, parse};
use crate::store::{Store, StoreError, clocks};
use chrono::{DateTime, Utc};
use rusqlite::{Connection, OptionalExtension};
use std::collections::BTreeSet;

/// A finished letter for one recipient.
#[derive(Clone, Debug)]
pub struct NewLetter {
    /// When it was written.
    pub created: DateTime<Utc>,
    /// The envelope's sender; empty for the null sender.
    pub envelope_from: String,
    /// What it is known by when it comes back; `None` where nobody would do anything about that.
    pub bounce_key: Option<TokenText>,
    /// The one recipient.
    pub to: String,
    /// The player who reads it; `None` for a stranger.
    pub reader: Option<PlayerId>,
    /// The other player who did what it tells; `None` where nobody else did.
    pub author: Option<PlayerId>,
    /// The board it is about, where it is about one.
    pub number: Option<u32>,
    /// What it tells, in one word, for the operator's lists.
    pub kind: &'static str,
    /// The letter from its first header to its end; every try sends these bytes.
    pub bytes: Vec<u8>,
    /// The boards of which it tells its reader that it is his turn: his clocks start when it is sent.
    pub starts: Vec<Start>,
    /// Whether it goes to an address that nobody has confirmed; such letters are counted and few.
    pub stranger: bool,
}

/// A board whose clock a letter starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Start {
    /// The board number.
    pub number: u32,
    /// Half-moves played when it became the reader's turn.
    pub plies: u32,
}

/// What became of one try to send a letter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The relay has it.
    Sent,
    /// Not this time.
    Later {
        /// When to try again.
        at: DateTime<Utc>,
        /// What the relay said.
        error: String,
    },
    /// The way to the relay is at fault, and somebody must mend it. That was no try of this letter.
    Held {
        /// What is wrong.
        error: String,
    },
    /// It will not be tried again.
    GivenUp {
        /// What the relay said.
        error: String,
        /// What that says of the mailbox, where it refused the recipient: as good as a letter that comes back.
        mailbox: Option<DeliveryStatus>,
    },
}

/// How far a letter has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LetterState {
    /// It is to be sent.
    Waiting,
    /// The relay has it.
    Sent,
    /// It could not be sent.
    GivenUp,
    /// The operator does not want it to be sent.
    Dropped,
}

impl Word for LetterState {
    const WHAT: &'static str = "the state of a letter";
    const ALL: &'static [LetterState] =
        &[LetterState::Waiting, LetterState::Sent, LetterState::GivenUp, LetterState::Dropped];

    fn word(self) -> &'static str {
        match self {
            LetterState::Waiting => "waiting",
            LetterState::Sent => "sent",
            LetterState::GivenUp => "given-up",
            LetterState::Dropped => "dropped",
        }
    }
}

impl std::fmt::Display for LetterState {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.word())
    }
}

/// A letter whose time to be sent has come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Due {
    /// Its row, for the mark.
    pub id: i64,
    /// The envelope's sender; empty for the null sender.
    pub envelope_from: String,
    /// The one recipient.
    pub to: String,
    /// The finished letter.
    pub bytes: Vec<u8>,
    /// Tries made before this one.
    pub attempts: u32,
    /// When it was written.
    pub created: DateTime<Utc>,
}

impl Store {
    /// Letters to be sent now, those that have waited longest first.
    ///
    /// # Errors
    /// When SQLite cannot read.
    pub fn due(&self, now: DateTime<Utc>, limit: u32) -> Result<Vec<Due>, StoreError> {
        due(&self.connection, now, limit, &BTreeSet::new())
    }

    /// How many letters the relay has taken since then.
    ///
    /// # Errors
    /// When SQLite cannot read.
    pub fn sent_since(&self, since: DateTime<Utc>) -> Result<u32, StoreError> {
        sent_since(&self.connection, since)
    }
}

/// Letters to be sent now, without those in `besides`: they are being sent already.
pub(super) fn due(
    connection: &Connection,
    now: DateTime<Utc>,
    limit: u32,
    besides: &BTreeSet<i64>,
) -> Result<Vec<Due>, StoreError> {
    let mut letters = Vec::new();
    let mut statement = connection.prepare_cached(
        "SELECT id, envelope_from, recipient, bytes, attempts, created FROM outbox
         CROSS JOIN letter_text ON letter = id WHERE state = 'waiting' AND next_try <= ?1 ORDER BY next_try, id",
    )?;
    let mut rows = statement.query([micros(now)])?;
    while letters.len() < limit as usize
        && let Some(row) = rows.next()?
    {
        let id = row.get(0)?;
        if besides.contains(&id) {
            continue;
        }
        letters.push(Due {
            id,
            envelope_from: row.get(1)?,
            to: row.get(2)?,
            bytes: row.get(3)?,
            attempts: row.get(4)?,
            created: instant(row.get(5)?)?,
        });
    }
    Ok(letters)
}

/// How many letters the relay has taken since then.
pub(super) fn sent_since(connection: &Connection, since: DateTime<Utc>) -> Result<u32, StoreError> {
    let sql = "SELECT count(*) FROM outbox WHERE state = 'sent' AND settled >= ?1";
    Ok(connection.prepare_cached(sql)?.query_row([micros(since)], |row| row.get(0))?)
}

/// When the next letter is due; `None` when none waits. It may lie in the past.
pub(super) fn next_due(connection: &Connection) -> Result<Option<DateTime<Utc>>, StoreError> {
    connection
        .prepare_cached("SELECT next_try FROM outbox WHERE state = 'waiting' ORDER BY next_try LIMIT 1")?
        .query_row([], |row| row.get(0))
        .optional()?
        .map(instant)
        .transpose()
}

/// Writes down what became of a try. A letter that waits no longer keeps its state.
pub(super) fn mark(connection: &Connection, id: i64, verdict: &Verdict, now: DateTime<Utc>) -> Result<(), StoreError> {
    let (at, now) = (now, micros(now));
    note_pause(connection, verdict, now)?;
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
        Verdict::Later { at, error } => connection
            .prepare_cached(
                "UPDATE outbox SET attempts = attempts + 1, next_try = ?2, last_error = ?3
                 WHERE id = ?1 AND state = 'waiting'",
            )?
            .execute((id, micros(*at), error))?,
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

/// A letter that is refused is one that came back: the clock that waits for it waits on, and its mailbox is to be weighed.
fn refused(connection: &Connection, id: i64, status: DeliveryStatus, now: DateTime<Utc>) -> Result<(), StoreError> {
    clocks::wait_on(connection, id, now)?;
    bounces::note(connection, id, (status, BounceState::New), now)
}

/// Whether letters are held is what the last try found.
fn note_pause(connection: &Connection, verdict: &Verdict, now: i64) -> Result<(), StoreError> {
    match verdict {
        Verdict::Held { error } => connection
            .prepare_cached(
                "INSERT INTO pause (one, since, why) VALUES (1, ?1, ?2) ON CONFLICT DO UPDATE SET why = excluded.why",
            )?
            .execute((now, error))?,
        _ => connection.prepare_cached("DELETE FROM pause")?.execute([])?,
    };
    Ok(())
}

/// Puts a letter among the waiting. The answer is its row.
pub(super) fn enqueue(connection: &Connection, letter: &NewLetter) -> Result<i64, StoreError> {
    let created = micros(letter.created);
    let reader = letter.reader.as_ref().map(PlayerId::as_str);
    let author = letter.author.as_ref().map(PlayerId::as_str);
    let audience = if letter.stranger { "stranger" } else { "player" };
    connection
        .prepare_cached(
            "INSERT INTO outbox
             (created, envelope_from, bounce_key, recipient, audience, reader, author, game, kind, next_try)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?1)",
        )?
        .execute((
            created,
            &letter.envelope_from,
            letter.bounce_key.as_ref().map(TokenText::compact),
            &letter.to,
            audience,
            reader,
            author,
            letter.number,
            letter.kind,
        ))?;
    let id = connection.last_insert_rowid();
    connection
        .prepare_cached("INSERT INTO letter_text (letter, bytes) VALUES (?1, ?2)")?
        .execute((id, &letter.bytes))?;
    let mut told = connection.prepare_cached("INSERT INTO turn_told (letter, game, plies) VALUES (?1, ?2, ?3)")?;
    for start in &letter.starts {
        told.execute((id, start.number, start.plies))?;
    }
    Ok(id)
}

/// A letter that came back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Returned {
    /// Its row.
    pub id: i64,
    /// Whose it was.
    pub reader: Option<PlayerId>,
    /// Where it went.
    pub to: Address,
    /// The boards whose clocks it had started, where it comes back for the first time and not long after it was sent.
    pub started: Vec<Start>,
}

/// Notes that the letter of this key came back; `None` where there is none.
pub(super) fn came_back(
    connection: &Connection,
    bounce_key: &TokenText,
    failure: Option<DeliveryStatus>,
    now: DateTime<Utc>,
) -> Result<Option<Returned>, StoreError> {
    let found: Option<(i64, Option<String>, String, bool)> = connection
        .prepare_cached(
            "SELECT id, reader, recipient, returned IS NULL AND settled > ?2 FROM outbox
             WHERE bounce_key = ?1",
        )?
        .query_row((bounce_key.compact(), micros(now - HOLD_MAX)), |row| {
            Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get::<_, Option<bool>>(3)?.unwrap_or(false)))
        })
        .optional()?;
    let Some((id, reader, to, is_news)) = found else {
        return Ok(None);
    };
    connection.prepare_cached("UPDATE outbox SET returned = ?2 WHERE id = ?1")?.execute((id, micros(now)))?;
    let started = if is_news { started(connection, id)? } else { Vec::new() };
    let reader = reader.map(|reader| parse("a player id", &reader)).transpose()?;
    if let Some(status) = failure {
        bounces::note(connection, id, (status, BounceState::Weighed), now)?;
    }
    Ok(Some(Returned { id, reader, to: parse("an address", &to)?, started }))
}

/// The boards of which a letter told that it was its reader's turn.
fn started(connection: &Connection, letter: i64) -> Result<Vec<Start>, StoreError> {
    let mut statement = connection.prepare_cached("SELECT game, plies FROM turn_told WHERE letter = ?1")?;
    let rows = statement.query_map([letter], |row| Ok(Start { number: row.get(0)?, plies: row.get(1)? }))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// How often since then a player was answered with the same mistakes.
pub(super) fn same_mistakes(
    connection: &Connection,
    reader: &PlayerId,
    gist: i64,
    since: DateTime<Utc>,
) -> Result<u32, StoreError> {
    let sql = "SELECT count(*) FROM mistake WHERE reader = ?1 AND at > ?2 AND gist = ?3";
    Ok(connection.prepare_cached(sql)?.query_row((reader.as_str(), micros(since), gist), |row| row.get(0))?)
}

/// Notes that a letter tells of nothing but mistakes.
pub(super) fn note_mistakes(
    connection: &Connection,
    letter: i64,
    reader: &PlayerId,
    (gist, at): (i64, DateTime<Utc>),
) -> Result<(), StoreError> {
    let sql = "INSERT INTO mistake (letter, reader, gist, at) VALUES (?1, ?2, ?3, ?4)";
    connection.prepare_cached(sql)?.execute((letter, reader.as_str(), gist, micros(at)))?;
    Ok(())
}
