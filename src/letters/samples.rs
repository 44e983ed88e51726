//! Samples for the proof at start-up: what has to do with ratings and the rules of the house.

use crate::club::rating::{Rating, Standing};
use crate::club::{GameEvent, PlayerId, RatingList, Refusal, Reply};
use crate::tafl;
use chrono::{DateTime, Utc};

/// One of every answer.
pub fn replies(variant: &tafl::Variant, [ann, bob]: [&PlayerId; 2]) -> Vec<Reply> {
    let next = DateTime::<Utc>::UNIX_EPOCH;
    let sure = Rating { deviation_milli: 50_000, ..Rating::NEWCOMER };
    let standing = |player: &PlayerId, rating, estimate| Standing {
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
    let empty = RatingList { standings: Vec::new(), ..list(0, 0, 0) };
    let one = |list| Reply::Ratings { lists: vec![list], next, variant: Some(variant.name.clone()) };
    let guess = vec![standing(ann, Rating::NEWCOMER, Some(Rating::NEWCOMER)), standing(ann, sure, None)];
    vec![
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
pub fn refusals(number: u32) -> Vec<Refusal> {
    vec![Refusal::UnratedAlready { number }, Refusal::TooLateForUnrated { number }, Refusal::PrivateBoard { number }]
}

/// One of every event of a running game.
pub fn events() -> Vec<GameEvent> {
    vec![GameEvent::Unrated { by: tafl::Side::Attackers }]
}
