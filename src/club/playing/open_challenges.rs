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
use crate::club::model::game::Invitation;
use crate::club::model::open_challenge::{
    OPEN_CHALLENGES_LIST_MAX, OPEN_CHALLENGES_MAX, OpenChallenge, OpenChallengeEnd,
};
use crate::club::playing::challenge;
use crate::command::OpenChallengeAsk;
use crate::tafl;
use std::sync::Arc;

/// Makes an open challenge.
pub(crate) fn challenge_all(auth: &Authenticated, ask: &OpenChallengeAsk) -> Decision {
    let OpenChallengeAsk { variant, side, conditions, clock } = ask;
    if variant.name == tafl::OWN_RULES {
        return refuse(Refusal::OpenChallengeByName);
    }
    let own = auth.view.open_challenges.values().filter(|open_challenge| open_challenge.player == *auth.sender).count();
    if own >= OPEN_CHALLENGES_MAX {
        return refuse(Refusal::TooManyOpenChallenges);
    }
    if auth.view.open_challenges.len() >= OPEN_CHALLENGES_LIST_MAX as usize {
        return refuse(Refusal::OpenChallengesAreFull);
    }
    if let Err(refusal) = auth.view.room(auth.sender, auth.sender) {
        return refuse(refusal);
    }
    let open_challenge = OpenChallenge {
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
        changes: vec![Change::OpenChallengeSent { open_challenge: open_challenge.clone() }],
        replies: vec![Reply::OpenChallengeStands { open_challenge }],
        sender: Some(auth.sender.clone()),
        ..Decision::default()
    }
}

/// Accepts an open challenge: the game begins.
pub(crate) fn take(auth: &Authenticated, number: u32, chance: &mut Chance) -> Decision {
    let Some(open_challenge) = auth.view.open_challenges.get(&number) else {
        return refuse(Refusal::NoSuchOpenChallenge { number });
    };
    if open_challenge.player == *auth.sender {
        return refuse(Refusal::OwnOpenChallenge { number });
    }
    if auth.view.players.get(&open_challenge.player).is_some_and(|player| !player.is_reachable()) {
        return refuse(Refusal::Unreachable { player: open_challenge.player.clone() });
    }
    for player in [auth.sender, &open_challenge.player] {
        if let Err(refusal) = auth.view.room(player, auth.sender) {
            return refuse(refusal);
        }
    }
    let at = auth.request.received;
    let side = open_challenge.side.unwrap_or(match chance.below(2) {
        0 => tafl::Side::Attackers,
        _ => tafl::Side::Defenders,
    });
    let (attackers, defenders) = match side {
        tafl::Side::Attackers => (open_challenge.player.clone(), auth.sender.clone()),
        tafl::Side::Defenders => (auth.sender.clone(), open_challenge.player.clone()),
    };
    let clock = challenge::clock(auth, open_challenge.clock);
    let mut decision = Decision { sender: Some(auth.sender.clone()), ..Decision::default() };
    decision.changes.push(Change::OpenChallengeEnded { number, end: OpenChallengeEnd::Taken });
    let invitation = Invitation {
        number,
        variant: open_challenge.variant.clone(),
        title: open_challenge.title.clone(),
        rules: open_challenge.rules.clone(),
        attackers,
        defenders,
        challenger: side,
        clock,
        conditions: open_challenge.conditions,
        at,
    };
    let game = challenge::begin(&mut decision, auth.view, invitation, None, None);
    let news = BoardReport { event: GameEvent::Began, author: auth.sender, comment: auth.request.comment.as_str() };
    board_news::tell_both(&mut decision, auth.view, &Arc::new(game), news, at, chance);
    decision
}

/// Withdraws the sender's own open challenge.
pub(crate) fn withdraw(auth: &Authenticated, open_challenge: &OpenChallenge) -> Decision {
    let number = open_challenge.number;
    if open_challenge.player != *auth.sender {
        return refuse(Refusal::NotYourOpenChallenge { number });
    }
    Decision {
        changes: vec![Change::OpenChallengeEnded { number, end: OpenChallengeEnd::Withdrawn }],
        replies: vec![Reply::OpenChallengeWithdrawn { number }],
        sender: Some(auth.sender.clone()),
        ..Decision::default()
    }
}
