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

pub(crate) use adjudicate::{adjudicate, count_so_far};
pub(crate) use extend::extend;
pub(crate) use hold::{go_on, hold, resume};
pub(crate) use leaving::withdraw;
pub(crate) use pair::{bye, swap};
pub(crate) use settle::shown_first;
pub(crate) use staff::{announce, organizers};
pub(crate) use substitute::substitute;
pub(crate) use undo::undo;
