//! The tests, in one binary: each file tests one thing at the boundary where somebody sees it.

mod doors;
mod store;
