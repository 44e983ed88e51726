//! A seat, and the pairs of one round.

/// A player's place in a tournament, from 0, by the order of seeding.
pub type Seat = usize;

/// The pairs of one round.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Round {
    /// Home and away.
    pub pairs: Vec<(Seat, Seat)>,
    /// The seat without an opponent.
    pub bye: Option<Seat>,
}
