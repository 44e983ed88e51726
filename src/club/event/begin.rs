//! A round begins: its meetings are written down, their games begin without invitations, and each player gets one letter with all
//! his new boards. All of it is one decision, so it happens whole or not at all; the store refuses a second one for the same round.

use crate::chance::Chance;
use crate::clock::{DAY, LeaveLimit};
use crate::club::challenge;
use crate::club::clock::Clock;
use crate::club::decision::{Change, Decision};
use crate::club::event::change::{EventChange, OfEvent};
use crate::club::event::deed::{Deed, Note};
use crate::club::event::event::{Event, EventGame, EventStage, Meeting};
use crate::club::event::hour::end_of_round;
use crate::club::event::overrides;
use crate::club::event::standings::Outcome;
use crate::club::game::{Game, Invitation};
use crate::club::notice::{EventNews, News};
use crate::club::player::PlayerId;
use crate::club::tell;
use crate::club::view::View;
use crate::command::{Conditions, EventLeave};
use crate::tafl;
use chrono::{DateTime, Utc};
use std::sync::Arc;

/// Writes down a change of the event.
pub fn change(decision: &mut Decision, event: &Event, change: EventChange) {
    decision.changes.push(Change::Event(OfEvent { event: event.name.clone(), change }));
}

/// Somebody has to look at the event then.
pub fn schedule(decision: &mut Decision, event: &mut Event, due: Option<DateTime<Utc>>) {
    if event.due != due {
        event.due = due;
        change(decision, event, EventChange::DueSet { due });
    }
}

/// Writes a line into the record of the event.
pub fn note(
    decision: &mut Decision,
    event: &Event,
    (who, at): (Option<&PlayerId>, DateTime<Utc>),
    deed: Deed,
    why: &str,
) {
    let noted = Note { number: 0, at, who: who.cloned(), deed, why: why.to_owned() };
    change(decision, event, EventChange::Noted(noted));
}

/// The event with these meetings begun, and their games. Whoever has left is in none of them: [`next`](super::round::next) pairs
/// those who play.
pub fn begin(
    decision: &mut Decision,
    (view, event): (&View, &mut Event),
    meetings: Vec<Meeting>,
    now: DateTime<Utc>,
    chance: &mut Chance,
) {
    let mut number = view.next_number;
    let mut games: Vec<Arc<Game>> = Vec::new();
    let free_in: Vec<(PlayerId, u32)> =
        meetings.iter().filter(|m| m.away.is_none()).map(|m| (m.home.clone(), m.round)).collect();
    for mut meeting in meetings {
        let Meeting { section, round, place, home, away, .. } = meeting.clone();
        change(decision, event, EventChange::Paired { section, round, place, home: home.clone(), away: away.clone() });
        let pairs: Vec<(PlayerId, PlayerId)> = match away {
            None => Vec::new(),
            Some(away) if event.plan.games == 1 => vec![(home, away)],
            Some(away) => vec![(home.clone(), away.clone()), (away, home)],
        };
        for (attackers, defenders) in pairs {
            let invitation = Invitation {
                number,
                variant: event.variant.clone(),
                title: event.title.clone(),
                rules: event.rules.clone(),
                attackers: attackers.clone(),
                defenders: defenders.clone(),
                challenger: tafl::Side::Attackers,
                clock: clock_of(event, now),
                conditions: Conditions::default(),
                at: now,
            };
            let of_event = Some((event.name.clone(), round));
            let game = challenge::begin(decision, view, invitation, (event.held, of_event));
            change(decision, event, EventChange::GameBegan { number, section, round, place });
            let outcome = Outcome::Open;
            meeting.games.push(EventGame { number, attackers, defenders, outcome, plies: 0, on_time: false });
            games.push(Arc::new(game));
            number += 1;
        }
        event.meetings.push(meeting);
    }
    event.stage = EventStage::Running;
    let due = end_of_round(event, event.round(), now);
    schedule(decision, event, due);
    overrides::set(decision, event, Vec::new());
    if games.is_empty() {
        // Nobody plays in this round, so it is over at once, and the letter about what comes after tells of it.
        return;
    }
    let shared = Arc::new(event.clone());
    for reader in event.concerned() {
        let own: Vec<Arc<Game>> = games.iter().filter(|game| game.head.side_of(&reader).is_some()).cloned().collect();
        let free: Vec<u32> = free_in.iter().filter(|(id, _)| *id == reader).map(|(_, round)| *round).collect();
        let organizes = event.is_organizer(&reader);
        if !own.is_empty() || !free.is_empty() || organizes {
            tell_one(decision, view, &reader, &shared, EventNews::Began { games: own, free }, now, chance);
        }
    }
}

/// The clock of a game that begins now, with what the event has settled about leave.
fn clock_of(event: &Event, now: DateTime<Utc>) -> Option<Clock> {
    let mut clock = Clock::new(event.plan.control()?);
    match event.plan.leave {
        EventLeave::Allow => {}
        EventLeave::None => clock.control.no_leave = true,
        EventLeave::Days(days) => {
            clock.leave_limit = Some(LeaveLimit { from: event.began.unwrap_or(now), seconds: days * DAY });
        }
    }
    Some(clock)
}

/// Tells one player of the event; nobody where he is unknown.
pub fn tell_one(
    decision: &mut Decision,
    view: &View,
    reader: &PlayerId,
    event: &Arc<Event>,
    news: EventNews,
    now: DateTime<Utc>,
    chance: &mut Chance,
) {
    let Some(player) = view.players.get(reader) else { return };
    tell::letter(decision, player, News::Event { event: event.clone(), news }, now, chance);
}
