//! Every command as data, with one file for each group of the list. There are only words here. [`table`](crate::command::table) looks them
//! up.

pub(in crate::command) mod account;
pub(in crate::command) mod beginning;
pub(in crate::command) mod looking;
pub(in crate::command) mod playing;
pub(in crate::command) mod server;
pub(in crate::command) mod talking;
pub(in crate::command) mod tournaments;
