//! Who meets whom: pure tables over seats. A seat is a number from 0, by the order of seeding; who sits there, and which board it
//! becomes, is not known here.
//!
//! The home side of a pair has the attackers in a single game and in the first game of a match of two.

mod berger;
mod bracket;
mod groups;
mod swiss;

pub use berger::round_robin;
pub use bracket::{Bracket, Place, bracket};
pub use groups::deal;
pub use swiss::{Score, SwissFault, swiss, swiss_fits};

/// A player's place in a tournament, from 0, by the order of seeding.
pub type Seat = usize;

/// The pairs of one round.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Round {
    /// Home and away.
    pub pairs: Vec<(Seat, Seat)>,
    /// Who has no opponent.
    pub bye: Option<Seat>,
}
