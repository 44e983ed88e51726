//! A player takes over the place of another: his points, his boards as they stand, and his clocks, with half of what a side has at the
//! beginning at the least. That is possible until a quarter of his games are finished; those stay games of the one who played them.

use crate::chance::Chance;
use crate::club::case::Case;
use crate::club::challenge::pass_turn;
use crate::club::decision::{Change, Decision};
use crate::club::event::begin::change;
use crate::club::event::change::EventChange;
use crate::club::event::deed::Deed;
use crate::club::event::desk::leaving::counted;
use crate::club::event::desk::settle::{Done, running, settle};
use crate::club::event::event::Event;
use crate::club::event::overrides;
use crate::club::event::refusal::EventRefusal;
use crate::club::event::standings::Presence;
use crate::club::game::Stage;
use crate::club::player::{self, PlayerId};
use crate::command::Tournament;
use crate::tafl::Side;

/// Puts a player in the place of another.
pub fn substitute(
    case: &Case,
    mut event: Event,
    (out, player): (&str, &str),
    asked: &Tournament,
    chance: &mut Chance,
) -> Result<Decision, EventRefusal> {
    running(&event)?;
    let playing = |id: &PlayerId| event.entry(id).is_some_and(|entry| entry.presence == Presence::Playing);
    let known = out.parse::<PlayerId>().ok().filter(playing);
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
    let (finished, scheduled) = counted(&event, &out);
    if finished * 4 >= scheduled.max(1) && finished > 0 {
        return Err(EventRefusal::TooLateToSubstitute { player: out.to_string(), finished, scheduled });
    }
    let at = case.request.received;
    let mut decision = Decision::default();
    overrides::forget(&mut decision, &mut event, &out);
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
    for head in case.view.event_heads.values().filter(|head| head.stage == Stage::Running) {
        let Some(side) = head.side_of(&out) else { continue };
        let (number, mut head) = (head.number, head.clone());
        decision.changes.push(Change::SideTakenOver { number, side, player: player.clone() });
        match side {
            Side::Attackers => head.attackers = player.clone(),
            Side::Defenders => head.defenders = player.clone(),
        }
        if let Some(clock) = &mut head.clock {
            clock.top_up(side);
        }
        if head.to_move() == side {
            pass_turn(case.view, &mut head, at);
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
