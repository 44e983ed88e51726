//! Whether what a mail asks for is meant. What cannot be undone, a move that may only be talk, and anything that answers a letter about an
//! earlier move is asked about instead of done.
//!
//! ```text
//!  resign, decline, an account's words   first line of an answer to a letter about the board, or the board's number
//!  accept                                the same, if it accepts a draw
//!  draw, undo, withdraw                  first line, or right below a command
//!  a move                                nothing but polite words beside it, a number in front that fits
//!  a move to prepare     its number, or an answer to the letter about this move; else it may be meant for the next turn
//!  words without a command               their author has said before that such words are for the opponent, or calls the opponent by name
//! ```

use crate::club::exchange::asked_back::{AskedBack, Unsure};
use crate::club::exchange::authenticated::Authenticated;
use crate::club::exchange::decision::{Change, Decision};
use crate::club::exchange::old_keys::is_of_an_earlier_half_move;
use crate::club::exchange::reply::Reply;
use crate::club::exchange::request::{Purpose, Request};
use crate::club::model::game::{Game, Offer, OfferKind, Stage};
use crate::club::model::player::Settings;
use crate::command::{BoardAct, Command, Doubt, PlainWords, Target, Verb, Weight};
use crate::tafl;
use chrono::TimeDelta;
use std::sync::Arc;

/// If a player has more time left than this, a question about a move does not delay the loss on time.
const HOLDS: TimeDelta = TimeDelta::hours(24);

/// What was decided, or the question whether it is meant. Only what would change something is asked about.
pub(crate) fn or_ask(auth: &Authenticated, command: &Command, decision: Decision) -> Decision {
    if decision.changes.iter().all(Change::asks_later) || auth.request.confirmed {
        return decision;
    }
    let game = command.board().and_then(Target::number).and_then(|number| auth.view.games.get(&number));
    match unsure(auth, command, game) {
        Some(why) => ask(auth, command, game, why),
        None => decision,
    }
}

fn unsure(auth: &Authenticated, command: &Command, game: Option<&Game>) -> Option<Unsure> {
    let (request, manner) = (auth.request, auth.request.manner);
    if request.token.as_ref().is_some_and(|token| is_of_an_earlier_half_move(auth.view, token, command)) {
        return Some(Unsure::EarlierLetter);
    }
    if manner.doubt == Some(Doubt::ForAnother) {
        return Some(Unsure::ForAnother);
    }
    if manner.shown {
        return None;
    }
    let answers_an_offer = matches!(command.verb(), Verb::Accept | Verb::Decline);
    if let Some(game) = game.filter(|game| answers_an_offer && game.head.stage == Stage::Running)
        && !means_the_offer(request, game)
    {
        return Some(Unsure::Wished);
    }
    match manner.doubt {
        Some(Doubt::Wished) => return Some(Unsure::Wished),
        Some(Doubt::OnlyWords) => return (settings(auth).words != PlainWords::On).then_some(Unsure::OnlyWords),
        Some(Doubt::PerhapsOnlyWords) => return Some(Unsure::PerhapsOnlyWords),
        Some(Doubt::Unsent) => return Some(Unsure::Unsent),
        Some(
            Doubt::MoreWords
            | Doubt::SeveralMoves
            | Doubt::TakenBack
            | Doubt::ForAnother
            | Doubt::Prepared
            | Doubt::Tried,
        )
        | None => {}
    }
    if let (Some(_), Some(game)) = (command.played(), game) {
        let next = game.head.plies + 1;
        // Some people number pairs of moves, one by each side.
        let fits = |number: &u32| *number == next || *number == next.div_ceil(2);
        return match manner.doubt {
            Some(Doubt::MoreWords) => Some(Unsure::MoreWords),
            Some(Doubt::SeveralMoves) => Some(Unsure::SeveralMoves),
            Some(Doubt::TakenBack) => Some(Unsure::TakenBack),
            Some(Doubt::Prepared) => Some(Unsure::Prepared),
            Some(Doubt::Tried) => Some(Unsure::Tried),
            Some(Doubt::Wished | Doubt::OnlyWords | Doubt::PerhapsOnlyWords | Doubt::Unsent | Doubt::ForAnother)
            | None => manner.counted.filter(|number| !fits(number)).map(|number| Unsure::Counted { number, next }),
        };
    }
    // A yes to a new game, or to taking a move back, ends nothing.
    let ends_nothing = command.verb() == Verb::Accept && game.is_some_and(|game| !is_draw(game.head.offer));
    let weight = if ends_nothing { Weight::Light } else { command.weight() };
    (!manner.is_certain(weight, game.is_none_or(|game| answers(request, game.head.number))))
        .then_some(Unsure::Misplaced)
}

/// Whether a yes or a no means the present offer. A letter is about the offer at the time it was written, and lines that waited for their
/// mailbox are not about any later offer. What is only asked about is asked with the present one.
pub(crate) fn means_the_offer(request: &Request, game: &Game) -> bool {
    if request.manner.doubt == Some(Doubt::Wished) {
        return true;
    }
    match request.token.as_ref().map(|token| &token.purpose) {
        Some(Purpose::Game { number, offer, .. }) if *number == game.head.number => {
            *offer == game.head.offer.map(|offer| offer.at)
        }
        Some(Purpose::Confirm { asked, .. }) => game.head.offer.is_none_or(|offer| offer.at <= *asked),
        _ => true,
    }
}

/// Whether it may mean the opponent's present offer, because its letter was about the game, but about no other offer.
pub(crate) fn may_mean_the_offer(request: &Request, game: &Game, side: tafl::Side) -> bool {
    let is_of_no_offer = matches!(
        request.token.as_ref().map(|token| &token.purpose),
        Some(Purpose::Game { number, offer: None, .. }) if *number == game.head.number
    );
    is_of_no_offer && !request.confirmed && game.head.offer.is_some_and(|offer| offer.by != side)
}

fn settings(auth: &Authenticated) -> Settings {
    auth.view.players.get(auth.sender).map(|player| player.settings).unwrap_or_default()
}

fn is_draw(offer: Option<Offer>) -> bool {
    offer.is_some_and(|offer| offer.kind == OfferKind::Draw)
}

/// Whether the mail answers a letter about this board.
fn answers(request: &Request, number: u32) -> bool {
    match request.token.as_ref().map(|token| &token.purpose) {
        Some(Purpose::Game { number: own, .. }) => *own == number,
        _ => request.board == Some(number),
    }
}

fn ask(auth: &Authenticated, command: &Command, game: Option<&Game>, why: Unsure) -> Decision {
    let mut decision = Decision { sender: Some(auth.sender.clone()), ..Decision::default() };
    let after = game.filter(|_| why != Unsure::SeveralMoves).and_then(|game| after(game, command));
    if let (Some(_), Some(game)) = (command.played(), game) {
        let vacations = auth.view.vacations(auth.sender);
        let lost_at = game.head.clock.as_ref().and_then(|clock| clock.lost_at(game.head.turn(), vacations));
        // A move that is only looked at holds up nothing.
        if why != Unsure::Tried && lost_at.is_some_and(|lost_at| lost_at - auth.request.received <= HOLDS) {
            let (number, at) = (game.head.number, auth.request.received);
            decision.changes.push(Change::MoveAskedBack { number, at });
        }
    }
    let mut command = command.clone();
    if let (Command::OnBoard { act: BoardAct::Move(play), .. }, Some(game)) = (&mut command, game) {
        play.ply = Some(game.head.plies + 1);
    }
    let words = command.text().unwrap_or_default().to_owned();
    let (line, game) = (command.to_string(), game.cloned().map(Arc::new));
    let asked = AskedBack { why, line, words, game, after, doubted: None, yes: false };
    decision.replies.push(Reply::AskedBack(asked));
    decision
}

/// The move, and the game after it.
fn after(game: &Game, command: &Command) -> Option<(tafl::Play, Arc<tafl::GameState>)> {
    let play = command.played()?;
    let play = tafl::Play { from: play.from, to: play.to };
    let mut state = game.state.clone();
    state.play(play).ok()?;
    Some((play, Arc::new(state)))
}
