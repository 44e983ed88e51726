//! The words around the offer of a draw in one language: `[draws]` in `config/letters/*/wishes.toml`.

use crate::command::phrase_lists;
use serde::Deserialize;
use std::collections::BTreeSet;

/// How people speak of a draw.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::command) struct DrawWords {
    /// What names the offer of one, whatever condition stands beside it.
    #[serde(deserialize_with = "phrase_lists::as_words")]
    pub(super) names: Vec<Vec<String>>,
    /// How people tell the club to offer one.
    #[serde(deserialize_with = "phrase_lists::as_words")]
    pub(super) orders: Vec<Vec<String>>,
    /// How they drop their own offer.
    #[serde(deserialize_with = "phrase_lists::as_words")]
    pub(super) drops: Vec<Vec<String>>,
    /// The author, right before such an offer.
    pub(super) author: BTreeSet<String>,
    /// Words that may stand before it, besides a move: `f3 to e3, and I'm offering a draw`.
    pub(super) leads: BTreeSet<String>,
    /// Words with which the sentence may go on behind it: `honest this time`.
    pub(super) behind: BTreeSet<String>,
}
