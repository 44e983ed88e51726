//! Why something was not done with a tournament.

use crate::club::model::plan::PlanFault;
use crate::command::TournamentFormat;

/// Why not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TournamentRefusal {
    /// There is no such tournament.
    Unknown {
        /// What was probably meant.
        nearest: Vec<String>,
    },
    /// There is one of that name already.
    Taken,
    /// The sender is not among those who may create tournaments.
    MayNotCreate,
    /// There are as many unfinished tournaments as there may be.
    TooManyTournaments {
        /// How many.
        max: u32,
    },
    /// Only its organizers may do that.
    NotOrganizer,
    /// Nobody can join now.
    NotOpen,
    /// It is being played, or over.
    Begun,
    /// It has not begun.
    NotBegun,
    /// It is over.
    Over,
    /// The sender plays in it already.
    AlreadyIn,
    /// The sender does not play in it.
    NotIn,
    /// This player does not play in it.
    PlaysNot {
        /// As typed.
        player: String,
    },
    /// Nobody is taken out without a reason.
    NoReason {
        /// Who.
        player: String,
    },
    /// A board that is none of its boards.
    NotItsBoard {
        /// The number.
        number: u32,
    },
    /// What a game counts so far matters only where a round is paired after it.
    NoRoundAfter,
    /// Nothing is left to be paired that an organizer could change.
    NothingToPair,
    /// In this format, or with so few players, nobody is given a bye.
    NoBye,
    /// This player has had no opponent in a round before.
    HadBye {
        /// Who.
        player: String,
    },
    /// There are as many wishes for a pairing as there may be.
    TooManyOverrides {
        /// How many.
        max: u32,
    },
    /// It cannot close then: that is past, or too far ahead.
    NoClosingDate,
    /// A game that is over.
    BoardOver {
        /// The board.
        number: u32,
    },
    /// It has as many players as it takes.
    Full {
        /// How many.
        max: u32,
    },
    /// The sender has finished too few games to enter.
    TooFewGames {
        /// How many it takes.
        least: u32,
        /// How many there are.
        finished: u32,
    },
    /// Its clocks stand still already.
    HeldAlready,
    /// Its clocks go on.
    NotHeld,
    /// No clock is there that time could be given to.
    NoTimeCounts,
    /// Nobody here has this id.
    NoSuchPlayer {
        /// As typed.
        player: String,
    },
    /// This player has signed off, and plays in nothing new.
    SignedOff {
        /// Who.
        player: String,
    },
    /// This player plays in it, or has.
    PlaysAlready {
        /// Who.
        player: String,
    },
    /// This player does not organize it.
    OrganizesNot {
        /// As typed.
        player: String,
    },
    /// It has one organizer at least, and not too many.
    OrganizersWanted {
        /// How many at most.
        max: u32,
    },
    /// All of it is so already.
    NothingChanges,
    /// Too many of his games are finished for somebody else to take over.
    TooLateToSubstitute {
        /// Who.
        player: String,
        /// How many are finished.
        finished: u32,
        /// How many there are.
        scheduled: u32,
    },
    /// There were as many announcements within a day as there may be.
    TooManyAnnouncements {
        /// How many.
        max: u32,
    },
    /// No decision is there that could be taken back.
    NothingToUndo,
    /// This decision cannot be taken back.
    NotUndone,
    /// It was decided too long ago.
    TooLateToUndo,
    /// Another round has begun since.
    WentOn,
    /// Something else was decided since.
    DecidedSince,
    /// One of the terms means nothing in the format it has.
    IdleTerm {
        /// The term.
        term: String,
        /// The format it is for.
        wants: TournamentFormat,
    },
    /// So many players cannot play by its terms.
    Plan(PlanFault),
}
