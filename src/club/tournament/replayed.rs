//! The finished games of a tournament with their moves, as an [archive](crate::club::tournament::archive) contains them. The rules are the
//! tournament's.

use crate::club::model::played_game::PlayedGame;
use crate::club::model::record::tags;
use crate::club::model::tournament::{Tournament, TournamentGame};
use crate::club::pairing_and_standings::game_value::Outcome;
use crate::tafl;
use std::collections::BTreeMap;

/// Why a game cannot have been played as its archive says.
#[derive(Debug, thiserror::Error)]
pub enum MovesError {
    /// A word is not a move, or is a move that the rules forbid.
    #[error("move {ply} of the game, {word}, is not possible")]
    Move {
        /// The number of the move, from 1.
        ply: u32,
        /// As it is written.
        word: String,
    },
    /// Its end is not valid.
    #[error(transparent)]
    End(#[from] tafl::BadEnded),
    /// It cannot have ended like that, or a text in it is not valid.
    #[error(transparent)]
    Misfit(#[from] tafl::Misfit),
    /// The table has another result or length.
    #[error("the result in the table differs from the result of the moves")]
    Table,
}

/// The record of this game of the tournament.
///
/// # Errors
/// If it cannot have been played like that.
pub(crate) fn record(
    played: &PlayedGame,
    tournament: &Tournament,
    round: u32,
    game: &TournamentGame,
) -> Result<tafl::GameRecord, MovesError> {
    let mut state = tafl::GameState::new(tournament.rules.clone());
    for (word, ply) in played.moves.split_whitespace().zip(1..) {
        let wrong = || MovesError::Move { ply, word: word.chars().take(20).collect() };
        let parsed = tafl::ParsedPlay::parse(word).map_err(|_| wrong())?;
        let play = state.check_parsed(&parsed).map_err(|_| wrong())?;
        state.play(play).map_err(|_| wrong())?;
    }
    let about = tafl::About {
        attackers: played.attackers.clone(),
        defenders: played.defenders.clone(),
        event: tournament.name.to_string(),
        round: round.to_string(),
        began: played.began.clone(),
        ended: played.ended.clone(),
        variant: tournament.variant.clone(),
        tags: tags(game.number, tournament.plan.control().as_ref()),
    };
    Ok(tafl::GameRecord::new(about, state, Some(played.end.parse()?), BTreeMap::new())?)
}

/// Checks that this can be this game of the tournament.
///
/// # Errors
/// If it cannot have been played like that, or the table has another result for it.
pub(crate) fn check(
    played: &PlayedGame,
    tournament: &Tournament,
    round: u32,
    game: &TournamentGame,
) -> Result<(), MovesError> {
    let record = record(played, tournament, round, game)?;
    match game.outcome {
        Outcome::Played { winner, plies, .. }
            if record.end().map(|end| end.winner) != Some(winner) || record.state().ply() != plies =>
        {
            Err(MovesError::Table)
        }
        Outcome::Open | Outcome::Provisional { .. } | Outcome::Played { .. } | Outcome::Forfeit { .. } => Ok(()),
    }
}
