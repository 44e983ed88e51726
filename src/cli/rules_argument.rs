//! How the commands that need no server read rules and positions: a variant with options, a `.toml` file, or an OpenTafl record.

use crate::cli::{Place, Trouble, variant_folder};
use crate::command;
use crate::tafl::{Catalogue, ChoiceError, Position, Rules, Side, Variant};
use std::path::Path;

/// Reads what was given as RULES or NAME. For a file or a record, the folder of variants need not be valid.
pub(super) fn read(place: &Place, given: &str) -> Result<Variant, Trouble> {
    if given.starts_with("dim:") {
        let rules = Rules::from_otn(given).map_err(|error| Trouble::Failed(error.to_string()))?;
        return Ok(Variant::own(rules));
    }
    if let Some((file, options)) = file_with_options(given) {
        let variant = variant_folder::variant(Path::new(file)).map_err(Trouble::Failed)?;
        if options.is_empty() {
            return Ok(variant);
        }
        let catalogue = place.catalogue()?;
        let laid_over = catalogue.choose(&options).and_then(|choice| choice.over(&variant, file));
        return laid_over.map_err(|why| Trouble::Failed(said(&why, &catalogue)));
    }
    let catalogue = place.catalogue()?;
    catalogue.parse_choice(given).map_err(|why| Trouble::Failed(said(&why, &catalogue)))
}

/// The path of a variant file, which may contain blanks, and the options before and after it.
fn file_with_options(given: &str) -> Option<(&str, String)> {
    const ENDING: &str = ".toml";
    let ends = given.rmatch_indices(ENDING).map(|(at, _)| at + ENDING.len());
    let end = ends.into_iter().find(|end| given[*end..].chars().next().is_none_or(char::is_whitespace))?;
    let (mut file, behind) = (given[..end].trim_start(), &given[end..]);
    let mut options = Vec::new();
    while let Some((word, rest)) = file.split_once(char::is_whitespace).filter(|(word, _)| word.starts_with('-')) {
        options.push(word);
        file = rest.trim_start();
    }
    options.extend(behind.split_whitespace());
    Some((file, options.join(" ")))
}

/// What is wrong with a choice, and what was probably meant.
fn said(why: &ChoiceError, catalogue: &Catalogue) -> String {
    let nearest = match why {
        ChoiceError::Unknown { word } => command::nearest_games(catalogue, word),
        ChoiceError::UnknownOption { word } => command::nearest_options(catalogue, word.trim_start_matches('-')),
        _ => Vec::new(),
    };
    match nearest.as_slice() {
        [] => why.to_string(),
        nearest => format!("{why} Did you mean {}?", nearest.join(" or ")),
    }
}

/// A position for these rules: rows from the top as we print them (3ooo3/4o4/...), or as OpenTafl does (start:/3ttt3/.../).
pub(super) fn position(rules: &Rules, given: &str, to_move: Side) -> Result<Position, Trouble> {
    let read = match given.starts_with("start") {
        true => rules.position_from_otn(given, to_move).map_err(|error| error.to_string()),
        false => rules.position(given, to_move).map_err(|error| error.to_string()),
    };
    read.map_err(Trouble::Failed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_stand_on_either_side_of_a_file() {
        let options = |given| file_with_options(given).map(|(file, options)| format!("{file}|{options}"));
        assert_eq!(options("my.toml").as_deref(), Some("my.toml|"));
        assert_eq!(options("my rules.toml -strong  -e").as_deref(), Some("my rules.toml|-strong -e"));
        assert_eq!(options(" -str ./a.toml.d/my.toml -edge").as_deref(), Some("./a.toml.d/my.toml|-str -edge"));
        assert_eq!(options("small -strong"), None);
        assert_eq!(options("my.tomlet"), None);
    }
}
