//! The last ruling of an organizer is undone, within three days, if everything can be as if it had never been made: a game that was decided
//! is played on from where it stood, a player who was taken out is back in, and time that was given is taken back if it has not been used.
//! A ruling that has led to something else since, such as the next round, stays.

use crate::chance::Chance;
use crate::club::exchange::authenticated::Authenticated;
use crate::club::exchange::decision::{Change, Decision};
use crate::club::model::game::{Ending, Head, Stage};
use crate::club::model::pairing_wishes::{PairingWish, toggle_swap};
use crate::club::model::player::PlayerId;
use crate::club::model::ruling::{Extended, Note, Ruling, SoFar, Stretch};
use crate::club::model::tournament::{Tournament, TournamentStage};
use crate::club::model::tournament_change::TournamentChange;
use crate::club::model::tournament_refusal::TournamentRefusal;
use crate::club::organizing::changes_and_news;
use crate::club::organizing::changes_and_news::change;
use crate::club::organizing::organizer::hold;
use crate::club::organizing::organizer::settle::{Done, reopen, running, settle, timed, with_organizers};
use crate::club::pairing_and_standings::game_value::{Outcome, Participation};
use crate::command::TournamentCommand;
use crate::tafl::Side;
use chrono::TimeDelta;

/// A ruling can be undone this long.
const UNDO_WITHIN: TimeDelta = TimeDelta::hours(72);

/// Undoes the last ruling. What waits for a yes names it by its number, so that nobody agrees to undo another one.
pub(crate) fn undo(
    auth: &Authenticated,
    mut tournament: Tournament,
    number: Option<i64>,
    name: &str,
    chance: &mut Chance,
) -> Result<Decision, TournamentRefusal> {
    let at = auth.request.received;
    let noted = last(&tournament, number, at);
    // Before the start only rulings about the pairing can be undone, and after the end none.
    let of_pairing = |note: &Note| matches!(note.ruling, Ruling::Swapped { .. } | Ruling::ByeGiven { .. });
    if tournament.stage == TournamentStage::Finished || !noted.as_ref().is_ok_and(of_pairing) {
        running(&tournament)?;
    }
    let Note { number, ruling, .. } = noted?;
    let mut decision = Decision::default();
    let mut readers = tournament.concerned();
    let mut turns = Vec::new();
    match &ruling {
        Ruling::Decided { number, before, .. } => {
            turns.extend(play_on(&mut decision, auth, &mut tournament, *number, before)?);
            readers = with_organizers(&tournament, turns.iter().flat_map(|head| [&head.attackers, &head.defenders]));
        }
        Ruling::Withdrew { player, boards, before, .. } => {
            let known = player.parse::<PlayerId>().ok().filter(|id| auth.view.players.contains_key(id));
            let player = known.ok_or(TournamentRefusal::NotUndone)?;
            change(
                &mut decision,
                &tournament,
                TournamentChange::ParticipationSet { player: player.clone(), participation: Participation::Playing },
            );
            tournament.entries.iter_mut().filter(|entry| entry.player == player).for_each(|entry| {
                entry.participation = Participation::Playing;
            });
            for number in boards {
                turns.extend(play_on(&mut decision, auth, &mut tournament, *number, before)?);
            }
        }
        Ruling::CountedSoFar { number, before, .. } => {
            let game = tournament.game(*number).map(|(_, game)| game.clone()).ok_or(TournamentRefusal::NotUndone)?;
            if !matches!(game.outcome, Outcome::Provisional { .. }) {
                return Err(TournamentRefusal::NotUndone);
            }
            changes_and_news::score(&mut decision, &mut tournament, *number, counted_before(before, *number));
            readers = with_organizers(&tournament, [&game.attackers, &game.defenders]);
        }
        Ruling::Swapped { one, other, .. } => {
            let (Ok(one), Ok(other)) = (one.parse::<PlayerId>(), other.parse::<PlayerId>()) else {
                return Err(TournamentRefusal::NotUndone);
            };
            if [&one, &other].iter().any(|id| tournament.entry(id).is_none()) {
                return Err(TournamentRefusal::NotUndone);
            }
            let mut wishes = tournament.wishes.clone();
            toggle_swap(&mut wishes, &one, &other);
            changes_and_news::set_wishes(&mut decision, &mut tournament, wishes);
            readers = tournament.organizers.clone();
        }
        Ruling::ByeGiven { player, .. } => {
            let gone = PairingWish::Bye(player.clone());
            let kept = tournament.wishes.iter().filter(|wish| **wish != gone).cloned().collect();
            changes_and_news::set_wishes(&mut decision, &mut tournament, kept);
            readers = tournament.organizers.clone();
        }
        Ruling::Extended { to, seconds, boards } => {
            let heads = shrink(&mut decision, auth, *seconds, boards);
            if *to != Extended::Everybody {
                readers =
                    with_organizers(&tournament, heads.iter().flat_map(|head| [&head.attackers, &head.defenders]));
            }
        }
        Ruling::Held => turns = hold::go_on(&mut decision, auth.view, &mut tournament, at),
        Ruling::Resumed => hold::stop(&mut decision, auth.view, &mut tournament, at),
        Ruling::Organizers { added, dropped } => {
            readers = tournament.organizers.clone();
            for (ids, on) in [(dropped, true), (added, false)] {
                for player in ids.iter().filter_map(|id| id.parse::<PlayerId>().ok()) {
                    tournament.organizers.retain(|id| *id != player);
                    if on {
                        tournament.organizers.push(player.clone());
                    }
                    change(&mut decision, &tournament, TournamentChange::OrganizerSet { player, on });
                }
            }
            readers = with_organizers(&tournament, &readers);
        }
        Ruling::Created
        | Ruling::Set { .. }
        | Ruling::Opened
        | Ruling::Closed
        | Ruling::Started
        | Ruling::RoundBegan { .. }
        | Ruling::RoundOver { .. }
        | Ruling::Finished { .. }
        | Ruling::LeftOut { .. }
        | Ruling::Substituted { .. }
        | Ruling::AutoVacation { .. }
        | Ruling::Announced { .. }
        | Ruling::Undone { .. } => return Err(TournamentRefusal::NotUndone),
    }
    let asked = TournamentCommand::Of {
        name: name.to_owned(),
        ask: crate::command::TournamentAsk::Undo { number: Some(number) },
    };
    let ruling = Ruling::Undone { number, ruling: Box::new(ruling) };
    let done = Done { decision, tournament, ruling, why: String::new(), readers, turns };
    Ok(settle(auth, &asked, done, chance).0)
}

/// The last ruling of an organizer, if it is the one that is meant and nothing has followed from it.
fn last(
    tournament: &Tournament,
    number: Option<i64>,
    at: chrono::DateTime<chrono::Utc>,
) -> Result<Note, TournamentRefusal> {
    let mut newest = tournament.notes.iter().rev();
    let note = newest
        .find(|note| note.who.is_some() || matches!(note.ruling, Ruling::Withdrew { .. }))
        .filter(|note| !matches!(note.ruling, Ruling::Undone { .. }));
    let note = note.ok_or(TournamentRefusal::NothingToUndo)?;
    if number.is_some_and(|number| number != note.number) {
        return Err(TournamentRefusal::DecidedSince);
    }
    if at - note.at > UNDO_WITHIN {
        return Err(TournamentRefusal::TooLateToUndo);
    }
    let went_on = |later: &Note| later.number > note.number && matches!(later.ruling, Ruling::RoundBegan { .. });
    if tournament.notes.iter().any(went_on) {
        return Err(TournamentRefusal::WentOn);
    }
    Ok(note.clone())
}

/// What a game that is being played counted before.
fn counted_before(before: &[SoFar], number: u32) -> Outcome {
    match before.iter().find(|so_far| so_far.number == number) {
        None => Outcome::Open,
        Some(so_far) => Outcome::Provisional { winner: so_far.winner.as_deref().and_then(|side| side.parse().ok()) },
    }
}

/// A game that a ruling has ended is played on.
pub(super) fn play_on(
    decision: &mut Decision,
    auth: &Authenticated,
    tournament: &mut Tournament,
    number: u32,
    before: &[SoFar],
) -> Result<Option<Head>, TournamentRefusal> {
    let head = auth.view.tournament_heads.get(&number);
    let decided = head.filter(|head| matches!(head.stage, Stage::Ended(Ending::Adjudicated { .. })));
    // A player who has closed their account plays on no more.
    let there = |id: &PlayerId| auth.view.players.contains_key(id);
    let Some(head) = decided.filter(|head| there(&head.attackers) && there(&head.defenders)) else {
        return Err(TournamentRefusal::NotUndone);
    };
    changes_and_news::score(decision, tournament, number, counted_before(before, number));
    Ok(Some(reopen(decision, auth.view, head.clone(), auth.request.received)))
}

/// Takes time back on the boards that still wait for the move it was given for.
fn shrink<'a>(decision: &mut Decision, auth: &Authenticated<'a>, seconds: u32, boards: &[Stretch]) -> Vec<&'a Head> {
    let mut heads = Vec::new();
    for head in timed(auth.view) {
        let Some(stretch) = boards.iter().find(|stretch| stretch.number == head.number) else { continue };
        let (turn, side) = (head.turn(), if stretch.attackers { Side::Attackers } else { Side::Defenders });
        let vacations = auth.view.vacations(head.player(turn.side));
        if let Some(mut clock) = head.clock.clone().filter(|_| stretch.plies == head.plies) {
            clock.shrink(turn, side, i64::from(seconds), stretch.banked, auth.request.received, vacations);
            decision.changes.push(Change::ClockSet { number: head.number, clock });
        }
        heads.push(head);
    }
    heads
}
