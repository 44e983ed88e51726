//! A question back to a player: what was read, and why it was not simply done.

use crate::club::model::game::Game;
use crate::tafl;
use std::sync::Arc;

/// Why something was asked about instead of done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unsure {
    /// The answered letter shows the board at an earlier move.
    EarlierLetter,
    /// The command cannot be undone, and it does not stand where such a command must.
    Misplaced,
    /// There is more beside the move than polite words.
    MoreWords,
    /// The mail names several moves.
    SeveralMoves,
    /// The line below the move begins like one that takes something back.
    TakenBack,
    /// The mail greets another of its author's opponents.
    ForAnother,
    /// The move is to be prepared, and it is already its player's turn.
    Prepared,
    /// The player only wanted to see the move.
    Tried,
    /// There is no command, only words that wish this.
    Wished,
    /// There is no command, only words, which may be for the opponent.
    OnlyWords,
    /// The same, but a line begins with the word of a command.
    PerhapsOnlyWords,
    /// These are words of an earlier mail, which wait behind another letter.
    Unsent,
    /// The number in front of the move is not that of the next one.
    Counted {
        /// That number.
        number: u32,
        /// The number of the next move.
        next: u32,
    },
}

/// A question to a player: did you mean this?
#[derive(Clone, Debug)]
pub struct AskedBack {
    /// Why the question is asked.
    pub why: Unsure,
    /// What would be done, in canonical form.
    pub line: String,
    /// The words that the opponent would get, if the question is about those.
    pub words: String,
    /// The board, if it is about one.
    pub game: Option<Arc<Game>>,
    /// The move, and the game after it, if the question is about one move.
    pub after: Option<(tafl::Play, Arc<tafl::GameState>)>,
    /// The words that make a move doubtful, if they are known.
    pub doubted: Option<String>,
    /// Whether a yes to the letter does it.
    pub yes: bool,
}

/// What a letter asks above a board of its reader.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AskedAbove {
    /// Nothing, or what the board waits for.
    Nothing,
    /// Whether to decline what the board waits for, so that a yes says no to the opponent.
    Decline,
    /// Something else, so that a yes is no answer to what the board waits for.
    Else,
}

impl AskedBack {
    /// What a yes to it is for the challenge or offer of the opponent that the board waits with.
    pub fn above_the_board(&self) -> AskedAbove {
        match self.line.split_whitespace().next() {
            Some("accept") => AskedAbove::Nothing,
            Some("decline") => AskedAbove::Decline,
            _ => AskedAbove::Else,
        }
    }

    /// Whether the question is about one thing, so that a yes is clear.
    pub fn can_be_answered_with_yes(&self) -> bool {
        self.why != Unsure::SeveralMoves
    }
}
