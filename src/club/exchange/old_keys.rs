//! Keys of letters about an earlier move of the board: what they may no longer do.

use crate::club::exchange::request::{Purpose, Token};
use crate::club::exchange::view::View;
use crate::club::model::game::Stage;
use crate::command::{BoardAct, Command, Queued, Target};

/// Whether the key was handed out for an earlier half-move than the command would act on. For such an act it is no key: its writer has
/// seen another board. A move or a prepared line with its number says itself which half-move it is for, a yes or no which offer; words are
/// good at any time.
pub fn is_of_an_earlier_half_move(view: &View, token: &Token, command: &Command) -> bool {
    let binds = command.on_board().is_some_and(|act| match act {
        BoardAct::Resign
        | BoardAct::Draw
        | BoardAct::Undo
        | BoardAct::Withdraw
        | BoardAct::Unrated
        | BoardAct::Queue(Queued::Clear) => true,
        BoardAct::Queue(Queued::Line { plays, .. }) => plays.first().is_none_or(|play| play.ply.is_none()),
        BoardAct::Queue(Queued::Show)
        | BoardAct::Accept
        | BoardAct::Decline
        | BoardAct::Move(_)
        | BoardAct::Subscribe
        | BoardAct::Unsubscribe
        | BoardAct::Chat(_) => false,
    });
    let Purpose::Game { number, ply, .. } = &token.purpose else {
        return false;
    };
    let about = command.board().and_then(Target::number).is_none_or(|board| board == *number);
    let game = view.games.get(number).filter(|_| binds && about);
    game.is_some_and(|game| game.head.stage == Stage::Running && game.head.plies != *ply)
}
