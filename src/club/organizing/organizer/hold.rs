//! An organizer stops the clocks of a tournament, and lets them go on. What had counted before still counts, and the time in between does
//! not. Players may move all the same.

use crate::chance::Chance;
use crate::club::exchange::authenticated::Authenticated;
use crate::club::exchange::decision::{Change, Decision};
use crate::club::exchange::view::View;
use crate::club::model::game::Head;
use crate::club::model::ruling::Ruling;
use crate::club::model::tournament::Tournament;
use crate::club::model::tournament_change::TournamentChange;
use crate::club::model::tournament_refusal::TournamentRefusal;
use crate::club::organizing::changes_and_news::{change, schedule};
use crate::club::organizing::organizer::settle::{Done, running, settle, timed};
use crate::command::TournamentCommand;
use chrono::{DateTime, Utc};

/// Stops all clocks.
pub(crate) fn hold(
    auth: &Authenticated,
    mut tournament: Tournament,
    why: &str,
    asked: &TournamentCommand,
    chance: &mut Chance,
) -> Result<Decision, TournamentRefusal> {
    running(&tournament)?;
    if tournament.held.is_some() {
        return Err(TournamentRefusal::HeldAlready);
    }
    let mut decision = Decision::default();
    stop(&mut decision, auth.view, &mut tournament, auth.request.received);
    let readers = tournament.concerned();
    let done = Done { decision, tournament, ruling: Ruling::Held, why: why.to_owned(), readers, turns: Vec::new() };
    Ok(settle(auth, asked, done, chance).0)
}

/// Lets all clocks go on.
pub(crate) fn resume(
    auth: &Authenticated,
    mut tournament: Tournament,
    why: &str,
    asked: &TournamentCommand,
    chance: &mut Chance,
) -> Result<Decision, TournamentRefusal> {
    running(&tournament)?;
    if tournament.held.is_none() {
        return Err(TournamentRefusal::NotHeld);
    }
    let mut decision = Decision::default();
    let turns = go_on(&mut decision, auth.view, &mut tournament, auth.request.received);
    let readers = tournament.concerned();
    let done = Done { decision, tournament, ruling: Ruling::Resumed, why: why.to_owned(), readers, turns };
    Ok(settle(auth, asked, done, chance).0)
}

/// Nothing in the tournament is due any more.
pub(super) fn stop(decision: &mut Decision, view: &View, tournament: &mut Tournament, at: DateTime<Utc>) {
    tournament.held = Some(at);
    change(decision, tournament, TournamentChange::HeldSet { held: tournament.held });
    for head in timed(view) {
        if let Some(mut clock) = head.clock.clone() {
            clock.freeze(at, view.vacations(head.player(head.to_move())));
            decision.changes.push(Change::ClockSet { number: head.number, clock });
        }
    }
}

/// Time counts again. Returns the boards whose players must be told before it does.
pub(crate) fn go_on(decision: &mut Decision, view: &View, tournament: &mut Tournament, at: DateTime<Utc>) -> Vec<Head> {
    if let (Some(held), Some(due)) = (tournament.held, tournament.due) {
        schedule(decision, tournament, Some(due + (at - held)));
    }
    tournament.held = None;
    change(decision, tournament, TournamentChange::HeldSet { held: None });
    let mut turns = Vec::new();
    for head in timed(view) {
        let turn = head.turn();
        let vacations = view.vacations(head.player(turn.side));
        let mut head = Head { held: None, ..head.clone() };
        if let Some(clock) = &mut head.clock {
            clock.resume(turn, at, vacations);
            decision.changes.push(Change::ClockSet { number: head.number, clock: clock.clone() });
        }
        turns.push(head);
    }
    turns
}
