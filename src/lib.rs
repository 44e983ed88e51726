//! Taflpost: a play-by-email turn server for hnefatafl and the whole tafl family.

pub mod chance;
pub mod mail;
