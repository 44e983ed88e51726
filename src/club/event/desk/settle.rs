//! What all decisions have in common: they are shown first, then written down and told.

use crate::chance::Chance;
use crate::club::case::Case;
use crate::club::decision::{Change, Decision};
use crate::club::event::act::shown_first;
use crate::club::event::begin::{note, tell_one};
use crate::club::event::deed::Deed;
use crate::club::event::event::{Event, EventStage};
use crate::club::event::page::EventPage;
use crate::club::event::refusal::EventRefusal;
use crate::club::game::{Head, Stage};
use crate::club::notice::EventNews;
use crate::club::player::PlayerId;
use crate::club::reply::Reply;
use crate::club::view::View;
use crate::command::TournamentCommand;
use chrono::{DateTime, Utc};
use std::sync::Arc;

/// A decision of an organizer, ready to be done.
pub struct Done {
    /// What becomes true by it.
    pub decision: Decision,
    /// The event after it.
    pub event: Event,
    /// What the record says.
    pub deed: Deed,
    /// The reason that was given.
    pub why: String,
    /// Who is told.
    pub readers: Vec<PlayerId>,
    /// The boards whose clocks wait until their players are told.
    pub turns: Vec<Head>,
}

/// Shows the decision, or does it when the sender has said yes.
pub fn settle(case: &Case, asked: &TournamentCommand, done: Done, chance: &mut Chance) -> (Decision, Option<Event>) {
    let by = Some(case.sender);
    let Done { mut decision, event, deed, why, readers, turns } = done;
    if !case.request.confirmed {
        let page = EventPage::Preview { deed, by: by.cloned(), why, readers: readers.len() };
        return (shown_first(asked, Reply::Event { event: Arc::new(event), page }), None);
    }
    let at = case.request.received;
    note(&mut decision, &event, (by, at), deed.clone(), &why);
    tell(&mut decision, (case.view, &event), (deed, by, &why), (&readers, &turns), at, chance);
    (decision, Some(event))
}

/// Tells these readers of a decision; each hears of which boards it is his turn.
pub fn tell(
    decision: &mut Decision,
    (view, event): (&View, &Event),
    (deed, by, why): (Deed, Option<&PlayerId>, &str),
    (readers, turns): (&[PlayerId], &[Head]),
    at: DateTime<Utc>,
    chance: &mut Chance,
) {
    let shared = Arc::new(event.clone());
    for reader in readers {
        let own = turns.iter().filter(|head| head.player(head.to_move()) == reader);
        let news = EventNews::Decided {
            deed: deed.clone(),
            by: by.cloned(),
            why: why.to_owned(),
            turns: own.cloned().collect(),
        };
        tell_one(decision, view, reader, &shared, news, at, chance);
    }
}

/// Refuses what is for an event that is being played only.
pub fn running(event: &Event) -> Result<(), EventRefusal> {
    match event.stage {
        EventStage::Running => Ok(()),
        EventStage::Finished => Err(EventRefusal::Over),
        EventStage::Draft | EventStage::Open | EventStage::Closed => Err(EventRefusal::NotBegun),
    }
}

/// These players and the organizers, each once.
pub fn with_organizers<'a>(event: &'a Event, players: impl IntoIterator<Item = &'a PlayerId>) -> Vec<PlayerId> {
    let mut readers: Vec<PlayerId> = Vec::new();
    for player in players.into_iter().chain(&event.organizers) {
        if !readers.contains(player) {
            readers.push(player.clone());
        }
    }
    readers
}

/// The running games of the event that have a clock.
pub fn timed(view: &View) -> impl Iterator<Item = &Head> {
    view.event_heads.values().filter(|head| head.stage == Stage::Running && head.clock.is_some())
}

/// A game that is played again: its clock waits for the letter that says so.
pub fn reopen(decision: &mut Decision, view: &View, mut head: Head, at: DateTime<Utc>) -> Head {
    let number = head.number;
    head.stage = Stage::Running;
    head.touched = at;
    decision.changes.push(Change::StageReached { number, stage: Stage::Running, at });
    crate::club::challenge::pass_turn(view, &mut head, at);
    decision.changes.extend(head.clock.clone().map(|clock| Change::ClockSet { number, clock }));
    head
}
