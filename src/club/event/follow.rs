//! What follows from a game's end: its result counts, and where it was the last of its round the event goes on by itself.

use crate::chance::Chance;
use crate::club::decision::Decision;
use crate::club::event::absent::withdraw_absent;
use crate::club::event::begin::{begin, change, note, schedule, tell_one};
use crate::club::event::change::EventChange;
use crate::club::event::deed::{Deed, Finish};
use crate::club::event::desk;
use crate::club::event::event::{Event, EventGame, EventStage};
use crate::club::event::round::{Next, next};
use crate::club::event::standings::Outcome;
use crate::club::game::{Ending, Game, Stage, both_have_moved};
use crate::club::notice::EventNews;
use crate::club::view::View;
use crate::command::EventFormat;
use crate::tafl::{self, Side};
use chrono::{DateTime, Utc};
use std::sync::Arc;

/// What the end of the game on this board means for its event. Nothing, where it belongs to none or comes after the event was finished:
/// the table that everybody got is the last. Where it counts already, since whatever ended it has said so, the event goes on all the same.
pub fn follow(view: &View, number: u32, now: DateTime<Utc>, chance: &mut Chance) -> Decision {
    let mut decision = Decision::default();
    let event = view.events.values().find(|event| event.game(number).is_some());
    let (Some(event), Some(game)) = (event, view.games.get(&number)) else {
        return decision;
    };
    let Some(outcome) = outcome(game).filter(|_| event.stage == EventStage::Running) else {
        return decision;
    };
    let mut event = event.clone();
    let counts = |(_, game): (_, &EventGame)| matches!(game.outcome, Outcome::Played { .. } | Outcome::Forfeit { .. });
    if !event.game(number).is_some_and(counts) {
        score(&mut decision, &mut event, number, outcome);
        desk::withdraw_if_vanished(&mut decision, (view, &mut event), number, now, chance);
    }
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
    let mut coming = next(event);
    // Who is not there is not paired, and then others may be.
    while let Next::Meetings(meetings) = &coming
        && withdraw_absent(decision, (view, event), meetings, now, chance)
    {
        coming = next(event);
    }
    match coming {
        Next::Wait => {}
        Next::Meetings(meetings) => {
            let round = meetings.iter().map(|meeting| meeting.round).min().unwrap_or_default();
            let open = event.games().filter(|game| matches!(game.outcome, Outcome::Provisional { .. }));
            let open = open.map(|game| game.number).collect();
            note(decision, event, server, Deed::RoundBegan { round, open }, "");
            begin(decision, (view, event), meetings, now, chance);
            // A round of byes alone is over at once.
            if !event.meetings.iter().any(|meeting| meeting.round >= round && !meeting.games.is_empty()) {
                go_on(decision, (view, event), now, chance);
            }
        }
        Next::Over => {
            let early = event.plan.format == EventFormat::Swiss && event.round() < event.plan.rounds;
            let by = if early { Finish::TooFew } else { Finish::Played };
            note(decision, event, server, Deed::Finished { by }, "");
            finish(decision, (view, event), by, now, chance);
        }
        Next::Stuck(_) => {
            note(decision, event, server, Deed::Finished { by: Finish::Stuck }, "");
            finish(decision, (view, event), Finish::Stuck, now, chance);
        }
    }
}

/// The event is over; everybody gets the table, and reads why where it is over early.
pub fn finish(
    decision: &mut Decision,
    (view, event): (&View, &mut Event),
    by: Finish,
    now: DateTime<Utc>,
    chance: &mut Chance,
) {
    event.stage = EventStage::Finished;
    schedule(decision, event, None);
    change(decision, event, EventChange::Reached { stage: EventStage::Finished });
    let shared = Arc::new(event.clone());
    for reader in event.concerned() {
        tell_one(decision, view, &reader, &shared, EventNews::Finished { by }, now, chance);
    }
}

/// What a game that has ended counts; `None` while it goes on.
fn outcome(game: &Game) -> Option<Outcome> {
    let Stage::Ended(ending) = game.head.stage else {
        return None;
    };
    let on_the_board = match ending {
        Ending::Won { .. } | Ending::Drawn { .. } | Ending::Agreed => true,
        Ending::Resigned { .. } => both_have_moved(game.course.ply()),
        Ending::TimedOut { .. } | Ending::Adjudicated { .. } => false,
    };
    Some(match on_the_board {
        true => played(&game.course, ending.winner()),
        false => Outcome::Forfeit { winner: ending.winner() },
    })
}

/// What a game counts that an organizer decides. A win before both have moved is one without play, and is nobody's shortest win.
pub fn adjudicated(course: &tafl::Course, winner: Option<Side>) -> Outcome {
    match winner {
        Some(_) if !both_have_moved(course.ply()) => Outcome::Forfeit { winner },
        _ => played(course, winner),
    }
}

fn played(course: &tafl::Course, winner: Option<Side>) -> Outcome {
    let taken = |by: Side| {
        let own = course.plays().iter().filter(|played| played.side == by);
        own.map(|played| played.captured.len() as u32).sum()
    };
    Outcome::Played { winner, plies: course.ply(), taken: [taken(Side::Attackers), taken(Side::Defenders)] }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use crate::tafl::Catalogue;

    #[test]
    fn a_decided_game_counts_its_half_moves_and_the_men_taken_in_it() {
        let catalogue = Catalogue::embedded().unwrap();
        let rules = Arc::new(catalogue.find("brandubh").unwrap().rules.clone());
        let mut course = tafl::Course::new(rules);
        let winner = Some(Side::Defenders);
        assert_eq!(adjudicated(&course, winner), Outcome::Forfeit { winner });
        assert_eq!(adjudicated(&course, None), Outcome::Played { winner: None, plies: 0, taken: [0, 0] });
        let mut begun = course.clone();
        begun.play("a4-a3".parse().unwrap()).unwrap();
        assert_eq!(adjudicated(&begun, winner), Outcome::Forfeit { winner });
        // The man on c4 is taken between c3 and c5.
        for play in ["b4-b3", "e4-e5", "b3-c3", "e5-e4", "a4-a5", "e4-e5", "a5-c5"] {
            let (from, to) = play.split_once('-').unwrap();
            course.play(tafl::Play { from: from.parse().unwrap(), to: to.parse().unwrap() }).unwrap();
        }
        assert_eq!(adjudicated(&course, winner), Outcome::Played { winner, plies: 7, taken: [1, 0] });
    }
}
