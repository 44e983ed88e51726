//! Mail that came in. A mail counts as received when its row here is committed, and not before.
//!
//! States: `spooled -> done | failed`. What the operator can change is in `database/operator.rs`.

use crate::store::columns::{At, Columns, Word, only, stored_by_name, texts_from_column, texts_to_column};
use crate::store::{StoreError, packed_text};
use chrono::{DateTime, Utc};
use rusqlite::Connection;

/// Shorter mails are stored as they are. Each is deleted as soon as it is handled, and to write a few pages takes less time than to compress
/// them.
const SHORT_BYTES: usize = 4 * 1024;

/// The door that a mail came by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Door {
    /// The SMTP listener.
    Smtp,
    /// The LMTP listener.
    Lmtp,
    /// `taflpost deliver`.
    Pipe,
    /// A Maildir that is scanned.
    Maildir,
    /// A mailbox at a provider.
    Imap,
}

/// The state of a mail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpoolState {
    /// Received; nothing has been done with it.
    Spooled,
    /// Everything it asked for has been done or answered.
    Done,
    /// It could not be handled; it waits for the operator.
    Failed,
}

impl Word for Door {
    const WHAT: &'static str = "a door";
    const ALL: &'static [Door] = &[Door::Smtp, Door::Lmtp, Door::Pipe, Door::Maildir, Door::Imap];

    fn word(self) -> &'static str {
        match self {
            Door::Smtp => "smtp",
            Door::Lmtp => "lmtp",
            Door::Pipe => "pipe",
            Door::Maildir => "maildir",
            Door::Imap => "imap",
        }
    }
}

stored_by_name!(Door);

impl Word for SpoolState {
    const WHAT: &'static str = "the state of a mail";
    const ALL: &'static [SpoolState] = &[SpoolState::Spooled, SpoolState::Done, SpoolState::Failed];

    fn word(self) -> &'static str {
        match self {
            SpoolState::Spooled => "spooled",
            SpoolState::Done => "done",
            SpoolState::Failed => "failed",
        }
    }
}

stored_by_name!(SpoolState);

impl std::fmt::Display for Door {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.word())
    }
}

impl std::fmt::Display for SpoolState {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.word())
    }
}

/// A mail at the door.
#[derive(Clone, Debug)]
pub struct NewMail {
    /// The mail as it came in.
    pub raw: Vec<u8>,
    /// The sender in the envelope: `None` if the door does not know it, `Some("")` for the null sender.
    pub envelope_from: Option<String>,
    /// The recipients in the envelope.
    pub envelope_to: Vec<String>,
    /// The door.
    pub door: Door,
    /// The door's lasting name for it, if there is one: `imap:account:uidvalidity:uid`, `maildir:name`.
    pub source_key: Option<String>,
    /// What identifies it when it comes again by any door: `mail::fingerprint`.
    pub fingerprint: [u8; 32],
    /// When it arrived by another machine's clock: that of the server that holds our mailbox or accepts our mail.
    pub stamped: Option<DateTime<Utc>>,
}

/// What happened to a mail at the door. In both cases the door says yes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spooled {
    /// It has the row with this id.
    New(i64),
    /// It is already known as the row with this id: acknowledged and dropped.
    Repeat(i64),
}

/// A spooled mail that is to be handled.
#[derive(Clone, Debug)]
pub struct SpooledMail {
    /// Its row.
    pub id: i64,
    /// The mail as it came in.
    pub raw: Vec<u8>,
    /// The sender in the envelope: `None` if the door did not know it, `Some("")` for the null sender.
    pub envelope_from: Option<String>,
    /// The recipients in the envelope.
    pub envelope_to: Vec<String>,
    /// When the door accepted it.
    pub received: DateTime<Utc>,
    /// The earliest time from which it may have been where the door found it: at most since the previous look. A deadline after that is not
    /// over for it.
    pub earliest: DateTime<Utc>,
    /// How often it has failed before.
    pub tries: u32,
}

pub(super) fn insert(connection: &Connection, mail: &NewMail, now: DateTime<Utc>) -> Result<Spooled, StoreError> {
    let inserted = connection
        .prepare_cached(
            "INSERT INTO spool (received, door, source_key, fingerprint, envelope_from) VALUES (?1, ?2, ?3, ?4, ?5)
             ON CONFLICT DO NOTHING",
        )?
        .execute((At(now), mail.door, &mail.source_key, mail.fingerprint.as_slice(), &mail.envelope_from))?;
    if inserted == 1 {
        let id = connection.last_insert_rowid();
        connection
            .prepare_cached("INSERT INTO mail_text (mail, envelope_to, size, raw) VALUES (?1, ?2, ?3, ?4)")?
            .execute((
                id,
                texts_to_column(&mail.envelope_to),
                i64::try_from(mail.raw.len()).unwrap_or(i64::MAX),
                match mail.raw.len() < SHORT_BYTES {
                    true => packed_text::as_it_is(&mail.raw),
                    false => packed_text::pack(&mail.raw),
                },
            ))?;
        return Ok(Spooled::New(id));
    }
    let id = connection
        .prepare_cached("SELECT id FROM spool WHERE fingerprint = ?1 OR source_key = ?2 ORDER BY id LIMIT 1")?
        .query_row((mail.fingerprint.as_slice(), &mail.source_key), only)?;
    Ok(Spooled::Repeat(id))
}

/// Whether anything waits to be handled.
pub(super) fn waits(connection: &Connection) -> Result<bool, StoreError> {
    Ok(connection.prepare_cached("SELECT 1 FROM spool WHERE state = 'spooled' LIMIT 1")?.exists([])?)
}

/// The first spooled mail after the row `after`.
pub(super) fn next(connection: &Connection, after: i64) -> Result<Option<SpooledMail>, StoreError> {
    let mut statement = connection.prepare_cached(
        "SELECT id, raw, envelope_from, envelope_to, received, tries, min(received, coalesce(door.heard, received)) AS earliest
         FROM spool CROSS JOIN mail_text ON mail = id LEFT JOIN door ON door.name = spool.door
         WHERE spool.state = 'spooled' AND id > ?1 ORDER BY id LIMIT 1",
    )?;
    let mut rows = statement.query([after])?;
    let Some(row) = rows.next()? else {
        return Ok(None);
    };
    Ok(Some(SpooledMail {
        id: row.get("id")?,
        raw: packed_text::unpack(row.get_ref("raw")?.as_blob().map_err(rusqlite::Error::from)?)?,
        envelope_from: row.get("envelope_from")?,
        envelope_to: texts_from_column("the recipients of a mail", row.text("envelope_to")?)?,
        received: row.at("received")?,
        earliest: row.at("earliest")?,
        tries: row.get("tries")?,
    }))
}

/// Marks a mail as done. Its text is deleted.
pub(super) fn done(connection: &Connection, id: i64, note: &str) -> Result<(), StoreError> {
    connection.prepare_cached("UPDATE spool SET state = 'done', note = ?2 WHERE id = ?1")?.execute((id, note))?;
    Ok(())
}

/// Counts a failure. With the state `Failed`, the mail is put aside with its text.
pub(super) fn failed(
    connection: &Connection,
    id: i64,
    tries: u32,
    state: SpoolState,
    note: &str,
) -> Result<(), StoreError> {
    connection
        .prepare_cached("UPDATE spool SET state = ?2, tries = ?3, note = ?4 WHERE id = ?1")?
        .execute((id, state, tries, note))?;
    Ok(())
}
