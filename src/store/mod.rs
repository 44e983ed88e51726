//! The memory: one SQLite file, and the only home of rusqlite. It decides nothing; it keeps promises.
//!
//! ```text
//!  door --take_in--> spool --work(handle)--> done | failed        handle sees a Room:
//!                              |                                    token, view           (reads)
//!            one transaction for the group, one savepoint           apply, enqueue        (writes)
//!            for each mail: changes, letters and "done"
//!            commit together                       outbox --due--> relay --take_in(marks)--> sent | given-up
//! ```
//!
//! What is promised: when [`Store::take_in`] or [`Store::work`] has returned, what it did is on the disk (a write-ahead
//! log with `synchronous=FULL`). A mail that comes twice is one row. Plays of a game have no gaps and are never
//! changed; the schema itself refuses it (`migrations/0001.sql`, where the state tables are).
//!
//! What is not here: a position (plays are stored and replayed), the text of a token (its hash is), a password (its
//! argon2 hash is), the time (callers bring it). A finished letter carries its reader's token until it is sent: the file
//! is for its owner's eyes and is made with mode 0600.

mod accounts;
mod amends;
mod apply;
mod archive;
mod backup;
mod bounces;
mod clocks;
mod closings;
mod connection;
mod counts;
mod digest;
mod doors;
mod erase;
mod error;
mod event_archive;
mod event_changes;
mod event_hours;
mod events;
mod fall;
mod folder;
mod games;
mod hand;
mod hearing;
mod instants;
mod looks;
mod mail_zones;
mod migrations;
mod outbox;
mod pages;
mod pauses;
mod people;
mod prepared;
mod probe;
mod ratings;
mod reckoned;
mod restore;
mod room;
mod rule_records;
mod seeks;
mod sent;
mod signups;
mod spool;
mod text;
mod tidy;
mod tokens;
mod troubles;
mod view;
mod witness;
mod words;
mod work;

pub use amends::Amended;
pub use archive::ArchiveLine;
pub use bounces::Weighed;
pub use clocks::{Stumble, Ticked};
pub use closings::FOOTER_MAILS;
pub use counts::Counts;
pub use digest::Digested;
pub use doors::{DoorLine, DoorNote, DoorState};
pub use error::StoreError;
pub use event_archive::Archived;
pub use event_hours::EventsSeen;
pub use folder::{make_folder, sync_folder};
pub use hand::ByHand;
pub use hearing::WaitingForfeit;
pub use looks::{Leap, Look};
pub use migrations::Opened;
pub use outbox::{BoardNews, Class, Due, LetterState, NewLetter, Returned, Start, Thread, Told, Verdict, Waiting};
pub use pages::{GameFilter, MailLine, PlayerLine, QueueLine, Reader};
pub use pauses::{PauseLine, PauseOf};
pub use ratings::RatingsStand;
pub use reckoned::{RatingSheet, RatingsBasis, SheetWritten, Slice};
pub use room::Room;
pub use signups::{Asked, Released, SIGNUPS_QUEUED_MAX};
pub use spool::{Door, Incoming, Spool, SpoolState, Spooled};
pub use tidy::Tidied;
pub use troubles::{StoreTrouble, TroubleKind, Troubles};
pub use work::{Outcome, TRIES_MAX, Trouble, Worked};

use crate::store::rule_records::RuleRecords;
use chrono::{DateTime, Utc};
use rusqlite::{Connection, OptionalExtension, TransactionBehavior};
use std::path::{Path, PathBuf};

/// The file, open for writing. One thread of a process owns it; several processes may each have one.
#[derive(Debug)]
pub struct Store {
    connection: Connection,
    path: PathBuf,
    rule_records: RuleRecords,
    opened: Opened,
    /// Whether a group found noted down is one that this program has ended, and not by falling: see `fall`.
    in_order: bool,
    troubles: Troubles,
}

impl Store {
    /// Opens the file, makes it where there is none, and brings an older one up to date after copying it. `now` is for
    /// the copy's name.
    ///
    /// # Errors
    /// When the file is newer than this program, is something else, or cannot be written.
    pub fn open(path: &Path, now: DateTime<Utc>) -> Result<Store, StoreError> {
        let mut connection = connection::writer(path)?;
        let opened = migrations::migrate(&mut connection, path, now)?;
        let troubles = Troubles::beside(path);
        troubles.hold_folder();
        Ok(Store {
            connection,
            path: path.to_owned(),
            rule_records: RuleRecords::default(),
            opened,
            in_order: false,
            troubles,
        })
    }

    /// Does something that no mail has asked for, all of it or nothing. What `act` returns besides says whether it stays.
    ///
    /// # Errors
    /// When SQLite cannot go on, or `act` gives up; then nothing has changed.
    pub fn act<T, E: From<StoreError>>(
        &mut self,
        now: DateTime<Utc>,
        act: impl FnOnce(&Room<'_>) -> Result<(T, bool), E>,
    ) -> Result<T, E> {
        let transaction =
            self.connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(StoreError::from)?;
        let room = Room::new(&transaction, &self.rule_records, now);
        let (result, stays) = act(&room)?;
        if let Some((why, _)) = room.fault() {
            return Err(StoreError::Interrupted(why).into());
        }
        if stays {
            transaction.commit().map_err(StoreError::from)?;
        }
        Ok(result)
    }

    /// How far the stored ratings go.
    ///
    /// # Errors
    /// When SQLite cannot read.
    pub fn ratings_stand(&self) -> Result<RatingsStand, StoreError> {
        ratings::stand(&self.connection)
    }

    /// What the file turned out to be when it was opened, for the operator's log.
    pub fn opened(&self) -> &Opened {
        &self.opened
    }

    /// Where it is written down that the store itself fails.
    pub fn troubles(&self) -> &Troubles {
        &self.troubles
    }

    /// Where the file is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The latest instant at which something was taken in or written; `None` in an empty file. Whoever sets the time by
    /// hand must not go back before it.
    ///
    /// # Errors
    /// When SQLite cannot read.
    pub fn latest(&self) -> Result<Option<DateTime<Utc>>, StoreError> {
        let mut latest = None;
        for sql in [
            "SELECT received FROM spool ORDER BY id DESC LIMIT 1",
            "SELECT max(created, coalesce(settled, created)) FROM outbox ORDER BY id DESC LIMIT 1",
        ] {
            let found: Option<i64> = self.connection.query_row(sql, [], |row| row.get(0)).optional()?;
            latest = latest.max(found);
        }
        latest.map(words::instant).transpose()
    }
}
