//! What becomes true of a tournament, and the line in its record that says so.

use crate::club::model::pairing_wishes::PairingWish;
use crate::club::model::plan::TournamentPlan;
use crate::club::model::player::PlayerId;
use crate::club::model::ruling::Note;
use crate::club::model::tournament::TournamentStage;
use crate::club::model::tournament_name::TournamentName;
use crate::club::pairing_and_standings::game_value::{Outcome, Participation};
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
        /// Its organizer.
        organizer: PlayerId,
        /// The seed for drawing lots.
        lot: String,
        /// When.
        at: DateTime<Utc>,
    },
    /// Its terms are changed.
    PlanSet {
        /// The terms.
        plan: TournamentPlan,
    },
    /// It reaches another stage.
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
    /// Its players are seeded in this order.
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
    ParticipationSet {
        /// Who.
        player: PlayerId,
        /// Whether they do.
        participation: Participation,
    },
    /// Two players are paired, or one gets a bye. A player is paired only once in a round.
    Paired {
        /// 0, or the group.
        section: u32,
        /// The round.
        round: u32,
        /// The place in the round.
        place: u32,
        /// The player who has the attackers first.
        home: PlayerId,
        /// The other player. `None` for a bye.
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
        /// The place in the round.
        place: u32,
    },
    /// How a game counts in the tournament.
    Scored {
        /// The board.
        number: u32,
        /// How.
        outcome: Outcome,
    },
    /// Its clocks are stopped, or go on.
    HeldSet {
        /// Since when they are stopped. `None` if they go on.
        held: Option<DateTime<Utc>>,
    },
    /// It began.
    Began {
        /// When.
        at: DateTime<Utc>,
    },
    /// When the tournament must be looked at without a mail.
    DueSet {
        /// When. `None` if only when something happens in it.
        due: Option<DateTime<Utc>>,
    },
    /// What an organizer wants to change in the next pairing.
    WishesSet {
        /// All wishes.
        wishes: Vec<PairingWish>,
    },
    /// Another player takes over a player's place. Finished games keep the player who played them.
    Substituted {
        /// The player who leaves.
        out: PlayerId,
        /// The player who takes over.
        player: PlayerId,
        /// When.
        at: DateTime<Utc>,
    },
    /// Whether a player is an organizer.
    OrganizerSet {
        /// Who.
        player: PlayerId,
        /// Whether they are.
        on: bool,
    },
    /// A line in the record: each ruling of an organizer or of the server itself.
    Noted(Note),
}

/// Something that becomes true of the tournament of this name.
#[derive(Clone, Debug, PartialEq)]
pub struct OfTournament {
    /// The tournament.
    pub tournament: TournamentName,
    /// The change.
    pub change: TournamentChange,
}
