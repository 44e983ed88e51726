//! One game in the form of a record.

use crate::tafl::GameState;
use crate::tafl::records::end::{self, Ended};
use crate::tafl::records::error::Misfit;
use crate::tafl::records::game_facts::{self, About};
use crate::tafl::records::limits::PLIES_MAX;
use std::collections::BTreeMap;

/// One game: facts about it, its moves, its end and the comments on it.
#[derive(Clone, Debug)]
pub struct GameRecord {
    about: About,
    state: GameState,
    end: Option<Ended>,
    comments: BTreeMap<u32, String>,
}

impl PartialEq for GameRecord {
    fn eq(&self, other: &GameRecord) -> bool {
        let game = |record: &GameRecord| (record.about.clone(), record.end, record.comments.clone());
        game(self) == game(other)
            && self.state.rules() == other.state.rules()
            && self.state.plays() == other.state.plays()
    }
}

impl Eq for GameRecord {}

impl GameRecord {
    /// A record of a game from its opening. `end` is `None` for a game that has not ended. Comments have the ply that they follow, or 0
    /// before the first move.
    ///
    /// # Errors
    /// If the end does not fit the moves, or a text is too long or not on one line.
    pub fn new(
        about: About,
        state: GameState,
        end: Option<Ended>,
        comments: BTreeMap<u32, String>,
    ) -> Result<GameRecord, Misfit> {
        if state.ply() > PLIES_MAX {
            return Err(Misfit::TooLong { what: "The game".to_owned(), max: PLIES_MAX as usize, of: "half-moves" });
        }
        end::check(end, state.status())?;
        let mut kept = BTreeMap::new();
        for (ply, comment) in comments {
            let comment = game_facts::clean_comment(ply, &comment)?;
            if ply > state.ply() {
                return Err(Misfit::NoSuchPly { ply, plies: state.ply() });
            }
            if !comment.is_empty() {
                kept.insert(ply, comment);
            }
        }
        Ok(GameRecord { about: about.cleaned()?, state, end, comments: kept })
    }

    /// Who played, when and where.
    pub fn about(&self) -> &About {
        &self.about
    }

    /// The moves, under the rules of the game.
    pub fn state(&self) -> &GameState {
        &self.state
    }

    /// How it ended; `None` if it has not.
    pub fn end(&self) -> Option<Ended> {
        self.end
    }

    /// Comments by the ply that they follow.
    pub fn comments(&self) -> &BTreeMap<u32, String> {
        &self.comments
    }

    /// Whether other programs can read an OpenTafl record of this game.
    ///
    /// # Errors
    /// The rule that it cannot express.
    pub fn is_open_tafl(&self) -> Result<(), crate::tafl::OtnError> {
        self.state.rules().to_otn().map(drop)
    }
}
