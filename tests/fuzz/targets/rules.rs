//! OpenTafl rules records, as they stand in challenges and files.
#![no_main]

use libfuzzer_sys::fuzz_target;
use taflpost_fuzz::{
    laws::{picks_of, rules, seeds},
    plant,
};

fuzz_target!(init: plant("rules", seeds::rules_records()), |raw: &[u8]| {
    let text = String::from_utf8_lossy(raw);
    rules::hold_for_otn(&text, &picks_of(&text));
});
