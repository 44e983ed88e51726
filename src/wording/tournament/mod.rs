//! What is said about a tournament: its terms, its tables, its pairings, its record, and why something was not done.

mod refusals;
pub mod stage;

pub mod tables;
pub mod terms;

mod list;
pub mod ruling;

mod page;

pub use list::list;
pub use page::page;
pub use refusals::refusal;
