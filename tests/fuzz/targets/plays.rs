//! Plays as players write them, each alone and all as a game. The first line may name a variant.
#![no_main]

use libfuzzer_sys::fuzz_target;
use taflpost_fuzz::{
    laws::{lines, named_rules, plays, seeds},
    plant,
};

fuzz_target!(init: plant("plays", seeds::games()), |raw: &[u8]| {
    let text = String::from_utf8_lossy(raw);
    let (variant, game) = named_rules(&text);
    plays::hold_for(game);
    game.split(' ').for_each(plays::hold_for);
    lines::hold_for(&variant, game);
});
