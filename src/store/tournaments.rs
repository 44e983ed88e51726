//! Tournaments as rows, loaded whole for a decision. `tournament_changes.rs` writes them, change by change.

use crate::club::tournament::{
    Entry, Meeting, NOTES_MAX, Note, Outcome, Presence, Tournament, TournamentGame, TournamentLine, TournamentName,
    TournamentStage,
};
use crate::club::{Game, Head, LIST_MAX, PlayerId, TOURNAMENT_GAMES_MAX};
use crate::store::StoreError;
use crate::store::columns::{Word, instant, parse};
use crate::store::games::{self, head_columns};
use crate::store::rule_records::RuleRecords;
use crate::store::tournament_archive;
use crate::tafl::Side;
use rusqlite::{Connection, OptionalExtension, Row};

impl Word for TournamentStage {
    const WHAT: &'static str = "the stage of a tournament";
    const ALL: &'static [TournamentStage] = &[
        TournamentStage::Draft,
        TournamentStage::Open,
        TournamentStage::Closed,
        TournamentStage::Running,
        TournamentStage::Finished,
    ];

    fn word(self) -> &'static str {
        match self {
            TournamentStage::Draft => "draft",
            TournamentStage::Open => "open",
            TournamentStage::Closed => "closed",
            TournamentStage::Running => "running",
            TournamentStage::Finished => "finished",
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

/// A tournament with everything in it.
pub(super) fn tournament(
    connection: &Connection,
    rule_records: &RuleRecords,
    name: &TournamentName,
) -> Result<Option<Tournament>, StoreError> {
    let sql = "SELECT stage, plan, variant, title, record, lot, created, held, due, overrides, began FROM tournament WHERE name = ?1";
    let mut statement = connection.prepare_cached(sql)?;
    let mut rows = statement.query([name.as_str()])?;
    let Some(row) = rows.next()? else {
        return tournament_archive::tournament(connection, rule_records, name);
    };
    let plan = text(row, 1)?;
    let plan = serde_json::from_str(&plan).map_err(|error| StoreError::Damaged {
        what: "the terms of a tournament",
        found: format!("{name}: {error}"),
    })?;
    let overrides = serde_json::from_str(&text(row, 9)?)
        .map_err(|error| StoreError::Damaged { what: "the wishes for a pairing", found: format!("{name}: {error}") })?;
    Ok(Some(Tournament {
        name: name.clone(),
        stage: TournamentStage::read(&text(row, 0)?)?,
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

/// Who organizes a tournament.
pub(super) fn organizers(connection: &Connection, name: &TournamentName) -> Result<Vec<PlayerId>, StoreError> {
    let mut found = Vec::new();
    let mut statement = connection.prepare_cached("SELECT player FROM tournament_organizer WHERE tournament = ?1")?;
    let mut rows = statement.query([name.as_str()])?;
    while let Some(row) = rows.next()? {
        found.push(parse("a player id", &text(row, 0)?)?);
    }
    Ok(found)
}

fn entries(connection: &Connection, name: &TournamentName) -> Result<Vec<Entry>, StoreError> {
    let mut found = Vec::new();
    let sql = "SELECT player, joined, presence FROM tournament_entry WHERE tournament = ?1 ORDER BY seat";
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

fn meetings(connection: &Connection, name: &TournamentName) -> Result<Vec<Meeting>, StoreError> {
    let mut found: Vec<Meeting> = Vec::new();
    // `home` comes before `away` backwards in the alphabet.
    let sql = "SELECT section, round, place, seat, player FROM pairing WHERE tournament = ?1
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
    let sql = "SELECT section, tournament_game.round, place, game, attackers, defenders, outcome, tournament_game.winner, tournament_game.plies,
                   taken_attackers, taken_defenders, game.plies, game.stage = 'timed-out'
               FROM tournament_game JOIN game ON game.number = tournament_game.game WHERE tournament_game.tournament = ?1 ORDER BY game";
    let mut statement = connection.prepare_cached(sql)?;
    let mut rows = statement.query([name.as_str()])?;
    while let Some(row) = rows.next()? {
        let key: (u32, u32, u32) = (row.get(1)?, row.get(0)?, row.get(2)?);
        let at = found.binary_search_by_key(&key, |meeting| (meeting.round, meeting.section, meeting.place));
        let Some(meeting) = at.ok().and_then(|at| found.get_mut(at)) else {
            return Err(StoreError::Damaged { what: "a game of a tournament", found: format!("{name}: {key:?}") });
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
        meeting.games.push(TournamentGame {
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
fn notes(connection: &Connection, name: &TournamentName) -> Result<Vec<Note>, StoreError> {
    let mut found = Vec::new();
    let sql = "SELECT id, at, who, deed, why FROM tournament_note WHERE tournament = ?1 ORDER BY id DESC LIMIT ?2";
    let mut statement = connection.prepare_cached(sql)?;
    let mut rows = statement.query((name.as_str(), NOTES_MAX))?;
    while let Some(row) = rows.next()? {
        let deed = text(row, 3)?;
        let deed = serde_json::from_str(&deed).map_err(|error| StoreError::Damaged {
            what: "a decision of a tournament",
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

/// The tournaments: those that are not finished first, the newest first. Those held elsewhere have no organizers here.
pub(super) fn list(connection: &Connection) -> Result<Vec<TournamentLine>, StoreError> {
    let sql = "SELECT name, stage, title, players, organizers FROM (
                   SELECT name, stage, title, (SELECT count(*) FROM tournament_entry WHERE tournament = name) AS players,
                       (SELECT coalesce(group_concat(player, ' '), '') FROM tournament_organizer WHERE tournament = name) AS organizers, created
                   FROM tournament
                   UNION ALL SELECT name, 'finished', title, players, '', created FROM tournament_archive)
               ORDER BY stage = 'finished', created DESC, name LIMIT ?1";
    let mut found = Vec::new();
    let mut statement = connection.prepare_cached(sql)?;
    let mut rows = statement.query([LIST_MAX])?;
    while let Some(row) = rows.next()? {
        found.push(TournamentLine {
            name: parse("the name of a tournament", &text(row, 0)?)?,
            stage: TournamentStage::read(&text(row, 1)?)?,
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

/// The tournament that a game belongs to.
pub(super) fn tournament_of(connection: &Connection, number: u32) -> Result<Option<TournamentName>, StoreError> {
    let name: Option<String> = connection
        .prepare_cached("SELECT tournament FROM tournament_game WHERE game = ?1")?
        .query_row([number], |row| row.get(0))
        .optional()?;
    name.map(|name| parse("the name of a tournament", &name)).transpose()
}

/// The tournaments that are not over in which a player plays.
pub(super) fn of_player(connection: &Connection, player: &PlayerId) -> Result<Vec<TournamentName>, StoreError> {
    let sql = "SELECT tournament FROM tournament_entry JOIN tournament ON tournament.name = tournament_entry.tournament
               WHERE player = ?1 AND presence = 'playing' AND stage <> 'finished'";
    let mut found = Vec::new();
    let mut statement = connection.prepare_cached(sql)?;
    let mut rows = statement.query([player.as_str()])?;
    while let Some(row) = rows.next()? {
        found.push(parse("the name of a tournament", &text(row, 0)?)?);
    }
    Ok(found)
}

/// The games of a tournament that count, with their plays; at most [`TOURNAMENT_GAMES_MAX`].
pub(super) fn ended_games(
    connection: &Connection,
    rule_records: &RuleRecords,
    tournament: &Tournament,
) -> Result<Vec<Game>, StoreError> {
    let over = |game: &&TournamentGame| matches!(game.outcome, Outcome::Played { .. } | Outcome::Forfeit { .. });
    let numbers = tournament.games().filter(over).take(TOURNAMENT_GAMES_MAX).map(|game| game.number);
    numbers.filter_map(|number| games::game(connection, rule_records, number).transpose()).collect()
}

/// The games of a tournament, as far as they have come.
pub(super) fn heads(connection: &Connection, name: &TournamentName) -> Result<Vec<Head>, StoreError> {
    let sql = concat!("SELECT ", head_columns!(), " FROM game WHERE tournament = ?1 ORDER BY number");
    games::heads(connection, sql, [name.as_str()])
}

/// How many games of a player have been played to an end.
pub(super) fn finished_games(connection: &Connection, player: &PlayerId) -> Result<u32, StoreError> {
    let sql = "SELECT
        (SELECT count(*) FROM game WHERE attackers = ?1 AND stage IN ('won', 'drawn', 'resigned', 'agreed'))
        + (SELECT count(*) FROM game WHERE defenders = ?1 AND stage IN ('won', 'drawn', 'resigned', 'agreed'))";
    Ok(connection.prepare_cached(sql)?.query_row([player.as_str()], |row| row.get(0))?)
}
