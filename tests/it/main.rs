//! One binary for all tests that look at the program from outside.
#![allow(clippy::unwrap_used, reason = "tests")]

mod perft;
mod store;
