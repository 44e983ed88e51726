//! One binary for all tests that look at the house from outside.
#![allow(clippy::unwrap_used, reason = "tests")]

mod commands;
mod mails;
mod perft;
mod store;
