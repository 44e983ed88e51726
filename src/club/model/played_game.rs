//! A finished game of a tournament, with its moves as plain text.

use crate::club::model::game::Game;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The games of a tournament by their boards.
pub type Moves = BTreeMap<u32, PlayedGame>;

/// A finished game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayedGame {
    /// Who played the attackers. Another player may have taken over the place in the tournament since.
    pub(in crate::club) attackers: String,
    /// Who played the defenders.
    pub(in crate::club) defenders: String,
    /// When it began.
    pub(in crate::club) began: String,
    /// When it ended.
    pub(in crate::club) ended: String,
    /// How it ended: `attackers:king-captured`, `defenders:time`, `draw:agreement`.
    pub(in crate::club) end: String,
    /// Its moves, separated by spaces.
    pub(in crate::club) moves: String,
}

impl PlayedGame {
    /// A game as it was played. `None` while it is running.
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
}
