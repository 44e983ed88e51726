//! Which games a list shows, and what it says about a game besides its head.

use crate::club::model::game::Head;
use crate::club::model::player::PlayerId;
use crate::club::rating::Rating;

/// Which games of a player a list shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Which {
    /// Challenges and running games, the oldest boards first.
    Active,
    /// Running games in which it is the player's turn, and challenges that wait for them, the oldest boards first.
    Next,
    /// Games that are over, the newest boards first.
    Finished,
    /// All, the newest boards first.
    All,
    /// Games that the player has won, the newest boards first.
    Won,
    /// Games that the player has lost, the newest boards first.
    Lost,
    /// Games that ended as a draw, the newest boards first.
    Drawn,
}

impl Which {
    /// Whether the list begins with the newest board. The others begin with the oldest.
    pub fn is_newest_first(self) -> bool {
        match self {
            Which::Active | Which::Next => false,
            Which::Finished | Which::All | Which::Won | Which::Lost | Which::Drawn => true,
        }
    }
}

/// What the games in a list have in common.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct GameSearch {
    /// The player whose games they are.
    pub player: PlayerId,
    /// Which of them.
    pub which: Which,
    /// The opponents that are asked for. Empty for all.
    pub opponents: Vec<PlayerId>,
    /// The variant, by its name with options. `None` for all.
    pub variant: Option<String>,
}

impl GameSearch {
    /// These games of a player, whoever the opponent is, in all variants.
    pub fn of(player: PlayerId, which: Which) -> GameSearch {
        GameSearch { player, which, opponents: Vec::new(), variant: None }
    }
}

/// A game in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedGame {
    /// The game.
    pub head: Head,
    /// What its week did to the rating of the player whose list it is. `None` if the game is not rated, or its week is not closed yet.
    pub rating: Option<RatingChange>,
}

/// What one week has made of a player's rating in one variant: all rated games of that week count together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RatingChange {
    /// The rating before the week.
    pub before: Rating,
    /// The rating after it.
    pub after: Rating,
}
