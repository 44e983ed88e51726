//! Raw mails: parsed, the quote cut away, the commands read.
#![no_main]

use libfuzzer_sys::fuzz_target;
use taflpost_fuzz::{
    laws::{mails, seeds},
    plant,
};

fuzz_target!(init: plant("mails", seeds::letters()), |raw: &[u8]| mails::hold_for(raw));
