//! The list of tournaments.

use crate::club::tournament::TournamentLine;
use crate::wording::blocks::Block;
use crate::wording::facts::context;
use crate::wording::lines;
use crate::wording::lines::{indented, wrap};
use crate::wording::templates::{Wording, WordingError};
use crate::wording::title::title;
use crate::wording::tournament::stage::stage_key;

/// Columns of a list, which is indented by two.
const COLUMNS: usize = lines::COLUMNS - 2;

/// The lines of the list of tournaments.
pub(crate) fn list(words: &Wording, tournaments: &[TournamentLine]) -> Result<Vec<Block>, WordingError> {
    let lines: Vec<String> = tournaments
        .iter()
        .map(|line| {
            let stage = words
                .phrase(&format!("tournament-stage/{}", stage_key(line.stage)), context! { players => line.players })?;
            Ok(format!("{:<17}{}: {stage}", line.name.as_str(), title(words, &line.title)?))
        })
        .collect::<Result<_, WordingError>>()?;
    let wrapped = lines.iter().flat_map(|line| {
        wrap(line, COLUMNS)
            .into_iter()
            .enumerate()
            .map(|(i, row)| if i == 0 { row.into_owned() } else { format!("    {}", row.trim_start()) })
            .collect::<Vec<_>>()
    });
    let lines = indented(wrapped);
    let facts = context! { count => tournaments.len(), example => tournaments.first().map(|line| line.name.as_str()) };
    words.part("tournaments", facts, &|marker| (marker == "tournaments").then(|| vec![lines.clone()]))
}
