//! Taflpost: a play-by-email turn server for hnefatafl and the whole tafl family.

pub mod chance;
pub mod mail;
pub mod tafl;

pub mod command;
pub mod render;

pub mod club;

pub mod journal;
pub mod store;

pub mod worker;

pub mod delivery;
pub mod intake;
