//! The wishes of an organizer for the next pairing, as values.

use crate::club::model::player::PlayerId;
use serde::{Deserialize, Serialize};

/// The most wishes for one pairing.
pub(crate) const WISHES_MAX: usize = 40;

/// One wish.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PairingWish {
    /// These two players change places, in every meeting that is paired.
    Swap(String, String),
    /// This player of a Swiss tournament has no opponent.
    Bye(String),
}

impl PairingWish {
    pub(in crate::club) fn names(&self, player: &PlayerId) -> bool {
        match self {
            PairingWish::Swap(one, other) => player.as_str() == one || player.as_str() == other,
            PairingWish::Bye(who) => player.as_str() == who,
        }
    }
}

/// Whether an organizer has given this player a bye.
pub(crate) fn has_bye(wishes: &[PairingWish], player: &PlayerId) -> bool {
    wishes.iter().any(|wish| matches!(wish, PairingWish::Bye(who) if who == player.as_str()))
}

/// Lets two players change places. If they have just done so, they change back.
pub(crate) fn toggle_swap(wishes: &mut Vec<PairingWish>, one: &PlayerId, other: &PlayerId) {
    let swap = |one: &PlayerId, other: &PlayerId| PairingWish::Swap(one.to_string(), other.to_string());
    match wishes.last() {
        Some(last) if *last == swap(one, other) || *last == swap(other, one) => drop(wishes.pop()),
        _ => wishes.push(swap(one, other)),
    }
}
