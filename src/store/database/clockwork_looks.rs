//! When the clockwork last looked, and which instants are moved with the clocks of the club. That happens in one transaction with the look
//! itself, so it happens exactly once even if the power fails.

use crate::clock::{Passed, Reading, SMALLEST_SHIFT, Watch, now_after};
use crate::club::{ABSENCE, Clock, Head, LEFT_AFTER_ABSENCE};
use crate::store::columns::At;
use crate::store::games::{head_columns, heads};
use crate::store::instants::{put_right, shift_micros};
use crate::store::{Store, StoreError, clocks, clockwork_looks, downtime};
use chrono::{DateTime, TimeDelta, Utc};
use rusqlite::{Connection, TransactionBehavior};

/// The most jumps of the clock that are kept.
const LEAPS_MAX: u32 = 1_000;
/// A clock that was set by this much may be wrong.
const DOUBT: TimeDelta = TimeDelta::minutes(1);
/// After this much served time, the time of day is taken as right even if nothing confirms it.
const DOUBT_MAX: TimeDelta = TimeDelta::hours(24);
/// The shortest downtime that is recorded.
const ABSENCE_TOLD: TimeDelta = TimeDelta::minutes(1);

/// The result of a look.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClockLook {
    /// The time since the last look; `None` if this is the first.
    pub passed: Option<Passed>,
    /// The number of clocks that were moved.
    pub games: usize,
}

impl Store {
    /// Records that the clockwork looks, and moves every clock by the time that was not served.
    ///
    /// # Errors
    /// If SQLite cannot write. Then nothing has changed, and the next look does it.
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

    /// A reliable source confirms that the machine's clock is right, so what goes by the calendar need not wait any more. Returns false if
    /// it was not in doubt.
    ///
    /// # Errors
    /// If SQLite cannot write.
    pub fn confirm_time(&mut self) -> Result<bool, StoreError> {
        let sql = "UPDATE clockwork_look SET doubted = NULL, agreed = NULL WHERE doubted IS NOT NULL";
        Ok(self.connection.prepare_cached(sql)?.execute([])? == 1)
    }

    /// Since when the machine's clock is unconfirmed; `None` if it is taken as right.
    ///
    /// # Errors
    /// If SQLite cannot read.
    pub fn time_doubted(&self) -> Result<Option<DateTime<Utc>>, StoreError> {
        clockwork_looks::doubted(&self.connection)
    }

    /// The club's time at this reading. Everything between two looks gets this time stamp, so that it is moved together with everything
    /// else, whichever process comes first.
    ///
    /// # Errors
    /// If SQLite cannot read.
    pub fn now(&self, reading: &Reading) -> Result<DateTime<Utc>, StoreError> {
        let last = clockwork_looks::last(&self.connection)?;
        Ok(last.map_or(reading.wall, |(last, _)| now_after(&last, reading)))
    }

    /// The reading that the last look left. A process that finds its own reading again continues.
    ///
    /// # Errors
    /// If SQLite cannot read.
    pub fn last_look(&self) -> Result<Option<Reading>, StoreError> {
        Ok(clockwork_looks::last(&self.connection)?.map(|(last, _)| last))
    }
}

/// Since when the time of day is in doubt after this look: from the first look after a boot of the machine, and after its clock was set.
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

/// Moves the clocks of all games. Returns how many there are.
fn move_clocks(connection: &Connection, passed: &Passed) -> Result<usize, StoreError> {
    let is_absence = passed.shift >= ABSENCE;
    if passed.away() >= ABSENCE {
        downtime::note(connection, passed)?;
    }
    // If a vacation matters, the club must compute: what counted before is kept, and the rest goes on from here.
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
                // With a vacation, a deadline may be far ahead although the player has little time left.
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

/// Lets the core change the clock of a game, and writes it if it did.
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

/// Records what happened to the clock, for the operator and for what is deleted by age.
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
