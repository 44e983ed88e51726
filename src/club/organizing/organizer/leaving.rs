//! A player leaves a running tournament by their own wish or by an organizer's ruling.

use crate::chance::Chance;
use crate::club::exchange::authenticated::Authenticated;
use crate::club::exchange::decision::Decision;
use crate::club::model::ruling::Leaving;
use crate::club::model::tournament::Tournament;
use crate::club::model::tournament_refusal::TournamentRefusal;
use crate::club::organizing::advance;
use crate::club::organizing::organizer::settle::{Done, running, settle};
use crate::club::organizing::withdrawal::leave;
use crate::club::pairing_and_standings::game_value::Participation;
use crate::command::TournamentCommand;

/// A player leaves, by their own wish or by an organizer's ruling.
pub(crate) fn withdraw(
    auth: &Authenticated,
    mut tournament: Tournament,
    who: Option<&str>,
    why: &str,
    asked: &TournamentCommand,
    chance: &mut Chance,
) -> Result<Decision, TournamentRefusal> {
    running(&tournament)?;
    let own = who.is_none_or(|who| who == auth.sender.as_str());
    let player = match who {
        None => Some(auth.sender.clone()),
        Some(who) => who.parse().ok(),
    };
    let playing = player
        .filter(|player| tournament.entry(player).is_some_and(|entry| entry.participation == Participation::Playing));
    let Some(player) = playing else {
        return Err(match own {
            true => TournamentRefusal::NotIn,
            false => TournamentRefusal::PlaysNot { player: who.unwrap_or_default().to_owned() },
        });
    };
    if !own && why.is_empty() {
        return Err(TournamentRefusal::NoReason { player: player.to_string() });
    }
    let mut decision = Decision::default();
    let cause = if own { Leaving::Own } else { Leaving::Organizer };
    let ruling = leave(&mut decision, &mut tournament, &player, cause, auth.request.received);
    let readers = tournament.concerned();
    let done = Done { decision, tournament, ruling, why: why.to_owned(), readers, turns: Vec::new() };
    let (mut decision, tournament) = settle(auth, asked, done, chance);
    if let Some(mut tournament) = tournament {
        advance::go_on(&mut decision, auth.view, &mut tournament, auth.request.received, chance);
    }
    Ok(decision)
}
