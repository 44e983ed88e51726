//! Why something was not done with an event, in words.

use crate::club::event::{EventRefusal, PlanFault};
use crate::command::EVENT_LOAD_MAX;
use crate::letters::wording::{Wording, WordingError};
use minijinja::{Value, context};

/// The sentence for a refusal about an event, and what it is filled with.
pub fn refusal(words: &Wording, name: &str, why: &EventRefusal) -> Result<(&'static str, Value), WordingError> {
    Ok(match why {
        EventRefusal::Unknown { nearest } => {
            ("event-unknown", context! { name, nearest => words.list("or", nearest)? })
        }
        EventRefusal::Taken => ("event-taken", context! { name }),
        EventRefusal::MayNotCreate => ("event-may-not-create", context! {}),
        EventRefusal::TooManyEvents { max } => ("event-too-many", context! { max }),
        EventRefusal::NotOrganizer => ("event-not-organizer", context! { name }),
        EventRefusal::NotOpen => ("event-not-open", context! { name }),
        EventRefusal::Begun => ("event-begun", context! { name }),
        EventRefusal::NotBegun => ("event-not-begun", context! { name }),
        EventRefusal::Over => ("event-over", context! { name }),
        EventRefusal::AlreadyIn => ("event-already-in", context! { name }),
        EventRefusal::NotIn => ("event-not-in", context! { name }),
        EventRefusal::PlaysNot { player } => ("event-plays-not", context! { name, player }),
        EventRefusal::NoReason { player } => ("event-no-reason", context! { name, player }),
        EventRefusal::NotItsBoard { number } => ("event-not-its-board", context! { name, number }),
        EventRefusal::NoRoundAfter => ("event-no-round-after", context! { name }),
        EventRefusal::NothingToPair => ("event-nothing-to-pair", context! { name }),
        EventRefusal::NoBye => ("event-no-bye", context! { name }),
        EventRefusal::HadBye { player } => ("event-had-bye", context! { name, player }),
        EventRefusal::TooManyOverrides { max } => ("event-too-many-overrides", context! { name, max }),
        EventRefusal::NoClosingDate => ("event-no-closing-date", context! { name }),
        EventRefusal::BoardOver { number } => ("event-board-over", context! { number }),
        EventRefusal::Full { max } => ("event-full", context! { name, max }),
        EventRefusal::TooFewGames { least, finished } => ("event-too-few-games", context! { name, least, finished }),
        EventRefusal::HeldAlready => ("event-held-already", context! { name }),
        EventRefusal::NotHeld => ("event-not-held", context! { name }),
        EventRefusal::NoTimeCounts => ("event-no-time-counts", context! { name }),
        EventRefusal::NoSuchPlayer { player } => ("event-no-such-player", context! { player }),
        EventRefusal::SignedOff { player } => ("event-signed-off", context! { name, player }),
        EventRefusal::PlaysAlready { player } => ("event-plays-already", context! { name, player }),
        EventRefusal::OrganizesNot { player } => ("event-organizes-not", context! { name, player }),
        EventRefusal::OrganizersWanted { max } => ("event-organizers-wanted", context! { name, max }),
        EventRefusal::NothingChanges => ("event-nothing-changes", context! { name }),
        EventRefusal::TooLateToSubstitute { player, finished, scheduled } => {
            ("event-too-late-to-substitute", context! { name, player, finished, scheduled })
        }
        EventRefusal::TooManyAnnouncements { max } => ("event-too-many-announcements", context! { name, max }),
        EventRefusal::NothingToUndo => ("event-nothing-to-undo", context! { name }),
        EventRefusal::NotUndone => ("event-not-undone", context! { name }),
        EventRefusal::TooLateToUndo => ("event-too-late-to-undo", context! { name }),
        EventRefusal::WentOn => ("event-went-on", context! { name }),
        EventRefusal::DecidedSince => ("event-decided-since", context! { name }),
        EventRefusal::IdleTerm { term, wants } => ("event-idle-term", context! { name, term, wants => wants.word() }),
        EventRefusal::Plan(PlanFault::TooFew { least }) => ("event-too-few", context! { name, least }),
        EventRefusal::Plan(PlanFault::TooMuch { load, groups }) => {
            let (groups, qualify) = groups.unzip();
            let can_be_allowed = *load <= EVENT_LOAD_MAX;
            ("event-too-much", context! { name, load, groups, qualify, can_be_allowed })
        }
        EventRefusal::Plan(PlanFault::TooLong { rounds }) => ("event-too-long", context! { name, rounds }),
    })
}
