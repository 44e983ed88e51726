//! What is true for every reader of anything that comes from outside, whatever it gets. Each law is stated once, here. The tests beside
//! this folder damage the project's own files and check the laws. The fuzzer in `tests/fuzz`, which uses these files too, finds texts of
//! its own.
//!
//! No reader panics; what is read and written again reads as the same; the output has a limit; and a mistake has a place.

pub mod commands;
pub mod lines;
pub mod mails;
pub mod plays;
pub mod records;
pub mod rules;
pub mod seeds;

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, LazyLock};
use taflpost::tafl::{Catalogue, GameState, Rules};

pub fn catalogue() -> &'static Catalogue {
    static CATALOGUE: LazyLock<Catalogue> = LazyLock::new(|| Catalogue::embedded().unwrap());
    &CATALOGUE
}

/// A random game: each number picks one of the plays there are.
pub fn state(rules: &Rules, picks: &[u16]) -> GameState {
    let mut state = GameState::new(Arc::new(rules.clone()));
    for pick in picks {
        let moves = state.moves();
        let Some(play) = moves.get(usize::from(*pick) % moves.len().max(1)) else {
            break;
        };
        state.play(*play).unwrap();
    }
    state
}

/// Numbers that pick the plays of a game, out of a text: the same each time, and others when the text changes.
pub fn picks_of(text: &str) -> Vec<u16> {
    let pick = |at: u8| {
        let mut hasher = DefaultHasher::new();
        (at, text).hash(&mut hasher);
        hasher.finish() as u16
    };
    (0..12).map(pick).collect()
}

/// The rules of the variant that the first line names, and the rest; without one the whole text and a small game.
pub fn named_rules(text: &str) -> (Arc<Rules>, &str) {
    let named = text.split_once('\n').and_then(|(name, rest)| Some((catalogue().find(name)?, rest)));
    let (variant, rest) = named.unwrap_or_else(|| (catalogue().find("brandubh").unwrap(), text));
    (Arc::new(variant.rules.clone()), rest)
}
