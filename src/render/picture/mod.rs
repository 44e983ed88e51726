//! The board as a PNG, for players who want one: sharp on a phone, and on a ground of its own, so that no dark mode touches it.
//!
//! ```text
//!       A   B   C        file letters, and rank numbers at both sides
//!     +---+---+---+
//!   3 |///|   | o |      hatched: throne and corners
//!     +---+---+---+
//!   2 |[x]| * |^ ^|      framed: moved here; star: captured here; four ticks: came from here
//!     +---+---+---+
//! ```
//!
//! Nothing is said by colour alone. Attackers are dark discs with a ring, defenders light squares with a cross, the king is the largest
//! and bears a crown.
//!
//! A cell looks like one of a dozen others, so each look is drawn once, as a tile, and laid wherever it belongs: 19x19 takes no longer
//! than 7x7. What is drawn is discs, bars and strokes, and whether a pixel lies inside them is a sum and a root. That is a screenful of
//! code (`tile`) against the seventeen packages of a general drawing library, and as IEEE sums and roots are exact, it is the same bytes on
//! every machine.

mod tile;

mod glyph;
mod sheet;

mod draw;

pub use draw::{Picture, picture};
