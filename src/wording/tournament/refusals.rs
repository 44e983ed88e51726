//! Why something was not done in a tournament, in words.

use crate::club::tournament::{PlanFault, TournamentRefusal};
use crate::command::TOURNAMENT_LOAD_MAX;
use crate::wording::facts::{Facts, context};
use crate::wording::templates::{Wording, WordingError};

/// The sentence for a refusal about a tournament, and the facts to fill it with.
pub(crate) fn refusal(
    words: &Wording,
    name: &str,
    why: &TournamentRefusal,
) -> Result<(&'static str, Facts), WordingError> {
    Ok(match why {
        TournamentRefusal::Unknown { nearest } => {
            ("tournament-unknown", context! { name, nearest => words.list("or", nearest)? })
        }
        TournamentRefusal::Taken => ("tournament-taken", context! { name }),
        TournamentRefusal::MayNotCreate => ("tournament-may-not-create", context! {}),
        TournamentRefusal::TooManyTournaments { max } => ("tournament-too-many", context! { max }),
        TournamentRefusal::NotOrganizer => ("tournament-not-organizer", context! { name }),
        TournamentRefusal::NotOpen => ("tournament-not-open", context! { name }),
        TournamentRefusal::Begun => ("tournament-begun", context! { name }),
        TournamentRefusal::NotBegun => ("tournament-not-begun", context! { name }),
        TournamentRefusal::Over => ("tournament-over", context! { name }),
        TournamentRefusal::AlreadyIn => ("tournament-already-in", context! { name }),
        TournamentRefusal::NotIn => ("tournament-not-in", context! { name }),
        TournamentRefusal::PlaysNot { player } => ("tournament-plays-not", context! { name, player }),
        TournamentRefusal::NoReason { player } => ("tournament-no-reason", context! { name, player }),
        TournamentRefusal::NotItsBoard { number } => ("tournament-not-its-board", context! { name, number }),
        TournamentRefusal::NoRoundAfter => ("tournament-no-round-after", context! { name }),
        TournamentRefusal::NothingToPair => ("tournament-nothing-to-pair", context! { name }),
        TournamentRefusal::NoBye => ("tournament-no-bye", context! { name }),
        TournamentRefusal::HadBye { player } => ("tournament-had-bye", context! { name, player }),
        TournamentRefusal::TooManyWishes { max } => ("tournament-too-many-wishes", context! { name, max }),
        TournamentRefusal::NoClosingDate => ("tournament-no-closing-date", context! { name }),
        TournamentRefusal::BoardOver { number } => ("tournament-board-over", context! { number }),
        TournamentRefusal::Full { max } => ("tournament-full", context! { name, max }),
        TournamentRefusal::TooFewGames { least, finished } => {
            ("tournament-too-few-games", context! { name, least, finished })
        }
        TournamentRefusal::HeldAlready => ("tournament-held-already", context! { name }),
        TournamentRefusal::NotHeld => ("tournament-not-held", context! { name }),
        TournamentRefusal::NoTimeCounts => ("tournament-no-time-counts", context! { name }),
        TournamentRefusal::NoSuchPlayer { player } => ("tournament-no-such-player", context! { player }),
        TournamentRefusal::SignedOff { player } => ("tournament-signed-off", context! { name, player }),
        TournamentRefusal::PlaysAlready { player } => ("tournament-plays-already", context! { name, player }),
        TournamentRefusal::OrganizesNot { player } => ("tournament-organizes-not", context! { name, player }),
        TournamentRefusal::OrganizersWanted { max } => ("tournament-organizers-wanted", context! { name, max }),
        TournamentRefusal::NothingChanges => ("tournament-nothing-changes", context! { name }),
        TournamentRefusal::TooLateToSubstitute { player, finished, scheduled } => {
            ("tournament-too-late-to-substitute", context! { name, player, finished, scheduled })
        }
        TournamentRefusal::TooManyAnnouncements { max } => {
            ("tournament-too-many-announcements", context! { name, max })
        }
        TournamentRefusal::NothingToUndo => ("tournament-nothing-to-undo", context! { name }),
        TournamentRefusal::NotUndone => ("tournament-not-undone", context! { name }),
        TournamentRefusal::TooLateToUndo => ("tournament-too-late-to-undo", context! { name }),
        TournamentRefusal::WentOn => ("tournament-went-on", context! { name }),
        TournamentRefusal::DecidedSince => ("tournament-decided-since", context! { name }),
        TournamentRefusal::IdleTerm { term, wants } => {
            ("tournament-idle-term", context! { name, term, wants => wants.word() })
        }
        TournamentRefusal::Plan(PlanFault::TooFew { least }) => ("tournament-too-few", context! { name, least }),
        TournamentRefusal::Plan(PlanFault::TooMuch { load, groups }) => {
            let (groups, qualify) = groups.unzip();
            let can_be_allowed = *load <= TOURNAMENT_LOAD_MAX;
            ("tournament-too-much", context! { name, load, groups, qualify, can_be_allowed })
        }
        TournamentRefusal::Plan(PlanFault::TooLong { rounds }) => ("tournament-too-long", context! { name, rounds }),
    })
}
