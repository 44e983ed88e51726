//! A question back to a player: what was read, and why it was not simply done.

use crate::club::model::game::Game;
use crate::tafl;
use std::sync::Arc;

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
