//! What is shown of a tournament in an answer. Facts only; the words are in `letters`.

use crate::club::model::player::PlayerId;
use crate::club::model::ruling::Ruling;

/// One page about a tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TournamentPage {
    /// Its terms, which are the contract, and who plays; below what has just been done.
    Terms {
        /// What has been done.
        done: Option<Done>,
    },
    /// Points and places.
    Standings,
    /// Who has what against whom.
    Crosstable,
    /// What is still played.
    Status,
    /// Who meets whom.
    Pairings {
        /// Whether it would be so, and is not yet.
        preview: bool,
        /// Who has joined and would not be paired: they have signed off.
        absent: Vec<PlayerId>,
    },
    /// What finishing it now would mean: which games would count nothing, and how it would end.
    Finish,
    /// Only what has been done.
    Done(Done),
    /// What has been decided, by whom and why.
    Record,
    /// What an organizer is about to decide.
    Preview {
        /// What.
        deed: Ruling,
        /// Who.
        by: Option<PlayerId>,
        /// The reason that was given; may be empty.
        why: String,
        /// How many are told of it.
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
