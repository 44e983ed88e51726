//! Keys of letters about an earlier move of the board: what they may no longer do.

use crate::club::exchange::board_meant::board;
use crate::club::exchange::request::{Purpose, Token};
use crate::club::exchange::view::View;
use crate::club::model::game::Stage;
use crate::command::{Command, Queued};

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
