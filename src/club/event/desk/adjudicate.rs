//! An organizer decides a game that is still played.

use crate::chance::Chance;
use crate::club::case::Case;
use crate::club::decision::{Change, Decision};
use crate::club::event::deed::Deed;
use crate::club::event::desk::settle::{Done, running, settle, with_organizers};
use crate::club::event::event::Event;
use crate::club::event::follow;
use crate::club::event::refusal::EventRefusal;
use crate::club::event::standings::Outcome;
use crate::club::game::{Ending, Stage};
use crate::club::tell;
use crate::command::Tournament;
use crate::tafl::Side;

/// Decides a game.
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
    let (attackers, defenders) = (game.attackers.clone(), game.defenders.clone());
    let course = case.view.games.get(&number).map(|game| &game.course);
    let outcome = course.map_or(Outcome::Forfeit { winner }, |course| follow::adjudicated(course, winner));
    let at = case.request.received;
    let mut decision = Decision::default();
    let stage = Stage::Ended(Ending::Adjudicated { winner });
    decision.changes.push(Change::StageReached { number, stage, at });
    decision.changes.push(Change::TokensExpire { number, by: tell::when_over(at) });
    follow::score(&mut decision, &mut event, number, outcome);
    let name = winner.map(|side| if side == Side::Attackers { attackers.to_string() } else { defenders.to_string() });
    let readers = with_organizers(&event, [&attackers, &defenders]);
    let deed = Deed::Decided { number, winner: name };
    let done = Done { decision, event, deed, why: why.to_owned(), readers, turns: Vec::new() };
    let (mut decision, event) = settle(case, asked, done, chance);
    if let Some(mut event) = event {
        follow::go_on(&mut decision, (case.view, &mut event), at, chance);
    }
    Ok(decision)
}
