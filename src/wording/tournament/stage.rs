//! The facts that every sentence about a tournament can use, and its stage.

use crate::club::tournament::{Done, Tournament, TournamentStage};
use crate::wording::facts::{Facts, context};
use crate::wording::templates::{Wording, WordingError};
use crate::wording::title::title;

/// Its name and its game.
pub(crate) fn facts(words: &Wording, tournament: &Tournament) -> Result<Facts, WordingError> {
    Ok(context! { name => tournament.name.as_str(), title => title(words, &tournament.title)? })
}

/// What its organizer or a player has just done.
pub(crate) fn done_phrase(words: &Wording, tournament: &Tournament, done: Done) -> Result<String, WordingError> {
    let key = match done {
        Done::Created => "created",
        Done::Set => "set",
        Done::Opened => "opened",
        Done::Closed => "closed",
        Done::Joined => "joined",
        Done::Left => "left",
    };
    words.phrase(&format!("tournament-done/{key}"), facts(words, tournament)?)
}

/// The name of the phrases about a stage.
pub(crate) fn stage_key(stage: TournamentStage) -> &'static str {
    match stage {
        TournamentStage::Draft => "draft",
        TournamentStage::Open => "open",
        TournamentStage::Closed => "closed",
        TournamentStage::Running => "running",
        TournamentStage::Finished => "finished",
    }
}

/// The stage that it has reached.
pub(crate) fn stage(words: &Wording, tournament: &Tournament) -> Result<String, WordingError> {
    words.phrase(
        &format!("tournament-stage/{}", stage_key(tournament.stage)),
        context! { players => tournament.entries.len() },
    )
}
