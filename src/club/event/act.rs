//! What can be done with an event: by an organizer, or by a player for himself.

use crate::chance::Chance;
use crate::clock::Closing;
use crate::club::case::Case;
use crate::club::decision::{Change, Decision, refuse};
use crate::club::event::absent::{leave_out, write_off};
use crate::club::event::begin::{begin, change, note, schedule};
use crate::club::event::change::{EventChange, OfEvent};
use crate::club::event::deed::{Deed, Finish};
use crate::club::event::desk;
use crate::club::event::event::{Entry, Event, EventName, EventStage};
use crate::club::event::export;
use crate::club::event::follow;
use crate::club::event::overrides;
use crate::club::event::page::{Done, EventPage};
use crate::club::event::plan::Plan;
use crate::club::event::refusal::EventRefusal;
use crate::club::event::round::{Next, next};
use crate::club::event::seed::seed;
use crate::club::event::standings::Presence;
use crate::club::player::PlayerId;
use crate::club::refusal::Refusal;
use crate::club::reply::Reply;
use crate::club::view::View;
use crate::command::{self, EventAsk, EventTerm, Place, TournamentCommand, nearest};
use crate::tafl;
use chrono::{DateTime, TimeDelta, Utc};
use std::sync::Arc;

/// Does what is asked about an event, by a sender who is proven.
pub fn act(case: &Case, asked: &TournamentCommand, chance: &mut Chance) -> Decision {
    let TournamentCommand::Of { name, ask } = asked else {
        return Decision::default();
    };
    let done = match ask {
        EventAsk::Create { variant, terms } => create(case, name, (variant, terms), chance),
        _ => known(case.view, name, Some(case.sender)).and_then(|event| on_event(case, event, asked, ask, chance)),
    };
    match done {
        Ok(decision) => Decision { sender: Some(case.sender.clone()), ..decision },
        Err(why) => refuse(Refusal::Event { name: name.clone(), why }),
    }
}

/// What anybody may see. `sender` is who asks, where he is a player.
pub fn look(view: &View, asked: &TournamentCommand, sender: Option<&PlayerId>) -> Vec<Reply> {
    let (name, ask) = match asked {
        TournamentCommand::List => {
            let listed = view.event_list.iter().filter(|line| line.is_listed_to(sender));
            return vec![Reply::Events { events: listed.cloned().collect() }];
        }
        TournamentCommand::Of { name, ask } => (name, ask),
    };
    let event = match known(view, name, sender) {
        Ok(event) => event,
        Err(why) => return vec![Reply::Refused(Refusal::Event { name: name.clone(), why })],
    };
    let page = match ask {
        EventAsk::Standings => EventPage::Standings,
        EventAsk::Crosstable => EventPage::Crosstable,
        EventAsk::Status => EventPage::Status,
        EventAsk::Record => EventPage::Record,
        EventAsk::Pairings => return vec![pairings(view, event)],
        EventAsk::Export { format } => {
            let text = export::write(view, event, *format);
            return vec![Reply::EventExported { name: event.name.clone(), format: *format, text }];
        }
        _ => EventPage::Terms { done: None },
    };
    vec![Reply::Event { event: Arc::new(event.clone()), page }]
}

/// Who meets whom: as it is, or as it would be. Nothing is written.
fn pairings(view: &View, event: &Event) -> Reply {
    let mut shown = event.clone();
    let mut absent = Vec::new();
    if event.stage < EventStage::Running {
        absent.extend(leave_out(view, &mut shown).into_iter().map(|(player, _)| player));
        seed(view, &mut shown);
        if let Next::Meetings(meetings) = next(&shown) {
            shown.meetings = meetings;
        }
    }
    let preview = event.stage < EventStage::Running && !shown.meetings.is_empty();
    Reply::Event { event: Arc::new(shown), page: EventPage::Pairings { preview, absent } }
}

fn known<'a>(view: &'a View, name: &str, sender: Option<&PlayerId>) -> Result<&'a Event, EventRefusal> {
    let event = name.parse::<EventName>().ok().and_then(|name| view.events.get(&name));
    event.ok_or_else(|| {
        let listed = view.event_list.iter().filter(|line| line.is_listed_to(sender));
        let known = listed.map(|line| line.name.as_str());
        EventRefusal::Unknown { nearest: nearest(name, Place::Name, known).into_iter().map(str::to_owned).collect() }
    })
}

/// Most events of one organizer that are not finished.
const OPEN_EVENTS_MAX: u32 = 20;

fn create(
    case: &Case,
    name: &str,
    (variant, terms): (&tafl::Variant, &[EventTerm]),
    chance: &mut Chance,
) -> Result<Decision, EventRefusal> {
    let name = name.parse::<EventName>().ok().filter(|name| command::is_event_name(name.as_str()));
    let name = name.ok_or(EventRefusal::Unknown { nearest: Vec::new() })?;
    if !case.request.organizers.contains(case.sender) {
        return Err(EventRefusal::MayNotCreate);
    }
    if case.view.events.contains_key(&name) {
        return Err(EventRefusal::Taken);
    }
    let own = case.view.event_list.iter().filter(|line| line.organizers.contains(case.sender));
    let unfinished = own.filter(|line| line.stage != EventStage::Finished).count() as u32;
    if unfinished >= OPEN_EVENTS_MAX {
        return Err(EventRefusal::TooManyEvents { max: OPEN_EVENTS_MAX });
    }
    let plan = planned(case, Plan::default().in_house(&case.request.rules), terms)?;
    let at = case.request.received;
    let drawn = chance.bytes::<8>();
    let event = Event {
        name,
        stage: EventStage::Draft,
        plan,
        variant: variant.name.clone(),
        title: variant.title.clone(),
        rules: Arc::new(variant.rules.clone()),
        organizers: vec![case.sender.clone()],
        entries: Vec::new(),
        meetings: Vec::new(),
        lot: drawn.iter().map(|byte| format!("{byte:02x}")).collect(),
        held: None,
        due: None,
        began: None,
        overrides: Vec::new(),
        notes: Vec::new(),
        created: at,
        imported: None,
    };
    let mut decision = Decision::default();
    let created = EventChange::Created {
        plan: event.plan.clone(),
        variant: event.variant.clone(),
        title: event.title.clone(),
        rules: event.rules.clone(),
        organizer: case.sender.clone(),
        lot: event.lot.clone(),
        at,
    };
    decision.changes.push(Change::Event(OfEvent { event: event.name.clone(), change: created }));
    note(&mut decision, &event, (Some(case.sender), at), Deed::Created, "");
    Ok(told(decision, event, EventPage::Terms { done: Some(Done::Created) }))
}

/// So far ahead lies a closing date at most.
const CLOSE_AHEAD_MAX: TimeDelta = TimeDelta::days(730);

fn may_close(case: &Case, at: Option<DateTime<Utc>>) -> Result<(), EventRefusal> {
    let now = case.request.received;
    match at.is_some_and(|at| now < at && at < now + CLOSE_AHEAD_MAX) {
        true => Ok(()),
        false => Err(EventRefusal::NoClosingDate),
    }
}

/// The plan with these terms; each must mean something in it.
fn planned(case: &Case, plan: Plan, terms: &[EventTerm]) -> Result<Plan, EventRefusal> {
    let mut plan = plan.with(terms).pinned(&case.request.rules);
    if terms.iter().any(|term| matches!(term, EventTerm::Close(Some(_)))) {
        let own = case.view.players.get(case.sender).and_then(|player| player.settings.zone);
        plan.close = plan.close.map(|closing| closing.in_zone(own.unwrap_or(case.request.rules.zone)));
        may_close(case, plan.close.and_then(Closing::at))?;
    }
    match plan.idle(terms) {
        Some((term, wants)) => Err(EventRefusal::IdleTerm { term, wants }),
        None => Ok(plan),
    }
}

fn on_event(
    case: &Case,
    event: &Event,
    asked: &TournamentCommand,
    ask: &EventAsk,
    chance: &mut Chance,
) -> Result<Decision, EventRefusal> {
    if event.imported.is_some() {
        // Whoever bears an organizer's id here need not be that one.
        return Err(EventRefusal::Over);
    }
    let by_organizer = !matches!(ask, EventAsk::Join | EventAsk::Leave | EventAsk::Withdraw { .. });
    if by_organizer && !event.is_organizer(case.sender) {
        return Err(EventRefusal::NotOrganizer);
    }
    let event = event.clone();
    match ask {
        EventAsk::Join => join(case, event),
        EventAsk::Leave => leave(case, event),
        EventAsk::Set { terms } => set(case, event, terms),
        EventAsk::Open => reach(case, event, EventStage::Open),
        EventAsk::Close => reach(case, event, EventStage::Closed),
        EventAsk::Start => start(case, event, asked, chance),
        EventAsk::Withdraw { player, why } => desk::withdraw(case, event, (player.as_deref(), why, asked), chance),
        EventAsk::Adjudicate { number, provisional: true, winner, why } => {
            desk::count_so_far(case, event, (*number, *winner, why), asked, chance)
        }
        EventAsk::Adjudicate { number, winner, why, .. } => {
            desk::adjudicate(case, event, (*number, *winner, why), asked, chance)
        }
        EventAsk::Extend { to, seconds, why } => desk::extend(case, event, (to, *seconds, why), asked, chance),
        EventAsk::Hold { why } => desk::hold(case, event, (why, asked), chance),
        EventAsk::Resume { why } => desk::resume(case, event, (why, asked), chance),
        EventAsk::Substitute { out, player } => desk::substitute(case, event, (out, player), asked, chance),
        EventAsk::Announce { text } => desk::announce(case, event, (text, asked), chance),
        EventAsk::Organizers { added, dropped } => desk::organizers(case, event, (added, dropped), asked, chance),
        EventAsk::Swap { one, other } => desk::swap(case, event, (one, other), asked, chance),
        EventAsk::Bye { player } => desk::bye(case, event, player, asked, chance),
        EventAsk::Undo { number } => {
            let name = event.name.to_string();
            desk::undo(case, event, (*number, &name), chance)
        }
        EventAsk::Finish => finish(case, event, asked, chance),
        // What only looks has been answered, and what creates is about no event that there is.
        _ => Ok(Decision::default()),
    }
}

fn told(mut decision: Decision, event: Event, page: EventPage) -> Decision {
    decision.replies.push(Reply::Event { event: Arc::new(event), page });
    decision
}

/// What cannot be taken back is shown first, and waits for the organizer's yes.
pub(super) fn shown_first(asked: &TournamentCommand, preview: Reply) -> Decision {
    Decision { held: Some(asked.to_string()), preview: Some(preview), ..Decision::default() }
}

fn not_begun(event: &Event) -> Result<(), EventRefusal> {
    match event.stage {
        EventStage::Draft | EventStage::Open | EventStage::Closed => Ok(()),
        EventStage::Running => Err(EventRefusal::Begun),
        EventStage::Finished => Err(EventRefusal::Over),
    }
}

fn join(case: &Case, mut event: Event) -> Result<Decision, EventRefusal> {
    not_begun(&event)?;
    if event.entry(case.sender).is_some() {
        return Err(EventRefusal::AlreadyIn);
    }
    // Whoever wrote in time is not late, however late the mail was found: the clockwork closes when all from before has been heard.
    if event.stage != EventStage::Open || event.closes().is_some_and(|closes| closes <= case.request.earliest) {
        return Err(EventRefusal::NotOpen);
    }
    if event.entries.len() as u32 >= event.plan.max {
        return Err(EventRefusal::Full { max: event.plan.max });
    }
    let finished = case.view.finished_games.get(case.sender).copied().unwrap_or(0);
    if finished < event.plan.entry {
        return Err(EventRefusal::TooFewGames { least: event.plan.entry, finished });
    }
    let at = case.request.received;
    let mut decision = Decision::default();
    change(&mut decision, &event, EventChange::Joined { player: case.sender.clone(), at });
    event.entries.push(Entry { player: case.sender.clone(), joined: at, presence: Presence::Playing });
    Ok(told(decision, event, EventPage::Terms { done: Some(Done::Joined) }))
}

fn leave(case: &Case, mut event: Event) -> Result<Decision, EventRefusal> {
    not_begun(&event)?;
    if event.entry(case.sender).is_none() {
        return Err(EventRefusal::NotIn);
    }
    let mut decision = Decision::default();
    overrides::forget(&mut decision, &mut event, case.sender);
    change(&mut decision, &event, EventChange::Left { player: case.sender.clone() });
    event.entries.retain(|entry| entry.player != *case.sender);
    Ok(told(decision, event, EventPage::Done(Done::Left)))
}

fn set(case: &Case, mut event: Event, terms: &[EventTerm]) -> Result<Decision, EventRefusal> {
    not_begun(&event)?;
    event.plan = planned(case, event.plan.clone(), terms)?;
    let mut decision = Decision::default();
    change(&mut decision, &event, EventChange::PlanSet { plan: event.plan.clone() });
    let due = event.closes().filter(|_| event.stage == EventStage::Open);
    schedule(&mut decision, &mut event, due);
    let what = terms.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    note(&mut decision, &event, (Some(case.sender), case.request.received), Deed::Set { terms: what }, "");
    Ok(told(decision, event, EventPage::Terms { done: Some(Done::Set) }))
}

fn reach(case: &Case, mut event: Event, stage: EventStage) -> Result<Decision, EventRefusal> {
    not_begun(&event)?;
    let (deed, done) = match stage {
        EventStage::Open => (Deed::Opened, Done::Opened),
        _ => (Deed::Closed, Done::Closed),
    };
    if stage == EventStage::Open && event.plan.close.is_some() {
        may_close(case, event.closes())?;
    }
    event.stage = stage;
    let mut decision = Decision::default();
    change(&mut decision, &event, EventChange::Reached { stage });
    let due = event.closes().filter(|_| stage == EventStage::Open);
    schedule(&mut decision, &mut event, due);
    note(&mut decision, &event, (Some(case.sender), case.request.received), deed, "");
    Ok(told(decision, event, EventPage::Done(done)))
}

fn start(
    case: &Case,
    mut event: Event,
    asked: &TournamentCommand,
    chance: &mut Chance,
) -> Result<Decision, EventRefusal> {
    not_begun(&event)?;
    let joined = event.clone();
    let absent = leave_out(case.view, &mut event);
    seed(case.view, &mut event);
    event.plan.check(event.entries.len() as u32).map_err(EventRefusal::Plan)?;
    let Next::Meetings(meetings) = next(&event) else {
        return Err(EventRefusal::Plan(crate::club::event::plan::PlanFault::TooFew { least: 2 }));
    };
    if !case.request.confirmed {
        return Ok(shown_first(asked, pairings(case.view, &joined)));
    }
    let at = case.request.received;
    let mut decision = Decision::default();
    for (player, cause) in &absent {
        write_off(&mut decision, (case.view, &mut event), (player, *cause), at, chance);
    }
    let order = || event.entries.iter().map(|entry| entry.player.clone()).collect();
    change(&mut decision, &event, EventChange::Seeded { order: order() });
    change(&mut decision, &event, EventChange::Reached { stage: EventStage::Running });
    event.began = Some(at);
    change(&mut decision, &event, EventChange::Began { at });
    note(&mut decision, &event, (Some(case.sender), at), Deed::Started, "");
    begin(&mut decision, (case.view, &mut event), meetings, at, chance);
    // Who organizes it is told by the letter that everybody gets.
    Ok(decision)
}

/// An organizer ends an event early, or calls one off that has not begun.
fn finish(
    case: &Case,
    mut event: Event,
    asked: &TournamentCommand,
    chance: &mut Chance,
) -> Result<Decision, EventRefusal> {
    if event.stage == EventStage::Finished {
        return Err(EventRefusal::Over);
    }
    let begun = event.stage == EventStage::Running;
    if !case.request.confirmed {
        let preview = Reply::Event { event: Arc::new(event), page: EventPage::Finish };
        return Ok(shown_first(asked, preview));
    }
    let at = case.request.received;
    let mut decision = Decision::default();
    if event.held.is_some() {
        // Nobody could let them go on afterwards.
        let turns = desk::go_on(&mut decision, case.view, &mut event, at);
        let (by, told) = (Some(case.sender), event.concerned());
        note(&mut decision, &event, (by, at), Deed::Resumed, "");
        desk::tell(&mut decision, (case.view, &event), (Deed::Resumed, by, ""), (&told, &turns), at, chance);
    }
    let by = if begun { Finish::Early } else { Finish::CalledOff };
    note(&mut decision, &event, (Some(case.sender), at), Deed::Finished { by }, "");
    follow::finish(&mut decision, (case.view, &mut event), by, at, chance);
    Ok(decision)
}
