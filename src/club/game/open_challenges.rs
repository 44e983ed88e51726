//! Open challenges: a player who accepts one plays at once, because the player who made it has agreed beforehand.
//!
//! An open challenge has a number from the same sequence as the boards, and the game that it leads to gets the board of that number.

use crate::chance::Chance;
use crate::club::exchange::authenticated::Authenticated;
use crate::club::exchange::board_news;
use crate::club::exchange::board_news::BoardReport;
use crate::club::exchange::decision::{Change, Decision, refuse};
use crate::club::exchange::notice::GameEvent;
use crate::club::exchange::refusal::Refusal;
use crate::club::exchange::reply::Reply;
use crate::club::game::challenge;
use crate::club::model::game::Invitation;
use crate::club::model::open_challenge::{OpenChallenge, OpenChallengeEnd, SEEKS_LIST_MAX, SEEKS_MAX};
use crate::command::OpenChallengeAsk;
use crate::tafl;
use std::sync::Arc;

/// Makes an open challenge.
pub(crate) fn challenge_all(auth: &Authenticated, ask: &OpenChallengeAsk) -> Decision {
    let OpenChallengeAsk { variant, side, conditions, clock } = ask;
    if variant.name == tafl::OWN_RULES {
        return refuse(Refusal::SeekByName);
    }
    let own = auth.view.seeks.values().filter(|seek| seek.player == *auth.sender).count();
    if own >= SEEKS_MAX {
        return refuse(Refusal::TooManySeeks);
    }
    if auth.view.seeks.len() >= SEEKS_LIST_MAX as usize {
        return refuse(Refusal::SeeksAreFull);
    }
    if let Err(refusal) = auth.view.room(auth.sender, auth.sender) {
        return refuse(refusal);
    }
    let seek = OpenChallenge {
        number: auth.view.next_number,
        player: auth.sender.clone(),
        variant: variant.name.clone(),
        title: variant.title.clone(),
        rules: Arc::new(variant.rules.clone()),
        side: *side,
        conditions: *conditions,
        clock: *clock,
        created: auth.request.received,
    };
    Decision {
        changes: vec![Change::SeekSent { seek: seek.clone() }],
        replies: vec![Reply::SeekStands { seek }],
        sender: Some(auth.sender.clone()),
        ..Decision::default()
    }
}

/// Accepts an open challenge: the game begins.
pub(crate) fn take(auth: &Authenticated, number: u32, chance: &mut Chance) -> Decision {
    let Some(seek) = auth.view.seeks.get(&number) else {
        return refuse(Refusal::NoSuchSeek { number });
    };
    if seek.player == *auth.sender {
        return refuse(Refusal::OwnSeek { number });
    }
    if auth.view.players.get(&seek.player).is_some_and(|player| !player.is_reachable()) {
        return refuse(Refusal::Unreachable { player: seek.player.clone() });
    }
    for player in [auth.sender, &seek.player] {
        if let Err(refusal) = auth.view.room(player, auth.sender) {
            return refuse(refusal);
        }
    }
    let at = auth.request.received;
    let side = seek.side.unwrap_or(match chance.below(2) {
        0 => tafl::Side::Attackers,
        _ => tafl::Side::Defenders,
    });
    let (attackers, defenders) = match side {
        tafl::Side::Attackers => (seek.player.clone(), auth.sender.clone()),
        tafl::Side::Defenders => (auth.sender.clone(), seek.player.clone()),
    };
    let clock = challenge::clock(auth, seek.clock);
    let mut decision = Decision { sender: Some(auth.sender.clone()), ..Decision::default() };
    decision.changes.push(Change::SeekEnded { number, end: OpenChallengeEnd::Taken });
    let invitation = Invitation {
        number,
        variant: seek.variant.clone(),
        title: seek.title.clone(),
        rules: seek.rules.clone(),
        attackers,
        defenders,
        challenger: side,
        clock,
        conditions: seek.conditions,
        at,
    };
    let game = challenge::begin(&mut decision, auth.view, invitation, None, None);
    let news = BoardReport { event: GameEvent::Began, author: auth.sender, comment: auth.request.comment.as_str() };
    board_news::tell_both(&mut decision, auth.view, &Arc::new(game), news, at, chance);
    decision
}

/// Withdraws the sender's own open challenge.
pub(crate) fn withdraw(auth: &Authenticated, seek: &OpenChallenge) -> Decision {
    let number = seek.number;
    if seek.player != *auth.sender {
        return refuse(Refusal::NotYourSeek { number });
    }
    Decision {
        changes: vec![Change::SeekEnded { number, end: OpenChallengeEnd::Withdrawn }],
        replies: vec![Reply::SeekWithdrawn { number }],
        sender: Some(auth.sender.clone()),
        ..Decision::default()
    }
}
