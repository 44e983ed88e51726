//! Time is given: to the player to move on a board, to a player on all their boards, or to the player to move on every board.
//!
//! The move that is waited for may take this much longer, whatever limits it. If a player gets time when it is not their turn, it goes into
//! their bank.

use crate::chance::Chance;
use crate::club::exchange::authenticated::Authenticated;
use crate::club::exchange::decision::{Change, Decision};
use crate::club::model::game::Head;
use crate::club::model::player::PlayerId;
use crate::club::model::ruling::{Extended, Ruling, Stretch};
use crate::club::model::tournament::Tournament;
use crate::club::model::tournament_refusal::TournamentRefusal;
use crate::club::organizing::organizer::settle::{Done, running, settle, timed, with_organizers};
use crate::command::{ExtendTo, TournamentCommand};
use crate::tafl::Side;

/// Gives time.
pub(crate) fn extend(
    auth: &Authenticated,
    tournament: Tournament,
    to: &ExtendTo,
    seconds: u32,
    why: &str,
    asked: &TournamentCommand,
    chance: &mut Chance,
) -> Result<Decision, TournamentRefusal> {
    running(&tournament)?;
    let chosen: Vec<(&Head, Side)> = match to {
        ExtendTo::Board(number) => match tournament.game(*number) {
            None => return Err(TournamentRefusal::NotItsBoard { number: *number }),
            Some(_) => {
                timed(auth.view).filter(|head| head.number == *number).map(|head| (head, head.to_move())).collect()
            }
        },
        ExtendTo::Player(player) => {
            let known = player.parse::<PlayerId>().ok().filter(|id| tournament.entry(id).is_some());
            let id = known.ok_or_else(|| TournamentRefusal::PlaysNot { player: player.clone() })?;
            timed(auth.view).filter_map(|head| head.side_of(&id).map(|side| (head, side))).collect()
        }
        ExtendTo::Everybody => timed(auth.view).map(|head| (head, head.to_move())).collect(),
    };
    if chosen.is_empty() {
        return Err(TournamentRefusal::NoTimeCounts);
    }
    let mut decision = Decision::default();
    let mut boards = Vec::new();
    for (head, side) in &chosen {
        let turn = head.turn();
        let vacations = auth.view.vacations(head.player(turn.side));
        if let Some(mut clock) = head.clock.clone() {
            let banked = clock.stretch(turn, *side, i64::from(seconds), vacations);
            decision.changes.push(Change::ClockSet { number: head.number, clock });
            let attackers = *side == Side::Attackers;
            boards.push(Stretch { number: head.number, plies: head.plies, attackers, banked });
        }
    }
    let readers = match to {
        ExtendTo::Everybody => tournament.concerned(),
        ExtendTo::Board(_) | ExtendTo::Player(_) => {
            with_organizers(&tournament, chosen.iter().flat_map(|(head, _)| [&head.attackers, &head.defenders]))
        }
    };
    let to = match to {
        ExtendTo::Board(number) => Extended::Board(*number),
        ExtendTo::Player(player) => Extended::Player(player.clone()),
        ExtendTo::Everybody => Extended::Everybody,
    };
    let ruling = Ruling::Extended { to, seconds, boards };
    let done = Done { decision, tournament, ruling, why: why.to_owned(), readers, turns: Vec::new() };
    Ok(settle(auth, asked, done, chance).0)
}
