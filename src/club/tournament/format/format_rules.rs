//! What a tournament asks its format.

use crate::club::model::plan::{PlanFault, TournamentPlan};
use crate::club::model::player::PlayerId;
use crate::club::model::tournament::{Meeting, Tournament};
use crate::club::tables::tiebreak::{TieBreak, USUAL};
use crate::command::TournamentTerm;

/// What comes next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next {
    /// Games are still played.
    Wait,
    /// These meetings, without games yet.
    Meetings(Vec<Meeting>),
    /// Nothing: it is over.
    Over,
    /// Nobody is left whom somebody could meet.
    Stuck,
}

/// A player and the place in the whole tournament; those who are equal share one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placed {
    /// The place, from 1; `None` for a player who was struck.
    pub place: Option<usize>,
    /// The player.
    pub player: PlayerId,
}

/// What it means to have no opponent in a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bye {
    /// A free round.
    Free,
    /// It counts as won.
    Credited,
    /// The player goes on to the next round.
    Passes,
    /// The player wins the last match.
    Wins,
}

/// The rules of one format. What most formats have in common is the default.
pub trait FormatRules: Sync {
    /// Whether the format has this term, among the terms that not all formats have.
    fn has_term(&self, _term: &TournamentTerm) -> bool {
        false
    }

    /// The order of tie-breaks where the organizer names none.
    fn usual_tie_breaks(&self) -> &'static [TieBreak] {
        &USUAL
    }

    /// The order of tie-breaks.
    fn order<'a>(&self, plan: &'a TournamentPlan) -> &'a [TieBreak] {
        if plan.tie_breaks.is_empty() { self.usual_tie_breaks() } else { &plan.tie_breaks }
    }

    /// How many players it takes.
    fn least(&self, _plan: &TournamentPlan) -> u32 {
        2
    }

    /// How many games a player has at a time among so many players.
    fn load(&self, plan: &TournamentPlan, players: u32) -> u32;

    /// What else must be so before so many players can start.
    fn check(&self, _plan: &TournamentPlan, _players: u32) -> Result<(), PlanFault> {
        Ok(())
    }

    /// Whether it matters in which order the players are put before it begins.
    fn is_seeded(&self) -> bool {
        true
    }

    /// Whether everybody in a section meets everybody, and all these games begin together.
    fn all_meet(&self) -> bool {
        false
    }

    /// Whether there are groups, and a final after them.
    fn has_groups(&self) -> bool {
        false
    }

    /// Whether a meeting decides who goes on. Then the places are those of a bracket, and not those of the points.
    fn is_bracket(&self) -> bool {
        false
    }

    /// Whether a round without an opponent counts as won. Then nobody has a second one, and an organizer can give one.
    fn credits_bye(&self) -> bool {
        false
    }

    /// How many rounds there are, where each is paired from the points of those before. `None` in other formats.
    fn rounds_by_points(&self, _plan: &TournamentPlan) -> Option<u32> {
        None
    }

    /// Whether another round will be paired from the points.
    fn has_round_after(&self, plan: &TournamentPlan, round: u32) -> bool {
        self.rounds_by_points(plan).is_some_and(|rounds| round < rounds)
    }

    /// How many rounds are planned; 0 where only those count that were paired.
    fn planned_rounds(&self, tournament: &Tournament) -> u32 {
        self.rounds_by_points(&tournament.plan).unwrap_or(0)
    }

    /// The first round, or all rounds where they begin together.
    fn first(&self, tournament: &Tournament) -> Next;

    /// What comes after the meetings that there are.
    fn later(&self, tournament: &Tournament) -> Next;

    /// What it means to have no opponent in these rounds.
    fn bye(&self, _tournament: &Tournament, _rounds: &[u32]) -> Bye {
        Bye::Free
    }

    /// The places of all players who have one, the first place first.
    fn places(&self, tournament: &Tournament) -> Vec<Placed>;

    /// Whether nobody has the first place yet, because a last match must decide it.
    fn is_first_open(&self, _tournament: &Tournament) -> bool {
        false
    }

    /// What the format is called in a TRF report.
    fn trf_system(&self) -> &'static str;
}
