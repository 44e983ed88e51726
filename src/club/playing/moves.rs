//! A running game: the next move, resigning, offers.

use crate::chance::Chance;
use crate::club::exchange::authenticated::Authenticated;
use crate::club::exchange::board_news::BoardReport;
use crate::club::exchange::decision::{Change, Decision, ending_of, refuse};
use crate::club::exchange::notice::GameEvent;
use crate::club::exchange::refusal::Refusal;
use crate::club::exchange::request::{Asked, Purpose, Request};
use crate::club::exchange::view::View;
use crate::club::exchange::{board_news, notices_out};
use crate::club::model::game::{Ending, Game, Offer, OfferKind, Stage};
use crate::club::model::player::PlayerId;
use crate::club::playing::challenge::{pass_turn, reach};
use crate::club::playing::crossed_letters;
use crate::club::playing::prepared_moves;
use crate::club::playing::prepared_moves::Reaction;
use crate::command::{BoardAct, Command, Doubt, Queued, Target, Wanted};
use crate::tafl;
use chrono::{DateTime, Utc};
use std::sync::Arc;

/// Turns the one move that a player prepares when it is already due into that move, so that all that is true of a move is true of it. Its own
/// number says that it is meant for now, or the letter that is answered, if nothing stands above it in the mail. Otherwise it may be meant
/// for the turn after this one, so it is asked about.
pub fn prepared_now(request: &mut Request, view: &View, sender: Option<&PlayerId>) {
    let subject = request.token.as_ref().map(|token| token.purpose.clone());
    let Asked::Command(command) = &mut request.asked else {
        return;
    };
    let Command::OnBoard { board: Target::Number(number), act, .. } = command.as_mut() else {
        return;
    };
    let BoardAct::Queue(Queued::Line { conditional: false, plays }) = act else {
        return;
    };
    let (Some(game), [play]) = (view.games.get(number), plays.as_slice()) else {
        return;
    };
    let side = sender.and_then(|sender| game.head.side_of(sender));
    let next = game.head.plies + 1;
    let is_for_later = play.ply.is_some_and(|ply| ply != next);
    if game.head.stage != Stage::Running || side != Some(game.state.to_move()) || is_for_later {
        return;
    }
    let of_letter =
        matches!(subject, Some(Purpose::Game { number: own, ply, .. }) if own == *number && ply + 1 == next);
    let is_certain = play.ply.is_some() || (of_letter && request.manner.is_first());
    *act = BoardAct::Move(tafl::ParsedPlay { ply: Some(next), ..play.clone() });
    if !is_certain {
        request.manner.doubt = request.manner.doubt.or(Some(Doubt::Prepared));
    }
}

/// Makes a move, if it has the number of the next one, comes from the player whose turn it is, and is legal.
pub(crate) fn play(
    auth: &Authenticated,
    game: &Game,
    side: tafl::Side,
    parsed: &tafl::ParsedPlay,
    chance: &mut Chance,
) -> Decision {
    let shared = || Arc::new(game.clone());
    let next = game.head.plies + 1;
    let play = tafl::Play { from: parsed.from, to: parsed.to };
    // A move has its number, so it is made exactly once: the same mail by another way cannot move twice.
    let meant = meant_ply(auth.request, parsed, game.head.number).filter(|ply| *ply != next);
    if let Some(ply) = meant.filter(|ply| made_before(game, side, *ply, play)) {
        return refuse(Refusal::AlreadyPlayed { game: shared(), ply, play });
    }
    match game.head.stage {
        Stage::Ended(ending) => return refuse(Refusal::Over { game: shared(), ending }),
        Stage::Annulled { .. } => return refuse(Refusal::Annulled { number: game.head.number }),
        Stage::Invited | Stage::Running | Stage::Declined | Stage::Withdrawn => {}
    }
    match meant {
        Some(ply) if ply > next => return refuse(Refusal::TooEarly { game: shared(), ply, next }),
        Some(ply) => return refuse(Refusal::OutOfDate { game: shared(), ply, next }),
        None => {}
    }
    if game.state.to_move() != side {
        return refuse(match made_before(game, side, next - 1, play) {
            true => Refusal::AlreadyPlayed { game: shared(), ply: next - 1, play },
            false => Refusal::NotYourTurn { game: shared() },
        });
    }
    let mut state = game.state.clone();
    if let Err(why) = state.check_parsed(parsed).and_then(|play| state.play(play).map(|_| ())) {
        let own_man = game.state.position().piece_at(play.from).is_some_and(|piece| piece.side() == side);
        let reach = if own_man { game.state.destinations(play.from) } else { Vec::new() };
        return refuse(Refusal::Illegal { game: shared(), play, why, reach });
    }
    let at = auth.request.received;
    let (turn, vacations) = (game.head.turn(), auth.view.vacations(auth.sender));
    let lost_at = game.head.clock.as_ref().and_then(|clock| clock.lost_at(turn, vacations));
    if let Some(lost_at) = lost_at.filter(|lost_at| *lost_at < at) {
        return refuse(Refusal::TimeIsUp { game: shared(), at: lost_at });
    }
    let mut after = Game { head: game.head.clone(), state, banks_before: game.banks_before };
    let mut decision = Decision { sender: Some(auth.sender.clone()), ..Decision::default() };
    advance(&mut decision, auth.view, &mut after, at);
    let mut event = react(&mut decision, auth.view, &mut after, side, at);
    if let GameEvent::Moved { lapsed, crossed, .. } = &mut event {
        let unread = crossed_letters::unread_offer(auth.request, game, side);
        // A prepared answer to the move is a move of the side that has offered something.
        let waits_on = after.head.stage == Stage::Running && after.head.plies == next;
        *crossed = unread.map(|offer| offer.kind);
        // A draw that the mover has offered is for the other player to answer.
        let own_draw = game.head.offer.filter(|offer| offer.by == side && offer.kind == OfferKind::Draw);
        match unread.or(own_draw).filter(|_| waits_on) {
            Some(offer) => {
                after.head.offer = Some(offer);
                decision.changes.push(Change::OfferSet { number: game.head.number, offer: Some(offer), at });
            }
            None => *lapsed = game.head.offer,
        }
    }
    let is_known = !wants_receipt(auth, &after, &event);
    let news = BoardReport { event, author: auth.sender, comment: auth.request.comment.as_str() };
    let tell = if is_known { board_news::tell_the_others } else { board_news::tell_both };
    tell(&mut decision, auth.view, &Arc::new(after), news, at, chance);
    decision
}

/// Whether the player who has moved gets a letter about it. A letter that would only repeat the move can be turned off, unless the mail came
/// from an address that is not the player's: perhaps somebody else knows the password.
fn wants_receipt(auth: &Authenticated, after: &Game, event: &GameEvent) -> bool {
    let only_repeats =
        matches!(event, GameEvent::Moved { prepared: false, crossed: None, .. }) && after.head.stage == Stage::Running;
    let is_off = auth.view.players.get(auth.sender).is_some_and(|player| {
        let is_own = auth.request.from.as_ref().is_some_and(|from| player.has_address(from));
        player.settings.receipts == Wanted::Off && is_own
    });
    !(only_repeats && is_off)
}

/// The last move has just been made: it is written down, its clock is stopped, and it may end the game.
fn advance(decision: &mut Decision, view: &View, game: &mut Game, at: DateTime<Utc>) {
    let (number, turn) = (game.head.number, game.head.turn());
    let Some(play) = game.state.plays().last().map(|played| played.play) else {
        return;
    };
    let vacations = view.vacations(game.head.player(turn.side));
    let bank = game.head.clock.as_ref().map(|clock| clock.bank(turn.side));
    game.banks_before = [bank, game.banks_before[0]];
    game.head.plies += 1;
    game.head.offer = None;
    game.head.touched = at;
    decision.changes.push(Change::PlayMade { number, ply: game.head.plies, play, at, bank });
    if let Some(clock) = &mut game.head.clock {
        clock.moved(turn, at, vacations);
        pass_turn(view, &mut game.head, at);
    }
    if let Some(clock) = &game.head.clock {
        decision.changes.push(Change::ClockSet { number, clock: clock.clone() });
    }
    if let Some(ending) = ending_of(game.state.status()) {
        game.head.stage = Stage::Ended(ending);
        decision.changes.push(Change::StageReached { number, stage: game.head.stage, at });
        decision.changes.push(Change::TokensExpire { number, by: notices_out::when_over(at) });
    }
}

/// Makes prepared moves as long as they fit, and returns what happened last. Each takes a move off a line, so this ends.
fn react(decision: &mut Decision, view: &View, game: &mut Game, mut by: tafl::Side, at: DateTime<Utc>) -> GameEvent {
    let number = game.head.number;
    let mut lines = view.prepared.get(&number).cloned().unwrap_or_default();
    let (mut prepared, mut broken) = (false, false);
    while game.head.stage == Stage::Running && !broken {
        let side = game.state.to_move();
        let rest = match prepared_moves::reaction(&lines, game) {
            Reaction::None => break,
            Reaction::Broken => {
                broken = true;
                Vec::new()
            }
            Reaction::Play(play, rest) => {
                if game.state.play(play).is_err() {
                    break;
                }
                advance(decision, view, game, at);
                (by, prepared) = (side, true);
                rest
            }
        };
        lines.retain(|line| line.side != side);
        lines.extend(rest.clone());
        // The end of a game has deleted them.
        if game.head.stage == Stage::Running {
            decision.changes.push(Change::PreparedSet { number, side, lines: rest });
        }
    }
    GameEvent::Moved { by, prepared, broken, lapsed: None, crossed: None }
}

/// The number of the move that is meant: as the player wrote it, else the one the answered letter asked for.
pub(crate) fn meant_ply(request: &Request, parsed: &tafl::ParsedPlay, number: u32) -> Option<u32> {
    parsed.ply.or_else(|| match request.token.as_ref().map(|token| &token.purpose) {
        Some(Purpose::Game { number: own, ply, .. }) if *own == number => Some(ply + 1),
        _ => None,
    })
}

/// Whether this side made exactly this move as number `ply`.
fn made_before(game: &Game, side: tafl::Side, ply: u32, play: tafl::Play) -> bool {
    let made = ply.checked_sub(1).and_then(|index| game.state.plays().get(index as usize));
    made.is_some_and(|made| made.play == play && made.side == side)
}

/// How many games of two players can be annulled in 30 days. The next one is lost.
const ANNULLED_MAX: u32 = 2;

/// Resigns the game. If both sides have not moved yet, it is annulled, unless it belongs to a tournament or the two have had that too often.
pub(crate) fn resign(auth: &Authenticated, game: &Game, side: tafl::Side, chance: &mut Chance) -> Decision {
    let annulled = auth.view.annulled.get(&game.head.number).copied().unwrap_or_default();
    if game.head.may_be_annulled() && annulled < ANNULLED_MAX {
        return reach(auth, game, Stage::Annulled { by: side }, GameEvent::Annulled { by: side }, chance);
    }
    let stage = Stage::Ended(Ending::Resigned { loser: side });
    reach(auth, game, stage, GameEvent::Resigned { by: side }, chance)
}

/// Offers a draw, or asks to take back the last move. Offering what the opponent has offered accepts the opponent's offer.
pub(crate) fn offer(
    auth: &Authenticated,
    game: &Game,
    side: tafl::Side,
    kind: OfferKind,
    chance: &mut Chance,
) -> Decision {
    let number = game.head.number;
    match game.head.offer {
        Some(offer) if offer.kind == kind && offer.by == side => {
            return refuse(Refusal::OfferStands { number, kind });
        }
        Some(offer) if offer.kind == kind => {
            return accept_offer(auth, game, side, chance);
        }
        _ => {}
    }
    if let Some(offer) = game.head.offer {
        return refuse(Refusal::OtherOfferStands { number, kind: offer.kind, yours: offer.by == side });
    }
    let is_own = game.state.plays().last().is_some_and(|played| played.side == side);
    if kind == OfferKind::Undo && !is_own && crossed_letters::answered_move(game, side).is_none() {
        return refuse(Refusal::NothingToTakeBack { number });
    }
    let offer = Some(Offer { kind, by: side, at: auth.request.received });
    set_offer(auth, game, offer, GameEvent::Offered { kind, by: side }, chance)
}

/// Whether a letter about the game, written to the player at the time of `offer`, asks for a yes or no that can still be given or has
/// lapsed since. It never asks for more than one: a challenge has no offers, and there is one offer at a time.
pub fn asks(game: &Game, player: &PlayerId, offer: Option<DateTime<Utc>>) -> bool {
    let stands = game.head.offer.filter(|stands| Some(stands.at) == offer);
    match game.head.stage {
        Stage::Invited => game.head.invited() == player,
        Stage::Running => match stands {
            Some(stands) => game.head.side_of(player).is_some_and(|side| side != stands.by),
            None => offer.is_some(),
        },
        Stage::Ended(_) | Stage::Declined | Stage::Withdrawn | Stage::Annulled { .. } => false,
    }
}

/// Accepts the opponent's offer.
pub(crate) fn accept_offer(auth: &Authenticated, game: &Game, side: tafl::Side, chance: &mut Chance) -> Decision {
    let number = game.head.number;
    match game.head.offer {
        Some(Offer { kind: OfferKind::Draw, by, .. }) if by != side => {
            let stage = Stage::Ended(Ending::Agreed);
            reach(auth, game, stage, GameEvent::DrawAgreed { by: side }, chance)
        }
        Some(offer) if offer.by != side => take_back(auth, game, offer, chance),
        _ => refuse(Refusal::NoOffer { number }),
    }
}

/// Says no to the opponent's offer.
pub(crate) fn decline_offer(auth: &Authenticated, game: &Game, side: tafl::Side, chance: &mut Chance) -> Decision {
    match game.head.offer {
        Some(offer) if offer.by != side => {
            let event = GameEvent::OfferDeclined { kind: offer.kind, by: side };
            set_offer(auth, game, None, event, chance)
        }
        _ => refuse(Refusal::NoOffer { number: game.head.number }),
    }
}

/// Withdraws the sender's own offer.
pub(crate) fn withdraw_offer(auth: &Authenticated, game: &Game, side: tafl::Side, chance: &mut Chance) -> Decision {
    match game.head.offer {
        Some(offer) if offer.by == side => {
            set_offer(auth, game, None, GameEvent::OfferWithdrawn { kind: offer.kind, by: side }, chance)
        }
        _ => refuse(Refusal::NoOffer { number: game.head.number }),
    }
}

fn set_offer(
    auth: &Authenticated,
    game: &Game,
    offer: Option<Offer>,
    event: GameEvent,
    chance: &mut Chance,
) -> Decision {
    let at = auth.request.received;
    let mut game = game.clone();
    game.head.offer = offer;
    let mut decision = Decision { sender: Some(auth.sender.clone()), ..Decision::default() };
    decision.changes.push(Change::OfferSet { number: game.head.number, offer, at });
    let news = BoardReport { event, author: auth.sender, comment: auth.request.comment.as_str() };
    board_news::tell_both(&mut decision, auth.view, &Arc::new(game), news, at, chance);
    decision
}

/// Takes back what the offer asks for: one move, or a move and the answer to it.
fn take_back(auth: &Authenticated, game: &Game, offer: Offer, chance: &mut Chance) -> Decision {
    let (at, number) = (auth.request.received, game.head.number);
    let mut after = game.clone();
    let mut decision = Decision { sender: Some(auth.sender.clone()), ..Decision::default() };
    let mut gone = Vec::new();
    for bank in game.banks_before.into_iter().take(crossed_letters::moves_asked_back(game, offer)) {
        let Some((side, play)) = after.state.plays().last().map(|played| (played.side, played.play)) else { break };
        decision.changes.push(Change::PlayTakenBack { number, ply: after.head.plies, at });
        gone.push(play);
        after.state.take_back();
        after.head.plies -= 1;
        if let (Some(clock), Some(bank)) = (&mut after.head.clock, bank) {
            clock.taken_back(side, bank);
        }
    }
    let Some(play) = gone.pop() else {
        return refuse(Refusal::NothingToTakeBack { number });
    };
    after.head.offer = None;
    after.head.touched = at;
    after.banks_before = [None; 2];
    pass_turn(auth.view, &mut after.head, at);
    decision.changes.extend(after.head.clock.clone().map(|clock| Change::ClockSet { number, clock }));
    let news = BoardReport {
        event: GameEvent::TakenBack { by: offer.by, play, answer: gone.pop() },
        author: auth.sender,
        comment: auth.request.comment.as_str(),
    };
    board_news::tell_both(&mut decision, auth.view, &Arc::new(after), news, at, chance);
    decision
}
