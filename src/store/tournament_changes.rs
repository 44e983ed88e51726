//! Changes of events, as rows.

use crate::club::PlayerId;
use crate::club::event::{EventChange, Note, OfEvent, Outcome};
use crate::store::StoreError;
use crate::store::columns::{Word, micros};
use crate::store::rule_records::RuleRecords;
use rusqlite::Connection;

/// Writes one change of an event; false where there was no row for it.
pub(super) fn write(
    connection: &Connection,
    rule_records: &RuleRecords,
    OfEvent { event, change }: &OfEvent,
) -> Result<bool, StoreError> {
    let name = event.as_str();
    let rows = match change {
        EventChange::Created { plan, variant, title, rules, organizer, lot, at } => {
            let record = rule_records.save(connection, rules)?;
            let plan = to_json(name, "the terms", plan)?;
            connection
                .prepare_cached(
                    "INSERT INTO event (name, stage, plan, variant, title, record, lot, created)
                     VALUES (?1, 'draft', ?2, ?3, ?4, ?5, ?6, ?7)",
                )?
                .execute((name, plan, variant, title, record.as_slice(), lot, micros(*at)))?;
            connection
                .prepare_cached("INSERT INTO event_organizer (event, player) VALUES (?1, ?2)")?
                .execute((name, organizer.as_str()))?
        }
        EventChange::PlanSet { plan } => {
            let plan = to_json(name, "the terms", plan)?;
            connection.prepare_cached("UPDATE event SET plan = ?2 WHERE name = ?1")?.execute((name, plan))?
        }
        EventChange::Reached { stage } => {
            connection.prepare_cached("UPDATE event SET stage = ?2 WHERE name = ?1")?.execute((name, stage.word()))?
        }
        EventChange::Joined { player, at } => connection
            .prepare_cached(
                "INSERT INTO event_entry (event, player, seat, joined)
                 VALUES (?1, ?2, (SELECT coalesce(max(seat), -1) + 1 FROM event_entry WHERE event = ?1), ?3)",
            )?
            .execute((name, player.as_str(), micros(*at)))?,
        EventChange::Left { player } => connection
            .prepare_cached("DELETE FROM event_entry WHERE event = ?1 AND player = ?2")?
            .execute((name, player.as_str()))?,
        EventChange::Seeded { order } => seeded(connection, name, order)?,
        EventChange::PresenceSet { player, presence } => connection
            .prepare_cached("UPDATE event_entry SET presence = ?3 WHERE event = ?1 AND player = ?2")?
            .execute((name, player.as_str(), presence.word()))?,
        EventChange::Paired { section, round, place, home, away } => {
            let mut statement = connection.prepare_cached(
                "INSERT INTO pairing (event, round, player, section, place, seat) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
            )?;
            let seats = [(Some(home), "home"), (away.as_ref(), "away")];
            for (player, seat) in seats.into_iter().filter_map(|(player, seat)| player.map(|player| (player, seat))) {
                statement.execute((name, round, player.as_str(), section, place, seat))?;
            }
            1
        }
        EventChange::GameBegan { number, section, round, place } => {
            connection
                .prepare_cached("UPDATE game SET event = ?2, round = ?3 WHERE number = ?1")?
                .execute((number, name, round))?;
            connection
                .prepare_cached(
                    "INSERT INTO event_game (game, event, round, section, place) VALUES (?1, ?2, ?3, ?4, ?5)",
                )?
                .execute((number, name, round, section, place))?
        }
        EventChange::Scored { number, outcome } => scored(connection, *number, *outcome)?,
        EventChange::Noted(Note { at, who, deed, why, .. }) => connection
            .prepare_cached("INSERT INTO event_note (event, at, who, deed, why) VALUES (?1, ?2, ?3, ?4, ?5)")?
            .execute((
                name,
                micros(*at),
                who.as_ref().map(PlayerId::as_str),
                to_json(name, "a decision", deed)?,
                why,
            ))?,
        EventChange::HeldSet { held } => connection
            .prepare_cached("UPDATE event SET held = ?2 WHERE name = ?1")?
            .execute((name, held.map(micros)))?,
        EventChange::Began { at } => {
            connection.prepare_cached("UPDATE event SET began = ?2 WHERE name = ?1")?.execute((name, micros(*at)))?
        }
        EventChange::DueSet { due } => {
            connection.prepare_cached("UPDATE event SET due = ?2 WHERE name = ?1")?.execute((name, due.map(micros)))?
        }
        EventChange::OverridesSet { overrides } => {
            let overrides = to_json(name, "the wishes for a pairing", overrides)?;
            connection.prepare_cached("UPDATE event SET overrides = ?2 WHERE name = ?1")?.execute((name, overrides))?
        }
        EventChange::OrganizerSet { player, on: true } => connection
            .prepare_cached("INSERT INTO event_organizer (event, player) VALUES (?1, ?2)")?
            .execute((name, player.as_str()))?,
        EventChange::OrganizerSet { player, on: false } => connection
            .prepare_cached("DELETE FROM event_organizer WHERE event = ?1 AND player = ?2")?
            .execute((name, player.as_str()))?,
        EventChange::Substituted { out, player, at } => substitute(connection, name, (out, player), micros(*at))?,
    };
    Ok(rows == 1)
}

fn to_json(name: &str, what: &str, value: &impl serde::Serialize) -> Result<String, StoreError> {
    serde_json::to_string(value)
        .map_err(|error| StoreError::Contradiction { change: format!("{what} of {name}"), why: error.to_string() })
}

/// Seats are given anew from 0. All are put out of the way first, for no two players share one.
fn seeded(connection: &Connection, name: &str, order: &[PlayerId]) -> Result<usize, StoreError> {
    let away =
        "UPDATE event_entry SET seat = seat + (SELECT max(seat) + 1 + count(*) FROM event_entry WHERE event = ?1)
                WHERE event = ?1";
    let all = connection.prepare_cached(away)?.execute([name])?;
    let mut statement =
        connection.prepare_cached("UPDATE event_entry SET seat = ?3 WHERE event = ?1 AND player = ?2")?;
    let mut found = 0;
    for (seat, player) in order.iter().enumerate() {
        found += statement.execute((name, player.as_str(), seat as i64))?;
    }
    Ok(usize::from(found == order.len() && found == all))
}

/// The newcomer gets a seat of his own first, for rows of meetings speak of players who are there.
fn substitute(
    connection: &Connection,
    name: &str,
    (out, player): (&PlayerId, &PlayerId),
    at: i64,
) -> Result<usize, StoreError> {
    let seat: u32 = connection
        .prepare_cached("SELECT seat FROM event_entry WHERE event = ?1 AND player = ?2")?
        .query_row((name, out.as_str()), |row| row.get(0))?;
    connection
        .prepare_cached(
            "INSERT INTO event_entry (event, player, seat, joined)
             VALUES (?1, ?2, (SELECT max(seat) + 1 FROM event_entry WHERE event = ?1), ?3)",
        )?
        .execute((name, player.as_str(), at))?;
    connection.prepare_cached("UPDATE pairing SET player = ?3 WHERE event = ?1 AND player = ?2")?.execute((
        name,
        out.as_str(),
        player.as_str(),
    ))?;
    connection
        .prepare_cached("DELETE FROM event_entry WHERE event = ?1 AND player = ?2")?
        .execute((name, out.as_str()))?;
    Ok(connection.prepare_cached("UPDATE event_entry SET seat = ?3 WHERE event = ?1 AND player = ?2")?.execute((
        name,
        player.as_str(),
        seat,
    ))?)
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
            "UPDATE event_game SET outcome = ?2, winner = ?3, plies = ?4, taken_attackers = ?5, taken_defenders = ?6
             WHERE game = ?1",
        )?
        .execute((
            number,
            word,
            winner.map(Word::word),
            played.map(|(plies, _)| plies),
            played.map(|(_, taken)| taken[0]),
            played.map(|(_, taken)| taken[1]),
        ))?)
}

/// A change in a few words.
pub(super) fn name(OfEvent { event, change }: &OfEvent) -> String {
    match change {
        EventChange::Created { .. } => format!("the event {event}"),
        EventChange::Paired { round, home, .. } => format!("the pairing of {home} in round {round} of {event}"),
        EventChange::Scored { number, .. } | EventChange::GameBegan { number, .. } => {
            format!("board {number} of {event}")
        }
        EventChange::Joined { player, .. }
        | EventChange::Left { player }
        | EventChange::PresenceSet { player, .. }
        | EventChange::Substituted { player, .. }
        | EventChange::OrganizerSet { player, .. } => {
            format!("{player} in {event}")
        }
        EventChange::PlanSet { .. }
        | EventChange::Reached { .. }
        | EventChange::HeldSet { .. }
        | EventChange::DueSet { .. }
        | EventChange::Seeded { .. }
        | EventChange::Began { .. }
        | EventChange::OverridesSet { .. }
        | EventChange::Noted(_) => {
            format!("the state of {event}")
        }
    }
}
