//! Whether the terms of a tournament fit its format and its players.

use crate::club::model::plan::{PlanFault, TournamentPlan};
use crate::club::tournament::format;
use crate::club::tournament::format::enough_groups;
use crate::command::{TournamentFormat, TournamentTerm};

/// The first of these terms that means nothing in the plan's format, and the format it is for.
pub(crate) fn idle(plan: &TournamentPlan, terms: &[TournamentTerm]) -> Option<(String, TournamentFormat)> {
    let own = format::of(plan.format);
    let wants = |term| TournamentFormat::ALL.into_iter().find(|other| format::of(*other).has_term(term));
    let others = terms.iter().filter(|term| !own.has_term(term));
    others.filter_map(|term| Some((term.to_string(), wants(term)?))).next()
}

/// Whether this many players can play by this plan.
pub(crate) fn check(plan: &TournamentPlan, players: u32) -> Result<(), PlanFault> {
    let format = format::of(plan.format);
    let least = format.least(plan);
    if players < least {
        return Err(PlanFault::TooFew { least });
    }
    format.check(plan, players)?;
    let load = format.load(plan, players);
    if load > plan.load {
        return Err(PlanFault::TooMuch { load, groups: enough_groups(plan, players) });
    }
    Ok(())
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use crate::command::{TOURNAMENT_LOAD_MAX, TOURNAMENT_PLAYERS_MAX};

    #[test]
    fn thirteen_players_twice_each_are_sent_into_groups() {
        let plan = TournamentPlan::default();
        assert_eq!(check(&plan, 13), Err(PlanFault::TooMuch { load: 24, groups: Some((2, 2)) }));
        assert_eq!(check(&plan, 7), Ok(()));
        assert_eq!(check(&TournamentPlan { games: 1, ..plan.clone() }, 13), Ok(()));
        let swiss = TournamentPlan { format: TournamentFormat::Swiss, rounds: 6, ..plan.clone() };
        assert_eq!(check(&swiss, 6), Err(PlanFault::TooLong { rounds: 5 }));
        let groups = TournamentPlan { format: TournamentFormat::Groups, groups: 3, ..plan };
        assert_eq!(check(&groups, 5), Err(PlanFault::TooFew { least: 6 }));
        assert_eq!(check(&groups, 6), Ok(()));
    }

    /// The advice used to lead in a circle: groups that would do if one player of each qualifies were advised for a plan with two.
    #[test]
    fn who_does_as_advised_can_start() {
        for players in 2..=TOURNAMENT_PLAYERS_MAX {
            for (games, qualify, load) in
                [(1, 2, 12), (2, 1, 12), (2, 2, 12), (2, 3, 12), (2, 8, 12), (2, 2, 4), (1, 2, 1)]
            {
                let formats = [TournamentFormat::RoundRobin, TournamentFormat::Groups, TournamentFormat::Knockout];
                for plan in
                    formats.map(|format| TournamentPlan { format, games, qualify, load, ..TournamentPlan::default() })
                {
                    let advised: &[TournamentTerm] = match check(&plan, players) {
                        Ok(()) | Err(PlanFault::TooFew { .. }) => continue,
                        Err(PlanFault::TooMuch { groups: Some((groups, qualify)), .. }) => {
                            let format = TournamentTerm::Format(TournamentFormat::Groups);
                            &[format, TournamentTerm::Groups(groups), TournamentTerm::Qualify(qualify)]
                        }
                        Err(PlanFault::TooMuch { load, .. }) if load <= TOURNAMENT_LOAD_MAX => {
                            &[TournamentTerm::Load(load)]
                        }
                        Err(PlanFault::TooMuch { .. }) => &[TournamentTerm::Format(TournamentFormat::Swiss)],
                        Err(PlanFault::TooLong { rounds }) => &[TournamentTerm::Rounds(rounds)],
                    };
                    let changed = plan.clone().with(advised);
                    let done = check(&changed, players);
                    assert!(done.is_ok(), "{players} players: {plan:?} {advised:?} {done:?}");
                }
            }
        }
    }
}
