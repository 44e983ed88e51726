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

mod account_erasure;
mod accounts;
mod apply;
mod archive;
mod backup;
mod bounces;
mod clocks;
mod clockwork_looks;
mod club_counts;
mod columns;
mod connection;
mod crash_guard;
mod deflated_text;
mod digest;
mod downtime;
mod error;
mod folder;
mod games;
mod hearing;
mod instants;
mod mail_zones;
mod migrations;
mod observers;
mod operator;
mod outbox;
mod pauses;
mod prepared;
mod probe;
mod rating_rebuild;
mod ratings;
mod reports;
mod restore;
mod retention;
mod rule_records;
mod seeks;
mod sent_counts;
mod signatures;
mod signups;
mod sources;
mod spool;
mod tokens;
mod tournament_archive;
mod tournament_changes;
mod tournament_deadlines;
mod tournaments;
mod troubles;
mod tx;
mod view;
mod witness;
mod work;

pub use archive::ArchiveLine;
pub use bounces::Weighed;
pub use clocks::{Stumble, Ticked};
pub use clockwork_looks::{Leap, Look};
pub use club_counts::Counts;
pub use digest::Digested;
pub use downtime::DowntimeTold;
pub use error::StoreError;
pub use folder::{make_folder, sync_folder};
pub use hearing::WaitingForfeit;
pub use migrations::Opened;
pub use operator::ByHand;
pub use outbox::{BoardNews, Class, Due, LetterState, NewLetter, Returned, Start, Thread, Told, Verdict, Waiting};
pub use pauses::{PauseLine, PauseOf};
pub use rating_rebuild::{RatingSheet, RatingsBasis, SheetWritten, Slice};
pub use ratings::RatingsStand;
pub use reports::{GameFilter, MailLine, PlayerLine, QueueLine, Reader};
pub use retention::Tidied;
pub use signatures::FOOTER_MAILS;
pub use signups::{Asked, Released, SIGNUPS_QUEUED_MAX};
pub use sources::{DoorLine, DoorNote, DoorState};
pub use spool::{Door, NewMail, SpoolState, Spooled, SpooledMail};
pub use tournament_archive::Archived;
pub use tournament_deadlines::TournamentsSeen;
pub use troubles::{StoreTrouble, TroubleKind, Troubles};
pub use tx::Tx;
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
        act: impl FnOnce(&Tx<'_>) -> Result<(T, bool), E>,
    ) -> Result<T, E> {
        let transaction =
            self.connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(StoreError::from)?;
        let tx = Tx::new(&transaction, &self.rule_records, now);
        let (result, stays) = act(&tx)?;
        if let Some((why, _)) = tx.fault() {
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
        latest.map(columns::instant).transpose()
    }
}
