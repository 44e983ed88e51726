//! Variant files as operators write them.
#![no_main]

use libfuzzer_sys::fuzz_target;
use taflpost_fuzz::{
    laws::{picks_of, rules, seeds},
    plant,
};

fuzz_target!(init: plant("variants", seeds::variant_files()), |raw: &[u8]| {
    let text = String::from_utf8_lossy(raw);
    rules::hold_for_file(&text, &picks_of(&text));
});
