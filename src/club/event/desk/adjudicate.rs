//! An organizer decides a game that is still played, or says what it counts meanwhile where a round is paired.

use crate::chance::Chance;
use crate::club::case::Case;
use crate::club::decision::{Change, Decision};
use crate::club::event::deed::Deed;
use crate::club::event::desk::settle::{Done, running, settle, with_organizers};
use crate::club::event::event::{Event, EventGame, Meeting};
use crate::club::event::follow;
use crate::club::event::refusal::EventRefusal;
use crate::club::event::standings::Outcome;
use crate::club::game::{Ending, Stage};
use crate::club::player::PlayerId;
use crate::club::tell;
use crate::command::{EventFormat, TournamentCommand};
use crate::tafl::Side;

/// Decides a game.
pub fn adjudicate(
    case: &Case,
    mut event: Event,
    (number, winner, why): (u32, Option<Side>, &str),
    asked: &TournamentCommand,
    chance: &mut Chance,
) -> Result<Decision, EventRefusal> {
    running(&event)?;
    let (_, EventGame { attackers, defenders, .. }) = played(&event, number)?;
    let before = event.so_far(&[number]);
    let course = case.view.games.get(&number).map(|game| &game.course);
    let outcome = course.map_or(Outcome::Forfeit { winner }, |course| follow::adjudicated(course, winner));
    let at = case.request.received;
    let mut decision = Decision::default();
    let stage = Stage::Ended(Ending::Adjudicated { winner });
    decision.changes.push(Change::StageReached { number, stage, at });
    decision.changes.push(Change::TokensExpire { number, by: tell::when_over(at) });
    follow::score(&mut decision, &mut event, number, outcome);
    let name = winner.map(|side| named(side, [&attackers, &defenders]));
    let readers = with_organizers(&event, [&attackers, &defenders]);
    let deed = Deed::Decided { number, winner: name, before };
    let done = Done { decision, event, deed, why: why.to_owned(), readers, turns: Vec::new() };
    let (mut decision, event) = settle(case, asked, done, chance);
    if let Some(mut event) = event {
        follow::go_on(&mut decision, (case.view, &mut event), at, chance);
    }
    Ok(decision)
}

/// Says what a game counts where a round is paired while it is still played. The next round does not wait for it any more.
pub fn count_so_far(
    case: &Case,
    mut event: Event,
    (number, winner, why): (u32, Option<Side>, &str),
    asked: &TournamentCommand,
    chance: &mut Chance,
) -> Result<Decision, EventRefusal> {
    running(&event)?;
    let (meeting, EventGame { attackers, defenders, outcome, .. }) = played(&event, number)?;
    if event.plan.format != EventFormat::Swiss || meeting.round >= event.plan.rounds {
        return Err(EventRefusal::NoRoundAfter);
    }
    if outcome == (Outcome::Provisional { winner }) {
        return Err(EventRefusal::NothingChanges);
    }
    let before = event.so_far(&[number]);
    let at = case.request.received;
    let mut decision = Decision::default();
    follow::score(&mut decision, &mut event, number, Outcome::Provisional { winner });
    let deed = Deed::CountedSoFar { number, winner: winner.map(|side| named(side, [&attackers, &defenders])), before };
    let readers = with_organizers(&event, [&attackers, &defenders]);
    let done = Done { decision, event, deed, why: why.to_owned(), readers, turns: Vec::new() };
    let (mut decision, event) = settle(case, asked, done, chance);
    if let Some(mut event) = event {
        follow::go_on(&mut decision, (case.view, &mut event), at, chance);
    }
    Ok(decision)
}

/// A game of the event that is still played, and its meeting.
fn played(event: &Event, number: u32) -> Result<(Meeting, EventGame), EventRefusal> {
    let Some((meeting, game)) = event.game(number) else {
        return Err(EventRefusal::NotItsBoard { number });
    };
    match game.outcome {
        Outcome::Open | Outcome::Provisional { .. } => Ok((meeting.clone(), game.clone())),
        Outcome::Played { .. } | Outcome::Forfeit { .. } => Err(EventRefusal::BoardOver { number }),
    }
}

fn named(side: Side, [attackers, defenders]: [&PlayerId; 2]) -> String {
    if side == Side::Attackers { attackers.to_string() } else { defenders.to_string() }
}
