//! The clocks of an event stand still, and go on. What had counted before counts, and nothing of what passes meanwhile does; players may
//! move all the same.

use crate::chance::Chance;
use crate::club::case::Case;
use crate::club::decision::{Change, Decision};
use crate::club::event::begin::{change, schedule};
use crate::club::event::change::EventChange;
use crate::club::event::deed::Deed;
use crate::club::event::desk::settle::{Done, running, settle, timed};
use crate::club::event::event::Event;
use crate::club::event::refusal::EventRefusal;
use crate::club::game::Head;
use crate::club::view::View;
use crate::command::TournamentCommand;
use chrono::{DateTime, Utc};

/// Lets all clocks stand still.
pub fn hold(
    case: &Case,
    mut event: Event,
    (why, asked): (&str, &TournamentCommand),
    chance: &mut Chance,
) -> Result<Decision, EventRefusal> {
    running(&event)?;
    if event.held.is_some() {
        return Err(EventRefusal::HeldAlready);
    }
    let mut decision = Decision::default();
    stop(&mut decision, case.view, &mut event, case.request.received);
    let readers = event.concerned();
    let done = Done { decision, event, deed: Deed::Held, why: why.to_owned(), readers, turns: Vec::new() };
    Ok(settle(case, asked, done, chance).0)
}

/// Lets all clocks go on.
pub fn resume(
    case: &Case,
    mut event: Event,
    (why, asked): (&str, &TournamentCommand),
    chance: &mut Chance,
) -> Result<Decision, EventRefusal> {
    running(&event)?;
    if event.held.is_none() {
        return Err(EventRefusal::NotHeld);
    }
    let mut decision = Decision::default();
    let turns = go_on(&mut decision, case.view, &mut event, case.request.received);
    let readers = event.concerned();
    let done = Done { decision, event, deed: Deed::Resumed, why: why.to_owned(), readers, turns };
    Ok(settle(case, asked, done, chance).0)
}

/// Nothing of the event is due any more.
pub fn stop(decision: &mut Decision, view: &View, event: &mut Event, at: DateTime<Utc>) {
    event.held = Some(at);
    change(decision, event, EventChange::HeldSet { held: event.held });
    for head in timed(view) {
        if let Some(mut clock) = head.clock.clone() {
            clock.freeze(at, view.leave(head.player(head.to_move())));
            decision.changes.push(Change::ClockSet { number: head.number, clock });
        }
    }
}

/// Time counts again. The answer is the boards whose players have to be told before it does.
pub fn go_on(decision: &mut Decision, view: &View, event: &mut Event, at: DateTime<Utc>) -> Vec<Head> {
    if let (Some(held), Some(due)) = (event.held, event.due) {
        schedule(decision, event, Some(due + (at - held)));
    }
    event.held = None;
    change(decision, event, EventChange::HeldSet { held: None });
    let mut turns = Vec::new();
    for head in timed(view) {
        let turn = head.turn();
        let leave = view.leave(head.player(turn.side));
        let mut head = Head { held: None, ..head.clone() };
        if let Some(clock) = &mut head.clock {
            clock.resume(turn, at, leave);
            decision.changes.push(Change::ClockSet { number: head.number, clock: clock.clone() });
        }
        turns.push(head);
    }
    turns
}
