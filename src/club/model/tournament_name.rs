//! The name of a tournament.

use crate::command;
use std::fmt;
use std::str::FromStr;

/// The name of a tournament, in lower case.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TournamentName(String);

/// The word cannot be the name of a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a tournament's name has 2 to 16 characters, a letter first, then letters, digits, - or _")]
pub struct BadTournamentName;

impl TournamentName {
    /// The name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for TournamentName {
    type Err = BadTournamentName;

    /// Checks only the shape. Which names are forbidden for a new tournament changes with the command words, but an old name stays valid.
    fn from_str(word: &str) -> Result<TournamentName, BadTournamentName> {
        let word = word.to_ascii_lowercase();
        if command::is_player_id(&word) { Ok(TournamentName(word)) } else { Err(BadTournamentName) }
    }
}

impl fmt::Display for TournamentName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
