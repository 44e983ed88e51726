//! The games of a tournament that have ended, with their moves, as an [archive](crate::club::tournament::archive) holds them. The rules are the tournament's.

use crate::club::model::played_game::PlayedGame;
use crate::club::model::record::tags;
use crate::club::model::tournament::{Tournament, TournamentGame};
use crate::club::tables::bout::Outcome;
use crate::tafl;
use std::collections::BTreeMap;

/// Why a game cannot be as its archive has it.
#[derive(Debug, thiserror::Error)]
pub enum MovesError {
    /// A move is none, or not one that the rules allow.
    #[error("move {ply} of the game, {word}, is not possible")]
    Move {
        /// Which, from 1.
        ply: u32,
        /// As it is written.
        word: String,
    },
    /// Its end is none.
    #[error(transparent)]
    End(#[from] tafl::BadEnded),
    /// It cannot have ended so, or a text in it is none.
    #[error(transparent)]
    Misfit(#[from] tafl::Misfit),
    /// The table has another result or length.
    #[error("the table has another result than the moves of the game")]
    Table,
}

/// The record of this game of the tournament.
///
/// # Errors
/// When it cannot have been played so.
pub fn record(
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

/// Whether this can be this game of the tournament.
///
/// # Errors
/// When it cannot have been played so, or the table has another result of it.
pub fn check(
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
