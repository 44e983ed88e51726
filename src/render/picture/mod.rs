//! The board as a PNG, for players who want one: sharp on a phone, and with its own background, so dark mode does not change it.
//!
//! ```text
//!       A   B   C        file letters, and rank numbers at both sides
//!     +---+---+---+
//!   3 |///|   | o |      hatched: throne and corners
//!     +---+---+---+
//!   2 |[x]| * |^ ^|      framed: moved here; star: captured here; four ticks: came from here
//!     +---+---+---+
//!   1 |[o]| . | . |      framed: the piece that is asked about; dots: it can go there
//!     +---+---+---+
//! ```
//!
//! No meaning depends on colour alone. Attackers are dark discs with a ring, defenders are light squares with a cross, and the king is the
//! largest and has a crown.
//!
//! A cell has one of about a dozen looks, so each look is drawn once, as a tile, and copied to all its places. So 19x19 takes no longer
//! than 7x7. The shapes are discs, bars and strokes. Whether a pixel is inside one is a sum and a square root. That takes a screenful of
//! code (`tile`) instead of the seventeen packages of a general drawing library. And because IEEE sums and roots are exact, the bytes are
//! the same on every machine.

mod tile;

mod margin_letters;
mod recent;
mod sheet;

mod board_and_pieces;

pub use board_and_pieces::{Picture, Pictures};
