//! What players say: the first line as a Subject, and all of it as a body.
#![no_main]

use libfuzzer_sys::fuzz_target;
use taflpost_fuzz::{
    laws::{commands, seeds},
    plant,
};

fuzz_target!(init: plant("commands", seeds::said()), |raw: &[u8]| {
    let text = String::from_utf8_lossy(raw);
    let (subject, body) = text.split_once('\n').unwrap_or((&text, ""));
    commands::hold_for(subject, body);
    commands::hold_for("", &text);
});
