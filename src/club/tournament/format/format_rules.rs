//! What a format must answer for its tournaments.

use crate::club::model::plan::{PlanFault, TournamentPlan};
use crate::club::model::player::PlayerId;
use crate::club::model::tournament::{Meeting, Tournament};
use crate::club::pairing_and_standings::tiebreak::{TieBreak, USUAL};
use crate::command::TournamentTerm;

/// What comes next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next {
    /// Wait: games are still being played.
    Wait,
    /// These meetings, without games yet.
    Meetings(Vec<Meeting>),
    /// Nothing: it is over.
    Over,
    /// No two players are left who could still play each other.
    Stuck,
}

/// A player and the place in the whole tournament. Equal players share a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placed {
    /// The place, from 1. `None` for a player whose results are cancelled.
    pub place: Option<usize>,
    /// The player.
    pub player: PlayerId,
}

/// What it means to have no opponent in a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bye {
    /// A free round.
    Free,
    /// It counts as a win.
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

    /// The order of tie-breaks if the organizer names none.
    fn usual_tie_breaks(&self) -> &'static [TieBreak] {
        &USUAL
    }

    /// The order of tie-breaks.
    fn order<'a>(&self, plan: &'a TournamentPlan) -> &'a [TieBreak] {
        if plan.tie_breaks.is_empty() { self.usual_tie_breaks() } else { &plan.tie_breaks }
    }

    /// The least number of players.
    fn least(&self, _plan: &TournamentPlan) -> u32 {
        2
    }

    /// How many games each of this number of players has at a time.
    fn load(&self, plan: &TournamentPlan, players: u32) -> u32;

    /// What else must be true before this number of players can start.
    fn check(&self, _plan: &TournamentPlan, _players: u32) -> Result<(), PlanFault> {
        Ok(())
    }

    /// Whether the order of the players matters before the start.
    fn is_seeded(&self) -> bool {
        true
    }

    /// Whether all players in a section meet each other, and all these games begin together.
    fn all_meet(&self) -> bool {
        false
    }

    /// Whether there are groups, and a final after them.
    fn has_groups(&self) -> bool {
        false
    }

    /// Whether a meeting decides who goes on. Then the places follow from the bracket and not from the points.
    fn is_bracket(&self) -> bool {
        false
    }

    /// Whether a round without an opponent counts as a win. Then no player has a second one, and an organizer can give one.
    fn credits_bye(&self) -> bool {
        false
    }

    /// How many rounds there are, if each is paired from the points of the rounds before. `None` in other formats.
    fn rounds_by_points(&self, _plan: &TournamentPlan) -> Option<u32> {
        None
    }

    /// Whether another round will be paired from the points.
    fn has_round_after(&self, plan: &TournamentPlan, round: u32) -> bool {
        self.rounds_by_points(plan).is_some_and(|rounds| round < rounds)
    }

    /// How many rounds are planned. 0 if only the paired ones count.
    fn planned_rounds(&self, tournament: &Tournament) -> u32 {
        self.rounds_by_points(&tournament.plan).unwrap_or(0)
    }

    /// The first round, or all rounds if they begin together.
    fn first(&self, tournament: &Tournament) -> Next;

    /// What comes after the present meetings.
    fn later(&self, tournament: &Tournament) -> Next;

    /// What it means to have no opponent in these rounds.
    fn bye(&self, _tournament: &Tournament, _rounds: &[u32]) -> Bye {
        Bye::Free
    }

    /// The places of all players who have one, the first place first.
    fn places(&self, tournament: &Tournament) -> Vec<Placed>;

    /// Whether the first place is still open, because a last match must decide it.
    fn is_first_open(&self, _tournament: &Tournament) -> bool {
        false
    }

    /// The name of the format in a TRF report.
    fn trf_system(&self) -> &'static str;
}
