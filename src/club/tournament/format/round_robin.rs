//! The round robin: all players meet each other, and all games begin together.

use crate::club::model::plan::TournamentPlan;
use crate::club::model::tournament::Tournament;
use crate::club::tournament::format::format_rules::{FormatRules, Next, Placed};
use crate::club::tournament::format::meetings::{everybody, is_played_on, players};
use crate::club::tournament::format::table::placed_by_points;

/// The round robin.
pub(super) struct RoundRobin;

impl FormatRules for RoundRobin {
    fn load(&self, plan: &TournamentPlan, players: u32) -> u32 {
        players.saturating_sub(1) * plan.games
    }

    fn is_seeded(&self) -> bool {
        false
    }

    fn all_meet(&self) -> bool {
        true
    }

    fn first(&self, tournament: &Tournament) -> Next {
        Next::Meetings(everybody(&players(tournament), 0, 1))
    }

    fn later(&self, tournament: &Tournament) -> Next {
        if is_played_on(tournament) { Next::Wait } else { Next::Over }
    }

    fn places(&self, tournament: &Tournament) -> Vec<Placed> {
        placed_by_points(self, tournament, 0)
    }

    fn trf_system(&self) -> &'static str {
        "Round Robin"
    }
}
