//! How the commands that need no server name rules and positions: a variant with options, a `.toml` file, or an OpenTafl record.

use crate::cli::{Place, Trouble, variant_folder};
use crate::tafl::{Position, Rules, Side, Variant};
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

/// A position of these rules: rows from the top as we print them (3ooo3/4o4/...), or as OpenTafl does (start:/3ttt3/.../).
pub(super) fn position(rules: &Rules, given: &str, to_move: Side) -> Result<Position, Trouble> {
    let read = match given.starts_with("start") {
        true => rules.position_from_otn(given, to_move).map_err(|error| error.to_string()),
        false => rules.position(given, to_move).map_err(|error| error.to_string()),
    };
    read.map_err(Trouble::Failed)
}
