//! What becomes due in an event without a mail: it closes, or the time of a round is over.
//!
//! The games of a round that are not finished then are given a provisional result, a draw unless an organizer has said another before.
//! They go on; the next round is paired with it, and in the table only what they end with counts. The last round has no such end: the
//! event is over when all its games are.

use crate::chance::Chance;
use crate::club::decision::Decision;
use crate::club::event::begin::{change, note, schedule};
use crate::club::event::change::EventChange;
use crate::club::event::deed::Deed;
use crate::club::event::desk;
use crate::club::event::event::{Event, EventName, EventStage};
use crate::club::event::follow;
use crate::club::event::standings::Outcome;
use crate::club::hearing::Hearing;
use crate::club::view::View;
use crate::command::EventFormat;
use chrono::{DateTime, TimeDelta, Utc};

/// When the time of a round is over that begins now; `None` where it has no such end. While the clocks stand still none of it passes.
pub fn end_of_round(event: &Event, round: u32, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
    let time = event.plan.round.filter(|_| event.plan.format == EventFormat::Swiss && round < event.plan.rounds)?;
    Some(event.held.unwrap_or(now) + TimeDelta::seconds(i64::from(time)))
}

/// Decides what is due in an event at `now`, once all has been heard: a game that a mail ends in time is not unfinished, and who joined in
/// time is in.
pub fn clockwork(
    view: &View,
    name: &EventName,
    (now, heard): (DateTime<Utc>, &Hearing),
    chance: &mut Chance,
) -> Decision {
    let mut decision = Decision::default();
    let Some(event) = view.events.get(name) else { return decision };
    let due = event.due.filter(|due| *due <= now && event.held.is_none());
    let Some(due) = due.filter(|due| heard.hinders(*due).is_none()) else { return decision };
    let mut event = event.clone();
    schedule(&mut decision, &mut event, None);
    match event.stage {
        EventStage::Open => close(&mut decision, (view, &mut event), (due, now), chance),
        EventStage::Running => end_round(&mut decision, (view, &mut event), (due, now), chance),
        EventStage::Draft | EventStage::Closed | EventStage::Finished => {}
    }
    decision
}

/// Nobody can join any more; who organizes it is told, for it is to be begun by hand.
fn close(
    decision: &mut Decision,
    (view, event): (&View, &mut Event),
    (due, now): (DateTime<Utc>, DateTime<Utc>),
    chance: &mut Chance,
) {
    event.stage = EventStage::Closed;
    change(decision, event, EventChange::Reached { stage: EventStage::Closed });
    note(decision, event, (None, due), Deed::Closed, "");
    desk::tell(decision, (view, event), (Deed::Closed, None, ""), (&event.organizers, &[]), now, chance);
}

/// The round is over for those who wait for it.
fn end_round(
    decision: &mut Decision,
    (view, event): (&View, &mut Event),
    (due, now): (DateTime<Utc>, DateTime<Utc>),
    chance: &mut Chance,
) {
    let open = event.games().filter(|game| game.outcome == Outcome::Open);
    let boards: Vec<u32> = open.map(|game| game.number).collect();
    for number in &boards {
        follow::score(decision, event, *number, Outcome::Provisional { winner: None });
    }
    let (round, meetings) = (event.round(), event.meetings.len());
    let deed = Deed::RoundOver { round, boards };
    note(decision, event, (None, due), deed.clone(), "");
    follow::go_on(decision, (view, event), now, chance);
    // The letter about the next round tells of it.
    if event.stage == EventStage::Running && event.meetings.len() == meetings {
        desk::tell(decision, (view, event), (deed, None, ""), (&event.concerned(), &[]), now, chance);
    }
}
