//! The folder of the database, and the folders of variant files and of wording.

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

/// The operator's own wording.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Letters {
    /// The folder of wording files; `None` if all letters have our own words.
    pub folder: Option<PathBuf>,
}

impl Default for StoreFolder {
    fn default() -> StoreFolder {
        StoreFolder { folder: PathBuf::from("./taflpost-data") }
    }
}
