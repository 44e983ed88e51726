//! Ratings: Glicko-2 for each variant, in periods of a week. Pure: results go in, values come out. The store keeps the values only to save
//! time.
//!
//! A period is closed on Monday at 00:00 UTC. All games that ended in it count at once, each with the ratings from before it
//! ([`Book::close`]), so the order in which a player finishes a week's games gains nothing. The rating of a player without a game only
//! becomes less certain ([`Rating::after_idle`]).
//!
//! **The list a game counts in** is that of the name of its rules with the options, as in `hnefatafl -strong`: a strong king makes another
//! game, whose sides have another balance. Aliases lead to one name, so they share a list. A player's own rules have no name that two games
//! could share, and are not rated.
//!
//! **Numbers** are kept as integers, thousandths of a point, and rounded when a period is closed. Logarithms may differ in the last bits
//! between machines. What is rounded away does not add up from week to week, so two machines differ only if a value is within about 10^-12
//! points of half a thousandth.
//!
//! Glicko-2: Mark Glickman, "Example of the Glicko-2 system", glicko.net/glicko/glicko2.pdf. Its numbers are among the tests.

mod glicko;
mod period;

mod counted_games;
mod side_strength;

mod rating_book;
mod suspicious_results;

mod current_ratings;

pub use counted_games::{GameResult, Weighed, Weight, may_count, weigh};
pub use current_ratings::{Ledger, RatingStanding};
pub use glicko::Rating;
pub use period::Period;
pub use rating_book::{Book, Closed, Entry, Key, Line};
pub use side_strength::SideBout;
pub use suspicious_results::{Suspicion, suspicions};
