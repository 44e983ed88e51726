//! What becomes true of a tournament, and the line in its record that says so.

use crate::club::model::pairing_wishes::Override;
use crate::club::model::plan::TournamentPlan;
use crate::club::model::player::PlayerId;
use crate::club::model::ruling::Note;
use crate::club::model::tournament::TournamentStage;
use crate::club::model::tournament_name::TournamentName;
use crate::club::tables::bout::{Outcome, Participation};
use crate::tafl;
use chrono::{DateTime, Utc};
use std::sync::Arc;

/// One thing that becomes true of a tournament.
#[derive(Clone, Debug, PartialEq)]
pub enum TournamentChange {
    /// It is created, as a draft.
    Created {
        /// Its terms.
        plan: TournamentPlan,
        /// The variant's name with its options.
        variant: String,
        /// Its title.
        title: String,
        /// Its rules, pinned.
        rules: Arc<tafl::Rules>,
        /// Who organizes it.
        organizer: PlayerId,
        /// The seed for drawing lots.
        lot: String,
        /// When.
        at: DateTime<Utc>,
    },
    /// Its terms are others now.
    PlanSet {
        /// The terms.
        plan: TournamentPlan,
    },
    /// It has come further.
    Reached {
        /// The stage.
        stage: TournamentStage,
    },
    /// A player joins.
    Joined {
        /// Who.
        player: PlayerId,
        /// When.
        at: DateTime<Utc>,
    },
    /// Its players are put in this order.
    Seeded {
        /// All of them.
        order: Vec<PlayerId>,
    },
    /// A player leaves before the start.
    Left {
        /// Who.
        player: PlayerId,
    },
    /// Whether a player's games count.
    PresenceSet {
        /// Who.
        player: PlayerId,
        /// Whether.
        presence: Participation,
    },
    /// Two players meet, or one has nobody to meet. Nobody can meet two in a round.
    Paired {
        /// 0, or the group.
        section: u32,
        /// The round.
        round: u32,
        /// The place in it.
        place: u32,
        /// At home.
        home: PlayerId,
        /// Away.
        away: Option<PlayerId>,
    },
    /// A game has begun for a meeting.
    GameBegan {
        /// The board.
        number: u32,
        /// 0, or the group.
        section: u32,
        /// The round.
        round: u32,
        /// The place in it.
        place: u32,
    },
    /// How a game stands in the tournament.
    Scored {
        /// The board.
        number: u32,
        /// How.
        outcome: Outcome,
    },
    /// Its clocks stand still since then, or no longer do.
    HeldSet {
        /// Since when.
        held: Option<DateTime<Utc>>,
    },
    /// It began.
    Began {
        /// When.
        at: DateTime<Utc>,
    },
    /// Somebody has to look at it then; or only when something happens in it.
    DueSet {
        /// When.
        due: Option<DateTime<Utc>>,
    },
    /// What an organizer wants otherwise in the next pairing.
    OverridesSet {
        /// All of it.
        overrides: Vec<Override>,
    },
    /// Another player takes over the seat of one; who it was stays in the games that are finished.
    Substituted {
        /// Who leaves.
        out: PlayerId,
        /// Who comes.
        player: PlayerId,
        /// When.
        at: DateTime<Utc>,
    },
    /// Whether a player organizes it.
    OrganizerSet {
        /// Who.
        player: PlayerId,
        /// Whether.
        on: bool,
    },
    /// A line in the record: each decision of an organizer or of the server itself.
    Noted(Note),
}

/// Something that becomes true of the tournament of this name.
#[derive(Clone, Debug, PartialEq)]
pub struct OfTournament {
    /// The tournament.
    pub tournament: TournamentName,
    /// What.
    pub change: TournamentChange,
}
