//! When the clockwork last looked, and what moves when the clocks of the club are put right: in one transaction with the look itself, so
//! that it happens once whenever the power goes.

use crate::clock::{Passed, Reading, SMALLEST_SHIFT, Watch, now_after};
use crate::club::{ABSENCE, Clock, Head, LEFT_AFTER_ABSENCE};
use crate::store::columns::At;
use crate::store::games::{head_columns, heads};
use crate::store::instants::{put_right, shift_micros};
use crate::store::{Store, StoreError, clocks, clockwork_looks, downtime};
use chrono::{DateTime, TimeDelta, Utc};
use rusqlite::{Connection, TransactionBehavior};

/// Leaps of the clock that are remembered.
const LEAPS_MAX: u32 = 1_000;
/// A clock that was set by so much may be wrong.
const DOUBT: TimeDelta = TimeDelta::minutes(1);
/// After so much served time the time of day is taken for right, whoever is silent.
const DOUBT_MAX: TimeDelta = TimeDelta::hours(24);
/// An absence that is remembered.
const ABSENCE_TOLD: TimeDelta = TimeDelta::minutes(1);

/// What one look came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClockLook {
    /// What has passed; `None` where nobody ever looked before.
    pub passed: Option<Passed>,
    /// Clocks that moved.
    pub games: usize,
}

impl Store {
    /// Notes that the clockwork looks, and puts every clock right by what has passed that was not served.
    ///
    /// # Errors
    /// When SQLite cannot write; then nothing has changed, and the next look does it.
    pub fn look(&mut self, reading: &Reading, watch: Watch) -> Result<ClockLook, StoreError> {
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let last = clockwork_looks::last(&transaction)?;
        let passed = last.map(|(last, _)| Passed::between(&last, reading, watch));
        let mut owed = last.map_or(0, |(_, owed)| owed);
        let doubted = doubt(&transaction, last.map(|(last, _)| last), passed, reading)?;
        let mut games = 0;
        if let Some(passed) = passed.filter(|passed| !passed.shift.is_zero()) {
            games = move_clocks(&transaction, &passed)?;
            owed = put_right(&transaction, &passed, owed + shift_micros(&passed))?;
            note(&transaction, &passed)?;
        }
        let at = passed.map_or(reading.wall, |passed| passed.now);
        transaction
            .prepare_cached(
                "INSERT INTO clockwork_look (one, at, awake, up, boot, owed, doubted) VALUES (1, ?1, ?2, ?3, ?4, ?5, ?6)
                 ON CONFLICT DO UPDATE SET at = ?1, awake = ?2, up = ?3, boot = ?4, owed = ?5, doubted = ?6,
                 agreed = CASE WHEN ?7 THEN NULL ELSE agreed END,
                 served = served + ?8",
            )?
            .execute((
                At(at),
                reading.awake.num_microseconds().unwrap_or(0),
                reading.up.num_microseconds().unwrap_or(0),
                reading.boot.to_be_bytes().as_slice(),
                owed,
                doubted.map(At),
                doubted.is_none()
                    || last.is_none_or(|(last, _)| last.boot != reading.boot)
                    || passed.is_none_or(|passed| passed.shift.abs() >= DOUBT),
                passed.and_then(|passed| passed.served.num_microseconds()).unwrap_or(0),
            ))?;
        transaction.commit()?;
        Ok(ClockLook { passed, games })
    }

    /// Somebody who knows says that the machine's clock is right: what goes by the calendar waits no longer. False where nobody doubted it.
    ///
    /// # Errors
    /// When SQLite cannot write.
    pub fn confirm_time(&mut self) -> Result<bool, StoreError> {
        let sql = "UPDATE clockwork_look SET doubted = NULL, agreed = NULL WHERE doubted IS NOT NULL";
        Ok(self.connection.prepare_cached(sql)?.execute([])? == 1)
    }

    /// Since when nobody has said that the machine's clock is right; `None` where it is taken for right.
    ///
    /// # Errors
    /// When SQLite cannot read.
    pub fn time_doubted(&self) -> Result<Option<DateTime<Utc>>, StoreError> {
        clockwork_looks::doubted(&self.connection)
    }

    /// What the club calls now at this reading: by this clock everything is stamped that happens between two looks, so that it is put right
    /// with everything else, whichever process comes first.
    ///
    /// # Errors
    /// When SQLite cannot read.
    pub fn now(&self, reading: &Reading) -> Result<DateTime<Utc>, StoreError> {
        let last = clockwork_looks::last(&self.connection)?;
        Ok(last.map_or(reading.wall, |(last, _)| now_after(&last, reading)))
    }

    /// The reading that the last look has left; a process that finds its own again goes on.
    ///
    /// # Errors
    /// When SQLite cannot read.
    pub fn last_look(&self) -> Result<Option<Reading>, StoreError> {
        Ok(clockwork_looks::last(&self.connection)?.map(|(last, _)| last))
    }
}

/// Since when the time of day is doubted, with this look: from the first, after a start of the machine, and after its clock was set.
fn doubt(
    connection: &Connection,
    last: Option<Reading>,
    passed: Option<Passed>,
    reading: &Reading,
) -> Result<Option<DateTime<Utc>>, StoreError> {
    let (Some(last), Some(passed)) = (last, passed) else { return Ok(Some(reading.wall)) };
    let before = clockwork_looks::doubted(connection)?.map(|since| passed.carry(since));
    let is_new = last.boot != reading.boot || passed.step.abs() >= DOUBT;
    let since = before.or_else(|| is_new.then_some(passed.now));
    Ok(since.filter(|since| passed.now - *since < DOUBT_MAX))
}

/// Moves the clocks of all games; the answer is how many those are.
fn move_clocks(connection: &Connection, passed: &Passed) -> Result<usize, StoreError> {
    let is_absence = passed.shift >= ABSENCE;
    if passed.away() >= ABSENCE {
        downtime::note(connection, passed)?;
    }
    // Where a vacation matters the club must compute: what counted before is kept, and the rest goes on from here.
    let of_vacation = heads(
        connection,
        concat!(
            "SELECT ",
            head_columns!(),
            " FROM game WHERE due IS NOT NULL AND since IS NOT NULL AND EXISTS (SELECT 1 FROM vacation WHERE ends > since AND player = ",
            "CASE WHEN (plies % 2 = 0) = (first = 'attackers') THEN attackers ELSE defenders END)"
        ),
        (),
    )?;
    let moved = connection.execute(
        "UPDATE game SET
             since = min(since + ?1, ?2),
             asked_back = min(asked_back + ?1, ?2),
             deadline = CASE WHEN since + ?1 > ?2 THEN NULL ELSE deadline + ?1 END,
             due = CASE WHEN since + ?1 > ?2 THEN ?2 ELSE due + ?1 END
         WHERE due IS NOT NULL",
        (shift_micros(passed), At(passed.now)),
    )?;
    for head in of_vacation {
        recomputed(connection, head, passed, |clock, turn, vacations| {
            clock.pass_over(turn, passed, vacations);
            true
        })?;
    }
    if is_absence {
        let soon = heads(
            connection,
            concat!(
                "SELECT ",
                head_columns!(),
                " FROM game WHERE due IS NOT NULL AND since IS NOT NULL AND raised IS NOT plies AND ",
                // With a vacation a deadline may lie far ahead of somebody who has little left.
                "(deadline IS NULL OR deadline < ?1 OR EXISTS (SELECT 1 FROM vacation WHERE ends > since AND player = ",
                "CASE WHEN (plies % 2 = 0) = (first = 'attackers') THEN attackers ELSE defenders END))"
            ),
            [At(passed.now + LEFT_AFTER_ABSENCE)],
        )?;
        for head in soon {
            let (number, plies) = (head.number, head.plies);
            if recomputed(connection, head, passed, |clock, turn, vacations| clock.raise(turn, passed.now, vacations))?
            {
                connection.prepare_cached("UPDATE game SET raised = ?2 WHERE number = ?1")?.execute((number, plies))?;
            }
        }
    }
    Ok(moved)
}

/// Has the club change the clock of a game, and writes it where it did.
fn recomputed(
    connection: &Connection,
    head: Head,
    passed: &Passed,
    change: impl FnOnce(&mut Clock, crate::club::Turn, &[crate::clock::Vacation]) -> bool,
) -> Result<bool, StoreError> {
    let turn = head.turn();
    let vacations = clocks::vacations(connection, head.player(turn.side), passed.last.min(passed.now))?;
    let Some(mut clock) = head.clock else { return Ok(false) };
    Ok(change(&mut clock, turn, &vacations) && clocks::set(connection, head.number, &clock)?)
}

/// Remembers what happened to the clock, for the operator and for what is forgotten by age.
fn note(connection: &Connection, passed: &Passed) -> Result<(), StoreError> {
    let (away, step) = (passed.away(), passed.step);
    if away.abs() < ABSENCE_TOLD && step.abs() < SMALLEST_SHIFT {
        return Ok(());
    }
    connection.prepare_cached("INSERT INTO leap (at, away, step) VALUES (?1, ?2, ?3)")?.execute((
        At(passed.now),
        away.num_microseconds(),
        step.num_microseconds(),
    ))?;
    let sql = "DELETE FROM leap WHERE id <= (SELECT max(id) FROM leap) - ?1";
    connection.prepare_cached(sql)?.execute([LEAPS_MAX])?;
    Ok(())
}
