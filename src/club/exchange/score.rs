//! How many games a player has won, drawn and lost: with each side, in each variant.

use crate::club::rating::{Entry, Rating};

/// Games by how they ended for one player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games won.
    pub won: u32,
    /// Games drawn.
    pub drawn: u32,
    /// Games lost.
    pub lost: u32,
}

impl Tally {
    /// How many games these are.
    pub fn games(self) -> u32 {
        self.won + self.drawn + self.lost
    }

    /// Both together.
    pub fn and(self, other: Tally) -> Tally {
        Tally { won: self.won + other.won, drawn: self.drawn + other.drawn, lost: self.lost + other.lost }
    }
}

/// The games of one player with each side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SideScore {
    /// With the attackers.
    pub attackers: Tally,
    /// With the defenders.
    pub defenders: Tally,
}

impl SideScore {
    /// With either side.
    pub fn both(self) -> Tally {
        self.attackers.and(self.defenders)
    }

    /// Both scores together.
    pub fn and(self, other: SideScore) -> SideScore {
        SideScore { attackers: self.attackers.and(other.attackers), defenders: self.defenders.and(other.defenders) }
    }
}

/// The score of one player in one variant, as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VariantScore {
    /// The variant, by its name with options.
    pub variant: String,
    /// The games.
    pub score: SideScore,
    /// The player's rating there, as it was last calculated.
    pub entry: Option<Entry>,
}

/// The same as it is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScoreLine {
    /// The variant, by its name with options.
    pub variant: String,
    /// The games.
    pub score: SideScore,
    /// The player's rating there now.
    pub rating: Option<Rating>,
}
