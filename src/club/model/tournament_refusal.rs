//! Why something was not done with a tournament.

use crate::club::model::plan::PlanFault;
use crate::command::TournamentFormat;

/// Why a request about a tournament was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TournamentRefusal {
    /// There is no such tournament.
    Unknown {
        /// The names that were probably meant.
        nearest: Vec<String>,
    },
    /// There is one of that name already.
    Taken,
    /// The sender is not among the players who may create tournaments.
    MayNotCreate,
    /// There are as many unfinished tournaments as are allowed.
    TooManyTournaments {
        /// How many.
        max: u32,
    },
    /// Only its organizers may do that.
    NotOrganizer,
    /// Players cannot join now.
    NotOpen,
    /// It has begun, or is over.
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
    /// A player cannot be taken out without a reason.
    NoReason {
        /// Who.
        player: String,
    },
    /// The board is not one of its boards.
    NotItsBoard {
        /// The number.
        number: u32,
    },
    /// What a game counts so far matters only if another round is paired after it.
    NoRoundAfter,
    /// There is nothing left to pair that an organizer could change.
    NothingToPair,
    /// In this format, or with this few players, there are no byes.
    NoBye,
    /// This player has had no opponent in a round before.
    HadBye {
        /// Who.
        player: String,
    },
    /// There are as many wishes for a pairing as are allowed.
    TooManyWishes {
        /// How many.
        max: u32,
    },
    /// It cannot close then: the date is past, or too far ahead.
    NoClosingDate,
    /// The game is over.
    BoardOver {
        /// The board.
        number: u32,
    },
    /// It has as many players as its terms allow.
    Full {
        /// How many.
        max: u32,
    },
    /// The sender has finished too few games to enter.
    TooFewGames {
        /// How many it needs.
        least: u32,
        /// How many there are.
        finished: u32,
    },
    /// Its clocks are stopped already.
    HeldAlready,
    /// Its clocks are running.
    NotHeld,
    /// There is no clock to which time could be given.
    NoTimeCounts,
    /// No player has this id.
    NoSuchPlayer {
        /// As typed.
        player: String,
    },
    /// This player's account is paused, so they cannot take part in anything new.
    SignedOff {
        /// Who.
        player: String,
    },
    /// This player plays in it, or has played in it.
    PlaysAlready {
        /// Who.
        player: String,
    },
    /// This player is not one of its organizers.
    OrganizesNot {
        /// As typed.
        player: String,
    },
    /// It needs at least one organizer, and may not have too many.
    OrganizersWanted {
        /// The most organizers.
        max: u32,
    },
    /// Everything is as asked already.
    NothingChanges,
    /// Too many of the player's games are finished for another player to take over.
    TooLateToSubstitute {
        /// Who.
        player: String,
        /// How many are finished.
        finished: u32,
        /// How many there are.
        scheduled: u32,
    },
    /// There were as many announcements within a day as are allowed.
    TooManyAnnouncements {
        /// How many.
        max: u32,
    },
    /// There is no ruling that could be undone.
    NothingToUndo,
    /// This ruling cannot be undone.
    NotUndone,
    /// The ruling was made too long ago.
    TooLateToUndo,
    /// Another round has begun since.
    WentOn,
    /// Another ruling was made since.
    DecidedSince,
    /// One of the terms means nothing in its format.
    IdleTerm {
        /// The term.
        term: String,
        /// The format it is for.
        wants: TournamentFormat,
    },
    /// It cannot start with this number of players by its terms.
    Plan(PlanFault),
}
