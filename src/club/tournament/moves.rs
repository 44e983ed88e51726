//! The games of a tournament that have ended, with their moves, as an [archive](crate::club::tournament::archive) holds them. The rules are the tournament's.

use crate::club::game::Game;
use crate::club::record::tags;
use crate::club::tournament::standings::Outcome;
use crate::club::tournament::tournament::{Tournament, TournamentGame};
use crate::tafl;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The games of a tournament by their boards.
pub type Moves = BTreeMap<u32, PlayedGame>;

/// A game that has ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayedGame {
    /// Who played the attackers; another may have taken over that place in the tournament since.
    attackers: String,
    /// Who played the defenders.
    defenders: String,
    /// When it began.
    began: String,
    /// When it ended.
    ended: String,
    /// How it ended: `attackers:king-captured`, `defenders:time`, `draw:agreement`.
    end: String,
    /// Its moves, with blanks between them.
    moves: String,
}

/// Why a game cannot be as its archive has it.
#[derive(Debug, thiserror::Error)]
pub enum MovesError {
    /// A move is none, or not one that the rules allow.
    #[error("its move {ply}, {word}, cannot be made")]
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
    #[error("the table has another result of it")]
    Table,
}

impl PlayedGame {
    /// A game as it was played; `None` while it goes on.
    pub fn of(game: &Game) -> Option<PlayedGame> {
        let record = game.record().ok()?;
        let about = record.about();
        let moves: Vec<String> = record.state().plays().iter().map(ToString::to_string).collect();
        Some(PlayedGame {
            attackers: about.attackers.clone(),
            defenders: about.defenders.clone(),
            began: about.began.clone(),
            ended: about.ended.clone(),
            end: record.end()?.to_string(),
            moves: moves.join(" "),
        })
    }

    /// The record of this game of the tournament.
    ///
    /// # Errors
    /// When it cannot have been played so.
    pub fn record(
        &self,
        tournament: &Tournament,
        (round, game): (u32, &TournamentGame),
    ) -> Result<tafl::GameRecord, MovesError> {
        let mut state = tafl::GameState::new(tournament.rules.clone());
        for (word, ply) in self.moves.split_whitespace().zip(1..) {
            let wrong = || MovesError::Move { ply, word: word.chars().take(20).collect() };
            let parsed = tafl::ParsedPlay::parse(word).map_err(|_| wrong())?;
            let play = state.check_parsed(&parsed).map_err(|_| wrong())?;
            state.play(play).map_err(|_| wrong())?;
        }
        let about = tafl::About {
            attackers: self.attackers.clone(),
            defenders: self.defenders.clone(),
            event: tournament.name.to_string(),
            round: round.to_string(),
            began: self.began.clone(),
            ended: self.ended.clone(),
            variant: tournament.variant.clone(),
            tags: tags(game.number, tournament.plan.control().as_ref()),
        };
        Ok(tafl::GameRecord::new(about, state, Some(self.end.parse()?), BTreeMap::new())?)
    }

    /// Whether this can be this game of the tournament.
    ///
    /// # Errors
    /// When it cannot have been played so, or the table has another result of it.
    pub fn check(&self, tournament: &Tournament, (round, game): (u32, &TournamentGame)) -> Result<(), MovesError> {
        let record = self.record(tournament, (round, game))?;
        match game.outcome {
            Outcome::Played { winner, plies, .. }
                if record.end().map(|end| end.winner) != Some(winner) || record.state().ply() != plies =>
            {
                Err(MovesError::Table)
            }
            _ => Ok(()),
        }
    }
}
