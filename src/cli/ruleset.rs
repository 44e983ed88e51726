//! How `perft` and `replay` name rules: a preset with options, a `.toml` file, or an OpenTafl record.

use crate::cli::{Trouble, show};
use crate::tafl::{Rules, Variant};

/// Reads what was given as RULES.
pub(super) fn read(given: &str) -> Result<Rules, Trouble> {
    if given.starts_with("dim:") {
        return Rules::from_otn(given).map_err(|error| Trouble::Failed(error.to_string()));
    }
    if given.ends_with(".toml") {
        let text =
            std::fs::read_to_string(given).map_err(|error| Trouble::Failed(format!("cannot read {given}: {error}")))?;
        let variant = Variant::from_toml(&text).map_err(|error| Trouble::Failed(format!("{given}: {error}")))?;
        return Ok(variant.rules);
    }
    Ok(show::chosen(&[given.to_owned()])?.rules)
}
