//! Letters that go out. A letter waits from the same commit as the change it reports; its bytes are finished.
//!
//! States: `waiting -> sent | given-up`; what the operator's hand can change stands in `hand`.

use crate::club::{HOLD_MAX, PlayerId};
use crate::mail::{Address, DeliveryStatus, TokenText};
use crate::store::bounces::{self, BounceState};
use crate::store::columns::{Word, instant, micros, parse};
use crate::store::{Store, StoreError, clocks, deflated_text};
use chrono::{DateTime, TimeDelta, Utc};
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
    /// How much of its board it tells; `None` where it shows none as it stands.
    pub board: Option<BoardNews>,
    /// When it may go, where that is not at once.
    pub not_before: Option<DateTime<Utc>>,
}

/// How much a letter tells of its board. A newer one that shows the board takes the place of a plain one that has not gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardNews {
    /// A move, and nothing else.
    Plain,
    /// Words, an offer, an end.
    Weighty,
}

impl Word for BoardNews {
    const WHAT: &'static str = "what a letter tells of its board";
    const ALL: &'static [BoardNews] = &[BoardNews::Plain, BoardNews::Weighty];

    fn word(self) -> &'static str {
        match self {
            BoardNews::Plain => "plain",
            BoardNews::Weighty => "weighty",
        }
    }
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
        /// How long the way was open while it waited.
        open: TimeDelta,
        /// What the relay said.
        error: String,
    },
    /// The way is at fault, or may be. That was no try of this letter.
    Held {
        /// What is wrong.
        error: String,
    },
    /// A newer letter tells its reader more about the same board: it is dropped.
    Outdated,
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
    /// How long the way was open for it, in tries before this one.
    pub open: TimeDelta,
    /// When it was tried last.
    pub tried: Option<DateTime<Utc>>,
    /// What it is a part of.
    pub thread: Option<Thread>,
    /// Whether a newer letter shows its reader the same board, and it tells of a move alone: it need not go.
    pub is_outdated: bool,
    /// Where it stands when not all may go.
    pub class: Class,
}

/// What letters are to a budget, the most urgent first. By age where nothing else is said.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Class {
    /// It answers a player's mail.
    Answer,
    /// It reminds of a deadline; by that.
    Reminder,
    /// It tells of a board.
    Turn,
    /// Somebody wants to join.
    SignUp,
    /// Everything else.
    #[default]
    Rest,
}

/// What letters follow each other in: those to one reader about one board.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Thread {
    /// The board number.
    pub number: u32,
    /// The reader's id.
    pub reader: String,
}

/// A letter whose time to be sent has come, without its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Waiting {
    /// Its row.
    pub id: i64,
    /// The one recipient.
    pub to: String,
    /// Tries made.
    pub attempts: u32,
    /// What it is a part of.
    pub thread: Option<Thread>,
    /// Where it stands when not all may go.
    pub class: Class,
    /// When the time is over of which it reminds.
    pub deadline: Option<DateTime<Utc>>,
}

impl Store {
    /// Letters to be sent now, those that have waited longest first.
    ///
    /// # Errors
    /// When SQLite cannot read.
    pub fn due(&self, now: DateTime<Utc>, limit: u32) -> Result<Vec<Due>, StoreError> {
        due(&self.connection, now, limit, |_| true)
    }

    /// The same, of those that `takes` takes; it is asked of each that is due.
    ///
    /// # Errors
    /// When SQLite cannot read.
    pub fn due_where(
        &self,
        now: DateTime<Utc>,
        limit: u32,
        takes: impl FnMut(&Waiting) -> bool,
    ) -> Result<Vec<Due>, StoreError> {
        due(&self.connection, now, limit, takes)
    }

    /// Letters to be sent now, without their texts, those that have waited longest first.
    ///
    /// # Errors
    /// When SQLite cannot read.
    pub fn waiting(&self, now: DateTime<Utc>) -> Result<Vec<Waiting>, StoreError> {
        all_waiting(&self.connection, now)
    }

    /// The whole letter.
    ///
    /// # Errors
    /// When SQLite cannot read, or it is gone.
    pub fn with_text(&self, letter: Waiting) -> Result<Due, StoreError> {
        with_text(&self.connection, letter)
    }
}

/// Letters that are looked at in one reading, whatever waits.
const LOOKED_AT_MAX: usize = 20_000;

/// Letters to be sent now, of those that `takes` takes.
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
        "SELECT id, recipient, attempts, game, reader, kind, audience = 'stranger',
             CASE kind WHEN 'reminder' THEN (SELECT deadline FROM game WHERE number = outbox.game) END
         FROM outbox WHERE state = 'waiting' AND next_try <= ?1 ORDER BY next_try, id",
    )?;
    let mut rows = statement.query([micros(now)])?;
    let mut looked_at = 0;
    while looked_at < LOOKED_AT_MAX
        && let Some(row) = rows.next()?
    {
        looked_at += 1;
        let (number, reader): (Option<u32>, Option<String>) = (row.get(3)?, row.get(4)?);
        let letter = Waiting {
            id: row.get(0)?,
            to: row.get(1)?,
            attempts: row.get(2)?,
            thread: number.zip(reader).map(|(number, reader)| Thread { number, reader }),
            class: class_of(row.get_ref(5)?.as_str().map_err(rusqlite::Error::from)?, row.get(6)?),
            deadline: row.get::<_, Option<i64>>(7)?.map(instant).transpose()?,
        };
        if !see(letter)? {
            break;
        }
    }
    Ok(())
}

/// The kinds of letters that only answer a mail of the player's, or one in the player's name, as the index `outbox_answers` has them.
macro_rules! answer_kinds {
    () => {
        "('answer', 'answer-key', 'unproven', 'password', 'confirm', 'confirm-own', 'confirm-key', 'confirm-password')"
    };
}
pub(super) use answer_kinds;

fn class_of(kind: &str, is_stranger: bool) -> Class {
    match kind {
        "answer" | "answer-key" | "unproven" | "password" if !is_stranger => Class::Answer,
        "confirm" | "confirm-own" | "confirm-key" | "confirm-password" if !is_stranger => Class::Answer,
        "reminder" => Class::Reminder,
        "game" => Class::Turn,
        "signup" => Class::SignUp,
        _ => Class::Rest,
    }
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
    let sql = "SELECT envelope_from, bytes, created, open, tried, board = 'plain' AND EXISTS (
                   SELECT 1 FROM outbox AS newer WHERE newer.id > letter.id AND newer.game = letter.game
                       AND newer.reader = letter.reader AND newer.board IS NOT NULL AND newer.state IN ('waiting', 'sent'))
               FROM outbox AS letter CROSS JOIN letter_text ON letter_text.letter = letter.id WHERE letter.id = ?1";
    let mut statement = connection.prepare_cached(sql)?;
    let mut rows = statement.query([id])?;
    let row = rows.next()?.ok_or(rusqlite::Error::QueryReturnedNoRows)?;
    Ok(Due {
        id,
        envelope_from: row.get(0)?,
        to,
        bytes: deflated_text::unpack(row.get_ref(1)?.as_blob().map_err(rusqlite::Error::from)?)?,
        attempts,
        created: instant(row.get(2)?)?,
        open: TimeDelta::seconds(row.get(3)?),
        tried: row.get::<_, Option<i64>>(4)?.map(instant).transpose()?,
        thread,
        is_outdated: row.get::<_, Option<bool>>(5)?.unwrap_or(false),
        class,
    })
}

/// When the next letter is due after `now`; `None` when none will be.
pub(super) fn next_due(connection: &Connection, now: DateTime<Utc>) -> Result<Option<DateTime<Utc>>, StoreError> {
    connection
        .prepare_cached(
            "SELECT next_try FROM outbox WHERE state = 'waiting' AND next_try > ?1 ORDER BY next_try LIMIT 1",
        )?
        .query_row([micros(now)], |row| row.get(0))
        .optional()?
        .map(instant)
        .transpose()
}

/// Writes down what became of a try. A letter that waits no longer keeps its state.
pub(super) fn mark(connection: &Connection, id: i64, verdict: &Verdict, now: DateTime<Utc>) -> Result<(), StoreError> {
    let (at, now) = (now, micros(now));
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
                "UPDATE outbox SET attempts = attempts + 1, next_try = ?2, open = ?3, tried = ?4, last_error = ?5
                 WHERE id = ?1 AND state = 'waiting'",
            )?
            .execute((id, micros(*at), open.num_seconds(), now, error))?,
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

/// A letter that is refused is one that came back: the clock that waits for it waits on, and its mailbox is to be weighed.
fn refused(connection: &Connection, id: i64, status: DeliveryStatus, now: DateTime<Utc>) -> Result<(), StoreError> {
    clocks::wait_on(connection, id, now)?;
    bounces::note(connection, id, (status, BounceState::New), now)
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
            letter.board.map(BoardNews::word),
            letter.not_before.map_or(created, micros),
        ))?;
    let id = connection.last_insert_rowid();
    connection
        .prepare_cached("INSERT INTO letter_text (letter, bytes) VALUES (?1, ?2)")?
        .execute((id, deflated_text::pack(&letter.bytes)))?;
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
    /// What the operator's lists call it.
    pub kind: String,
    /// Whether it comes back for the first time, and not long after it was sent.
    pub is_news: bool,
    /// The boards whose clocks it had started, where that is so.
    pub started: Vec<Start>,
    /// The board that it showed, where it comes back for the first time and no newer letter has shown its reader the same.
    pub anew: Option<u32>,
    /// When it was written.
    pub created: DateTime<Utc>,
    /// What others wrote that it told, and of which boards, where it comes back for the first time.
    pub told: Vec<Told>,
}

impl Returned {
    /// What it told of a board.
    pub fn told_of(&self, number: u32) -> Option<&Told> {
        self.told.iter().find(|told| told.number == Some(number))
    }
}

/// What a letter told that another player wrote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    /// Who.
    pub author: PlayerId,
    /// On which board; `None` in a message.
    pub number: Option<u32>,
    /// The words. Empty where the letter told of the board alone, as one of many.
    pub words: String,
    /// When a letter first told this.
    pub since: DateTime<Utc>,
}

/// Notes that the letter of this key came back; `None` where there is none.
pub(super) fn came_back(
    connection: &Connection,
    bounce_key: &TokenText,
    failure: Option<DeliveryStatus>,
    now: DateTime<Utc>,
) -> Result<Option<Returned>, StoreError> {
    let sql = "SELECT id, returned IS NULL AND settled > ?2 FROM outbox WHERE bounce_key = ?1";
    let found: Option<(i64, Option<bool>)> = connection
        .prepare_cached(sql)?
        .query_row((bounce_key.hash(), micros(now - HOLD_MAX)), |row| Ok((row.get(0)?, row.get(1)?)))
        .optional()?;
    let Some((id, is_news)) = found else {
        return Ok(None);
    };
    connection.prepare_cached("UPDATE outbox SET returned = ?2 WHERE id = ?1")?.execute((id, micros(now)))?;
    if let Some(status) = failure.filter(|status| !status.is_sending_limit()) {
        bounces::note(connection, id, (status, BounceState::Weighed), now)?;
    }
    returned(connection, id, is_news.unwrap_or(false)).map(Some)
}

/// A letter that has come back or was refused.
pub(super) fn returned(connection: &Connection, id: i64, is_news: bool) -> Result<Returned, StoreError> {
    let (reader, to, kind, created): (Option<String>, String, String, i64) = connection
        .prepare_cached("SELECT reader, recipient, kind, created FROM outbox WHERE id = ?1")?
        .query_row([id], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?)))?;
    let started = if is_news { started(connection, id)? } else { Vec::new() };
    let anew = if is_news { newest_of_board(connection, id)? } else { None };
    let told = if is_news { take_told(connection, id)? } else { Vec::new() };
    let reader = reader.map(|reader| parse("a player id", &reader)).transpose()?;
    let (to, created) = (parse("an address", &to)?, instant(created)?);
    Ok(Returned { id, reader, to, kind, is_news, started, anew, created, told })
}

/// Keeps what others wrote that a letter tells.
pub(super) fn keep_told(connection: &Connection, letter: i64, told: &[Told]) -> Result<(), StoreError> {
    let sql = "INSERT INTO letter_words (letter, place, author, game, words, since) VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
    let mut statement = connection.prepare_cached(sql)?;
    for (place, Told { author, number, words, since }) in told.iter().enumerate() {
        let place = i64::try_from(place).unwrap_or(i64::MAX);
        statement.execute((letter, place, author.as_str(), number, words, micros(*since)))?;
    }
    Ok(())
}

/// What others wrote that a letter told. Whoever asks writes it into another.
fn take_told(connection: &Connection, letter: i64) -> Result<Vec<Told>, StoreError> {
    let mut told = Vec::new();
    let sql = "SELECT author, game, words, since FROM letter_words WHERE letter = ?1 ORDER BY place";
    let mut statement = connection.prepare_cached(sql)?;
    let mut rows = statement.query([letter])?;
    while let Some(row) = rows.next()? {
        let author = parse("a player id", row.get_ref(0)?.as_str().map_err(rusqlite::Error::from)?)?;
        told.push(Told { author, number: row.get(1)?, words: row.get(2)?, since: instant(row.get(3)?)? });
    }
    if !told.is_empty() {
        connection.prepare_cached("DELETE FROM letter_words WHERE letter = ?1")?.execute([letter])?;
    }
    Ok(told)
}

/// How many letters of this kind were written to a player since then.
pub(super) fn written_to(
    connection: &Connection,
    (reader, kind): (&PlayerId, &str),
    since: DateTime<Utc>,
) -> Result<u32, StoreError> {
    let sql = "SELECT count(*) FROM outbox WHERE reader = ?1 AND created > ?2 AND kind = ?3";
    Ok(connection.prepare_cached(sql)?.query_row((reader.as_str(), micros(since), kind), |row| row.get(0))?)
}

/// Who has been told since then, by a letter of this kind, of what a player did.
pub(super) fn told(
    connection: &Connection,
    (author, kind): (&PlayerId, &str),
    since: DateTime<Utc>,
) -> Result<BTreeSet<PlayerId>, StoreError> {
    let sql =
        "SELECT DISTINCT reader FROM outbox WHERE author = ?1 AND created > ?2 AND kind = ?3 AND reader IS NOT NULL";
    let mut statement = connection.prepare_cached(sql)?;
    let mut rows = statement.query((author.as_str(), micros(since), kind))?;
    let mut readers = BTreeSet::new();
    while let Some(row) = rows.next()? {
        readers.insert(parse("a player id", row.get_ref(0)?.as_str().map_err(rusqlite::Error::from)?)?);
    }
    Ok(readers)
}

/// The board of a letter that shows it, where no newer one shows its reader the same.
fn newest_of_board(connection: &Connection, id: i64) -> Result<Option<u32>, StoreError> {
    let sql = "SELECT game FROM outbox AS letter WHERE id = ?1 AND board IS NOT NULL AND NOT EXISTS (
                   SELECT 1 FROM outbox AS newer WHERE newer.id > letter.id AND newer.game = letter.game
                       AND newer.reader = letter.reader AND newer.board IS NOT NULL AND newer.returned IS NULL
                       AND newer.state IN ('waiting', 'sent'))";
    Ok(connection.prepare_cached(sql)?.query_row([id], |row| row.get(0)).optional()?.flatten())
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
