//! Copies of the database that must be fresh.

use crate::cli::settings::values::WholeNumber;
use serde::Deserialize;
use std::path::PathBuf;

/// Copies of the database that must be fresh.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Backup {
    /// Files, or folders whose newest file counts.
    pub files: Vec<PathBuf>,
    /// How old they may be, in hours.
    #[serde(deserialize_with = "backup_hours")]
    pub hours_max: u32,
}

impl Default for Backup {
    fn default() -> Backup {
        Backup { files: Vec::new(), hours_max: 26 }
    }
}

fn backup_hours<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
    deserializer.deserialize_i64(WholeNumber { min: 1, max: 8_760u32 })
}
