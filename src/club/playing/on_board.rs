//! What players do on one board, or with the challenge of that number: each act, and the stage of the game that it needs.

use crate::chance::Chance;
use crate::club::exchange::authenticated::Authenticated;
use crate::club::exchange::decision::{Decision, refuse};
use crate::club::exchange::refusal::Refusal;
use crate::club::exchange::view::View;
use crate::club::model::game::{Game, Head, OfferKind, Stage};
use crate::club::playing::{certainty, challenge, messages, moves, observers, open_challenges, prepared_moves};
use crate::command::{BoardAct, ChallengeAsk, Terms, Timing};
use crate::tafl::Side;
use std::sync::Arc;

/// When something can be done on a board by one of its players.
#[derive(Clone, Copy, PartialEq, Eq)]
enum When {
    /// At any time.
    Ever,
    /// Once the game has begun, even after its end.
    Begun,
    /// While it runs.
    Running,
}

/// Does what the sender asks for on the board of this number.
pub(crate) fn act(auth: &Authenticated, number: u32, act: &BoardAct, chance: &mut Chance) -> Decision {
    let own = Seat { auth, number };
    match act {
        BoardAct::Subscribe => observers::subscribe(auth, number, true),
        BoardAct::Unsubscribe => observers::subscribe(auth, number, false),
        BoardAct::Withdraw => withdraw(&own, chance),
        BoardAct::Accept => own.at(When::Ever, |game, side| answer(&own, game, side, true, chance)),
        BoardAct::Decline => own.at(When::Ever, |game, side| answer(&own, game, side, false, chance)),
        BoardAct::Chat(text) => own.at(When::Ever, |game, side| messages::chat(auth, game, side, text, chance)),
        BoardAct::Note(text) => own.at(When::Ever, |game, _| messages::note(auth, game, text)),
        BoardAct::Unrated => own.at(When::Ever, |game, side| challenge::make_unrated(auth, game, side, chance)),
        BoardAct::Move(play) => own.at(When::Begun, |game, side| moves::play(auth, game, side, play, chance)),
        BoardAct::Rematch(ask) => own.at(When::Begun, |_, _| match ask {
            Some(ask) => challenge::challenge(auth, ask, chance),
            None => refuse(Refusal::StillPlayed { number }),
        }),
        BoardAct::Queue(what) => own.at(When::Running, |game, side| prepared_moves::queue(auth, game, side, what)),
        BoardAct::Resign => own.at(When::Running, |game, side| moves::resign(auth, game, side, chance)),
        BoardAct::Draw => own.at(When::Running, |game, side| moves::offer(auth, game, side, OfferKind::Draw, chance)),
        BoardAct::Undo => own.at(When::Running, |game, side| moves::offer(auth, game, side, OfferKind::Undo, chance)),
    }
}

/// Whether the player of this side can mean this game.
pub(crate) fn makes_sense(act: &BoardAct, head: &Head, side: Side) -> bool {
    let running = head.stage == Stage::Running;
    let invited_by = (head.stage == Stage::Invited).then_some(head.challenger);
    let offered_by = head.offer.filter(|_| running).map(|offer| offer.by);
    let asked_by = invited_by.or(offered_by);
    match act {
        BoardAct::Accept | BoardAct::Decline => asked_by == Some(side.opponent()),
        BoardAct::Withdraw => asked_by == Some(side),
        BoardAct::Move(_) => running && head.to_move() == side,
        // A player observes other players' boards.
        BoardAct::Subscribe | BoardAct::Unsubscribe => false,
        // It is over, and so not among the open games.
        BoardAct::Rematch(_) => false,
        BoardAct::Unrated => challenge::may_become_unrated(head),
        BoardAct::Queue(_)
        | BoardAct::Resign
        | BoardAct::Draw
        | BoardAct::Undo
        | BoardAct::Chat(_)
        | BoardAct::Note(_) => running,
    }
}

/// Fills in what a command on a board is short for: a rematch is a challenge with the rules, the clock and the conditions of a game that is
/// over, and with its sides swapped. True if it did, and what the challenge needs must still be loaded.
pub(crate) fn fill_in(view: &View, number: u32, act: &mut BoardAct) -> bool {
    let (BoardAct::Rematch(ask @ None), Some(game)) = (act, view.games.get(&number)) else {
        return false;
    };
    let head = &game.head;
    if let Stage::Ended(_) | Stage::Annulled { .. } = head.stage {
        *ask = Some(Box::new(ChallengeAsk {
            first: head.defenders.to_string(),
            second: head.attackers.to_string(),
            terms: Terms::AsOn(number),
            conditions: head.conditions,
            clock: Some(head.clock.as_ref().map_or(Timing::Unlimited, |clock| Timing::Control(clock.control))),
            instead: None,
        }));
    }
    ask.is_some()
}

/// The sender's place at a board.
struct Seat<'a> {
    auth: &'a Authenticated<'a>,
    number: u32,
}

impl Seat<'_> {
    /// Calls `act` with the game and the sender's side, if they have one and the game is at the right stage.
    fn at(&self, when: When, act: impl FnOnce(&Game, Side) -> Decision) -> Decision {
        let number = self.number;
        let Some(game) = self.auth.view.games.get(&number) else {
            return refuse(Refusal::UnknownBoard { number });
        };
        let Some(side) = game.head.side_of(self.auth.sender) else {
            return refuse(Refusal::NotYourBoard { number });
        };
        match game.head.stage {
            Stage::Annulled { .. } if when == When::Running => refuse(Refusal::Annulled { number }),
            Stage::Invited | Stage::Declined | Stage::Withdrawn if when != When::Ever => refuse(Refusal::NotBegun {
                number,
                yours: game.head.invited() == self.auth.sender,
                dead: game.head.stage != Stage::Invited,
            }),
            Stage::Ended(ending) if when == When::Running => {
                refuse(Refusal::Over { game: Arc::new(game.clone()), ending })
            }
            Stage::Invited
            | Stage::Declined
            | Stage::Withdrawn
            | Stage::Annulled { .. }
            | Stage::Running
            | Stage::Ended(_) => act(game, side),
        }
    }
}

/// Withdraws the sender's own challenge or offer, or their open challenge, which has no game yet.
fn withdraw(own: &Seat<'_>, chance: &mut Chance) -> Decision {
    let (auth, number) = (own.auth, own.number);
    if !auth.view.games.contains_key(&number)
        && let Some(open) = auth.view.open_challenges.get(&number)
    {
        return open_challenges::withdraw(auth, open);
    }
    own.at(When::Ever, |game, side| match game.head.stage {
        Stage::Running if game.head.offer.is_none_or(|offer| offer.by != side) => {
            refuse(Refusal::NoLongerOpen { number, begun: true })
        }
        Stage::Running => moves::withdraw_offer(auth, game, side, chance),
        Stage::Invited | Stage::Declined | Stage::Withdrawn | Stage::Annulled { .. } | Stage::Ended(_) => {
            challenge::withdraw(auth, game, chance)
        }
    })
}

/// Says yes or no to a challenge, or to what the opponent has offered.
fn answer(own: &Seat<'_>, game: &Game, side: Side, yes: bool, chance: &mut Chance) -> Decision {
    let (auth, number) = (own.auth, own.number);
    // Who says yes or no to a letter about no offer is asked whether the one is meant that stands now.
    let may_mean_it = certainty::may_mean_the_offer(auth.request, game, side);
    match game.head.stage {
        Stage::Invited if yes => challenge::accept(auth, game, chance),
        Stage::Invited => challenge::decline(auth, game, chance),
        Stage::Running if game.head.offer.is_none() && game.head.plies == 0 => {
            refuse(Refusal::NoLongerOpen { number, begun: true })
        }
        Stage::Running if !certainty::means_the_offer(auth.request, game) && !may_mean_it => {
            refuse(Refusal::NoOffer { number })
        }
        Stage::Running if yes => moves::accept_offer(auth, game, side, chance),
        Stage::Running => moves::decline_offer(auth, game, side, chance),
        Stage::Declined | Stage::Withdrawn | Stage::Annulled { .. } | Stage::Ended(_) => {
            refuse(Refusal::NoLongerOpen { number, begun: false })
        }
    }
}
