//! Looking on: who subscribes to a board gets a letter for each move. Such a letter bears no key, for an answer to it can do nothing.

use crate::club::authenticated::Authenticated;
use crate::club::decision::{Change, Decision, refuse};
use crate::club::game::{Game, Head};
use crate::club::notice::{GameEvent, News};
use crate::club::player::PlayerId;
use crate::club::refusal::Refusal;
use crate::club::reply::Reply;
use crate::club::tell;
use crate::club::view::View;
use crate::tafl;
use std::sync::Arc;

/// Those who can look on at one board.
pub const OBSERVERS_MAX: usize = 20;

/// Begins or ends looking on.
pub fn subscribe(auth: &Authenticated, number: u32, on: bool) -> Decision {
    let Some(game) = auth.view.games.get(&number) else {
        return refuse(Refusal::UnknownBoard { number });
    };
    let observers = auth.view.observers.get(&number).map_or(&[][..], Vec::as_slice);
    let is_on = observers.contains(auth.sender);
    if on && game.head.side_of(auth.sender).is_some() {
        return refuse(Refusal::OwnBoardObserved { number });
    }
    if on && game.head.conditions.private {
        return refuse(Refusal::PrivateBoard { number });
    }
    if on && !game.head.is_open() {
        return refuse(Refusal::NothingToObserve { number });
    }
    if on && !is_on && observers.len() >= OBSERVERS_MAX {
        return refuse(Refusal::TooManyObservers { number });
    }
    let change = Change::Observed { number, player: auth.sender.clone(), on };
    Decision {
        // Said again, it is as true as before.
        changes: if on == is_on { Vec::new() } else { vec![change] },
        replies: vec![Reply::Observing { number, on }],
        sender: Some(auth.sender.clone()),
        ..Decision::default()
    }
}

/// Whether observers hear of it: what changes the board, and not what the players say to each other.
fn is_for_observers(event: &GameEvent) -> bool {
    match event {
        GameEvent::Began
        | GameEvent::Moved { .. }
        | GameEvent::Resigned { .. }
        | GameEvent::DrawAgreed { .. }
        | GameEvent::TakenBack { .. }
        | GameEvent::TimedOut { .. } => true,
        GameEvent::Invited { .. }
        | GameEvent::Declined
        | GameEvent::Withdrawn
        | GameEvent::Unrated { .. }
        | GameEvent::Offered { .. }
        | GameEvent::OfferDeclined { .. }
        | GameEvent::OfferWithdrawn { .. }
        | GameEvent::Reminded { .. }
        | GameEvent::Chatted { .. } => false,
    }
}

/// How many half-moves those who look on at a game lag behind. Nobody should be able to help a player of a tournament with the board of this
/// minute.
fn wait(view: &View, head: &Head) -> u32 {
    if head.tournament.is_some() && head.is_open() { view.observers_wait_plies } else { 0 }
}

/// The game as it was after so many half-moves. What was offered meanwhile, and whose time runs, is the players' own affair.
fn after(game: &Game, plies: u32) -> Option<Game> {
    let plays = game.state.plays().get(..plies as usize)?;
    let state = tafl::GameState::replay(game.rules().clone(), plays.iter().map(|played| played.play)).ok()?;
    let head = Head { plies, offer: None, clock: None, away: None, ..game.head.clone() };
    Some(Game { head, state, bank_before: None })
}

/// The game as somebody sees it who does not play it, and how many half-moves that is late.
pub fn from_outside(view: &View, game: &Game) -> (Game, u32) {
    let late = wait(view, &game.head).min(game.head.plies);
    let seen = if late > 0 { after(game, game.head.plies - late) } else { None };
    seen.map_or_else(|| (game.clone(), 0), |seen| (seen, late))
}

/// The game as it was so many half-moves before, and what happened then; `None` where there is nothing to tell yet.
fn earlier(game: &Arc<Game>, event: &GameEvent, wait: u32) -> Option<(Arc<Game>, GameEvent)> {
    if wait == 0 || game.head.plies == 0 {
        return Some((game.clone(), event.clone()));
    }
    let (GameEvent::Moved { .. }, shown @ 1..) = (event, game.head.plies.saturating_sub(wait)) else {
        return None;
    };
    let seen = after(game, shown)?;
    let by = seen.state.plays().last()?.side;
    // What was prepared is the players' own affair.
    Some((Arc::new(seen), GameEvent::Moved { by, prepared: false, broken: false }))
}

/// Tells those who look on.
pub fn tell_observers(decision: &mut Decision, view: &View, game: &Arc<Game>, event: &GameEvent) {
    if !is_for_observers(event) || game.head.conditions.private {
        return;
    }
    let Some((game, event)) = earlier(game, event, wait(view, &game.head)) else {
        return;
    };
    let observers: Vec<&PlayerId> = view.observers.get(&game.head.number).into_iter().flatten().collect();
    for reader in observers.into_iter().filter_map(|id| view.players.get(id)) {
        let news = News::Observed { game: game.clone(), event: event.clone() };
        decision.notices.push(tell::to(reader, None, news));
    }
}
