//! Events as rows, loaded whole for a decision. `event_changes.rs` writes them, change by change.

use crate::club::event::{
    Entry, Event, EventGame, EventLine, EventName, EventStage, Meeting, NOTES_MAX, Note, Outcome, Presence,
};
use crate::club::{EVENT_GAMES_MAX, Game, Head, LIST_MAX, PlayerId};
use crate::store::StoreError;
use crate::store::columns::{Word, instant, parse};
use crate::store::games::{self, head_columns};
use crate::store::rule_records::RuleRecords;
use crate::store::tournament_archive;
use crate::tafl::Side;
use rusqlite::{Connection, OptionalExtension, Row};

impl Word for EventStage {
    const WHAT: &'static str = "the stage of an event";
    const ALL: &'static [EventStage] =
        &[EventStage::Draft, EventStage::Open, EventStage::Closed, EventStage::Running, EventStage::Finished];

    fn word(self) -> &'static str {
        match self {
            EventStage::Draft => "draft",
            EventStage::Open => "open",
            EventStage::Closed => "closed",
            EventStage::Running => "running",
            EventStage::Finished => "finished",
        }
    }
}

impl Word for Presence {
    const WHAT: &'static str = "the presence of a player";
    const ALL: &'static [Presence] = &[Presence::Playing, Presence::Left, Presence::Struck];

    fn word(self) -> &'static str {
        match self {
            Presence::Playing => "playing",
            Presence::Left => "left",
            Presence::Struck => "struck",
        }
    }
}

/// An event with everything in it.
pub(super) fn event(
    connection: &Connection,
    rule_records: &RuleRecords,
    name: &EventName,
) -> Result<Option<Event>, StoreError> {
    let sql = "SELECT stage, plan, variant, title, record, lot, created, held, due, overrides, began FROM event WHERE name = ?1";
    let mut statement = connection.prepare_cached(sql)?;
    let mut rows = statement.query([name.as_str()])?;
    let Some(row) = rows.next()? else {
        return tournament_archive::event(connection, rule_records, name);
    };
    let plan = text(row, 1)?;
    let plan = serde_json::from_str(&plan)
        .map_err(|error| StoreError::Damaged { what: "the terms of an event", found: format!("{name}: {error}") })?;
    let overrides = serde_json::from_str(&text(row, 9)?)
        .map_err(|error| StoreError::Damaged { what: "the wishes for a pairing", found: format!("{name}: {error}") })?;
    Ok(Some(Event {
        name: name.clone(),
        stage: EventStage::read(&text(row, 0)?)?,
        plan,
        variant: row.get(2)?,
        title: row.get(3)?,
        rules: rule_records.load(connection, row.get(4)?)?,
        organizers: organizers(connection, name)?,
        entries: entries(connection, name)?,
        meetings: meetings(connection, name)?,
        lot: row.get(5)?,
        held: row.get::<_, Option<i64>>(7)?.map(instant).transpose()?,
        due: row.get::<_, Option<i64>>(8)?.map(instant).transpose()?,
        began: row.get::<_, Option<i64>>(10)?.map(instant).transpose()?,
        overrides,
        notes: notes(connection, name)?,
        created: instant(row.get(6)?)?,
        imported: None,
    }))
}

fn text(row: &Row<'_>, column: usize) -> Result<String, StoreError> {
    Ok(row.get(column)?)
}

/// Who organizes an event.
pub(super) fn organizers(connection: &Connection, name: &EventName) -> Result<Vec<PlayerId>, StoreError> {
    let mut found = Vec::new();
    let mut statement = connection.prepare_cached("SELECT player FROM event_organizer WHERE event = ?1")?;
    let mut rows = statement.query([name.as_str()])?;
    while let Some(row) = rows.next()? {
        found.push(parse("a player id", &text(row, 0)?)?);
    }
    Ok(found)
}

fn entries(connection: &Connection, name: &EventName) -> Result<Vec<Entry>, StoreError> {
    let mut found = Vec::new();
    let sql = "SELECT player, joined, presence FROM event_entry WHERE event = ?1 ORDER BY seat";
    let mut statement = connection.prepare_cached(sql)?;
    let mut rows = statement.query([name.as_str()])?;
    while let Some(row) = rows.next()? {
        found.push(Entry {
            player: parse("a player id", &text(row, 0)?)?,
            joined: instant(row.get(1)?)?,
            presence: Presence::read(&text(row, 2)?)?,
        });
    }
    Ok(found)
}

fn meetings(connection: &Connection, name: &EventName) -> Result<Vec<Meeting>, StoreError> {
    let mut found: Vec<Meeting> = Vec::new();
    // `home` comes before `away` backwards in the alphabet.
    let sql = "SELECT section, round, place, seat, player FROM pairing WHERE event = ?1
               ORDER BY round, section, place, seat DESC";
    let mut statement = connection.prepare_cached(sql)?;
    let mut rows = statement.query([name.as_str()])?;
    while let Some(row) = rows.next()? {
        let (section, round, place) = (row.get(0)?, row.get(1)?, row.get(2)?);
        let (seat, player) = (text(row, 3)?, parse("a player id", &text(row, 4)?)?);
        match found.last_mut() {
            Some(last) if seat == "away" && (last.section, last.round, last.place) == (section, round, place) => {
                last.away = Some(player);
            }
            _ => found.push(Meeting { section, round, place, home: player, away: None, games: Vec::new() }),
        }
    }
    let sql = "SELECT section, event_game.round, place, game, attackers, defenders, outcome, event_game.winner, event_game.plies,
                   taken_attackers, taken_defenders, game.plies, game.stage = 'timed-out'
               FROM event_game JOIN game ON game.number = event_game.game WHERE event_game.event = ?1 ORDER BY game";
    let mut statement = connection.prepare_cached(sql)?;
    let mut rows = statement.query([name.as_str()])?;
    while let Some(row) = rows.next()? {
        let key: (u32, u32, u32) = (row.get(1)?, row.get(0)?, row.get(2)?);
        let at = found.binary_search_by_key(&key, |meeting| (meeting.round, meeting.section, meeting.place));
        let Some(meeting) = at.ok().and_then(|at| found.get_mut(at)) else {
            return Err(StoreError::Damaged { what: "a game of an event", found: format!("{name}: {key:?}") });
        };
        let players = [parse("a player id", &text(row, 4)?)?, parse("a player id", &text(row, 5)?)?];
        let [attackers, defenders] = seats(meeting, players.clone());
        let outcome = outcome(row)?;
        // Whoever has taken over a place has not lost what was lost before.
        let is_own = match outcome {
            Outcome::Forfeit { winner: Some(Side::Attackers) } => defenders == players[1],
            Outcome::Forfeit { winner: Some(Side::Defenders) } => attackers == players[0],
            _ => true,
        };
        meeting.games.push(EventGame {
            number: row.get(3)?,
            attackers,
            defenders,
            outcome,
            plies: row.get(11)?,
            on_time: row.get::<_, bool>(12)? && is_own,
        });
    }
    Ok(found)
}

/// Whose seats the two players of a game had: their own, or where another has taken over since, that player's. One of the two at least
/// still plays, or neither does; then the seats are those of the game with the sides in which the meeting has them.
fn seats(meeting: &Meeting, [attackers, defenders]: [PlayerId; 2]) -> [PlayerId; 2] {
    let Some(away) = &meeting.away else { return [attackers, defenders] };
    let other = |id: &PlayerId| if *id == meeting.home { away.clone() } else { meeting.home.clone() };
    let plays = |id: &PlayerId| *id == meeting.home || id == away;
    match (plays(&attackers), plays(&defenders)) {
        (true, true) => [attackers, defenders],
        (true, false) => [attackers.clone(), other(&attackers)],
        (false, true) => [other(&defenders), defenders],
        (false, false) if meeting.games.is_empty() => [meeting.home.clone(), away.clone()],
        (false, false) => [away.clone(), meeting.home.clone()],
    }
}

/// The newest decisions on record, the newest last.
fn notes(connection: &Connection, name: &EventName) -> Result<Vec<Note>, StoreError> {
    let mut found = Vec::new();
    let sql = "SELECT id, at, who, deed, why FROM event_note WHERE event = ?1 ORDER BY id DESC LIMIT ?2";
    let mut statement = connection.prepare_cached(sql)?;
    let mut rows = statement.query((name.as_str(), NOTES_MAX))?;
    while let Some(row) = rows.next()? {
        let deed = text(row, 3)?;
        let deed = serde_json::from_str(&deed).map_err(|error| StoreError::Damaged {
            what: "a decision of an event",
            found: format!("{name}: {error}"),
        })?;
        let who: Option<String> = row.get(2)?;
        found.push(Note {
            number: row.get(0)?,
            at: instant(row.get(1)?)?,
            who: who.map(|who| parse("a player id", &who)).transpose()?,
            deed,
            why: text(row, 4)?,
        });
    }
    found.reverse();
    Ok(found)
}

fn outcome(row: &Row<'_>) -> Result<Outcome, StoreError> {
    let winner = row.get::<_, Option<String>>(7)?.map(|side| Side::read(&side)).transpose()?;
    match text(row, 6)?.as_str() {
        "open" => Ok(Outcome::Open),
        "provisional" => Ok(Outcome::Provisional { winner }),
        "played" => Ok(Outcome::Played { winner, plies: row.get(8)?, taken: [row.get(9)?, row.get(10)?] }),
        "forfeit" => Ok(Outcome::Forfeit { winner }),
        other => Err(StoreError::Damaged { what: "the outcome of a game", found: other.to_owned() }),
    }
}

/// The events: those that are not finished first, the newest first. Those held elsewhere have no organizers here.
pub(super) fn list(connection: &Connection) -> Result<Vec<EventLine>, StoreError> {
    let sql = "SELECT name, stage, title, players, organizers FROM (
                   SELECT name, stage, title, (SELECT count(*) FROM event_entry WHERE event = name) AS players,
                       (SELECT coalesce(group_concat(player, ' '), '') FROM event_organizer WHERE event = name) AS organizers, created
                   FROM event
                   UNION ALL SELECT name, 'finished', title, players, '', created FROM event_archive)
               ORDER BY stage = 'finished', created DESC, name LIMIT ?1";
    let mut found = Vec::new();
    let mut statement = connection.prepare_cached(sql)?;
    let mut rows = statement.query([LIST_MAX])?;
    while let Some(row) = rows.next()? {
        found.push(EventLine {
            name: parse("the name of an event", &text(row, 0)?)?,
            stage: EventStage::read(&text(row, 1)?)?,
            title: row.get(2)?,
            players: row.get(3)?,
            organizers: text(row, 4)?
                .split_whitespace()
                .map(|id| parse("a player id", id))
                .collect::<Result<_, _>>()?,
        });
    }
    Ok(found)
}

/// The event that a game belongs to.
pub(super) fn event_of(connection: &Connection, number: u32) -> Result<Option<EventName>, StoreError> {
    let name: Option<String> = connection
        .prepare_cached("SELECT event FROM event_game WHERE game = ?1")?
        .query_row([number], |row| row.get(0))
        .optional()?;
    name.map(|name| parse("the name of an event", &name)).transpose()
}

/// The events that are not over in which a player plays.
pub(super) fn of_player(connection: &Connection, player: &PlayerId) -> Result<Vec<EventName>, StoreError> {
    let sql = "SELECT event FROM event_entry JOIN event ON event.name = event_entry.event
               WHERE player = ?1 AND presence = 'playing' AND stage <> 'finished'";
    let mut found = Vec::new();
    let mut statement = connection.prepare_cached(sql)?;
    let mut rows = statement.query([player.as_str()])?;
    while let Some(row) = rows.next()? {
        found.push(parse("the name of an event", &text(row, 0)?)?);
    }
    Ok(found)
}

/// The games of an event that count, with their plays; at most [`EVENT_GAMES_MAX`].
pub(super) fn ended_games(
    connection: &Connection,
    rule_records: &RuleRecords,
    event: &Event,
) -> Result<Vec<Game>, StoreError> {
    let over = |game: &&EventGame| matches!(game.outcome, Outcome::Played { .. } | Outcome::Forfeit { .. });
    let numbers = event.games().filter(over).take(EVENT_GAMES_MAX).map(|game| game.number);
    numbers.filter_map(|number| games::game(connection, rule_records, number).transpose()).collect()
}

/// The games of an event, as far as they have come.
pub(super) fn heads(connection: &Connection, name: &EventName) -> Result<Vec<Head>, StoreError> {
    let sql = concat!("SELECT ", head_columns!(), " FROM game WHERE event = ?1 ORDER BY number");
    games::heads(connection, sql, [name.as_str()])
}

/// How many games of a player have been played to an end.
pub(super) fn finished_games(connection: &Connection, player: &PlayerId) -> Result<u32, StoreError> {
    let sql = "SELECT
        (SELECT count(*) FROM game WHERE attackers = ?1 AND stage IN ('won', 'drawn', 'resigned', 'agreed'))
        + (SELECT count(*) FROM game WHERE defenders = ?1 AND stage IN ('won', 'drawn', 'resigned', 'agreed'))";
    Ok(connection.prepare_cached(sql)?.query_row([player.as_str()], |row| row.get(0))?)
}
