//! Requests about tournaments, and what becomes due in them.

pub(crate) mod writing;

pub(crate) mod begin_round;
pub(crate) mod withdrawal;

pub(crate) mod absence;

pub(crate) mod advance;

pub(crate) mod deadlines;
pub(crate) mod organizer;

pub(crate) mod commands;

pub use absence::depart;
pub use advance::follow;
pub use commands::{act, look};
pub use deadlines::clockwork;
