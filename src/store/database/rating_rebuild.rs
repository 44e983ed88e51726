//! Writes newly calculated ratings in slices, so that nobody waits for the lock longer than for a few mails.
//!
//! A slice changes only rows that differ from the new ones, and deletes rows that must not exist. If one slice is enough, it replaces the
//! old ratings at once. If not, they are marked as stale until they are complete, so that after a crash in between the next run starts
//! again.

use crate::club::rating::{Closed, GameResult, Period, Weight};
use crate::club::{Head, PlayerId, rating};
use crate::store::columns::{At, Columns, Word};
use crate::store::games::{head_columns, heads, is_over};
use crate::store::{Store, StoreError, ratings};
use chrono::{DateTime, Utc};
use rusqlite::{Connection, OptionalExtension, Row, TransactionBehavior};
use std::collections::BTreeMap;
use std::ops::Bound;

/// The basis of a calculation. If it changes, a closed week has got a result since, or another process has closed another week.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RatingsBasis {
    /// The first week that is not closed.
    pub until: Period,
    late: i64,
}

impl RatingsBasis {
    /// The basis if nothing has been closed yet.
    pub fn new(until: Period) -> RatingsBasis {
        RatingsBasis { until, late: 0 }
    }
}

/// The key of a row of the ratings. All rows of one kind are together.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Name {
    Rating { variant: String, player: PlayerId, week: i64 },
    Offset { variant: String, week: i64 },
    Board { number: u32 },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Value {
    Rating(rating::Rating, u32),
    Offset(i64),
    Board { week: i64, weight: Weight, gap: Option<i64> },
}

/// All rows of the ratings, as they should be.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RatingSheet(BTreeMap<Name, Value>);

/// How much of a sheet has been written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SheetWritten {
    put: Option<Name>,
    all_put: bool,
    swept: Option<Name>,
    all_swept: bool,
}

/// The result of a slice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slice {
    /// There are more.
    More,
    /// Everything is as it should be.
    Whole,
    /// The basis of the calculation has changed: nothing was written.
    Outdated,
}

impl RatingSheet {
    /// Adds the result of closing a week.
    pub fn enter(&mut self, closed: &Closed) {
        let week = closed.period.0;
        for line in &closed.lines {
            let name = Name::Rating { variant: line.variant.clone(), player: line.player.clone(), week };
            self.0.insert(name, Value::Rating(line.entry.rating, line.entry.games));
        }
        for (variant, offset) in &closed.offsets {
            self.0.insert(Name::Offset { variant: variant.clone(), week }, Value::Offset(*offset));
        }
        for (weighed, bout) in &closed.games {
            let gap = bout.map(|bout| bout.gap_milli);
            let value = Value::Board { week, weight: weighed.weight, gap };
            self.0.insert(Name::Board { number: weighed.game.number }, value);
        }
    }

    /// The rows in the same form in which [`Store::rating_rows`] returns the stored ones.
    pub fn rows(&self) -> Vec<String> {
        self.0.iter().map(|(name, value)| row(name, *value)).collect()
    }
}

fn row(name: &Name, value: Value) -> String {
    let name = match name {
        Name::Rating { variant, player, week } => format!("rating {variant} {player} week {week}"),
        Name::Offset { variant, week } => format!("offset {variant} week {week}"),
        Name::Board { number } => match value {
            Value::Board { week, .. } => format!("board {number} week {week}"),
            Value::Rating(..) | Value::Offset(_) => format!("board {number}"),
        },
    };
    match value {
        Value::Rating(rating, games) => {
            let rating::Rating { points_milli, deviation_milli, volatility_nano } = rating;
            format!("{name}: {points_milli} {deviation_milli} {volatility_nano} {games}")
        }
        Value::Offset(offset) => format!("{name}: {offset}"),
        Value::Board { weight, gap: Some(gap), .. } => format!("{name}: {} {gap}", weight.word()),
        Value::Board { weight, gap: None, .. } => format!("{name}: {}", weight.word()),
    }
}

impl Store {
    /// The basis for a calculation of all weeks before `until`, or of all closed weeks if there are more. If the ratings do not go that
    /// far, they are stale from then on.
    ///
    /// # Errors
    /// If SQLite cannot write.
    pub fn begin_ratings(&mut self, until: Period) -> Result<RatingsBasis, StoreError> {
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        transaction
            .prepare_cached(
                "INSERT INTO rating_closed (one, until, state) VALUES (1, ?1, 'stale')
                 ON CONFLICT (one) DO UPDATE SET until = excluded.until, state = 'stale' WHERE until < excluded.until",
            )?
            .execute([At(until.begins())])?;
        let basis = basis(&transaction)?.ok_or_else(|| StoreError::Interrupted("the ratings are gone".to_owned()))?;
        transaction.commit()?;
        Ok(basis)
    }

    /// The same for the closed weeks; `None` before the first closing.
    ///
    /// # Errors
    /// If SQLite cannot read.
    pub fn ratings_basis(&self) -> Result<Option<RatingsBasis>, StoreError> {
        basis(&self.connection)
    }

    /// Results of games that have ended, from boards above `after`, at most this many boards. Also returns the last board that was read, if
    /// there may be more.
    ///
    /// # Errors
    /// If SQLite cannot read.
    pub fn results_after(&self, after: u32, boards: u32) -> Result<(Vec<GameResult>, Option<u32>), StoreError> {
        let sql = "SELECT max(number) AS last, count(*) AS found FROM (SELECT number FROM game WHERE number > ?1 ORDER BY number LIMIT ?2)";
        let (last, found): (Option<u32>, u32) = self
            .connection
            .prepare_cached(sql)?
            .query_row((after, boards), |row| Ok((row.get("last")?, row.get("found")?)))?;
        let sql = concat!(
            "SELECT ",
            head_columns!(),
            " FROM game WHERE number > ?1 AND number <= ?2 AND ",
            is_over!(),
            " ORDER BY number"
        );
        let ended: Vec<Head> = heads(&self.connection, sql, (after, last.unwrap_or(after)))?;
        Ok((ended.iter().filter_map(GameResult::of).collect(), last.filter(|_| found == boards)))
    }

    /// Writes the next slice of a sheet, at most this many rows. After the last one, the ratings are right.
    ///
    /// # Errors
    /// If SQLite cannot write. Then nothing of the slice was written.
    pub fn write_ratings(
        &mut self,
        sheet: &RatingSheet,
        rests_on: RatingsBasis,
        written: &mut SheetWritten,
        rows: usize,
    ) -> Result<Slice, StoreError> {
        let mut ahead = written.clone();
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        if basis(&transaction)? != Some(rests_on) {
            return Ok(Slice::Outdated);
        }
        let mut left = rows;
        put(&transaction, sheet, &mut ahead, &mut left)?;
        sweep(&transaction, sheet, &mut ahead, &mut left)?;
        let slice = if ahead.all_swept { Slice::Whole } else { Slice::More };
        let state = if slice == Slice::Whole { "true" } else { "stale" };
        transaction.prepare_cached("UPDATE rating_closed SET state = ?1 WHERE state <> ?1")?.execute([state])?;
        transaction.commit()?;
        *written = ahead;
        Ok(slice)
    }

    /// Everything that is stored, as one text for each row.
    ///
    /// # Errors
    /// If SQLite cannot read.
    pub fn rating_rows(&self) -> Result<Vec<String>, StoreError> {
        ratings::rows(&self.connection)
    }

    /// Whether a mail that was accepted before this instant has not been handled yet.
    ///
    /// # Errors
    /// If SQLite cannot read.
    pub fn waits_from_before(&self, at: DateTime<Utc>) -> Result<bool, StoreError> {
        ratings::waits_from_before(&self.connection, at)
    }
}

fn basis(connection: &Connection) -> Result<Option<RatingsBasis>, StoreError> {
    let basis = |row: &Row<'_>| Ok(RatingsBasis { until: Period::of(row.at("until")?), late: row.get("late")? });
    Ok(connection.prepare_cached("SELECT until, late FROM rating_closed")?.query_row([], basis).optional()?)
}

fn put(
    connection: &Connection,
    sheet: &RatingSheet,
    written: &mut SheetWritten,
    left: &mut usize,
) -> Result<(), StoreError> {
    if written.all_put {
        return Ok(());
    }
    let from = written.put.as_ref().map_or(Bound::Unbounded, Bound::Excluded);
    let mut rows = sheet.0.range((from, Bound::Unbounded));
    while *left > 0 {
        let Some((name, value)) = rows.next() else {
            written.all_put = true;
            return Ok(());
        };
        put_row(connection, name, *value)?;
        written.put = Some(name.clone());
        *left -= 1;
    }
    Ok(())
}

/// A row that is already right is not written again.
fn put_row(connection: &Connection, name: &Name, value: Value) -> Result<(), StoreError> {
    match (name, value) {
        (Name::Rating { variant, player, week }, Value::Rating(rating, games)) => connection
            .prepare_cached(
                "INSERT INTO rating (variant, player, week, points, deviation, volatility, games)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
                 ON CONFLICT DO UPDATE SET points = excluded.points, deviation = excluded.deviation,
                     volatility = excluded.volatility, games = excluded.games
                 WHERE (points, deviation, volatility, games)
                     IS NOT (excluded.points, excluded.deviation, excluded.volatility, excluded.games)",
            )?
            .execute((
                variant,
                player,
                week,
                rating.points_milli,
                rating.deviation_milli,
                rating.volatility_nano,
                games,
            ))?,
        (Name::Offset { variant, week }, Value::Offset(offset)) => connection
            .prepare_cached(
                "INSERT INTO rating_offset (variant, week, offset) VALUES (?1, ?2, ?3)
                 ON CONFLICT DO UPDATE SET offset = excluded.offset WHERE offset <> excluded.offset",
            )?
            .execute((variant, week, offset))?,
        (Name::Board { number }, Value::Board { week, weight, gap }) => connection
            .prepare_cached(
                "INSERT INTO rated_game (game, week, weight, gap) VALUES (?1, ?2, ?3, ?4)
                 ON CONFLICT DO UPDATE SET week = excluded.week, weight = excluded.weight, gap = excluded.gap
                 WHERE (week, weight, gap) IS NOT (excluded.week, excluded.weight, excluded.gap)",
            )?
            .execute((number, week, weight, gap))?,
        _ => unreachable!("each name of a sheet has a value of one kind"),
    };
    Ok(())
}

/// Deletes rows that are in no sheet.
fn sweep(
    connection: &Connection,
    sheet: &RatingSheet,
    written: &mut SheetWritten,
    left: &mut usize,
) -> Result<(), StoreError> {
    while *left > 0 && !written.all_swept {
        let stored = stored_after(connection, written.swept.as_ref(), *left)?;
        written.all_swept = stored.is_empty();
        for name in stored {
            *left = left.saturating_sub(1);
            if !sheet.0.contains_key(&name) {
                delete_row(connection, &name)?;
            }
            written.swept = Some(name);
        }
    }
    Ok(())
}

/// The keys of stored rows, in order: at least one, if there is one.
fn stored_after(connection: &Connection, after: Option<&Name>, rows: usize) -> Result<Vec<Name>, StoreError> {
    let mut names = Vec::new();
    let rows = i64::try_from(rows).unwrap_or(i64::MAX);
    if matches!(after, None | Some(Name::Rating { .. })) {
        let mut statement = connection.prepare_cached(
            "SELECT variant, player, week FROM rating WHERE (variant, player, week) > (?1, ?2, ?3)
             ORDER BY variant, player, week LIMIT ?4",
        )?;
        let (variant, player, week) = match after {
            Some(Name::Rating { variant, player, week }) => (variant.as_str(), player.as_str(), *week),
            _ => ("", "", i64::MIN),
        };
        let mut found = statement.query((variant, player, week, rows))?;
        while let Some(row) = found.next()? {
            names.push(Name::Rating {
                variant: row.get("variant")?,
                player: row.get("player")?,
                week: row.get("week")?,
            });
        }
    }
    if names.is_empty() && !matches!(after, Some(Name::Board { .. })) {
        let mut statement = connection.prepare_cached(
            "SELECT variant, week FROM rating_offset WHERE (variant, week) > (?1, ?2) ORDER BY variant, week LIMIT ?3",
        )?;
        let (variant, week) = match after {
            Some(Name::Offset { variant, week }) => (variant.as_str(), *week),
            _ => ("", i64::MIN),
        };
        let mut found = statement.query((variant, week, rows))?;
        while let Some(row) = found.next()? {
            names.push(Name::Offset { variant: row.get("variant")?, week: row.get("week")? });
        }
    }
    if names.is_empty() {
        let number = match after {
            Some(Name::Board { number }) => *number,
            _ => 0,
        };
        let sql = "SELECT game FROM rated_game WHERE game > ?1 ORDER BY game LIMIT ?2";
        let mut statement = connection.prepare_cached(sql)?;
        let mut found = statement.query((number, rows))?;
        while let Some(row) = found.next()? {
            names.push(Name::Board { number: row.get("game")? });
        }
    }
    Ok(names)
}

fn delete_row(connection: &Connection, name: &Name) -> Result<(), StoreError> {
    match name {
        Name::Rating { variant, player, week } => connection
            .prepare_cached("DELETE FROM rating WHERE variant = ?1 AND player = ?2 AND week = ?3")?
            .execute((variant, player, week))?,
        Name::Offset { variant, week } => connection
            .prepare_cached("DELETE FROM rating_offset WHERE variant = ?1 AND week = ?2")?
            .execute((variant, week))?,
        Name::Board { number } => {
            connection.prepare_cached("DELETE FROM rated_game WHERE game = ?1")?.execute([number])?
        }
    };
    Ok(())
}
