//! A second engine, slow and square by square, to compare the fast one with. It reads the rule record itself and shares with the library
//! only the names of squares, pieces and sides.

mod board;
mod capture;
mod compare;
mod counts;
mod fort;
mod game;
mod record;

pub use board::Board;
pub use game::Game;
pub use record::Law;
