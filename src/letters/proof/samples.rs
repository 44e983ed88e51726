//! Samples for the proof: ratings, and the club's own limits.

use crate::club::rating::{Rating, RatingStanding};
use crate::club::{GameEvent, OpenChallenge, PlayerId, RatingList, Refusal, Reliability, Reply};
use crate::command::{Conditions, Timing};
use crate::tafl;
use chrono::{DateTime, TimeDelta, Utc};
use std::sync::Arc;

/// Every way in which the rules end a game.
pub(super) const REASONS: [tafl::Reason; 7] = [
    tafl::Reason::KingCaptured,
    tafl::Reason::KingEscaped,
    tafl::Reason::Encircled,
    tafl::Reason::ExitFort,
    tafl::Reason::NoMove,
    tafl::Reason::NoMen,
    tafl::Reason::Repetition,
];

/// One of every answer.
pub(super) fn replies(variant: &tafl::Variant, [ann, bob]: [&PlayerId; 2]) -> Vec<Reply> {
    let next = DateTime::<Utc>::UNIX_EPOCH;
    let sure = Rating { deviation_milli: 50_000, ..Rating::NEWCOMER };
    let standing = |player: &PlayerId, rating, estimate| RatingStanding {
        variant: variant.name.clone(),
        player: player.clone(),
        rating,
        games: 99_999,
        estimate,
    };
    let list = |offset_milli, provisional, all| RatingList {
        variant: variant.name.clone(),
        standings: vec![standing(ann, sure, Some(sure)), standing(bob, sure, None)],
        all,
        provisional,
        offset_milli,
    };
    let open_challenge = |side| OpenChallenge {
        number: 4_000_000_000,
        player: ann.clone(),
        variant: variant.name.clone(),
        title: variant.title.clone(),
        rules: Arc::new(variant.rules.clone()),
        side,
        conditions: Conditions { unrated: true, private: true },
        clock: Timing::read("125d+3d,until=50,noleave,grace=2h,first=9d").ok(),
        created: next,
    };
    let record =
        |games, answer| Reliability { finished: games, resigned: games, timed_out: games, answer: Some(answer) };
    let empty = RatingList { standings: Vec::new(), ..list(0, 0, 0) };
    let one = |list| Reply::Ratings { lists: vec![list], next, variant: Some(variant.name.clone()) };
    let guess = vec![standing(ann, Rating::NEWCOMER, Some(Rating::NEWCOMER)), standing(ann, sure, None)];
    vec![
        Reply::OpenChallenges {
            open_challenges: vec![open_challenge(Some(tafl::Side::Attackers)), open_challenge(None)],
        },
        Reply::OpenChallenges { open_challenges: Vec::new() },
        Reply::OpenChallengeStands { open_challenge: open_challenge(Some(tafl::Side::Defenders)) },
        Reply::OpenChallengeStands { open_challenge: open_challenge(None) },
        Reply::OpenChallengeWithdrawn { number: 1 },
        Reply::Observing { number: 1, on: true },
        Reply::Observing { number: 1, on: false },
        Reply::Reliability { player: ann.clone(), reliability: Reliability::default() },
        Reply::Reliability { player: ann.clone(), reliability: record(1, TimeDelta::minutes(50)) },
        Reply::Reliability { player: ann.clone(), reliability: record(2, TimeDelta::hours(26)) },
        Reply::Reliability { player: ann.clone(), reliability: record(3, TimeDelta::hours(80)) },
        Reply::Limit { limit: Some(8), games: 3, changed: true },
        Reply::Limit { limit: Some(1), games: 1, changed: false },
        Reply::Limit { limit: None, games: 3, changed: true },
        Reply::Limit { limit: None, games: 1, changed: false },
        one(list(118_000, 1, 300)),
        one(list(-20_000, 2, 2)),
        one(empty.clone()),
        Reply::Ratings { lists: vec![list(0, 0, 2), list(0, 0, 2), empty], next, variant: None },
        Reply::Ratings { lists: Vec::new(), next, variant: None },
        Reply::RatingsOf { player: ann.clone(), standings: guess, next },
        Reply::RatingsOf { player: ann.clone(), standings: Vec::new(), next },
    ]
}

/// One of every refusal.
pub(super) fn refusals(number: u32, ann: &PlayerId) -> Vec<Refusal> {
    vec![
        Refusal::OpenChallengeByName,
        Refusal::TooManyOpenChallenges,
        Refusal::OpenChallengesAreFull,
        Refusal::NoSuchOpenChallenge { number },
        Refusal::OwnOpenChallenge { number },
        Refusal::NotYourOpenChallenge { number },
        Refusal::LimitReached { player: ann.clone(), limit: 3, yours: true },
        Refusal::LimitReached { player: ann.clone(), limit: 1, yours: false },
        Refusal::LimitReached { player: ann.clone(), limit: 0, yours: false },
        Refusal::OwnBoardObserved { number },
        Refusal::NothingToObserve { number },
        Refusal::TooManyObservers { number },
        Refusal::UnratedAlready { number },
        Refusal::UnratedInTournament { number },
        Refusal::TooLateForUnrated { number },
        Refusal::PrivateBoard { number },
    ]
}

/// One of every event in a running game.
pub(super) fn events() -> Vec<GameEvent> {
    vec![GameEvent::Unrated { by: tafl::Side::Attackers }]
}
