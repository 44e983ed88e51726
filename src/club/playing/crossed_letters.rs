//! Letters that cross: what one player asked for while the other's move was already on its way.
//!
//! A move answers the letter whose key it bears. If that letter is older than the opponent's offer, its author had not been told of the offer,
//! so the move is no answer to it, and the offer waits on. It lapses with the next move, as every offer does: by then both have been told.
//!
//! A request to take a move back that the opponent has answered, whether the letters crossed or not, means both moves: people see a blunder when
//! it is punished, and the opponent decides. The side that asks is then not the side that has moved last, and nothing else need be written down.

use crate::club::exchange::notices_out;
use crate::club::exchange::request::{Purpose, Request};
use crate::club::model::game::{Game, Offer, OfferKind};
use crate::tafl::{Play, Side};

/// The opponent's offer that the author of a move by this side had not been told of. A move without a key, and one above a letter that showed
/// the offer or came later, lets the offer go.
pub(crate) fn unread_offer(request: &Request, game: &Game, side: Side) -> Option<Offer> {
    let token = request.token.as_ref()?;
    let Purpose::Game { number, ply, .. } = token.purpose else { return None };
    let is_answer = number == game.head.number && ply == game.head.plies;
    let offer = game.head.offer.filter(|offer| offer.by != side);
    offer.filter(|offer| is_answer && notices_out::was_written_before(token, offer.at))
}

/// The last move of this side and the answer to it, if these are the last two moves.
pub fn answered_move(game: &Game, side: Side) -> Option<(Play, Play)> {
    match game.state.plays() {
        [.., own, answer] if own.side == side && answer.side != side => Some((own.play, answer.play)),
        _ => None,
    }
}

/// How many moves a yes to the offer takes back.
pub(crate) fn moves_asked_back(game: &Game, offer: Offer) -> usize {
    match (offer.kind, answered_move(game, offer.by)) {
        (OfferKind::Undo, Some(_)) => 2,
        (OfferKind::Undo, None) => 1,
        (OfferKind::Draw, _) => 0,
    }
}
