//! Why something was not done with an event.

use crate::club::event::plan::PlanFault;

/// Why not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EventRefusal {
    /// There is no such event.
    Unknown {
        /// What was probably meant.
        nearest: Vec<String>,
    },
    /// There is one of that name already.
    Taken,
    /// The sender is not among those who may create events.
    MayNotCreate,
    /// There are as many unfinished events as there may be.
    TooManyEvents {
        /// How many.
        max: u32,
    },
    /// Only its organizers may do that.
    NotOrganizer,
    /// Nobody can join now.
    NotOpen,
    /// It is being played, or over.
    Begun,
    /// It has not begun.
    NotBegun,
    /// It is over.
    Over,
    /// The sender plays in it already.
    AlreadyIn,
    /// The sender does not play in it.
    NotIn,
    /// This player does not play in it.
    PlaysNot {
        /// As typed.
        player: String,
    },
    /// A board that is none of its boards.
    NotItsBoard {
        /// The number.
        number: u32,
    },
    /// A game that is over.
    BoardOver {
        /// The board.
        number: u32,
    },
    /// It has as many players as it takes.
    Full {
        /// How many.
        max: u32,
    },
    /// The sender has finished too few games to enter.
    TooFewGames {
        /// How many it takes.
        least: u32,
        /// How many there are.
        finished: u32,
    },
    /// So many players cannot play by its terms.
    Plan(PlanFault),
}
