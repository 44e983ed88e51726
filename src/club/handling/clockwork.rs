//! What becomes due without a mail: a clock starts, a reminder goes out, a game is lost on time. Pure, like
//! [`decide`](crate::club::handling::decide).

use crate::chance::Chance;
use crate::club::exchange::board_news::BoardReport;
use crate::club::exchange::decision::{Change, Decision};
use crate::club::exchange::game_search::{GameSearch, Which};
use crate::club::exchange::notice::{GameEvent, News};
use crate::club::exchange::view::{Needs, View};
use crate::club::exchange::{board_news, notices_out};
use crate::club::handling::auto_vacation::auto_vacation;
use crate::club::model::game::{Ending, Game, Head, Stage};
use crate::club::model::player::Player;
use crate::club::model::policy::Policy;
use crate::club::model::reminders;
use crate::club::model::unread_mails::Hearing;
use crate::command::Wanted;
use chrono::{DateTime, TimeDelta, Utc};
use std::sync::Arc;

/// What must be loaded to look at a game whose clock is due. It is more if the game may be lost.
pub fn clockwork_needs(head: &Head, now: DateTime<Utc>) -> Needs {
    let player = head.player(head.to_move());
    let clock = head.clock.as_ref();
    let lost =
        clock.is_some_and(|clock| clock.deadline.is_some_and(|deadline| deadline + clock.control.grace() <= now));
    Needs {
        games: [head.number].into(),
        lists: [GameSearch::of(player.clone(), Which::Next)].into(),
        looker: Some(player.clone()),
        open_games: if lost { [player.clone()].into() } else { [].into() },
        opponents: lost,
        organizers: lost,
        ..Needs::default()
    }
}

/// How long a game that would be lost but waits is left before it is looked at again.
const WAIT: TimeDelta = TimeDelta::minutes(1);
/// How long a clock whose letter has not gone out after a week is left before it is looked at again.
const WAIT_FOR_LETTER: TimeDelta = TimeDelta::hours(1);

/// Decides what the clock of a game makes due at `now`. No game is lost before all mails until then have been read.
pub fn clockwork(
    view: &View,
    number: u32,
    now: DateTime<Utc>,
    heard: &Hearing,
    rules: &Policy,
    chance: &mut Chance,
) -> Decision {
    let Some(game) = view.games.get(&number) else {
        return Decision::default();
    };
    let (head, turn) = (&game.head, game.head.turn());
    let (Some(clock), Some(player)) = (&head.clock, view.players.get(head.player(turn.side))) else {
        return Decision::default();
    };
    let mut after = clock.clone();
    match (head.stage, clock.due, clock.deadline) {
        (Stage::Running, Some(_), _) if clock.since.is_none() && heard.waits_for_letter => {
            after.due = Some(now + WAIT_FOR_LETTER);
        }
        (Stage::Running, Some(due), _) if clock.since.is_none() => after.start(turn, due.min(now), &player.vacations),
        (Stage::Running, _, None) => after.recompute(turn, &player.vacations),
        (Stage::Running, ..) => match clock.lost_at(turn, &player.vacations) {
            // A vacation was set or ended that the row does not know of yet.
            Some(lost_at) if clock.deadline != Some(lost_at - clock.control.grace()) => {
                after.recompute(turn, &player.vacations)
            }
            Some(lost_at) if lost_at <= now => {
                if let Some(why) = heard.saves(player, lost_at, now) {
                    let waits = Change::ForfeitWaits { number, why, since: now, again: now + WAIT };
                    return Decision { changes: vec![waits], ..Decision::default() };
                }
                let saved = auto_vacation(view, game, player, rules, now, chance);
                return saved.unwrap_or_else(|| lose(view, game, lost_at, chance));
            }
            _ => return remind(view, game, player, now, chance),
        },
        _ => after.stop(),
    }
    Decision { changes: vec![Change::ClockSet { number, clock: after }], ..Decision::default() }
}

/// The side to move loses on time, at that instant, however late this is noticed.
fn lose(view: &View, game: &Game, at: DateTime<Utc>, chance: &mut Chance) -> Decision {
    let (number, loser) = (game.head.number, game.head.to_move());
    let mut after = game.clone();
    after.head.stage = Stage::Ended(Ending::TimedOut { loser });
    after.head.offer = None;
    after.head.touched = at;
    let mut decision = Decision::default();
    decision.changes.push(Change::StageReached { number, stage: after.head.stage, at });
    decision.changes.push(Change::TokensExpire { number, by: notices_out::when_over(at) });
    let author = game.head.player(loser);
    board_news::tell_both(
        &mut decision,
        view,
        &Arc::new(after),
        BoardReport { event: GameEvent::TimedOut { by: loser }, author, comment: "" },
        at,
        chance,
    );
    decision
}

/// Reminds the player of all their boards at once, unless a recent letter has done that or the player wants no reminders.
fn remind(view: &View, game: &Game, player: &Player, now: DateTime<Utc>, chance: &mut Chance) -> Decision {
    let (number, turn) = (game.head.number, game.head.turn());
    let Some(mut clock) = game.head.clock.clone() else {
        return Decision::default();
    };
    clock.due = clock.next_look(now, &player.vacations);
    // If a vacation does not stop the clock, a player on vacation must be reminded too.
    let on_vacation = clock.stopping(&player.vacations).iter().any(|vacation| vacation.holds(now));
    let pause = reminders::pause(clock.deadline, now);
    let lately = player.reminded.filter(|reminded| now < *reminded + pause);
    let knows = lately.is_some_and(|reminded| clock.since.is_some_and(|since| since <= reminded));
    let later = lately
        .map(|reminded| reminded + pause)
        .filter(|later| clock.deadline.is_some_and(|deadline| *later < deadline));
    if let (Some(later), false) = (later, knows) {
        // The last letter did not know of this board yet.
        clock.due = clock.due.map(|due| due.min(later));
    }
    let mut decision = Decision::default();
    decision.changes.push(Change::ClockSet { number, clock });
    if knows || later.is_some() || on_vacation || player.settings.reminders == Wanted::Off {
        return decision;
    }
    decision.changes.push(Change::Reminded { player: player.id.clone(), at: now });
    let mut games = timed(view, player);
    if games.len() <= 1 {
        let game = Arc::new(game.clone());
        notices_out::tell(&mut decision, player, &game, GameEvent::Reminded { of: turn.side }, "", now, chance);
        return decision;
    }
    games.sort_by_key(|head| head.clock.as_ref().and_then(|clock| clock.deadline));
    notices_out::letter(&mut decision, player, News::Reminder { games }, now, chance);
    decision
}

/// The boards on which the player's time counts.
pub(in crate::club) fn timed(view: &View, player: &Player) -> Vec<Head> {
    let games = view.lists.get(&GameSearch::of(player.id.clone(), Which::Next)).into_iter().flatten();
    let counts =
        |head: &&Head| head.stage == Stage::Running && head.clock.as_ref().is_some_and(|clock| clock.since.is_some());
    games.filter(counts).cloned().collect()
}
