//! Positions in rows, ours and OpenTafl's. The first line may name a variant.
#![no_main]

use libfuzzer_sys::fuzz_target;
use taflpost_fuzz::{
    laws::{named_rules, rules, seeds},
    plant,
};

fuzz_target!(init: plant("positions", seeds::positions()), |raw: &[u8]| {
    let text = String::from_utf8_lossy(raw);
    let (variant, rows) = named_rules(&text);
    rules::hold_for_rows(&variant, rows);
});
