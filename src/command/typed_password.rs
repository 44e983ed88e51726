//! A password as it was typed, and the player who typed it. Printing one shows stars, so that no log and no letter repeats it.

use std::fmt;

/// A password in plain text. It keeps its case; `Debug` and `Display` print four stars.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// Wraps what was typed, unchanged.
    pub fn new(typed: impl Into<String>) -> Secret {
        Secret(typed.into())
    }

    /// The password itself, for hashing and comparing. This is the only way to it.
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("****")
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("****")
    }
}

/// A player id and a password in pbmserv's positions, as in `resign 17 bob secret`. It is only a claim, which the core checks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Login {
    /// The player id, in lower case.
    pub player: String,
    /// The password, as typed.
    pub password: Secret,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_prints_as_stars() {
        let login = Login { player: "bob".to_owned(), password: Secret::new("hunter2") };
        assert_eq!(login.password.to_string(), "****");
        assert!(!format!("{login:?}").contains("hunter2"));
        assert_eq!(login.password.expose(), "hunter2");
    }
}
