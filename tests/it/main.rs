//! One binary for all tests that look at the program from outside.
#![allow(clippy::unwrap_used, reason = "tests")]

mod captures;
mod games;
mod legality;
mod otn;
mod perft;
