//! One binary for all tests that look at the program from outside.
#![allow(clippy::unwrap_used, reason = "tests")]

mod captures;
mod commands;
mod games;
mod legality;
mod perft;
