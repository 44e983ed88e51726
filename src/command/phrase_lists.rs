//! How a list of phrases is read from a file: each as its words.

use serde::{Deserialize, Deserializer};

/// `["i do not mind", "why not"]` as words.
pub(in crate::command) fn as_words<'de, D: Deserializer<'de>>(file: D) -> Result<Vec<Vec<String>>, D::Error> {
    let phrases = Vec::<String>::deserialize(file)?;
    Ok(phrases.iter().map(|phrase| phrase.split_whitespace().map(str::to_owned).collect()).collect())
}
