//! Tokens of letters about an earlier move of the board, and what they can no longer do.

use crate::club::exchange::request::{Purpose, Token};
use crate::club::exchange::view::View;
use crate::club::model::game::Stage;
use crate::command::{BoardAct, Command, Target, Verb};

/// Whether the key was handed out for an earlier position than the one that the command would act on. Then it is no key to such an act:
/// its sender has seen another board.
pub(crate) fn is_of_an_earlier_half_move(view: &View, token: &Token, command: &Command) -> bool {
    let binds = command.on_board().is_some_and(BoardAct::is_for_position_seen);
    let Purpose::Game { number, ply, .. } = &token.purpose else {
        return false;
    };
    let about = command.board().and_then(Target::number).is_none_or(|board| board == *number);
    let game = view.games.get(number).filter(|_| binds && about);
    // A request for the last move back that the opponent's answer has crossed is put to the opponent, who has seen the board as it is.
    let is_crossed = |plies: u32| command.verb() == Verb::Undo && plies == ply + 1;
    game.is_some_and(|game| {
        game.head.stage == Stage::Running && game.head.plies != *ply && !is_crossed(game.head.plies)
    })
}
