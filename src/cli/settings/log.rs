//! What the log says.

use serde::Deserialize;

/// What the log says.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Log {
    /// The least important level that is still written.
    pub level: Level,
}

/// Importance of a log line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// Only what has gone wrong for good.
    Error,
    /// And what may.
    Warn,
    /// And what happens.
    Info,
    /// And how.
    Debug,
}

impl Default for Log {
    fn default() -> Log {
        Log { level: Level::Info }
    }
}
