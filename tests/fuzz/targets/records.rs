//! Game records: a list of plays, OTG, PGN-like and JSON.
#![no_main]

use libfuzzer_sys::fuzz_target;
use taflpost_fuzz::{
    laws::{records, seeds},
    plant,
};

fuzz_target!(init: plant("records", [seeds::record_files(), seeds::game_records()].concat()), |raw: &[u8]| records::hold_for_all(&String::from_utf8_lossy(raw)));
