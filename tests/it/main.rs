//! The tests that see the server from outside, in one binary.

mod commands;
