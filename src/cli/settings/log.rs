//! How much is logged.

use serde::Deserialize;

/// How much is logged.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Log {
    /// The least important level that is still logged.
    pub level: Level,
}

/// Importance of a log line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// Only what has finally failed.
    Error,
    /// Also what may fail.
    Warn,
    /// Also what happens.
    Info,
    /// Also details.
    Debug,
}

impl Default for Log {
    fn default() -> Log {
        Log { level: Level::Info }
    }
}
