//! The names of files that a player asked for.

use crate::club::Game;
use crate::club::tournament::TournamentName;
use crate::command::ExportFormat;
use crate::tafl;

/// The name of the file that a tournament is exported to.
pub(crate) fn tournament_file(name: &TournamentName, format: ExportFormat) -> String {
    format!("tafl-{name}.{}", format.word())
}

/// The name of the file that a game is exported to.
pub(crate) fn game_file(game: &Game, format: tafl::RecordFormat) -> String {
    let head = &game.head;
    format!("tafl-{}-{}-{}.{}", head.number, head.attackers, head.defenders, format.file_ending())
}
