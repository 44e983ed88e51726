//! The database, open for writing. What its one owner does with it is in the folder `database`, one file for each thing.

pub(super) mod archive;
pub(super) mod backup;
pub(super) mod bounces;
pub(super) mod clocks;
pub(super) mod clockwork_looks;
pub(super) mod crash_guard;
pub(super) mod digest;
pub(super) mod downtime;
pub(super) mod mail_sources;
pub(super) mod operator;
pub(super) mod outbox;
pub(super) mod probe;
pub(super) mod rating_rebuild;
pub(super) mod restore;
pub(super) mod retention;
pub(super) mod sending_pauses;
pub(super) mod signups;
pub(super) mod spool;
pub(super) mod tournament_archive;
pub(super) mod tournament_deadlines;
pub(super) mod work;
pub(super) mod worked;

use crate::store::columns::only_at;
use crate::store::rule_records::RuleRecords;
use crate::store::{Opened, RatingsStand, TroubleKind, Troubles};
use crate::store::{StoreError, Tx, connection, migrations, ratings};
use chrono::{DateTime, Utc};
use rusqlite::{Connection, OptionalExtension, TransactionBehavior};
use std::path::{Path, PathBuf};

/// The database, open for writing. One thread of a process owns it. Several processes may each have one.
#[derive(Debug)]
pub struct Store {
    pub(super) connection: Connection,
    path: PathBuf,
    rule_records: RuleRecords,
    opened: Opened,
    /// Whether this program itself ended the recorded group, and not by a crash: see `crash_guard`.
    in_order: bool,
    troubles: Troubles,
}

impl Store {
    /// Opens the database. A missing one is created, and an older one is copied and then migrated. `now` is used for the name of the copy.
    ///
    /// # Errors
    /// If the database is newer than this program, is something else, or cannot be written.
    pub fn open(path: &Path, now: DateTime<Utc>) -> Result<Store, StoreError> {
        Store::open_with_steps(path, now, &[])
    }

    /// Opens the file as a later program will, whose schema has these `further` steps: only for the test that a full file outlives them.
    ///
    /// # Errors
    /// As [`Store::open`].
    #[doc(hidden)]
    pub fn open_with_steps(path: &Path, now: DateTime<Utc>, further: &[&str]) -> Result<Store, StoreError> {
        let mut connection = connection::writer(path)?;
        let opened = migrations::migrate(&mut connection, path, now, further)?;
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

    /// Does something that no mail has asked for, all of it or nothing. The second result of `act` says whether it stays.
    ///
    /// # Errors
    /// If SQLite cannot go on, or `act` fails. Then nothing has changed.
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
    /// If SQLite cannot read.
    pub fn ratings_stand(&self) -> Result<RatingsStand, StoreError> {
        ratings::stand(&self.connection)
    }

    /// What was found when the database was opened, for the operator's log.
    pub fn opened(&self) -> &Opened {
        &self.opened
    }

    /// The record of the store's own failures.
    pub fn troubles(&self) -> &Troubles {
        &self.troubles
    }

    /// The path of the database.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The latest instant at which something was taken in or written; `None` in an empty database. If the time is set by hand, it must not
    /// be before this.
    ///
    /// # Errors
    /// If SQLite cannot read.
    pub fn latest(&self) -> Result<Option<DateTime<Utc>>, StoreError> {
        let mut latest = None;
        for sql in [
            "SELECT received FROM spool ORDER BY id DESC LIMIT 1",
            "SELECT max(created, coalesce(settled, created)) FROM outbox ORDER BY id DESC LIMIT 1",
        ] {
            latest = latest.max(self.connection.query_row(sql, [], only_at).optional()?.flatten());
        }
        Ok(latest)
    }

    /// Records a success or failure beside the database.
    fn noted<T>(&self, kind: TroubleKind, result: &Result<T, StoreError>, now: DateTime<Utc>) {
        match result {
            Ok(_) => drop(self.troubles.ends(kind, now)),
            Err(why) => self.troubles.begins(kind, why, now),
        }
    }
}
