//! The last decision of an organizer is taken back, within three days, where that leaves everything as if it had never been: a game that
//! was decided is played on from where it stood, a player who was taken out is in again, time that was given is taken where it has not
//! been used. What has led to something else since, such as the next round, stays.

use crate::chance::Chance;
use crate::club::case::Case;
use crate::club::decision::{Change, Decision};
use crate::club::event::begin::change;
use crate::club::event::change::EventChange;
use crate::club::event::deed::{Deed, Extended, Note, SoFar, Stretch};
use crate::club::event::desk::hold;
use crate::club::event::desk::settle::{Done, reopen, running, settle, timed, with_organizers};
use crate::club::event::event::{Event, EventStage};
use crate::club::event::follow;
use crate::club::event::overrides::{self, Override, toggle_swap};
use crate::club::event::refusal::EventRefusal;
use crate::club::event::standings::{Outcome, Presence};
use crate::club::game::{Ending, Head, Stage};
use crate::club::player::PlayerId;
use crate::command::TournamentCommand;
use crate::tafl::Side;
use chrono::TimeDelta;

/// So long a decision can be taken back.
const UNDO_WITHIN: TimeDelta = TimeDelta::hours(72);

/// Takes back the last decision. What waits for a yes names it by its number, so that nobody agrees to another.
pub fn undo(
    case: &Case,
    mut event: Event,
    (number, name): (Option<i64>, &str),
    chance: &mut Chance,
) -> Result<Decision, EventRefusal> {
    let at = case.request.received;
    let noted = last(&event, number, at);
    // Before the start nothing can be taken back but what is to be paired, and after the end nothing at all.
    let of_pairing = |note: &Note| matches!(note.deed, Deed::Swapped { .. } | Deed::ByeGiven { .. });
    if event.stage == EventStage::Finished || !noted.as_ref().is_ok_and(of_pairing) {
        running(&event)?;
    }
    let Note { number, deed, .. } = noted?;
    let mut decision = Decision::default();
    let mut readers = event.concerned();
    let mut turns = Vec::new();
    match &deed {
        Deed::Decided { number, before, .. } => {
            turns.extend(play_on(&mut decision, case, &mut event, (*number, before))?);
            readers = with_organizers(&event, turns.iter().flat_map(|head| [&head.attackers, &head.defenders]));
        }
        Deed::Withdrew { player, boards, before, .. } => {
            let known = player.parse::<PlayerId>().ok().filter(|id| case.view.players.contains_key(id));
            let player = known.ok_or(EventRefusal::NotUndone)?;
            change(
                &mut decision,
                &event,
                EventChange::PresenceSet { player: player.clone(), presence: Presence::Playing },
            );
            event.entries.iter_mut().filter(|entry| entry.player == player).for_each(|entry| {
                entry.presence = Presence::Playing;
            });
            for number in boards {
                turns.extend(play_on(&mut decision, case, &mut event, (*number, before))?);
            }
        }
        Deed::CountedSoFar { number, before, .. } => {
            let game = event.game(*number).map(|(_, game)| game.clone()).ok_or(EventRefusal::NotUndone)?;
            if !matches!(game.outcome, Outcome::Provisional { .. }) {
                return Err(EventRefusal::NotUndone);
            }
            follow::score(&mut decision, &mut event, *number, counted_before(before, *number));
            readers = with_organizers(&event, [&game.attackers, &game.defenders]);
        }
        Deed::Swapped { one, other, .. } => {
            let (Ok(one), Ok(other)) = (one.parse::<PlayerId>(), other.parse::<PlayerId>()) else {
                return Err(EventRefusal::NotUndone);
            };
            if [&one, &other].iter().any(|id| event.entry(id).is_none()) {
                return Err(EventRefusal::NotUndone);
            }
            let mut wishes = event.overrides.clone();
            toggle_swap(&mut wishes, (&one, &other));
            overrides::set(&mut decision, &mut event, wishes);
            readers = event.organizers.clone();
        }
        Deed::ByeGiven { player, .. } => {
            let gone = Override::Bye(player.clone());
            let kept = event.overrides.iter().filter(|wish| **wish != gone).cloned().collect();
            overrides::set(&mut decision, &mut event, kept);
            readers = event.organizers.clone();
        }
        Deed::Extended { to, seconds, boards } => {
            let heads = shrink(&mut decision, case, *seconds, boards);
            if *to != Extended::Everybody {
                readers = with_organizers(&event, heads.iter().flat_map(|head| [&head.attackers, &head.defenders]));
            }
        }
        Deed::Held => turns = hold::go_on(&mut decision, case.view, &mut event, at),
        Deed::Resumed => hold::stop(&mut decision, case.view, &mut event, at),
        Deed::Organizers { added, dropped } => {
            readers = event.organizers.clone();
            for (ids, on) in [(dropped, true), (added, false)] {
                for player in ids.iter().filter_map(|id| id.parse::<PlayerId>().ok()) {
                    event.organizers.retain(|id| *id != player);
                    if on {
                        event.organizers.push(player.clone());
                    }
                    change(&mut decision, &event, EventChange::OrganizerSet { player, on });
                }
            }
            readers = with_organizers(&event, &readers);
        }
        _ => return Err(EventRefusal::NotUndone),
    }
    let asked =
        TournamentCommand::Of { name: name.to_owned(), ask: crate::command::EventAsk::Undo { number: Some(number) } };
    let deed = Deed::Undone { number, deed: Box::new(deed) };
    let done = Done { decision, event, deed, why: String::new(), readers, turns };
    Ok(settle(case, &asked, done, chance).0)
}

/// The last decision of an organizer, if it is the one that is meant and nothing has come of it.
fn last(event: &Event, number: Option<i64>, at: chrono::DateTime<chrono::Utc>) -> Result<Note, EventRefusal> {
    let mut newest = event.notes.iter().rev();
    let note = newest
        .find(|note| note.who.is_some() || matches!(note.deed, Deed::Withdrew { .. }))
        .filter(|note| !matches!(note.deed, Deed::Undone { .. }));
    let note = note.ok_or(EventRefusal::NothingToUndo)?;
    if number.is_some_and(|number| number != note.number) {
        return Err(EventRefusal::DecidedSince);
    }
    if at - note.at > UNDO_WITHIN {
        return Err(EventRefusal::TooLateToUndo);
    }
    let went_on = |later: &Note| later.number > note.number && matches!(later.deed, Deed::RoundBegan { .. });
    if event.notes.iter().any(went_on) {
        return Err(EventRefusal::WentOn);
    }
    Ok(note.clone())
}

/// What a game that is played counted before.
fn counted_before(before: &[SoFar], number: u32) -> Outcome {
    match before.iter().find(|so_far| so_far.number == number) {
        None => Outcome::Open,
        Some(so_far) => Outcome::Provisional { winner: so_far.winner.as_deref().and_then(|side| side.parse().ok()) },
    }
}

/// A game that a decision has ended is played on.
pub fn play_on(
    decision: &mut Decision,
    case: &Case,
    event: &mut Event,
    (number, before): (u32, &[SoFar]),
) -> Result<Option<Head>, EventRefusal> {
    let head = case.view.event_heads.get(&number);
    let decided = head.filter(|head| matches!(head.stage, Stage::Ended(Ending::Adjudicated { .. })));
    // Who has left the club for good plays on no more.
    let there = |id: &PlayerId| case.view.players.contains_key(id);
    let Some(head) = decided.filter(|head| there(&head.attackers) && there(&head.defenders)) else {
        return Err(EventRefusal::NotUndone);
    };
    follow::score(decision, event, number, counted_before(before, number));
    Ok(Some(reopen(decision, case.view, head.clone(), case.request.received)))
}

/// Takes time back on the boards where the half-move is still awaited that it was given for.
fn shrink<'a>(decision: &mut Decision, case: &Case<'a>, seconds: u32, boards: &[Stretch]) -> Vec<&'a Head> {
    let mut heads = Vec::new();
    for head in timed(case.view) {
        let Some(stretch) = boards.iter().find(|stretch| stretch.number == head.number) else { continue };
        let (turn, side) = (head.turn(), if stretch.attackers { Side::Attackers } else { Side::Defenders });
        let leave = case.view.leave(head.player(turn.side));
        if let Some(mut clock) = head.clock.clone().filter(|_| stretch.plies == head.plies) {
            clock.shrink((turn, side), (i64::from(seconds), stretch.banked), case.request.received, leave);
            decision.changes.push(Change::ClockSet { number: head.number, clock });
        }
        heads.push(head);
    }
    heads
}
