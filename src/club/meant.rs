//! Whether what a mail asks for is meant. What cannot be taken back, and a move that may only be talk, is asked about instead of done;
//! so is anything that answers a letter about an earlier half-move.
//!
//! ```text
//!  resign, decline, an account's words   first line of an answer to a letter about the board, or the board's number
//!  accept                                the same, where it accepts a draw
//!  draw, undo, withdraw                  first line, or right below a command
//!  a move                                nothing but polite words beside it, a number in front that fits
//! ```

use crate::club::authenticated::Authenticated;
use crate::club::decision::{Change, Decision};
use crate::club::game::{Game, Offer, OfferKind, Stage};
use crate::club::needs::board;
use crate::club::reply::Reply;
use crate::club::request::{Purpose, Request, Token};
use crate::club::view::View;
use crate::command::{Command, Doubt, Queued, Weight};
use crate::tafl;
use chrono::TimeDelta;
use std::sync::Arc;

/// With more of a player's time left than this, a question about a move holds nothing.
const HOLDS: TimeDelta = TimeDelta::hours(24);

/// Why something was asked about instead of done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unsure {
    /// The answered letter is about an earlier half-move.
    EarlierLetter,
    /// It cannot be taken back, and does not stand where it must.
    Misplaced,
    /// More stands beside the move than polite words.
    MoreWords,
    /// The mail names several moves.
    SeveralMoves,
    /// The line below the move begins as people take something back.
    TakenBack,
    /// The number in front of the move is not that of the next one.
    Counted {
        /// It.
        number: u32,
        /// The half-move that is next.
        next: u32,
    },
}

/// A question whether something is meant.
#[derive(Clone, Debug)]
pub struct AskedBack {
    /// Why it is asked.
    pub why: Unsure,
    /// What would be done, in canonical form.
    pub line: String,
    /// The board, where it is about one.
    pub game: Option<Arc<Game>>,
    /// The move, and the course after it, where one move is asked about.
    pub after: Option<(tafl::Play, Arc<tafl::GameState>)>,
    /// Whether a yes to the letter that asks does it.
    pub yes: bool,
}

impl AskedBack {
    /// Whether it asks about one thing, which a yes can mean.
    pub fn can_be_answered_with_yes(&self) -> bool {
        self.game.is_some() && self.why != Unsure::SeveralMoves
    }
}

/// What was decided, or the question whether it is meant. Asked is only what would be done.
pub fn or_ask(auth: &Authenticated, command: &Command, decision: Decision) -> Decision {
    if decision.changes.is_empty() || auth.request.confirmed {
        return decision;
    }
    let game = board(command).flatten().and_then(|number| auth.view.games.get(&number));
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
    if manner.shown {
        return None;
    }
    if let (Command::Move { .. }, Some(game)) = (command, game) {
        let next = game.head.plies + 1;
        // Some count moves, a pair of half-moves being one.
        let fits = |number: &u32| *number == next || *number == next.div_ceil(2);
        return match manner.doubt {
            Some(Doubt::MoreWords) => Some(Unsure::MoreWords),
            Some(Doubt::SeveralMoves) => Some(Unsure::SeveralMoves),
            Some(Doubt::TakenBack) => Some(Unsure::TakenBack),
            None => manner.counted.filter(|number| !fits(number)).map(|number| Unsure::Counted { number, next }),
        };
    }
    let weight = match (command, game.map(|game| (game.head.stage, game.head.offer))) {
        // A yes to a game, or to taking a move back, is no end of anything.
        (Command::Accept { .. }, Some((_, offer))) if !is_draw(offer) => Weight::Light,
        _ => command.weight(),
    };
    (!manner.is_certain(weight, game.is_none_or(|game| answers(request, game.head.number))))
        .then_some(Unsure::Misplaced)
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

/// Whether the key was handed out for an earlier half-move than the command would act on. For such an act it is no key: its writer has
/// seen another board. A move or a prepared line with its number says itself which half-move it is for, a yes or no which offer; words are
/// good at any time.
pub fn is_of_an_earlier_half_move(view: &View, token: &Token, command: &Command) -> bool {
    let binds = match command {
        Command::Resign { .. }
        | Command::Draw { .. }
        | Command::Undo { .. }
        | Command::Withdraw { .. }
        | Command::Unrated { .. }
        | Command::Queue { what: Queued::Clear, .. } => true,
        Command::Queue { what: Queued::Line { plays, .. }, .. } => plays.first().is_none_or(|play| play.ply.is_none()),
        _ => false,
    };
    let Purpose::Game { number, ply, .. } = &token.purpose else {
        return false;
    };
    let about = board(command).flatten().is_none_or(|board| board == *number);
    let game = view.games.get(number).filter(|_| binds && about);
    game.is_some_and(|game| game.head.stage == Stage::Running && game.head.plies != *ply)
}

fn ask(auth: &Authenticated, command: &Command, game: Option<&Game>, why: Unsure) -> Decision {
    let mut decision = Decision { sender: Some(auth.sender.clone()), ..Decision::default() };
    let after = game.filter(|_| why != Unsure::SeveralMoves).and_then(|game| after(game, command));
    if let (Command::Move { .. }, Some(game)) = (command, game) {
        let leave = auth.view.leave(auth.sender);
        let lost_at = game.head.clock.as_ref().and_then(|clock| clock.lost_at(game.head.turn(), leave));
        if lost_at.is_some_and(|lost_at| lost_at - auth.request.received <= HOLDS) {
            let (number, at) = (game.head.number, auth.request.received);
            decision.changes.push(Change::MoveAskedBack { number, at });
        }
    }
    let mut command = command.clone();
    if let (Command::Move { play, .. }, Some(game)) = (&mut command, game) {
        play.ply = Some(game.head.plies + 1);
    }
    let asked = AskedBack { why, line: command.to_string(), game: game.cloned().map(Arc::new), after, yes: false };
    decision.replies.push(Reply::AskedBack(asked));
    decision
}

/// The move, and the course after it.
fn after(game: &Game, command: &Command) -> Option<(tafl::Play, Arc<tafl::GameState>)> {
    let Command::Move { play, .. } = command else {
        return None;
    };
    let play = tafl::Play { from: play.from, to: play.to };
    let mut state = game.state.clone();
    state.play(play).ok()?;
    Some((play, Arc::new(state)))
}
