//! Pairings, as pure tables over seats. A seat is a number from 0, by the order of seeding. Which player has it, and which board the pair
//! gets, is not known here.
//!
//! The home side of a pair has the attackers in a single game and in the first game of a match of two.

mod round;

mod berger;
mod bracket;
mod groups;
mod swiss;

pub use berger::round_robin;
pub use bracket::{Bracket, Place, bracket};
pub use groups::deal;
pub use round::{Round, Seat};
pub use swiss::{Score, SwissFault, swiss, swiss_fits};
