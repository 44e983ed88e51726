//! What follows from a game's end: its result counts, and where it was the last of its round the event goes on by itself.

use crate::chance::Chance;
use crate::club::decision::Decision;
use crate::club::event::begin::{begin, change, note, tell_one};
use crate::club::event::change::EventChange;
use crate::club::event::deed::{Deed, Finish};
use crate::club::event::desk;
use crate::club::event::event::{Event, EventStage};
use crate::club::event::round::{Next, next};
use crate::club::event::standings::Outcome;
use crate::club::game::{Ending, Game, Stage};
use crate::club::notice::EventNews;
use crate::club::view::View;
use crate::tafl::Side;
use chrono::{DateTime, Utc};
use std::sync::Arc;

/// What the end of the game on this board means for its event. Nothing, where it belongs to none or counts already.
pub fn follow(view: &View, number: u32, now: DateTime<Utc>, chance: &mut Chance) -> Decision {
    let mut decision = Decision::default();
    let event = view.events.values().find(|event| event.game(number).is_some());
    let (Some(event), Some(game)) = (event, view.games.get(&number)) else {
        return decision;
    };
    let open = event
        .game(number)
        .is_some_and(|(_, game)| !matches!(game.outcome, Outcome::Played { .. } | Outcome::Forfeit { .. }));
    let Some(outcome) = outcome(game).filter(|_| open) else {
        return decision;
    };
    let mut event = event.clone();
    score(&mut decision, &mut event, number, outcome);
    desk::withdraw_if_vanished(&mut decision, (view, &mut event), number, now, chance);
    go_on(&mut decision, (view, &mut event), now, chance);
    decision
}

/// Writes down how a game stands.
pub fn score(decision: &mut Decision, event: &mut Event, number: u32, outcome: Outcome) {
    if let Some(game) = event.games_mut().find(|game| game.number == number) {
        game.outcome = outcome;
    }
    change(decision, event, EventChange::Scored { number, outcome });
}

/// Begins the next round, or ends the event, where nothing is left to wait for.
pub fn go_on(decision: &mut Decision, (view, event): (&View, &mut Event), now: DateTime<Utc>, chance: &mut Chance) {
    if event.stage != EventStage::Running {
        return;
    }
    let server = (None, now);
    match next(event) {
        Next::Wait => {}
        Next::Meetings(meetings) => {
            let round = meetings.iter().map(|meeting| meeting.round).min().unwrap_or_default();
            note(decision, event, server, Deed::RoundBegan { round }, "");
            begin(decision, (view, event), meetings, now, chance);
            // A round of byes alone is over at once.
            if !event.meetings.iter().any(|meeting| meeting.round >= round && !meeting.games.is_empty()) {
                go_on(decision, (view, event), now, chance);
            }
        }
        Next::Over => {
            note(decision, event, server, Deed::Finished { by: Finish::Played }, "");
            finish(decision, (view, event), now, chance);
        }
        Next::Stuck(_) => {
            note(decision, event, server, Deed::Finished { by: Finish::Stuck }, "");
            finish(decision, (view, event), now, chance);
        }
    }
}

/// The event is over; everybody gets the table.
pub fn finish(decision: &mut Decision, (view, event): (&View, &mut Event), now: DateTime<Utc>, chance: &mut Chance) {
    event.stage = EventStage::Finished;
    change(decision, event, EventChange::Reached { stage: EventStage::Finished });
    let shared = Arc::new(event.clone());
    for reader in event.concerned() {
        tell_one(decision, view, &reader, &shared, EventNews::Finished, now, chance);
    }
}

/// What a game that has ended counts; `None` while it goes on.
fn outcome(game: &Game) -> Option<Outcome> {
    let Stage::Ended(ending) = game.head.stage else {
        return None;
    };
    let taken = |by: Side| {
        let own = game.course.plays().iter().filter(|played| played.side == by);
        own.map(|played| played.captured.len() as u32).sum()
    };
    let on_the_board =
        matches!(ending, Ending::Won { .. } | Ending::Drawn { .. } | Ending::Resigned { .. } | Ending::Agreed);
    Some(match on_the_board {
        true => Outcome::Played {
            winner: ending.winner(),
            plies: game.head.plies,
            taken: [taken(Side::Attackers), taken(Side::Defenders)],
        },
        false => Outcome::Forfeit { winner: ending.winner() },
    })
}
