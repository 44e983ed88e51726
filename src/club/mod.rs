//! The decision: what a request changes and who is told. Pure: it reads a view, never the store or the clock.

pub mod decision;
pub mod game;
pub mod notice;
pub mod player;
pub mod refusal;
pub mod request;
pub mod view;
