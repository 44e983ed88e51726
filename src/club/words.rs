//! Words between players: about a game, or just so.

use crate::chance::Chance;
use crate::club::case::Case;
use crate::club::decision::{Decision, refuse};
use crate::club::game::Game;
use crate::club::notice::{GameEvent, News};
use crate::club::player::{PlayerId, Presence};
use crate::club::refusal::Refusal;
use crate::club::reply::Reply;
use crate::club::tell;
use crate::tafl;
use std::sync::Arc;

/// Passes words about a game on to the opponent.
pub fn chat(case: &Case, (game, side): (&Game, tafl::Side), text: &str, chance: &mut Chance) -> Decision {
    let opponent = game.head.player(side.opponent());
    let (false, Some(reader)) = (text.trim().is_empty(), case.view.players.get(opponent)) else {
        return refuse(Refusal::NothingToSay);
    };
    if reader.presence == Presence::SignedOff {
        return refuse(Refusal::SignedOff { player: opponent.clone(), yours: false });
    }
    if !reader.is_reachable() {
        return refuse(Refusal::Unreachable { player: opponent.clone() });
    }
    let mut decision = Decision { sender: Some(case.sender.clone()), ..Decision::default() };
    let event = GameEvent::Chatted { by: side };
    let news = (event, case.sender, text);
    tell::tell_of_other(&mut decision, reader, &Arc::new(game.clone()), news, case.request.received, chance);
    decision.replies.push(Reply::PassedOn { to: vec![opponent.clone()] });
    decision
}

/// Passes words on to players.
pub fn message(case: &Case, (players, text): (&[String], &str), chance: &mut Chance) -> Decision {
    if text.trim().is_empty() {
        return refuse(Refusal::NothingToSay);
    }
    let mut readers = Vec::new();
    for id in players {
        match id.parse::<PlayerId>().ok().and_then(|id| case.view.players.get(&id)) {
            Some(player) if player.presence == Presence::SignedOff => {
                return refuse(Refusal::SignedOff { player: player.id.clone(), yours: player.id == *case.sender });
            }
            Some(player) if !player.is_reachable() => {
                return refuse(Refusal::Unreachable { player: player.id.clone() });
            }
            Some(player) => readers.push(player),
            None => return refuse(case.view.unknown_player(id, &[])),
        }
    }
    let mut decision = Decision { sender: Some(case.sender.clone()), ..Decision::default() };
    for reader in &readers {
        let news = News::Message { from: case.sender.clone(), text: text.to_owned() };
        tell::letter(&mut decision, reader, news, case.request.received, chance);
    }
    decision.replies.push(Reply::PassedOn { to: readers.iter().map(|reader| reader.id.clone()).collect() });
    decision
}
