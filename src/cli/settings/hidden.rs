//! A text that is not shown: a password in the settings.

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

/// What the parser says about a setting, without what stands there when that is a password: it shows the line in
/// question, and the value it could not read.
pub(super) fn without_password(message: String) -> String {
    let shown = message.lines().filter_map(|line| line.split_once('|')).any(|(number, line)| {
        let key = line.split('=').next().unwrap_or_default().trim();
        number.trim().parse::<u32>().is_ok() && key == "password"
    });
    if !shown {
        return message;
    }
    let place = message.lines().next().unwrap_or_default();
    format!("{place}\nthe password must be a text in quotes, on one line")
}
