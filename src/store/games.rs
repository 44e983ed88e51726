//! Games as rows: heads for the lists, and whole games replayed from their moves.

use crate::clock::VacationLimit;
use crate::club::tournament::TournamentName;
use crate::club::{Clock, Ending, Game, Head, Offer, PlayerId, Stage};
use crate::command::Conditions;
use crate::store::StoreError;
use crate::store::columns::{At, Word, column, declare_columns, only};
use crate::store::rule_records::RuleRecords;
use crate::tafl;
use chrono::{DateTime, TimeDelta, Utc};
use rusqlite::{Connection, Row};

// The columns that [`head`] reads.
declare_columns! {
    head_columns: number, variant, title, attackers, defenders, challenger, stage, winner, reason, plies, first, offer, offer_by, offer_at, created,
    touched, rated, visibility, tournament, round, clock, bank_attackers, bank_defenders, since, counted, deadline, due,
    held = "(SELECT held FROM tournament WHERE tournament.name = game.tournament)", vacation_from, vacation_seconds_max,
}
pub(super) use head_columns;

/// The condition that a game is over. The index `game_ended` has the same words: SQLite uses it only then.
macro_rules! is_over {
    () => {
        "stage <> 'invited' AND stage <> 'running' AND stage <> 'declined' AND stage <> 'withdrawn' AND stage <> 'annulled'"
    };
}
pub(super) use is_over;

/// Games of the same two players that were annulled count for this long.
const ANNULLED_WINDOW: TimeDelta = TimeDelta::days(30);

/// How many games of the two players of this game were annulled lately.
pub(super) fn annulled(connection: &Connection, head: &Head, now: DateTime<Utc>) -> Result<u32, StoreError> {
    let sql = "SELECT count(*) FROM game WHERE stage = 'annulled' AND touched > ?3
               AND ((attackers = ?1 AND defenders = ?2) OR (attackers = ?2 AND defenders = ?1))";
    let since = At(now - ANNULLED_WINDOW);
    Ok(connection.prepare_cached(sql)?.query_row((&head.attackers, &head.defenders, since), only)?)
}

/// A stage as its columns: stage, winner, reason.
pub(super) fn stage_words(stage: Stage) -> (&'static str, Option<&'static str>, Option<&'static str>) {
    match stage {
        Stage::Invited => ("invited", None, None),
        Stage::Running => ("running", None, None),
        Stage::Declined => ("declined", None, None),
        Stage::Withdrawn => ("withdrawn", None, None),
        Stage::Annulled { by } => ("annulled", Some(by.opponent().word()), None),
        Stage::Ended(Ending::Won { winner, reason }) => ("won", Some(winner.word()), Some(reason.word())),
        Stage::Ended(Ending::Drawn { reason }) => ("drawn", None, Some(reason.word())),
        Stage::Ended(Ending::Resigned { loser }) => ("resigned", Some(loser.opponent().word()), None),
        Stage::Ended(Ending::Agreed) => ("agreed", None, None),
        Stage::Ended(Ending::TimedOut { loser }) => ("timed-out", Some(loser.opponent().word()), None),
        Stage::Ended(Ending::Adjudicated { winner }) => ("adjudicated", winner.map(Word::word), None),
    }
}

fn stage(word: &str, winner: Option<tafl::Side>, reason: Option<tafl::Reason>) -> Result<Stage, StoreError> {
    Ok(match (word, winner, reason) {
        ("invited", None, None) => Stage::Invited,
        ("running", None, None) => Stage::Running,
        ("declined", None, None) => Stage::Declined,
        ("withdrawn", None, None) => Stage::Withdrawn,
        ("annulled", Some(winner), None) => Stage::Annulled { by: winner.opponent() },
        ("won", Some(winner), Some(reason)) => Stage::Ended(Ending::Won { winner, reason }),
        ("drawn", None, Some(reason)) => Stage::Ended(Ending::Drawn { reason }),
        ("resigned", Some(winner), None) => Stage::Ended(Ending::Resigned { loser: winner.opponent() }),
        ("timed-out", Some(winner), None) => Stage::Ended(Ending::TimedOut { loser: winner.opponent() }),
        ("adjudicated", winner, None) => Stage::Ended(Ending::Adjudicated { winner }),
        ("agreed", None, None) => Stage::Ended(Ending::Agreed),
        _ => {
            return Err(StoreError::Damaged { what: "the stage of a game", found: word.to_owned() });
        }
    })
}

/// Whether a column has the second of two words.
pub(super) fn is_word(found: &str, [usual, set]: [&str; 2]) -> Result<bool, StoreError> {
    match found {
        word if word == usual => Ok(false),
        word if word == set => Ok(true),
        word => Err(StoreError::Damaged { what: "a condition of a game", found: word.to_owned() }),
    }
}

/// The word for whether a game is rated.
pub(super) fn rated_word(unrated: bool) -> &'static str {
    if unrated { "unrated" } else { "rated" }
}

/// The word for who may observe.
pub(super) fn seen_word(private: bool) -> &'static str {
    if private { "private" } else { "public" }
}

/// The head in a row that begins with the columns of a head.
pub(super) fn head(row: &Row<'_>) -> Result<Head, StoreError> {
    let at = |column: Option<At>| column.map(|at| at.0);
    let tournament: Option<TournamentName> = row.get(column!(tournament))?;
    Ok(Head {
        number: row.get(column!(number))?,
        variant: row.get(column!(variant))?,
        title: row.get(column!(title))?,
        attackers: row.get(column!(attackers))?,
        defenders: row.get(column!(defenders))?,
        challenger: row.get(column!(challenger))?,
        stage: stage(text(row, column!(stage))?, row.get(column!(winner))?, row.get(column!(reason))?)?,
        plies: row.get(column!(plies))?,
        first: row.get(column!(first))?,
        offer: offer(row)?,
        away: None,
        clock: clock(row)?,
        created: row.get::<_, At>(column!(created))?.0,
        touched: row.get::<_, At>(column!(touched))?.0,
        conditions: Conditions {
            unrated: is_word(text(row, column!(rated))?, ["rated", "unrated"])?,
            private: is_word(text(row, column!(visibility))?, ["public", "private"])?,
        },
        tournament: tournament.zip(row.get(column!(round))?),
        held: at(row.get(column!(held))?),
    })
}

fn text<'a>(row: &'a Row<'_>, place: usize) -> rusqlite::Result<&'a str> {
    Ok(row.get_ref(place)?.as_str()?)
}

fn offer(row: &Row<'_>) -> Result<Option<Offer>, StoreError> {
    let (kind, by) = (row.get(column!(offer))?, row.get(column!(offer_by))?);
    Ok(match (kind, by, row.get(column!(offer_at))?) {
        (Some(kind), Some(by), Some(At(at))) => Some(Offer { kind, by, at }),
        _ => None,
    })
}

fn clock(row: &Row<'_>) -> Result<Option<Clock>, StoreError> {
    let Some(control) = row.get(column!(clock))? else {
        return Ok(None);
    };
    let at = |column: Option<At>| column.map(|at| at.0);
    Ok(Some(Clock {
        control,
        attackers: row.get(column!(bank_attackers))?,
        defenders: row.get(column!(bank_defenders))?,
        since: at(row.get(column!(since))?),
        counted: row.get(column!(counted))?,
        deadline: at(row.get(column!(deadline))?),
        due: at(row.get(column!(due))?),
        vacation_limit: match (row.get(column!(vacation_from))?, row.get(column!(vacation_seconds_max))?) {
            (Some(At(from)), Some(seconds)) => Some(VacationLimit { from, seconds }),
            _ => None,
        },
    }))
}

/// A game with its moves, replayed under the rules that it was begun with.
pub(super) fn game(
    connection: &Connection,
    rule_records: &RuleRecords,
    number: u32,
) -> Result<Option<Game>, StoreError> {
    let mut statement =
        connection.prepare_cached(concat!("SELECT ", head_columns!(), ", record FROM game WHERE number = ?1"))?;
    let mut rows = statement.query([number])?;
    let Some(row) = rows.next()? else {
        return Ok(None);
    };
    let head = head(row)?;
    let rules = rule_records.load(connection, row.get("record")?)?;
    let (plays, banks_before) = plays(connection, &head)?;
    let damaged = |found| StoreError::Damaged { what: "the plays of a game", found };
    let state = tafl::GameState::replay(rules, plays).map_err(|error| damaged(format!("board {number}: {error}")))?;
    if state.ply() != head.plies {
        return Err(damaged(format!("board {number}: {} of {} moves", state.ply(), head.plies)));
    }
    Ok(Some(Game { head, state, banks_before }))
}

/// The moves, and the bank of the side that made the last of them before that move. Behind it, that of the move before.
fn plays(connection: &Connection, head: &Head) -> Result<(Vec<tafl::Play>, [Option<i64>; 2]), StoreError> {
    let mut banks = [None; 2];
    let mut plays = Vec::with_capacity(head.plies as usize);
    let mut statement = connection.prepare_cached("SELECT play, bank FROM play WHERE game = ?1 ORDER BY ply")?;
    let mut rows = statement.query([head.number])?;
    while let Some(row) = rows.next()? {
        plays.push(row.get("play")?);
        banks = [row.get("bank")?, banks[0]];
    }
    Ok((plays, banks))
}

/// Another player takes over a side of a running game. Returns false if it is not running.
pub(super) fn take_over(
    connection: &Connection,
    number: u32,
    side: tafl::Side,
    player: &PlayerId,
) -> Result<bool, StoreError> {
    connection.prepare_cached("DELETE FROM prepared_line WHERE game = ?1 AND side = ?2")?.execute((number, side))?;
    // A player of the game does not observe it.
    connection.prepare_cached("DELETE FROM observer WHERE game = ?1 AND player = ?2")?.execute((number, player))?;
    let sql = match side {
        tafl::Side::Attackers => "UPDATE game SET attackers = ?2 WHERE number = ?1 AND stage = 'running'",
        tafl::Side::Defenders => "UPDATE game SET defenders = ?2 WHERE number = ?1 AND stage = 'running'",
    };
    Ok(connection.prepare_cached(sql)?.execute((number, player))? == 1)
}

/// The number of the next challenge: numbers are never used twice.
pub(super) fn next_number(connection: &Connection) -> Result<u32, StoreError> {
    let highest: Option<u32> = connection
        .prepare_cached(
            "SELECT max((SELECT coalesce(max(number), 0) FROM game), (SELECT coalesce(max(number), 0) FROM open_challenge))",
        )?
        .query_row([], only)?;
    Ok(highest.unwrap_or(0).saturating_add(1))
}

/// How many open games of one player there are that began, or that the player has challenged to.
pub(super) fn own_open(connection: &Connection, player: &PlayerId) -> Result<u32, StoreError> {
    let sql = "SELECT
        (SELECT count(*) FROM game WHERE attackers = ?1 AND stage IN ('invited', 'running')
             AND (stage = 'running' OR challenger = 'attackers'))
        + (SELECT count(*) FROM game WHERE defenders = ?1 AND stage IN ('invited', 'running')
             AND (stage = 'running' OR challenger = 'defenders'))";
    Ok(connection.prepare_cached(sql)?.query_row([player], only)?)
}

/// Whether the player has played another game of this variant than this one, or plays one.
pub(super) fn has_played(connection: &Connection, player: &PlayerId, head: &Head) -> Result<bool, StoreError> {
    let sql = "SELECT 1 FROM game
               WHERE (attackers = ?1 OR defenders = ?1) AND variant = ?2 AND number <> ?3
                   AND stage NOT IN ('invited', 'declined', 'withdrawn') LIMIT 1";
    Ok(connection.prepare_cached(sql)?.exists((player, &head.variant, head.number))?)
}

/// The challenges that wait between these two.
pub(super) fn invitations(
    connection: &Connection,
    attackers: &PlayerId,
    defenders: &PlayerId,
) -> Result<Vec<Head>, StoreError> {
    let sql = concat!(
        "SELECT ",
        head_columns!(),
        " FROM game WHERE attackers = ?1 AND defenders = ?2 AND stage IN ('invited', 'running') AND stage = 'invited'"
    );
    heads(connection, sql, (attackers, defenders))
}

/// The challenges that wait between these two, whoever plays which side.
pub(super) fn invitations_between(
    connection: &Connection,
    one: &PlayerId,
    other: &PlayerId,
) -> Result<Vec<Head>, StoreError> {
    let mut found = invitations(connection, one, other)?;
    found.extend(invitations(connection, other, one)?);
    Ok(found)
}

/// The heads that a statement finds.
pub(super) fn heads(
    connection: &Connection,
    sql: &str,
    parameters: impl rusqlite::Params,
) -> Result<Vec<Head>, StoreError> {
    let mut found = Vec::new();
    let mut statement = connection.prepare_cached(sql)?;
    let mut rows = statement.query(parameters)?;
    while let Some(row) = rows.next()? {
        found.push(head(row)?);
    }
    Ok(found)
}
