//! An organizer changes what will be paired next: before the start in any format, and in a Swiss before each round.

use crate::chance::Chance;
use crate::club::case::Case;
use crate::club::decision::Decision;
use crate::club::event::absent::leave_out;
use crate::club::event::deed::Deed;
use crate::club::event::desk::settle::{Done, settle};
use crate::club::event::event::{Event, EventStage, Meeting};
use crate::club::event::overrides::{self, OVERRIDES_MAX, Override, has_bye, toggle_swap};
use crate::club::event::refusal::EventRefusal;
use crate::club::event::round::{Next, next};
use crate::club::event::seed::seed;
use crate::club::event::standings::{Outcome, Presence};
use crate::club::player::PlayerId;
use crate::command::{EventFormat, TournamentCommand};

/// Two change places.
pub fn swap(
    case: &Case,
    event: Event,
    (one, other): (&str, &str),
    asked: &TournamentCommand,
    chance: &mut Chance,
) -> Result<Decision, EventRefusal> {
    to_be_paired(&event)?;
    let (one, other) = (playing(&event, one)?, playing(&event, other)?);
    if one == other {
        return Err(EventRefusal::NothingChanges);
    }
    let mut wishes = event.overrides.clone();
    toggle_swap(&mut wishes, (&one, &other));
    let as_it_was = ahead(&event);
    let free = |id: &PlayerId| as_it_was.iter().any(|meeting| meeting.home == *id && meeting.away.is_none());
    for (stays, goes) in [(&one, &other), (&other, &one)] {
        if free(stays) && event.meetings.iter().any(|meeting| meeting.home == *goes && meeting.away.is_none()) {
            return Err(EventRefusal::HadBye { player: goes.to_string() });
        }
    }
    let deed = |met| Deed::Swapped { one: one.to_string(), other: other.to_string(), met };
    wish(case, event, wishes, deed, (asked, chance))
}

/// One has no opponent.
pub fn bye(
    case: &Case,
    event: Event,
    player: &str,
    asked: &TournamentCommand,
    chance: &mut Chance,
) -> Result<Decision, EventRefusal> {
    to_be_paired(&event)?;
    let player = playing(&event, player)?;
    let is_free = |entry: &&crate::club::event::event::Entry| has_bye(&event.overrides, &entry.player);
    let there = event.entries.iter().filter(|entry| entry.presence == Presence::Playing);
    let free = there.clone().filter(is_free).count();
    if event.plan.format != EventFormat::Swiss || there.count() < free + 3 {
        return Err(EventRefusal::NoBye);
    }
    if event.meetings.iter().any(|meeting| meeting.home == player && meeting.away.is_none()) {
        return Err(EventRefusal::HadBye { player: player.to_string() });
    }
    if has_bye(&event.overrides, &player) {
        return Err(EventRefusal::NothingChanges);
    }
    let mut wishes = event.overrides.clone();
    wishes.push(Override::Bye(player.to_string()));
    let deed = |met| Deed::ByeGiven { player: player.to_string(), met };
    wish(case, event, wishes, deed, (asked, chance))
}

fn wish(
    case: &Case,
    mut event: Event,
    wishes: Vec<Override>,
    deed: impl FnOnce(Vec<String>) -> Deed,
    (asked, chance): (&TournamentCommand, &mut Chance),
) -> Result<Decision, EventRefusal> {
    if wishes.len() > OVERRIDES_MAX {
        return Err(EventRefusal::TooManyOverrides { max: OVERRIDES_MAX as u32 });
    }
    let mut decision = Decision::default();
    overrides::set(&mut decision, &mut event, wishes);
    let mut shown = event.clone();
    if shown.stage < EventStage::Running {
        leave_out(case.view, &mut shown);
        seed(case.view, &mut shown);
    }
    let meetings = ahead(&shown);
    let met = meetings.iter().filter_map(|meeting| again(&event, meeting)).collect();
    if !case.request.confirmed {
        // The preview shows what would be paired as it stands.
        event.meetings = meetings;
    }
    let readers = event.organizers.clone();
    let done = Done { decision, event, deed: deed(met), why: String::new(), readers, turns: Vec::new() };
    Ok(settle(case, asked, done, chance).0)
}

/// Whether there is still something to pair that an organizer can change.
fn to_be_paired(event: &Event) -> Result<(), EventRefusal> {
    match event.stage {
        EventStage::Draft | EventStage::Open | EventStage::Closed => Ok(()),
        EventStage::Running if event.plan.format == EventFormat::Swiss && event.round() < event.plan.rounds => Ok(()),
        EventStage::Running => Err(EventRefusal::NothingToPair),
        EventStage::Finished => Err(EventRefusal::Over),
    }
}

fn playing(event: &Event, word: &str) -> Result<PlayerId, EventRefusal> {
    let plays = |id: &PlayerId| event.entry(id).is_some_and(|entry| entry.presence == Presence::Playing);
    let known = word.parse::<PlayerId>().ok().filter(plays);
    known.ok_or_else(|| EventRefusal::PlaysNot { player: word.to_owned() })
}

/// What would be paired next as it stands now: games that are still played count as drawn.
fn ahead(event: &Event) -> Vec<Meeting> {
    let mut event = event.clone();
    for game in event.games_mut().filter(|game| game.outcome == Outcome::Open) {
        game.outcome = Outcome::Provisional { winner: None };
    }
    match next(&event) {
        Next::Meetings(meetings) => meetings,
        Next::Wait | Next::Over | Next::Stuck(_) => Vec::new(),
    }
}

/// The two of a meeting, where they have met before.
fn again(event: &Event, meeting: &Meeting) -> Option<String> {
    let away = meeting.away.as_ref()?;
    let both = |other: &&Meeting| {
        let of = |id: &PlayerId| other.home == *id || other.away.as_ref() == Some(id);
        of(&meeting.home) && of(away)
    };
    event.meetings.iter().find(both).map(|_| format!("{} v {away}", meeting.home))
}
