//! Tournaments as rows, loaded as a whole for a decision. `tournament_changes.rs` writes them, change by change.

use crate::club::tournament::{
    Entry, Meeting, NOTES_MAX, Note, Outcome, Tournament, TournamentGame, TournamentLine, TournamentName,
};
use crate::club::{Game, Head, LIST_MAX, PlayerId, TOURNAMENT_GAMES_MAX};
use crate::store::StoreError;
use crate::store::columns::{Columns, only, parse};
use crate::store::games::{self, head_columns};
use crate::store::rule_records::RuleRecords;
use crate::store::tournament_archive;
use crate::tafl::Side;
use rusqlite::{Connection, OptionalExtension, Row};

/// A tournament with everything in it.
pub(super) fn tournament(
    connection: &Connection,
    rule_records: &RuleRecords,
    name: &TournamentName,
) -> Result<Option<Tournament>, StoreError> {
    let sql = "SELECT stage, terms, variant, title, record, lot, created, held, due, pairing_wishes, began FROM tournament WHERE name = ?1";
    let mut statement = connection.prepare_cached(sql)?;
    let mut rows = statement.query([name.as_str()])?;
    let Some(row) = rows.next()? else {
        return tournament_archive::tournament(connection, rule_records, name);
    };
    let plan = row.text("terms")?;
    let plan = serde_json::from_str(plan).map_err(|error| StoreError::Damaged {
        what: "the terms of a tournament",
        found: format!("{name}: {error}"),
    })?;
    let wishes = serde_json::from_str(row.text("pairing_wishes")?).map_err(|error| StoreError::Damaged {
        what: "the organizer's wishes for the next pairing",
        found: format!("{name}: {error}"),
    })?;
    Ok(Some(Tournament {
        name: name.clone(),
        stage: row.get("stage")?,
        plan,
        variant: row.get("variant")?,
        title: row.get("title")?,
        rules: rule_records.load(connection, row.get("record")?)?,
        organizers: organizers(connection, name)?,
        entries: entries(connection, name)?,
        meetings: meetings(connection, name)?,
        lot: row.get("lot")?,
        held: row.at_if_any("held")?,
        due: row.at_if_any("due")?,
        began: row.at_if_any("began")?,
        wishes,
        notes: rulings(connection, name)?,
        created: row.at("created")?,
        imported: None,
    }))
}

/// The organizers of a tournament.
pub(super) fn organizers(connection: &Connection, name: &TournamentName) -> Result<Vec<PlayerId>, StoreError> {
    let mut found = Vec::new();
    let mut statement = connection.prepare_cached("SELECT player FROM tournament_organizer WHERE tournament = ?1")?;
    let mut rows = statement.query([name.as_str()])?;
    while let Some(row) = rows.next()? {
        found.push(only(row)?);
    }
    Ok(found)
}

fn entries(connection: &Connection, name: &TournamentName) -> Result<Vec<Entry>, StoreError> {
    let mut found = Vec::new();
    let sql = "SELECT player, joined, participation FROM tournament_entry WHERE tournament = ?1 ORDER BY seat";
    let mut statement = connection.prepare_cached(sql)?;
    let mut rows = statement.query([name.as_str()])?;
    while let Some(row) = rows.next()? {
        found.push(Entry {
            player: row.get("player")?,
            joined: row.at("joined")?,
            participation: row.get("participation")?,
        });
    }
    Ok(found)
}

fn meetings(connection: &Connection, name: &TournamentName) -> Result<Vec<Meeting>, StoreError> {
    let mut found: Vec<Meeting> = Vec::new();
    // In descending order, `home` comes before `away`.
    let sql = "SELECT section, round, place, seat, player FROM pairing WHERE tournament = ?1
               ORDER BY round, section, place, seat DESC";
    let mut statement = connection.prepare_cached(sql)?;
    let mut rows = statement.query([name.as_str()])?;
    while let Some(row) = rows.next()? {
        let (section, round, place) = (row.get("section")?, row.get("round")?, row.get("place")?);
        let (seat, player) = (row.text("seat")?, row.get("player")?);
        match found.last_mut() {
            Some(last) if seat == "away" && (last.section, last.round, last.place) == (section, round, place) => {
                last.away = Some(player);
            }
            _ => found.push(Meeting { section, round, place, home: player, away: None, games: Vec::new() }),
        }
    }
    let sql = "SELECT section, tournament_game.round, place, game, attackers, defenders, outcome, tournament_game.winner, tournament_game.plies,
                   taken_attackers, taken_defenders, game.plies AS game_plies, game.stage = 'timed-out' AS on_time
               FROM tournament_game JOIN game ON game.number = tournament_game.game WHERE tournament_game.tournament = ?1 ORDER BY game";
    let mut statement = connection.prepare_cached(sql)?;
    let mut rows = statement.query([name.as_str()])?;
    while let Some(row) = rows.next()? {
        let key: (u32, u32, u32) = (row.get("round")?, row.get("section")?, row.get("place")?);
        let at = found.binary_search_by_key(&key, |meeting| (meeting.round, meeting.section, meeting.place));
        let Some(meeting) = at.ok().and_then(|at| found.get_mut(at)) else {
            return Err(StoreError::Damaged { what: "a game of a tournament", found: format!("{name}: {key:?}") });
        };
        let players = [row.get("attackers")?, row.get("defenders")?];
        let [attackers, defenders] = seats(meeting, players.clone());
        let outcome = outcome(row)?;
        // A player who has taken over a place has not lost what was lost before.
        let is_own = match outcome {
            Outcome::Forfeit { winner: Some(Side::Attackers) } => defenders == players[1],
            Outcome::Forfeit { winner: Some(Side::Defenders) } => attackers == players[0],
            _ => true,
        };
        meeting.games.push(TournamentGame {
            number: row.get("game")?,
            attackers,
            defenders,
            outcome,
            plies: row.get("game_plies")?,
            on_time: row.get::<_, bool>("on_time")? && is_own,
        });
    }
    Ok(found)
}

/// The seats of the two players of a game: their own, or, if another player has taken over since, that player's. At least one of the two
/// still plays, or neither does. If neither does, the seats are those of the game with the sides in the order of the meeting.
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

/// The newest rulings, the newest last.
fn rulings(connection: &Connection, name: &TournamentName) -> Result<Vec<Note>, StoreError> {
    let mut found = Vec::new();
    let sql = "SELECT id, at, who, ruling, why FROM tournament_ruling WHERE tournament = ?1 ORDER BY id DESC LIMIT ?2";
    let mut statement = connection.prepare_cached(sql)?;
    let mut rows = statement.query((name.as_str(), NOTES_MAX))?;
    while let Some(row) = rows.next()? {
        let ruling = row.text("ruling")?;
        let ruling = serde_json::from_str(ruling).map_err(|error| StoreError::Damaged {
            what: "a ruling of a tournament",
            found: format!("{name}: {error}"),
        })?;
        found.push(Note {
            number: row.get("id")?,
            at: row.at("at")?,
            who: row.get("who")?,
            ruling,
            why: row.get("why")?,
        });
    }
    found.reverse();
    Ok(found)
}

fn outcome(row: &Row<'_>) -> Result<Outcome, StoreError> {
    let winner = row.get("winner")?;
    match row.text("outcome")? {
        "open" => Ok(Outcome::Open),
        "provisional" => Ok(Outcome::Provisional { winner }),
        "played" => Ok(Outcome::Played {
            winner,
            plies: row.get("plies")?,
            taken: [row.get("taken_attackers")?, row.get("taken_defenders")?],
        }),
        "forfeit" => Ok(Outcome::Forfeit { winner }),
        other => Err(StoreError::Damaged { what: "the outcome of a game", found: other.to_owned() }),
    }
}

/// The tournaments: unfinished ones first, the newest first. Those held elsewhere have no organizers here.
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
            name: row.get("name")?,
            stage: row.get("stage")?,
            title: row.get("title")?,
            players: row.get("players")?,
            organizers: row
                .text("organizers")?
                .split_whitespace()
                .map(|id| parse("a player id", id))
                .collect::<Result<_, _>>()?,
        });
    }
    Ok(found)
}

/// The tournament that a game belongs to.
pub(super) fn tournament_of(connection: &Connection, number: u32) -> Result<Option<TournamentName>, StoreError> {
    Ok(connection
        .prepare_cached("SELECT tournament FROM tournament_game WHERE game = ?1")?
        .query_row([number], only)
        .optional()?)
}

/// The unfinished tournaments of a player.
pub(super) fn of_player(connection: &Connection, player: &PlayerId) -> Result<Vec<TournamentName>, StoreError> {
    let sql = "SELECT tournament FROM tournament_entry JOIN tournament ON tournament.name = tournament_entry.tournament
               WHERE player = ?1 AND participation = 'playing' AND stage <> 'finished'";
    let mut found = Vec::new();
    let mut statement = connection.prepare_cached(sql)?;
    let mut rows = statement.query([player])?;
    while let Some(row) = rows.next()? {
        found.push(only(row)?);
    }
    Ok(found)
}

/// The games of a tournament that count, with their moves; at most [`TOURNAMENT_GAMES_MAX`].
pub(super) fn ended_games(
    connection: &Connection,
    rule_records: &RuleRecords,
    tournament: &Tournament,
) -> Result<Vec<Game>, StoreError> {
    let over = |game: &&TournamentGame| matches!(game.outcome, Outcome::Played { .. } | Outcome::Forfeit { .. });
    let numbers = tournament.games().filter(over).take(TOURNAMENT_GAMES_MAX).map(|game| game.number);
    numbers.filter_map(|number| games::game(connection, rule_records, number).transpose()).collect()
}

/// The games of a tournament, in their current state.
pub(super) fn heads(connection: &Connection, name: &TournamentName) -> Result<Vec<Head>, StoreError> {
    let sql = concat!("SELECT ", head_columns!(), " FROM game WHERE tournament = ?1 ORDER BY number");
    games::heads(connection, sql, [name.as_str()])
}

/// How many games of a player have been played to an end.
pub(super) fn finished_games(connection: &Connection, player: &PlayerId) -> Result<u32, StoreError> {
    let sql = "SELECT
        (SELECT count(*) FROM game WHERE attackers = ?1 AND stage IN ('won', 'drawn', 'resigned', 'agreed'))
        + (SELECT count(*) FROM game WHERE defenders = ?1 AND stage IN ('won', 'drawn', 'resigned', 'agreed'))";
    Ok(connection.prepare_cached(sql)?.query_row([player], only)?)
}
