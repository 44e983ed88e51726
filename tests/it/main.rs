//! One binary for all tests that look at the house from outside.
#![allow(clippy::unwrap_used, reason = "tests")]

mod captures;
mod commands;
mod doors;
mod games;
mod legality;
mod mails;
mod perft;
mod store;
