//! The conditions of a game besides its rules.

use std::fmt;

/// What a challenge asks for besides the rules. Usually a game is rated and anybody may observe it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Conditions {
    /// It does not count for the ratings.
    pub unrated: bool,
    /// Only its players see it.
    pub private: bool,
}

impl Conditions {
    /// The options for them. The usual conditions have none.
    pub fn options(self) -> impl Iterator<Item = &'static str> {
        [(self.unrated, "-unrated"), (self.private, "-private")]
            .into_iter()
            .filter(|(set, _)| *set)
            .map(|(_, name)| name)
    }
}

impl fmt::Display for Conditions {
    /// The options, each with a blank before it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.options().try_for_each(|option| write!(f, " {option}"))
    }
}
