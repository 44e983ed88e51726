//! Where the database is, and where variant files are.

use serde::Deserialize;
use std::path::PathBuf;

/// Where the database is.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct StoreFolder {
    /// The folder.
    pub folder: PathBuf,
}

/// Which games there are besides the built-in ones.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Variants {
    /// The folder of variant files; `None` for the built-in ones alone.
    pub folder: Option<PathBuf>,
}

impl Default for StoreFolder {
    fn default() -> StoreFolder {
        StoreFolder { folder: PathBuf::from("./taflpost-data") }
    }
}
