//! A player takes over the place of another: the points, the boards as they stand, and the clocks, with half of what a side has at the
//! beginning at the least. That is possible until a quarter of the games are finished; those stay games of the one who played them.
//!
//! A player who has never come can be replaced at any share, and after the server has taken them out, too: the boards that were over by
//! that are played on, unless a round has begun since. What was lost on time stays lost, game by game.

use crate::chance::Chance;
use crate::club::case::Case;
use crate::club::challenge::pass_turn;
use crate::club::decision::{Change, Decision};
use crate::club::event::begin::change;
use crate::club::event::change::EventChange;
use crate::club::event::deed::{Deed, Leaving, Note};
use crate::club::event::desk::leaving::{counted, is_no_show};
use crate::club::event::desk::settle::{Done, running, settle};
use crate::club::event::desk::undo::play_on;
use crate::club::event::event::Event;
use crate::club::event::overrides;
use crate::club::event::refusal::EventRefusal;
use crate::club::event::standings::Presence;
use crate::club::game::{Head, Stage};
use crate::club::player::{self, PlayerId};
use crate::command::{EventFormat, TournamentCommand};
use crate::tafl::Side;

/// Puts a player in the place of another.
pub fn substitute(
    case: &Case,
    mut event: Event,
    (out, player): (&str, &str),
    asked: &TournamentCommand,
    chance: &mut Chance,
) -> Result<Decision, EventRefusal> {
    running(&event)?;
    let playing = |id: &PlayerId| event.entry(id).is_some_and(|entry| entry.presence == Presence::Playing);
    let known = out.parse::<PlayerId>().ok().filter(|id| playing(id) || taken_out(&event, id).is_some());
    let out = known.ok_or_else(|| EventRefusal::PlaysNot { player: out.to_owned() })?;
    let known = player.parse::<PlayerId>().ok().filter(|id| case.view.players.contains_key(id));
    let player = known.ok_or_else(|| EventRefusal::NoSuchPlayer { player: player.to_owned() })?;
    // Who has played in it cannot come again: his games are those of the seat that he had.
    let has_played = case.view.event_heads.values().any(|head| head.side_of(&player).is_some());
    if event.entry(&player).is_some() || has_played {
        return Err(EventRefusal::PlaysAlready { player: player.to_string() });
    }
    if case.view.players.get(&player).is_some_and(|known| known.presence == player::Presence::SignedOff) {
        return Err(EventRefusal::SignedOff { player: player.to_string() });
    }
    let never_came = taken_out(&event, &out).cloned();
    let (finished, scheduled) = counted(&event, &out);
    let late = finished * 4 >= scheduled.max(1) && finished > 0;
    if late && never_came.is_none() && !is_no_show(&event, &out) {
        return Err(EventRefusal::TooLateToSubstitute { player: out.to_string(), finished, scheduled });
    }
    let at = case.request.received;
    let mut decision = Decision::default();
    overrides::forget(&mut decision, &mut event, &out);
    let mut reopened = Vec::new();
    if let Some(note) = never_came {
        reopened = bring_back(&mut decision, case, &mut event, (&out, &note))?;
    }
    change(&mut decision, &event, EventChange::Substituted { out: out.clone(), player: player.clone(), at });
    let taken_over = |id: &mut PlayerId| {
        if *id == out {
            *id = player.clone();
        }
    };
    event.entries.iter_mut().for_each(|entry| taken_over(&mut entry.player));
    for meeting in &mut event.meetings {
        taken_over(&mut meeting.home);
        meeting.away.iter_mut().for_each(taken_over);
        for game in &mut meeting.games {
            taken_over(&mut game.attackers);
            taken_over(&mut game.defenders);
        }
    }
    let (mut turns, mut boards) = (Vec::new(), Vec::new());
    let running = case.view.event_heads.values().filter(|head| head.stage == Stage::Running).cloned();
    for mut head in running.chain(reopened.iter().cloned()) {
        let Some(side) = head.side_of(&out) else { continue };
        let number = head.number;
        decision.changes.push(Change::SideTakenOver { number, side, player: player.clone() });
        match side {
            Side::Attackers => head.attackers = player.clone(),
            Side::Defenders => head.defenders = player.clone(),
        }
        if let Some(clock) = &mut head.clock {
            clock.top_up(side);
        }
        let again = reopened.iter().any(|other| other.number == number);
        if head.to_move() == side {
            pass_turn(case.view, &mut head, at);
        }
        // On a board that is played on nobody has a letter that can be answered.
        if head.to_move() == side || again {
            turns.push(head.clone());
        }
        decision.changes.extend(head.clock.map(|clock| Change::ClockSet { number, clock }));
        boards.push(number);
    }
    let mut readers = event.concerned();
    readers.push(out.clone());
    let deed = Deed::Substituted { out: out.to_string(), player: player.to_string(), boards };
    let done = Done { decision, event, deed, why: String::new(), readers, turns };
    Ok(settle(case, asked, done, chance).0)
}

/// The note by which the server has taken out a player who never came, and is out still.
fn taken_out<'a>(event: &'a Event, player: &PlayerId) -> Option<&'a Note> {
    let out = event.entry(player).is_some_and(|entry| entry.presence != Presence::Playing);
    let mut withdrew = event
        .notes
        .iter()
        .rev()
        .filter(|note| matches!(&note.deed, Deed::Withdrew { player: who, .. } if player.as_str() == who));
    let note = withdrew.next().filter(|_| out)?;
    matches!(note.deed, Deed::Withdrew { cause: Leaving::NoShow, .. }).then_some(note)
}

/// The seat of a player who never came is played on: with the boards that were over when the server took the player out, unless a round
/// has begun since. A knockout has paired without them then.
fn bring_back(
    decision: &mut Decision,
    case: &Case,
    event: &mut Event,
    (out, note): (&PlayerId, &Note),
) -> Result<Vec<Head>, EventRefusal> {
    let Deed::Withdrew { boards, before, .. } = &note.deed else { return Ok(Vec::new()) };
    let went_on = |later: &Note| later.number > note.number && matches!(later.deed, Deed::RoundBegan { .. });
    let went_on = event.notes.iter().any(went_on);
    if went_on && event.plan.format != EventFormat::Swiss {
        return Err(EventRefusal::WentOn);
    }
    change(decision, event, EventChange::PresenceSet { player: out.clone(), presence: Presence::Playing });
    event.entries.iter_mut().filter(|entry| entry.player == *out).for_each(|entry| entry.presence = Presence::Playing);
    let boards = if went_on { &[] } else { boards.as_slice() };
    // A board whose other player has left the club for good stays as it is.
    Ok(boards.iter().filter_map(|number| play_on(decision, case, event, (*number, before)).ok().flatten()).collect())
}
