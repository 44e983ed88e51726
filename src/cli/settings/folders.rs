//! The folder of the database, and the folder of variant files.

use serde::Deserialize;
use std::path::PathBuf;

/// The folder of the database.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct StoreFolder {
    /// The folder.
    pub folder: PathBuf,
}

/// Variants besides the built-in ones.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Variants {
    /// The folder of variant files; `None` if there are only the built-in variants.
    pub folder: Option<PathBuf>,
}

impl Default for StoreFolder {
    fn default() -> StoreFolder {
        StoreFolder { folder: PathBuf::from("./taflpost-data") }
    }
}
