//! Looking on: who subscribes to a board gets a letter for each move. Such a letter bears no key, for an answer to it can do nothing.

use crate::club::exchange::authenticated::Authenticated;
use crate::club::exchange::decision::{Change, Decision, refuse};
use crate::club::exchange::refusal::Refusal;
use crate::club::exchange::reply::Reply;

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
