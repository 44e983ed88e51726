//! The clocks of games as rows: when they start and stand still, which of them somebody has to look at, and the heartbeat.
//!
//! Time is reckoned by the club; here it is only written down. A row whose `deadline` is null and whose `due` is not asks
//! the club to reckon it.

use crate::clock::Leave;
use crate::club::{Amends, Clock, HOLD_MAX, Head, PlayerId};
use crate::store::games::{head_columns, heads};
use crate::store::words::{instant, micros};
use crate::store::work::alone;
use crate::store::{Room, Store, StoreError, amends, event_hours};
use chrono::{DateTime, TimeDelta, Utc};
use rusqlite::{Connection, OptionalExtension, TransactionBehavior};
use std::fmt;

/// The longest absence for which time is given back. A machine that wakes with the clock of 1970 and learns the time then has not been away
/// for all the years between.
pub const ABSENCE_MAX: TimeDelta = TimeDelta::days(30);
/// A clock that was set back no further than this was wrong by a little; else it was wrong before, and what it said counts no more.
const SET_BACK_MAX: TimeDelta = TimeDelta::days(1);
/// A game that could not be looked at is looked at again after this time.
const LOOK_AGAIN: TimeDelta = TimeDelta::hours(1);
/// Leave that is over this long cannot matter to any clock.
const LEAVE_MATTERS: TimeDelta = TimeDelta::days(3_700);

/// What one look at the clocks came to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ticked {
    /// Games that were looked at.
    pub games: u32,
    /// Letters that wait since.
    pub letters: u32,
    /// Games that could not be looked at, and why.
    pub stumbles: Vec<Stumble>,
    /// Whether more are due.
    pub more: bool,
}

/// A game that could not be looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stumble {
    /// The board number.
    pub number: u32,
    /// Why.
    pub why: String,
}

impl Store {
    /// Lets `look` see every game whose clock is due, at most `max` of them, and commits what comes of it: one savepoint for
    /// each game, so that one which fails holds no other up. `look` is told when the oldest mail came that nobody has handled.
    ///
    /// # Errors
    /// When SQLite cannot go on; then nothing has happened.
    pub fn tick<E: fmt::Display>(
        &mut self,
        max: u32,
        now: DateTime<Utc>,
        mut look: impl FnMut(&Room<'_>, &Head, Option<DateTime<Utc>>) -> Result<(), E>,
    ) -> Result<Ticked, StoreError> {
        if !is_due(&self.connection, now)? {
            return Ok(Ticked::default());
        }
        let mut ticked = Ticked::default();
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let unheard: Option<i64> =
            transaction.query_row("SELECT min(received) FROM spool WHERE state = 'spooled'", [], |row| row.get(0))?;
        let unheard = unheard.map(instant).transpose()?;
        let due = due(&transaction, now, max)?;
        ticked.more = due.len() == max as usize;
        for head in due {
            let room = Room::new(&transaction, &self.rule_records, now);
            ticked.games += 1;
            match alone(&room, || look(&room, &head, unheard))? {
                Ok(()) => ticked.letters += room.letters(),
                Err(why) => {
                    let later = micros(now + LOOK_AGAIN);
                    transaction
                        .prepare_cached("UPDATE game SET due = ?2 WHERE number = ?1")?
                        .execute((head.number, later))?;
                    ticked.stumbles.push(Stumble { number: head.number, why });
                }
            }
        }
        transaction.commit()?;
        Ok(ticked)
    }

    /// Notes that a server is alive. When none was for longer than `away`, every clock that runs gets back the time that none was,
    /// up to [`ABSENCE_MAX`], and `amends` on top, and so does every token that lived then; whose clocks those are is noted, so that he is
    /// told. The answer is then how much, and how many clocks.
    ///
    /// # Errors
    /// When SQLite cannot write; then nothing is given, and the next beat does it.
    pub fn beat(
        &mut self,
        now: DateTime<Utc>,
        away: TimeDelta,
        amends: TimeDelta,
    ) -> Result<Option<(TimeDelta, usize)>, StoreError> {
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let last: Option<i64> =
            transaction.prepare_cached("SELECT at FROM heartbeat")?.query_row([], |row| row.get(0)).optional()?;
        let last = last.map(instant).transpose()?;
        if last.is_some_and(|last| now < last && last - now <= SET_BACK_MAX) {
            // The machine's clock was set back a little. What passes until then has been alive before, and is nobody's absence.
            return Ok(None);
        }
        transaction
            .prepare_cached("INSERT INTO heartbeat (one, at) VALUES (1, ?1) ON CONFLICT DO UPDATE SET at = ?1")?
            .execute([micros(now)])?;
        let last = last.filter(|last| now - *last > away);
        let given = match last {
            Some(last) => {
                // Clocks count seconds.
                let time = TimeDelta::seconds(((now - last).min(ABSENCE_MAX) + amends).num_seconds());
                lengthen_tokens(&transaction, last, time)?;
                event_hours::give_back(&transaction, time)?;
                amends::note(&transaction, &Amends { gone: last, back: now, given: time })?;
                Some((time, give_back(&transaction, time.num_seconds(), now)?))
            }
            None => None,
        };
        transaction.commit()?;
        Ok(given)
    }
}

/// Gives this much time back to every clock that runs or waits; the answer is how many those are.
///
/// `since` stays: were it put later, the time would be lost to whoever was on leave then. Where leave matters the club reckons the end.
fn give_back(connection: &Connection, seconds: i64, now: DateTime<Utc>) -> Result<usize, StoreError> {
    let micros_given = seconds.saturating_mul(1_000_000);
    Ok(connection.execute(
        "UPDATE game SET
             counted = CASE WHEN since IS NULL THEN counted ELSE counted - ?1 END,
             deadline = CASE WHEN reckoned THEN deadline + ?2 END,
             due = CASE WHEN reckoned OR since IS NULL THEN due + ?2 ELSE ?3 END
         FROM (SELECT number AS board, since IS NULL OR (deadline IS NOT NULL AND NOT EXISTS (
                   SELECT 1 FROM leave WHERE player IN (attackers, defenders) AND ends > since)) AS reckoned
               FROM game WHERE due IS NOT NULL)
         WHERE number = board",
        (seconds, micros_given, micros(now)),
    )?)
}

/// Who could answer a letter when the server went away can still do so: his answer may have waited elsewhere all the time.
fn lengthen_tokens(connection: &Connection, since: DateTime<Utc>, time: TimeDelta) -> Result<(), StoreError> {
    let time = time.num_microseconds().unwrap_or(0);
    connection.execute("UPDATE token SET expires = expires + ?2 WHERE expires > ?1", (micros(since), time))?;
    Ok(())
}

fn is_due(connection: &Connection, now: DateTime<Utc>) -> Result<bool, StoreError> {
    let sql = "SELECT 1 FROM game WHERE due IS NOT NULL AND due <= ?1 LIMIT 1";
    Ok(connection.prepare_cached(sql)?.exists([micros(now)])?)
}

/// The games whose clock is due, the longest due first.
fn due(connection: &Connection, now: DateTime<Utc>, max: u32) -> Result<Vec<Head>, StoreError> {
    let sql =
        concat!("SELECT ", head_columns!(), " FROM game WHERE due IS NOT NULL AND due <= ?1 ORDER BY due LIMIT ?2");
    heads(connection, sql, (micros(now), max))
}

/// Writes a clock; false where there is no such game with one.
pub(super) fn set(connection: &Connection, number: u32, clock: &Clock) -> Result<bool, StoreError> {
    let rows = connection
        .prepare_cached(
            "UPDATE game SET bank_attackers = ?2, bank_defenders = ?3, since = ?4, counted = ?5, deadline = ?6,
             due = ?7 WHERE number = ?1 AND clock IS NOT NULL",
        )?
        .execute((
            number,
            clock.attackers,
            clock.defenders,
            clock.since.map(micros),
            clock.counted,
            clock.deadline.map(micros),
            clock.due.map(micros),
        ))?;
    Ok(rows == 1)
}

/// A letter was sent: the clocks start that waited for it, unless an organizer lets them stand still.
pub(super) fn start(connection: &Connection, letter: i64, now: i64) -> Result<(), StoreError> {
    connection
        .prepare_cached(
            "UPDATE game SET since = ?2, deadline = NULL, due = ?2
             FROM outbox JOIN turn_told ON turn_told.letter = outbox.id
             WHERE outbox.id = ?1 AND outbox.state = 'waiting' AND game.number = turn_told.game AND game.plies = turn_told.plies
                 AND game.stage = 'running' AND game.clock IS NOT NULL AND game.since IS NULL
                 AND NOT EXISTS (SELECT 1 FROM event WHERE event.name = game.event AND event.held IS NOT NULL)",
        )?
        .execute((letter, now))?;
    Ok(())
}

/// A letter was refused: the clocks that wait for it wait for another, or for a week.
pub(super) fn wait_on(connection: &Connection, letter: i64, now: DateTime<Utc>) -> Result<(), StoreError> {
    connection
        .prepare_cached(
            "UPDATE game SET deadline = NULL, due = ?2
             FROM turn_told WHERE turn_told.letter = ?1 AND game.number = turn_told.game AND game.plies = turn_told.plies
                 AND game.stage = 'running' AND game.clock IS NOT NULL AND game.since IS NULL AND game.due IS NOT NULL",
        )?
        .execute((letter, micros(now + HOLD_MAX)))?;
    Ok(())
}

/// A player's leave, as far as it can matter to a clock that runs.
pub(super) fn leave(connection: &Connection, player: &PlayerId, now: DateTime<Utc>) -> Result<Vec<Leave>, StoreError> {
    let mut leave = Vec::new();
    let sql = "SELECT begins, ends FROM leave WHERE player = ?1 AND ends > ?2 ORDER BY ends DESC LIMIT 200";
    let mut statement = connection.prepare_cached(sql)?;
    let mut rows = statement.query((player.as_str(), micros(now - LEAVE_MATTERS)))?;
    while let Some(row) = rows.next()? {
        leave.push(Leave { from: instant(row.get(0)?)?, until: instant(row.get(1)?)? });
    }
    Ok(leave)
}
