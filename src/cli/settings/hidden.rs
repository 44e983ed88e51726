//! A text that is never shown: a password in the settings.

use serde::Deserialize;
use std::fmt;

/// A password. Printing the settings does not print it.
#[derive(Clone, PartialEq, Eq, Deserialize)]
#[serde(transparent)]
pub struct Hidden(String);

impl Hidden {
    /// The text itself.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Hidden {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("****")
    }
}

/// The error with its line, as the TOML reader shows it, unless the line may contain the password. Then neither the line nor the value is
/// repeated.
pub(super) fn told(error: &toml::de::Error, text: &str) -> String {
    let is_password =
        |line: &str| line.match_indices("password").any(|(at, word)| !line[at + word.len()..].starts_with('_'));
    let before = error.span().and_then(|span| text.get(..span.end)).unwrap_or_default();
    // The value may have begun some lines above the place of the error.
    let rest_of_line = text[before.len()..].lines().next().unwrap_or_default();
    let at_fault = format!("{before}{rest_of_line}");
    let key = at_fault.lines().rev().find(|line| line.contains('=')).unwrap_or_default();
    if is_password(key) || at_fault.lines().next_back().is_some_and(is_password) {
        let line = before.lines().count().max(1);
        return format!("line {line}: the password cannot be read; write it like this: password = \"...\"");
    }
    error.to_string().trim_end().to_owned()
}
