//! Decisions about players and games of an event that is being played: a player leaves, a game is decided. Each is shown first, done
//! after a yes, written down with its reason, and told to those concerned.

use crate::chance::Chance;
use crate::club::case::Case;
use crate::club::decision::{Change, Decision};
use crate::club::event::act::shown_first;
use crate::club::event::begin::{change, note, tell_one};
use crate::club::event::change::EventChange;
use crate::club::event::event::{Event, EventStage};
use crate::club::event::follow;
use crate::club::event::page::EventPage;
use crate::club::event::refusal::EventRefusal;
use crate::club::event::standings::{Outcome, Presence, presence_when_leaving};
use crate::club::game::{Ending, Stage};
use crate::club::notice::{EventNews, Reply};
use crate::club::player::PlayerId;
use crate::club::tell;
use crate::command::{EventFormat, Tournament};
use crate::tafl::Side;
use std::sync::Arc;

/// A player leaves a running event: himself, or by an organizer's decision. Where everybody meets everybody, who leaves before half of
/// his games are finished is struck from the table; otherwise his games count, and those not finished are lost.
pub fn withdraw(
    case: &Case,
    mut event: Event,
    (who, asked): (Option<&str>, &Tournament),
    chance: &mut Chance,
) -> Result<Decision, EventRefusal> {
    let player = who.map_or(Some(case.sender.clone()), |id| id.parse::<PlayerId>().ok());
    let own = player.as_ref() == Some(case.sender);
    if !own && !event.is_organizer(case.sender) {
        return Err(EventRefusal::NotOrganizer);
    }
    running(&event)?;
    let entry = player.as_ref().and_then(|player| event.entries.iter_mut().find(|entry| entry.player == *player));
    let Some(entry) = entry.filter(|entry| entry.presence == Presence::Playing) else {
        return Err(match own {
            true => EventRefusal::NotIn,
            false => EventRefusal::PlaysNot { player: who.unwrap_or_default().to_owned() },
        });
    };
    let player = entry.player.clone();
    let (finished, scheduled) = counted(&event, &player);
    let all_meet = matches!(event.plan.format, EventFormat::RoundRobin | EventFormat::Groups);
    let presence = if all_meet { presence_when_leaving(finished, scheduled) } else { Presence::Left };
    if let Some(entry) = event.entries.iter_mut().find(|entry| entry.player == player) {
        entry.presence = presence;
    }
    let at = case.request.received;
    let mut decision = Decision::default();
    change(&mut decision, &event, EventChange::PresenceSet { player: player.clone(), presence });
    let open: Vec<(u32, Side)> = event
        .games_mut()
        .filter(|game| matches!(game.outcome, Outcome::Open | Outcome::Provisional { .. }))
        .filter_map(|game| match (game.attackers == player, game.defenders == player) {
            (true, _) => Some((game.number, Side::Defenders)),
            (_, true) => Some((game.number, Side::Attackers)),
            _ => None,
        })
        .collect();
    for (number, winner) in &open {
        let stage = Stage::Ended(Ending::Adjudicated { winner: Some(*winner) });
        decision.changes.push(Change::StageReached { number: *number, stage, at });
        decision.changes.push(Change::TokensExpire { number: *number, by: tell::when_over(at) });
        follow::score(&mut decision, &mut event, *number, Outcome::Forfeit { winner: Some(*winner) });
    }
    let rule = format!("{finished} of {scheduled} games finished");
    note(&mut decision, &event, (Some(case.sender), at), format!("{player} withdraws"), &rule);
    if !case.request.confirmed {
        return Ok(shown_first(asked, Reply::Event { event: Arc::new(event), page: EventPage::Crosstable }));
    }
    let shared = Arc::new(event.clone());
    let boards = open.iter().map(|(number, _)| *number).collect::<Vec<u32>>();
    let news = EventNews::Withdrew { player, struck: presence == Presence::Struck, boards };
    for reader in event.concerned() {
        tell_one(&mut decision, case.view, &reader, &shared, news.clone(), at, chance);
    }
    follow::go_on(&mut decision, (case.view, &mut event), at, chance);
    Ok(decision)
}

/// How many games of a player are finished, and how many there are, in what is being played: a group that came before a final is over.
fn counted(event: &Event, player: &PlayerId) -> (u32, u32) {
    let games = event.meetings_of(event.section_of(player)).flat_map(|meeting| &meeting.games);
    let own: Vec<_> = games.filter(|game| game.attackers == *player || game.defenders == *player).collect();
    let over = |outcome: Outcome| matches!(outcome, Outcome::Played { .. } | Outcome::Forfeit { .. });
    (own.iter().filter(|game| over(game.outcome)).count() as u32, own.len() as u32)
}

/// An organizer decides a game that is still played.
pub fn adjudicate(
    case: &Case,
    mut event: Event,
    (number, winner, why): (u32, Option<Side>, &str),
    asked: &Tournament,
    chance: &mut Chance,
) -> Result<Decision, EventRefusal> {
    running(&event)?;
    let Some((_, game)) = event.game(number) else {
        return Err(EventRefusal::NotItsBoard { number });
    };
    if !matches!(game.outcome, Outcome::Open | Outcome::Provisional { .. }) {
        return Err(EventRefusal::BoardOver { number });
    }
    let players = [game.attackers.clone(), game.defenders.clone()];
    let at = case.request.received;
    let plies = case.view.games.get(&number).map_or(0, |game| game.head.plies);
    let mut decision = Decision::default();
    let stage = Stage::Ended(Ending::Adjudicated { winner });
    decision.changes.push(Change::StageReached { number, stage, at });
    decision.changes.push(Change::TokensExpire { number, by: tell::when_over(at) });
    follow::score(&mut decision, &mut event, number, Outcome::Played { winner, plies, taken: [0, 0] });
    let result = winner.map_or("a draw".to_owned(), |side| format!("won by the {side}"));
    note(&mut decision, &event, (Some(case.sender), at), format!("board {number}: {result}"), why);
    if !case.request.confirmed {
        return Ok(shown_first(asked, Reply::Event { event: Arc::new(event), page: EventPage::Crosstable }));
    }
    let shared = Arc::new(event.clone());
    let [attackers, defenders] = &players;
    let winner = winner.map(|side| if side == Side::Attackers { attackers.clone() } else { defenders.clone() });
    let news = EventNews::Decided { number, by: case.sender.clone(), winner, why: why.to_owned() };
    let organizers = event.organizers.iter().filter(|id| !players.contains(id));
    for reader in players.iter().chain(organizers) {
        tell_one(&mut decision, case.view, reader, &shared, news.clone(), at, chance);
    }
    follow::go_on(&mut decision, (case.view, &mut event), at, chance);
    Ok(decision)
}

fn running(event: &Event) -> Result<(), EventRefusal> {
    match event.stage {
        EventStage::Running => Ok(()),
        EventStage::Finished => Err(EventRefusal::Over),
        EventStage::Draft | EventStage::Open | EventStage::Closed => Err(EventRefusal::NotBegun),
    }
}
