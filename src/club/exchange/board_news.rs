//! News of a board: who is told at once, who in the letter of the day, and what observers may see.

use crate::chance::Chance;
use crate::club::exchange::decision::{Change, Decision};
use crate::club::exchange::notice::{GameEvent, News};
use crate::club::exchange::view::View;
use crate::club::exchange::{digest_hour, notices_out};
use crate::club::model::game::{Game, Head};
use crate::club::model::player::{Player, PlayerId};
use crate::tafl;
use chrono::{DateTime, Utc};
use std::sync::Arc;

/// What somebody did on a board.
#[derive(Clone)]
pub(crate) struct BoardReport<'a> {
    /// What happened.
    pub event: GameEvent,
    /// Who did it.
    pub author: &'a PlayerId,
    /// Their words for the other player. Empty if there are none.
    pub comment: &'a str,
}

/// Tells both players what happened on a board. The words of the player who did it go to the other one alone.
pub(crate) fn tell_both(
    decision: &mut Decision,
    view: &View,
    game: &Arc<Game>,
    news: BoardReport<'_>,
    now: DateTime<Utc>,
    chance: &mut Chance,
) {
    tell_observers(decision, view, game, &news.event);
    for id in [&game.head.attackers, &game.head.defenders] {
        match view.players.get(id) {
            Some(reader) if id == news.author => {
                notices_out::tell(decision, reader, game, news.event.clone(), "", now, chance);
            }
            Some(reader) => tell_of_other(decision, reader, game, news.clone(), now, chance),
            None => {}
        }
    }
}

/// The same for a player who knows it already.
pub(crate) fn tell_the_others(
    decision: &mut Decision,
    view: &View,
    game: &Arc<Game>,
    news: BoardReport<'_>,
    now: DateTime<Utc>,
    chance: &mut Chance,
) {
    tell_observers(decision, view, game, &news.event);
    let others = [&game.head.attackers, &game.head.defenders].into_iter().filter(|id| *id != news.author);
    for reader in others.filter_map(|id| view.players.get(id)) {
        tell_of_other(decision, reader, game, news.clone(), now, chance);
    }
}

/// Tells a player what another one did, at once or in the one letter of the day.
pub(crate) fn tell_of_other(
    decision: &mut Decision,
    reader: &Player,
    game: &Arc<Game>,
    news: BoardReport<'_>,
    now: DateTime<Utc>,
    chance: &mut Chance,
) {
    let BoardReport { event, author, comment } = news;
    match reader.settings.digest {
        None => notices_out::tell(decision, reader, game, event, comment, now, chance),
        Some(hour) => decision.changes.push(Change::NewsKept {
            player: reader.id.clone(),
            number: game.head.number,
            author: Some(author.clone()).filter(|_| !event.is_of_the_course()),
            words: comment.trim().to_owned(),
            at: now,
            due: digest_hour::next(hour, now),
        }),
    }
}

/// Whether observers are told: they are told what changes the board, not what the players say to each other.
pub(in crate::club) fn is_for_observers(event: &GameEvent) -> bool {
    match event {
        GameEvent::Began
        | GameEvent::Moved { .. }
        | GameEvent::Resigned { .. }
        | GameEvent::Annulled { .. }
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

/// By how many moves observers see a game late. Nobody should be able to help a player in a tournament with the board as it is now.
pub(in crate::club) fn wait(view: &View, head: &Head) -> u32 {
    if head.tournament.is_some() && head.is_open() { view.observers_wait_plies } else { 0 }
}

/// The game as it was after `plies` moves. Later offers, and whose clock is running, concern the players alone.
pub(in crate::club) fn after(game: &Game, plies: u32) -> Option<Game> {
    let plays = game.state.plays().get(..plies as usize)?;
    let state = tafl::GameState::replay(game.rules().clone(), plays.iter().map(|played| played.play)).ok()?;
    let head = Head { plies, offer: None, clock: None, away: None, ..game.head.clone() };
    Some(Game { head, state, banks_before: [None; 2] })
}

/// The game as a person who does not play in it sees it, and by how many moves that is late.
pub(crate) fn from_outside(view: &View, game: &Game) -> (Game, u32) {
    let late = wait(view, &game.head).min(game.head.plies);
    let seen = if late > 0 { after(game, game.head.plies - late) } else { None };
    seen.map_or_else(|| (game.clone(), 0), |seen| (seen, late))
}

/// The game as it was `wait` moves before, and what happened then. `None` if there is nothing to tell yet.
pub(in crate::club) fn earlier(game: &Arc<Game>, event: &GameEvent, wait: u32) -> Option<(Arc<Game>, GameEvent)> {
    if wait == 0 || game.head.plies == 0 {
        return Some((game.clone(), event.clone()));
    }
    let (GameEvent::Moved { .. }, shown @ 1..) = (event, game.head.plies.saturating_sub(wait)) else {
        return None;
    };
    let seen = after(game, shown)?;
    let by = seen.state.plays().last()?.side;
    // What was prepared concerns the players alone.
    Some((Arc::new(seen), GameEvent::Moved { by, prepared: false, broken: false, lapsed: None, crossed: None }))
}

/// Tells the observers.
pub(crate) fn tell_observers(decision: &mut Decision, view: &View, game: &Arc<Game>, event: &GameEvent) {
    if !is_for_observers(event) || game.head.conditions.private {
        return;
    }
    let Some((game, mut event)) = earlier(game, event, wait(view, &game.head)) else {
        return;
    };
    if let GameEvent::Moved { crossed, .. } = &mut event {
        *crossed = None;
    }
    let observers: Vec<&PlayerId> = view.observers.get(&game.head.number).into_iter().flatten().collect();
    for reader in observers.into_iter().filter_map(|id| view.players.get(id)) {
        let news = News::Observed { game: game.clone(), event: event.clone() };
        decision.notices.push(notices_out::to(reader, None, news));
    }
}
