//! Changes of tournaments, as rows.

use crate::club::PlayerId;
use crate::club::tournament::{Note, OfTournament, Outcome, TournamentChange};
use crate::store::StoreError;
use crate::store::columns::{At, only};
use crate::store::rule_records::RuleRecords;
use rusqlite::Connection;

/// Writes one change of a tournament. Returns false if there was no row for it.
pub(super) fn write(
    connection: &Connection,
    rule_records: &RuleRecords,
    OfTournament { tournament, change }: &OfTournament,
) -> Result<bool, StoreError> {
    let name = tournament.as_str();
    let rows = match change {
        TournamentChange::Created { plan, variant, title, rules, organizer, lot, at } => {
            let record = rule_records.save(connection, rules)?;
            let plan = to_json(name, "the terms", plan)?;
            connection
                .prepare_cached(
                    "INSERT INTO tournament (name, stage, terms, variant, title, record, lot, created)
                     VALUES (?1, 'draft', ?2, ?3, ?4, ?5, ?6, ?7)",
                )?
                .execute((name, plan, variant, title, record.as_slice(), lot, At(*at)))?;
            connection
                .prepare_cached("INSERT INTO tournament_organizer (tournament, player) VALUES (?1, ?2)")?
                .execute((name, organizer.as_str()))?
        }
        TournamentChange::PlanSet { plan } => {
            let plan = to_json(name, "the terms", plan)?;
            connection.prepare_cached("UPDATE tournament SET terms = ?2 WHERE name = ?1")?.execute((name, plan))?
        }
        TournamentChange::Reached { stage } => {
            connection.prepare_cached("UPDATE tournament SET stage = ?2 WHERE name = ?1")?.execute((name, stage))?
        }
        TournamentChange::Joined { player, at } => connection
            .prepare_cached(
                "INSERT INTO tournament_entry (tournament, player, seat, joined)
                 VALUES (?1, ?2, (SELECT coalesce(max(seat), -1) + 1 FROM tournament_entry WHERE tournament = ?1), ?3)",
            )?
            .execute((name, player, At(*at)))?,
        TournamentChange::Left { player } => connection
            .prepare_cached("DELETE FROM tournament_entry WHERE tournament = ?1 AND player = ?2")?
            .execute((name, player))?,
        TournamentChange::Seeded { order } => seeded(connection, name, order)?,
        TournamentChange::ParticipationSet { player, participation } => connection
            .prepare_cached("UPDATE tournament_entry SET participation = ?3 WHERE tournament = ?1 AND player = ?2")?
            .execute((name, player, participation))?,
        TournamentChange::Paired { section, round, place, home, away } => {
            let mut statement = connection.prepare_cached(
                "INSERT INTO pairing (tournament, round, player, section, place, seat) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
            )?;
            let seats = [(Some(home), "home"), (away.as_ref(), "away")];
            for (player, seat) in seats.into_iter().filter_map(|(player, seat)| player.map(|player| (player, seat))) {
                statement.execute((name, round, player, section, place, seat))?;
            }
            1
        }
        TournamentChange::GameBegan { number, section, round, place } => {
            connection
                .prepare_cached("UPDATE game SET tournament = ?2, round = ?3 WHERE number = ?1")?
                .execute((number, name, round))?;
            connection
                .prepare_cached(
                    "INSERT INTO tournament_game (game, tournament, round, section, place) VALUES (?1, ?2, ?3, ?4, ?5)",
                )?
                .execute((number, name, round, section, place))?
        }
        TournamentChange::Scored { number, outcome } => scored(connection, *number, *outcome)?,
        TournamentChange::Noted(Note { at, who, ruling, why, .. }) => connection
            .prepare_cached(
                "INSERT INTO tournament_ruling (tournament, at, who, ruling, why) VALUES (?1, ?2, ?3, ?4, ?5)",
            )?
            .execute((name, At(*at), who.as_ref(), to_json(name, "a ruling", ruling)?, why))?,
        TournamentChange::HeldSet { held } => connection
            .prepare_cached("UPDATE tournament SET held = ?2 WHERE name = ?1")?
            .execute((name, held.map(At)))?,
        TournamentChange::Began { at } => {
            connection.prepare_cached("UPDATE tournament SET began = ?2 WHERE name = ?1")?.execute((name, At(*at)))?
        }
        TournamentChange::DueSet { due } => {
            connection.prepare_cached("UPDATE tournament SET due = ?2 WHERE name = ?1")?.execute((name, due.map(At)))?
        }
        TournamentChange::WishesSet { wishes } => {
            let wishes = to_json(name, "the organizer's wishes for the next pairing", wishes)?;
            connection
                .prepare_cached("UPDATE tournament SET pairing_wishes = ?2 WHERE name = ?1")?
                .execute((name, wishes))?
        }
        TournamentChange::OrganizerSet { player, on: true } => connection
            .prepare_cached("INSERT INTO tournament_organizer (tournament, player) VALUES (?1, ?2)")?
            .execute((name, player))?,
        TournamentChange::OrganizerSet { player, on: false } => connection
            .prepare_cached("DELETE FROM tournament_organizer WHERE tournament = ?1 AND player = ?2")?
            .execute((name, player))?,
        TournamentChange::Substituted { out, player, at } => substitute(connection, name, out, player, At(*at))?,
    };
    Ok(rows == 1)
}

fn to_json(name: &str, what: &str, value: &impl serde::Serialize) -> Result<String, StoreError> {
    serde_json::to_string(value)
        .map_err(|error| StoreError::Contradiction { change: format!("{what} of {name}"), why: error.to_string() })
}

/// Seats are numbered again from 0. First all are moved out of the way, because no two players may share one.
fn seeded(connection: &Connection, name: &str, order: &[PlayerId]) -> Result<usize, StoreError> {
    let away =
        "UPDATE tournament_entry SET seat = seat + (SELECT max(seat) + 1 + count(*) FROM tournament_entry WHERE tournament = ?1)
                WHERE tournament = ?1";
    let all = connection.prepare_cached(away)?.execute([name])?;
    let mut statement =
        connection.prepare_cached("UPDATE tournament_entry SET seat = ?3 WHERE tournament = ?1 AND player = ?2")?;
    let mut found = 0;
    for (seat, player) in order.iter().enumerate() {
        found += statement.execute((name, player, seat as i64))?;
    }
    Ok(usize::from(found == order.len() && found == all))
}

/// The newcomer gets another seat first, because the rows of meetings refer to players who have one.
fn substitute(
    connection: &Connection,
    name: &str,
    out: &PlayerId,
    player: &PlayerId,
    at: At,
) -> Result<usize, StoreError> {
    let seat: u32 = connection
        .prepare_cached("SELECT seat FROM tournament_entry WHERE tournament = ?1 AND player = ?2")?
        .query_row((name, out.as_str()), only)?;
    connection
        .prepare_cached(
            "INSERT INTO tournament_entry (tournament, player, seat, joined)
             VALUES (?1, ?2, (SELECT max(seat) + 1 FROM tournament_entry WHERE tournament = ?1), ?3)",
        )?
        .execute((name, player, at))?;
    connection.prepare_cached("UPDATE pairing SET player = ?3 WHERE tournament = ?1 AND player = ?2")?.execute((
        name,
        out.as_str(),
        player,
    ))?;
    connection
        .prepare_cached("DELETE FROM tournament_entry WHERE tournament = ?1 AND player = ?2")?
        .execute((name, out.as_str()))?;
    Ok(connection
        .prepare_cached("UPDATE tournament_entry SET seat = ?3 WHERE tournament = ?1 AND player = ?2")?
        .execute((name, player, seat))?)
}

fn scored(connection: &Connection, number: u32, outcome: Outcome) -> Result<usize, StoreError> {
    let (word, winner, played) = match outcome {
        Outcome::Open => ("open", None, None),
        Outcome::Provisional { winner } => ("provisional", winner, None),
        Outcome::Played { winner, plies, taken } => ("played", winner, Some((plies, taken))),
        Outcome::Forfeit { winner } => ("forfeit", winner, None),
    };
    Ok(connection
        .prepare_cached(
            "UPDATE tournament_game SET outcome = ?2, winner = ?3, plies = ?4, taken_attackers = ?5, taken_defenders = ?6
             WHERE game = ?1",
        )?
        .execute((
            number,
            word,
            winner,
            played.map(|(plies, _)| plies),
            played.map(|(_, taken)| taken[0]),
            played.map(|(_, taken)| taken[1]),
        ))?)
}

/// A change in a few words.
pub(super) fn name(OfTournament { tournament, change }: &OfTournament) -> String {
    match change {
        TournamentChange::Created { .. } => format!("the tournament {tournament}"),
        TournamentChange::Paired { round, home, .. } => {
            format!("the pairing of {home} in round {round} of {tournament}")
        }
        TournamentChange::Scored { number, .. } | TournamentChange::GameBegan { number, .. } => {
            format!("board {number} of {tournament}")
        }
        TournamentChange::Joined { player, .. }
        | TournamentChange::Left { player }
        | TournamentChange::ParticipationSet { player, .. }
        | TournamentChange::Substituted { player, .. }
        | TournamentChange::OrganizerSet { player, .. } => {
            format!("{player} in {tournament}")
        }
        TournamentChange::PlanSet { .. }
        | TournamentChange::Reached { .. }
        | TournamentChange::HeldSet { .. }
        | TournamentChange::DueSet { .. }
        | TournamentChange::Seeded { .. }
        | TournamentChange::Began { .. }
        | TournamentChange::WishesSet { .. }
        | TournamentChange::Noted(_) => {
            format!("the state of {tournament}")
        }
    }
}
