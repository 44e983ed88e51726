//! A player leaves an event that is being played: himself, by an organizer's decision, or because he has vanished.
//!
//! Where everybody meets everybody, who leaves before half of his games are finished is struck from the table with all of them;
//! otherwise his games count, and those not finished are lost.

use crate::chance::Chance;
use crate::club::case::Case;
use crate::club::decision::{Change, Decision};
use crate::club::event::begin::{change, note};
use crate::club::event::change::EventChange;
use crate::club::event::deed::{Deed, Leaving};
use crate::club::event::desk::settle::{Done, running, settle, tell};
use crate::club::event::event::{Event, EventGame};
use crate::club::event::follow;
use crate::club::event::overrides;
use crate::club::event::refusal::EventRefusal;
use crate::club::event::standings::{Outcome, Presence, presence_when_leaving};
use crate::club::game::{Ending, Stage};
use crate::club::player::PlayerId;
use crate::club::tell;
use crate::club::view::View;
use crate::command::{EventFormat, TournamentCommand};
use crate::tafl::Side;
use chrono::{DateTime, Utc};

/// Who loses so many games of an event on time is no longer waited for.
const TIMEOUTS_MAX: usize = 2;

/// A player leaves: himself, or by an organizer's decision.
pub fn withdraw(
    case: &Case,
    mut event: Event,
    (who, why, asked): (Option<&str>, &str, &TournamentCommand),
    chance: &mut Chance,
) -> Result<Decision, EventRefusal> {
    running(&event)?;
    let own = who.is_none_or(|who| who == case.sender.as_str());
    if !own && !event.is_organizer(case.sender) {
        return Err(EventRefusal::NotOrganizer);
    }
    let player = match who {
        None => Some(case.sender.clone()),
        Some(who) => who.parse().ok(),
    };
    let playing = player.filter(|player| event.entry(player).is_some_and(|entry| entry.presence == Presence::Playing));
    let Some(player) = playing else {
        return Err(match own {
            true => EventRefusal::NotIn,
            false => EventRefusal::PlaysNot { player: who.unwrap_or_default().to_owned() },
        });
    };
    if !own && why.is_empty() {
        return Err(EventRefusal::NoReason { player: player.to_string() });
    }
    let mut decision = Decision::default();
    let cause = if own { Leaving::Own } else { Leaving::Organizer };
    let deed = leave(&mut decision, &mut event, (&player, cause), case.request.received);
    let readers = event.concerned();
    let done = Done { decision, event, deed, why: why.to_owned(), readers, turns: Vec::new() };
    let (mut decision, event) = settle(case, asked, done, chance);
    if let Some(mut event) = event {
        follow::go_on(&mut decision, (case.view, &mut event), case.request.received, chance);
    }
    Ok(decision)
}

/// Where the game on this board was lost on time, its loser may have vanished: by losing two games on time, or one without a move in
/// any of the games that began with it. Then the loser is taken out of the event.
pub fn withdraw_if_vanished(
    decision: &mut Decision,
    (view, event): (&View, &mut Event),
    number: u32,
    at: DateTime<Utc>,
    chance: &mut Chance,
) {
    let lost = event.game(number).and_then(|(meeting, game)| Some((meeting, loser_on_time(game)?.clone())));
    let Some((meeting, loser)) = lost else {
        return;
    };
    if event.entry(&loser).is_none_or(|entry| entry.presence != Presence::Playing) {
        return;
    }
    let lost = event.games().filter(|game| loser_on_time(game) == Some(&loser)).count();
    // Moves in an earlier round say nothing of who is there now.
    let moved = event.begun_with(meeting).any(|game| has_moved(event, game, &loser));
    let cause = match (lost >= TIMEOUTS_MAX, moved) {
        (_, false) => Leaving::NoShow,
        (true, true) => Leaving::Timeouts,
        (false, true) => return,
    };
    withdraw_by_server(decision, (view, event), (&loser, cause), at, chance);
}

/// The server itself takes a player out.
pub fn withdraw_by_server(
    decision: &mut Decision,
    (view, event): (&View, &mut Event),
    (player, cause): (&PlayerId, Leaving),
    at: DateTime<Utc>,
    chance: &mut Chance,
) {
    let deed = leave(decision, event, (player, cause), at);
    note(decision, event, (None, at), deed.clone(), "");
    tell(decision, (view, event), (deed, None, ""), (&event.concerned(), &[]), at, chance);
}

/// Whether a player has made a move in this game.
fn has_moved(event: &Event, game: &EventGame, player: &PlayerId) -> bool {
    let second = |side: Side| u32::from(side != event.rules.first());
    (game.attackers == *player && game.plies > second(Side::Attackers))
        || (game.defenders == *player && game.plies > second(Side::Defenders))
}

/// Whether all that a player has finished, in what is being played, was lost on time without a move.
pub fn is_no_show(event: &Event, player: &PlayerId) -> bool {
    let games = event.meetings_of(event.section_of(player)).flat_map(|meeting| &meeting.games);
    let over = |game: &&EventGame| matches!(game.outcome, Outcome::Played { .. } | Outcome::Forfeit { .. });
    let mut own = games.filter(|game| game.attackers == *player || game.defenders == *player).filter(over).peekable();
    let never_came = |game: &EventGame| loser_on_time(game) == Some(player) && !has_moved(event, game, player);
    own.peek().is_some() && own.all(never_came)
}

fn loser_on_time(game: &EventGame) -> Option<&PlayerId> {
    match game.outcome {
        Outcome::Forfeit { winner: Some(Side::Attackers) } if game.on_time => Some(&game.defenders),
        Outcome::Forfeit { winner: Some(Side::Defenders) } if game.on_time => Some(&game.attackers),
        _ => None,
    }
}

/// The player plays no longer, and his open games are lost.
fn leave(decision: &mut Decision, event: &mut Event, (player, cause): (&PlayerId, Leaving), at: DateTime<Utc>) -> Deed {
    overrides::forget(decision, event, player);
    let (finished, scheduled) = counted(event, player);
    let all_meet = matches!(event.plan.format, EventFormat::RoundRobin | EventFormat::Groups);
    let presence = if all_meet { presence_when_leaving(finished, scheduled) } else { Presence::Left };
    if let Some(entry) = event.entries.iter_mut().find(|entry| entry.player == *player) {
        entry.presence = presence;
    }
    change(decision, event, EventChange::PresenceSet { player: player.clone(), presence });
    let open: Vec<(u32, Side)> = event
        .games()
        .filter(|game| matches!(game.outcome, Outcome::Open | Outcome::Provisional { .. }))
        .filter_map(|game| match (game.attackers == *player, game.defenders == *player) {
            (true, _) => Some((game.number, Side::Defenders)),
            (_, true) => Some((game.number, Side::Attackers)),
            _ => None,
        })
        .collect();
    let boards: Vec<u32> = open.iter().map(|(number, _)| *number).collect();
    let before = event.so_far(&boards);
    for (number, winner) in &open {
        let stage = Stage::Ended(Ending::Adjudicated { winner: Some(*winner) });
        decision.changes.push(Change::StageReached { number: *number, stage, at });
        decision.changes.push(Change::TokensExpire { number: *number, by: tell::when_over(at) });
        follow::score(decision, event, *number, Outcome::Forfeit { winner: Some(*winner) });
    }
    let struck = presence == Presence::Struck;
    Deed::Withdrew { player: player.to_string(), cause, struck, finished, scheduled, boards, before }
}

/// How many games of a player are finished, and how many there are, in what is being played: a group that came before a final is over.
pub fn counted(event: &Event, player: &PlayerId) -> (u32, u32) {
    let games = event.meetings_of(event.section_of(player)).flat_map(|meeting| &meeting.games);
    let own: Vec<_> = games.filter(|game| game.attackers == *player || game.defenders == *player).collect();
    let over = |outcome: Outcome| matches!(outcome, Outcome::Played { .. } | Outcome::Forfeit { .. });
    (own.iter().filter(|game| over(game.outcome)).count() as u32, own.len() as u32)
}
