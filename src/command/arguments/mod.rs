//! What follows the word of a command, with one file for each group of the list: words go in, a command comes out.

// what several groups read
pub(in crate::command) mod parts;
pub(in crate::command) mod playing;

// the other groups
pub(in crate::command) mod account;
pub(in crate::command) mod beginning;
pub(in crate::command) mod looking;
pub(in crate::command) mod server;
pub(in crate::command) mod talking;
pub(in crate::command) mod tournaments;
