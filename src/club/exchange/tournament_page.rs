//! What an answer shows of a tournament. It holds only facts; the words are in `wording`.

use crate::club::model::player::PlayerId;
use crate::club::model::ruling::Ruling;

/// One page about a tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TournamentPage {
    /// Its terms, which are the contract, and its players, below what has just been done.
    Terms {
        /// What has been done.
        done: Option<Done>,
    },
    /// Points and places.
    Standings,
    /// Each player's result against each other player.
    Crosstable,
    /// The games that are still running.
    Status,
    /// Who plays whom.
    Pairings {
        /// Whether it is only a preview of the pairings.
        preview: bool,
        /// Players who have joined but would not be paired, because their account is paused.
        absent: Vec<PlayerId>,
    },
    /// What it would mean to finish it now: which games would not count, and how it would end.
    Finish,
    /// Only what has been done.
    Done(Done),
    /// All rulings, by whom and why.
    Record,
    /// A ruling that an organizer is about to make.
    Preview {
        /// The ruling.
        ruling: Ruling,
        /// Who makes it.
        by: Option<PlayerId>,
        /// The reason that was given. It may be empty.
        why: String,
        /// How many players would be told of it.
        readers: usize,
    },
}

/// What has been done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Done {
    /// The tournament was created.
    Created,
    /// Its terms were changed.
    Set,
    /// Players can join.
    Opened,
    /// They no longer can.
    Closed,
    /// The reader has joined.
    Joined,
    /// The reader has left.
    Left,
}

impl Done {
    /// All of them.
    pub const ALL: [Done; 6] = [Done::Created, Done::Set, Done::Opened, Done::Closed, Done::Joined, Done::Left];
}
