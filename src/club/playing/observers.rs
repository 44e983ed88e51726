//! Observers: a player who subscribes to a board gets a letter for each move. Such a letter has no token, because an answer to it can do
//! nothing.

use crate::club::exchange::authenticated::Authenticated;
use crate::club::exchange::decision::{Change, Decision, refuse};
use crate::club::exchange::refusal::Refusal;
use crate::club::exchange::reply::Reply;

/// The most observers of one board.
pub const OBSERVERS_MAX: usize = 20;

/// Begins or ends observing a board.
pub(crate) fn subscribe(auth: &Authenticated, number: u32, on: bool) -> Decision {
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
        // Asked a second time, it changes nothing.
        changes: if on == is_on { Vec::new() } else { vec![change] },
        replies: vec![Reply::Observing { number, on }],
        sender: Some(auth.sender.clone()),
        ..Decision::default()
    }
}
