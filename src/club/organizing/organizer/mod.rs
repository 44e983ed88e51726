//! Rulings of an organizer about a running tournament. Each ruling is shown first, made after a yes, written into the record with its
//! reason, and told to the players concerned, in one commit.

mod settle;

mod adjudicate;
mod extend;
mod hold;
mod leaving;
mod pair;
mod staff;

mod undo;

mod substitute;

pub use adjudicate::{adjudicate, count_so_far};
pub use extend::extend;
pub use hold::{go_on, hold, resume};
pub use leaving::withdraw;
pub use pair::{bye, swap};
pub use settle::shown_first;
pub use staff::{announce, organizers};
pub use substitute::substitute;
pub use undo::undo;
