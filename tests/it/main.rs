//! The tests that look at the whole, or at what crosses a boundary. One binary: it links once.
#![allow(clippy::unwrap_used, reason = "tests")]

mod captures;
mod commands;
mod dialogs;
mod games;
mod laws;
mod legality;
mod letters;
mod mails;
mod perft;
mod store;
mod tidy;
mod world;
