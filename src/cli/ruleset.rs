//! How the commands that need no server name rules: a variant with options, a `.toml` file, or an OpenTafl record.

use crate::cli::{Place, Trouble, variant_folder};
use crate::tafl::{Rules, Variant};
use std::path::Path;

/// Reads what was given as RULES or NAME. A file and a record need no folder of variants to be in order.
pub(super) fn read(place: &Place, given: &str) -> Result<Variant, Trouble> {
    if given.starts_with("dim:") {
        let rules = Rules::from_otn(given).map_err(|error| Trouble::Failed(error.to_string()))?;
        return Ok(Variant::own(rules));
    }
    if given.ends_with(".toml") {
        return variant_folder::variant(Path::new(given)).map_err(Trouble::Failed);
    }
    place.catalogue()?.parse_choice(given).map_err(|error| Trouble::Failed(error.to_string()))
}
