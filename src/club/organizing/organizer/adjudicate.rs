//! An organizer decides a game that is still being played, or says what it counts if a round is paired before it ends.

use crate::chance::Chance;
use crate::club::exchange::authenticated::Authenticated;
use crate::club::exchange::decision::{Change, Decision};
use crate::club::exchange::notices_out;
use crate::club::model::game::{Ending, Stage};
use crate::club::model::player::PlayerId;
use crate::club::model::ruling::Ruling;
use crate::club::model::tournament::{Meeting, Tournament, TournamentGame};
use crate::club::model::tournament_refusal::TournamentRefusal;
use crate::club::organizing::organizer::settle::{Done, running, settle, with_organizers};
use crate::club::organizing::{advance, changes_and_news};
use crate::club::pairing_and_standings::game_value::Outcome;
use crate::club::tournament::format;
use crate::command::TournamentCommand;
use crate::tafl::Side;

/// Decides a game.
pub(crate) fn adjudicate(
    auth: &Authenticated,
    mut tournament: Tournament,
    number: u32,
    winner: Option<Side>,
    why: &str,
    asked: &TournamentCommand,
    chance: &mut Chance,
) -> Result<Decision, TournamentRefusal> {
    running(&tournament)?;
    let (_, TournamentGame { attackers, defenders, .. }) = played(&tournament, number)?;
    let before = tournament.so_far(&[number]);
    let state = auth.view.games.get(&number).map(|game| &game.state);
    let outcome = state.map_or(Outcome::Forfeit { winner }, |state| advance::adjudicated(state, winner));
    let at = auth.request.received;
    let mut decision = Decision::default();
    let stage = Stage::Ended(Ending::Adjudicated { winner });
    decision.changes.push(Change::StageReached { number, stage, at });
    decision.changes.push(Change::TokensExpire { number, by: notices_out::when_over(at) });
    changes_and_news::score(&mut decision, &mut tournament, number, outcome);
    let name = winner.map(|side| named(side, [&attackers, &defenders]));
    let readers = with_organizers(&tournament, [&attackers, &defenders]);
    let ruling = Ruling::Decided { number, winner: name, before };
    let done = Done { decision, tournament, ruling, why: why.to_owned(), readers, turns: Vec::new() };
    let (mut decision, tournament) = settle(auth, asked, done, chance);
    if let Some(mut tournament) = tournament {
        advance::go_on(&mut decision, auth.view, &mut tournament, at, chance);
    }
    Ok(decision)
}

/// Says what a game counts if a round is paired while it is still being played. The next round no longer waits for it.
pub(crate) fn count_so_far(
    auth: &Authenticated,
    mut tournament: Tournament,
    number: u32,
    winner: Option<Side>,
    why: &str,
    asked: &TournamentCommand,
    chance: &mut Chance,
) -> Result<Decision, TournamentRefusal> {
    running(&tournament)?;
    let (meeting, TournamentGame { attackers, defenders, outcome, .. }) = played(&tournament, number)?;
    if !format::of(tournament.plan.format).has_round_after(&tournament.plan, meeting.round) {
        return Err(TournamentRefusal::NoRoundAfter);
    }
    if outcome == (Outcome::Provisional { winner }) {
        return Err(TournamentRefusal::NothingChanges);
    }
    let before = tournament.so_far(&[number]);
    let at = auth.request.received;
    let mut decision = Decision::default();
    changes_and_news::score(&mut decision, &mut tournament, number, Outcome::Provisional { winner });
    let ruling =
        Ruling::CountedSoFar { number, winner: winner.map(|side| named(side, [&attackers, &defenders])), before };
    let readers = with_organizers(&tournament, [&attackers, &defenders]);
    let done = Done { decision, tournament, ruling, why: why.to_owned(), readers, turns: Vec::new() };
    let (mut decision, tournament) = settle(auth, asked, done, chance);
    if let Some(mut tournament) = tournament {
        advance::go_on(&mut decision, auth.view, &mut tournament, at, chance);
    }
    Ok(decision)
}

/// A game of the tournament that is still being played, and its meeting.
fn played(tournament: &Tournament, number: u32) -> Result<(Meeting, TournamentGame), TournamentRefusal> {
    let Some((meeting, game)) = tournament.game(number) else {
        return Err(TournamentRefusal::NotItsBoard { number });
    };
    match game.outcome {
        Outcome::Open | Outcome::Provisional { .. } => Ok((meeting.clone(), game.clone())),
        Outcome::Played { .. } | Outcome::Forfeit { .. } => Err(TournamentRefusal::BoardOver { number }),
    }
}

fn named(side: Side, [attackers, defenders]: [&PlayerId; 2]) -> String {
    if side == Side::Attackers { attackers.to_string() } else { defenders.to_string() }
}
