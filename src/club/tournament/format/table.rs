//! The table of a section: its players, their games, and the places that follow from the points.

use crate::club::model::player::PlayerId;
use crate::club::model::tournament::{Table, Tournament};
use crate::club::pairing_and_standings::game_value::{Bout, Field};
use crate::club::pairing_and_standings::pairing::Seat;
use crate::club::pairing_and_standings::standings::standings;
use crate::club::tournament::format::format_rules::{FormatRules, Placed};
use std::collections::BTreeMap;

/// The players of a section by seed: all players, those of a group, or those of the final.
pub fn players_of(format: &dyn FormatRules, tournament: &Tournament, section: u32) -> Vec<PlayerId> {
    let whole = !format.has_groups();
    let meets = |player: &PlayerId| {
        tournament.meetings_of(section).any(|meeting| meeting.home == *player || meeting.away.as_ref() == Some(player))
    };
    let players = tournament.entries.iter().map(|entry| &entry.player);
    players.filter(|player| whole || meets(player)).cloned().collect()
}

/// The table of a section.
pub fn table(format: &dyn FormatRules, tournament: &Tournament, section: u32) -> Table {
    let players = players_of(format, tournament, section);
    let seats: BTreeMap<&PlayerId, Seat> = players.iter().enumerate().map(|(seat, id)| (id, seat)).collect();
    let first = tournament.meetings_of(section).map(|meeting| meeting.round).min().unwrap_or(1);
    let mut field = Field {
        names: players.iter().map(ToString::to_string).collect(),
        participation: players.iter().map(|id| tournament.participation_in(section, id)).collect(),
        games: tournament.plan.games,
        all_meet: !format.credits_bye(),
        seed: tournament.lot.clone(),
        ..Field::default()
    };
    for meeting in tournament.meetings_of(section) {
        let round = meeting.round - first + 1;
        field.rounds = field.rounds.max(round);
        for game in &meeting.games {
            if let (Some(attackers), Some(defenders)) = (seats.get(&game.attackers), seats.get(&game.defenders)) {
                let (attackers, defenders) = (*attackers, *defenders);
                field.bouts.push(Bout { round, attackers, defenders, outcome: game.outcome });
            }
        }
        if let (None, true, Some(seat)) = (&meeting.away, format.credits_bye(), seats.get(&meeting.home)) {
            field.byes.push((round, *seat));
        }
    }
    Table { players, field }
}

/// The places of a section by its points.
pub(super) fn placed_by_points(format: &dyn FormatRules, tournament: &Tournament, section: u32) -> Vec<Placed> {
    let table = table(format, tournament, section);
    let lines = standings(&table.field, format.order(&tournament.plan));
    let player = |seat: usize| table.players[seat].clone();
    lines.into_iter().map(|line| Placed { place: Some(line.place), player: player(line.seat) }).collect()
}
