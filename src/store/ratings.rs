//! Ratings as rows. They are a copy of what the ended games say: written when weeks are closed, and never checked later.

use crate::club::rating::{Book, Closed, Entry, GameResult, Ledger, Period, Rating, RatingStanding, SideBout};
use crate::club::{Head, PlayerId, RatingChange, Stage};
use crate::store::columns::{At, Columns, micros, only};
use crate::store::games::{head_columns, is_over};
use crate::store::{StoreError, games};
use chrono::{DateTime, Utc};
use rusqlite::{Connection, OptionalExtension, Row};
use std::collections::BTreeMap;

/// How far the stored ratings go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RatingsStand {
    /// The first week that is not closed; `None` before the first closing.
    pub until: Option<Period>,
    /// Whether a game has ended in a closed week since then.
    pub is_stale: bool,
}

pub(super) fn stand(connection: &Connection) -> Result<RatingsStand, StoreError> {
    let found: Option<(DateTime<Utc>, String)> = connection
        .prepare_cached("SELECT until, state FROM rating_closed")?
        .query_row([], |row| Ok((row.at("until")?, row.get("state")?)))
        .optional()?;
    Ok(match found {
        Some((until, state)) => RatingsStand { until: Some(Period::of(until)), is_stale: state == "stale" },
        None => RatingsStand { until: None, is_stale: false },
    })
}

/// Whether a mail that was accepted before this instant is not handled yet: it may end a game before that instant.
pub(super) fn waits_from_before(connection: &Connection, at: DateTime<Utc>) -> Result<bool, StoreError> {
    let sql = "SELECT EXISTS (SELECT 1 FROM spool WHERE state = 'spooled' AND received < ?1)";
    Ok(connection.prepare_cached(sql)?.query_row([At(at)], only)?)
}

/// The results of the games that ended from then on; of all games without an instant.
pub(super) fn results(connection: &Connection, from: Option<Period>) -> Result<Vec<GameResult>, StoreError> {
    let sql =
        concat!("SELECT ", head_columns!(), " FROM game WHERE ", is_over!(), " AND touched >= ?1 ORDER BY number");
    let from = from.map_or(i64::MIN, |from| micros(from.begins()));
    let heads: Vec<Head> = games::heads(connection, sql, [from])?;
    Ok(heads.iter().filter(|head| matches!(head.stage, Stage::Ended(_))).filter_map(GameResult::of).collect())
}

/// The latest ratings of all players, and the strengths of the sides. Without the games, which only closing needs.
pub(super) fn book(connection: &Connection) -> Result<Book, StoreError> {
    book_of(connection, None)
}

/// The same of one variant, or of all.
fn book_of(connection: &Connection, variant: Option<&str>) -> Result<Book, StoreError> {
    let mut book = Book::default();
    let mut statement = connection.prepare_cached(match variant {
        Some(_) => {
            "SELECT variant, player, max(week) AS week, points, deviation, volatility, games FROM rating
             WHERE variant = ?1 GROUP BY variant, player"
        }
        None => {
            "SELECT variant, player, max(week) AS week, points, deviation, volatility, games FROM rating
             WHERE ?1 IS NULL GROUP BY variant, player"
        }
    })?;
    let mut rows = statement.query([variant])?;
    while let Some(row) = rows.next()? {
        book.entries.insert((row.get("variant")?, row.get("player")?), entry(row)?);
    }
    let mut statement =
        connection.prepare_cached("SELECT variant, max(week) AS week, offset FROM rating_offset GROUP BY variant")?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        book.offsets.insert(row.get("variant")?, row.get("offset")?);
    }
    Ok(book)
}

/// The rating of a player of this game in its variant. `None` if the player has none, and gets none with the games that have ended since the
/// last closing.
pub(super) fn standing(
    connection: &Connection,
    head: &Head,
    player: &PlayerId,
    now: DateTime<Utc>,
) -> Result<Option<RatingStanding>, StoreError> {
    let until = stand(connection)?.until;
    let results = results(connection, until)?;
    let ledger = Ledger { book: book_of(connection, Some(&head.variant))?, until, results };
    let standings = ledger.standings(now).remove(&head.variant).unwrap_or_default();
    Ok(standings.into_iter().find(|standing| standing.player == *player))
}

/// What is stored, and the results since then, for display.
pub(super) fn ledger(connection: &Connection) -> Result<Ledger, StoreError> {
    let until = stand(connection)?.until;
    Ok(Ledger { book: book(connection)?, until, results: results(connection, until)? })
}

/// What the week in which a game ended has made of the rating of one of its players. `None` if the game does not count there.
pub(super) fn change(
    connection: &Connection,
    head: &Head,
    player: &PlayerId,
) -> Result<Option<RatingChange>, StoreError> {
    let sql = "SELECT week, points, deviation, volatility, games FROM rating WHERE variant = ?1 AND player = ?2
               AND week <= (SELECT week FROM rated_game WHERE game = ?3 AND weight = 'rated') ORDER BY week DESC LIMIT 2";
    let mut statement = connection.prepare_cached(sql)?;
    let mut rows = statement.query((&head.variant, player, head.number))?;
    let Some(after) = rows.next()?.map(entry).transpose()? else {
        return Ok(None);
    };
    let before = rows.next()?.map(entry).transpose()?;
    Ok(Some(RatingChange { before: before.map_or(Rating::NEWCOMER, |entry| entry.rating), after: after.rating }))
}

/// The latest ratings of one player, by variant.
pub(super) fn of_player(connection: &Connection, player: &PlayerId) -> Result<BTreeMap<String, Entry>, StoreError> {
    let sql = "SELECT variant, max(week) AS week, points, deviation, volatility, games FROM rating
               WHERE player = ?1 GROUP BY variant";
    let mut statement = connection.prepare_cached(sql)?;
    let mut rows = statement.query([player])?;
    let mut entries = BTreeMap::new();
    while let Some(row) = rows.next()? {
        entries.insert(row.get("variant")?, entry(row)?);
    }
    Ok(entries)
}

/// An entry in a row that has its columns.
fn entry(row: &Row<'_>) -> Result<Entry, StoreError> {
    let rating = Rating {
        points_milli: row.get("points")?,
        deviation_milli: row.get("deviation")?,
        volatility_nano: row.get("volatility")?,
    };
    Ok(Entry { period: Period(row.get("week")?), rating, games: row.get("games")? })
}

/// The rated games of closed weeks, by variant, week and number.
pub(super) fn bouts(connection: &Connection, book: &mut Book) -> Result<(), StoreError> {
    let mut statement = connection.prepare_cached(
        "SELECT variant, gap, winner FROM rated_game JOIN game ON game.number = rated_game.game
         WHERE weight = 'rated' ORDER BY week, rated_game.game",
    )?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        let bout = SideBout { gap_milli: row.get("gap")?, winner: row.get("winner")? };
        book.bouts.entry(row.get("variant")?).or_default().push(bout);
    }
    Ok(())
}

/// Writes closed weeks.
pub(super) fn write(connection: &Connection, weeks: &[Closed], until: Period) -> Result<(), StoreError> {
    for closed in weeks {
        let week = closed.period.0;
        for line in &closed.lines {
            let Entry { rating, games, .. } = line.entry;
            connection.prepare_cached("INSERT INTO rating VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)")?.execute((
                &line.variant,
                &line.player,
                week,
                rating.points_milli,
                rating.deviation_milli,
                rating.volatility_nano,
                games,
            ))?;
        }
        for (variant, offset) in &closed.offsets {
            connection
                .prepare_cached("INSERT INTO rating_offset VALUES (?1, ?2, ?3)")?
                .execute((variant, week, offset))?;
        }
        for (weighed, bout) in &closed.games {
            let gap = bout.map(|bout| bout.gap_milli);
            connection.prepare_cached("INSERT INTO rated_game VALUES (?1, ?2, ?3, ?4)")?.execute((
                weighed.game.number,
                week,
                weighed.weight,
                gap,
            ))?;
        }
    }
    connection
        .prepare_cached(
            "INSERT INTO rating_closed (one, until, state) VALUES (1, ?1, 'true')
             ON CONFLICT (one) DO UPDATE SET until = excluded.until, state = excluded.state",
        )?
        .execute([At(until.begins())])?;
    Ok(())
}

/// Everything that is stored, as one text for each row, in order. It is used to compare two ways to the same ratings.
pub(super) fn rows(connection: &Connection) -> Result<Vec<String>, StoreError> {
    let mut all = Vec::new();
    for sql in [
        "SELECT 'rating ' || variant || ' ' || player || ' week ' || week || ': ' || points || ' ' || deviation || ' '
            || volatility || ' ' || games FROM rating ORDER BY variant, player, week",
        "SELECT 'offset ' || variant || ' week ' || week || ': ' || offset FROM rating_offset ORDER BY variant, week",
        "SELECT 'board ' || game || ' week ' || week || ': ' || weight || coalesce(' ' || gap, '') FROM rated_game ORDER BY game",
    ] {
        let mut statement = connection.prepare_cached(sql)?;
        let rows = statement.query_map([], only)?;
        all.extend(rows.collect::<Result<Vec<String>, _>>()?);
    }
    Ok(all)
}
