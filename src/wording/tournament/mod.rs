//! What is said about a tournament: its terms, its tables, its pairings, its record, and why something was not done.

mod refusals;
pub(crate) mod stage;

pub(crate) mod tables;
pub(crate) mod terms;

mod list;
pub(crate) mod ruling;

mod page;

pub(crate) use list::list;
pub(crate) use page::page;
pub(crate) use refusals::refusal;
