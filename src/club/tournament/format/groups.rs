//! Groups: round robins in groups, then a final of the best players of each.

use crate::club::model::plan::TournamentPlan;
use crate::club::model::player::PlayerId;
use crate::club::model::tournament::{Table, Tournament};
use crate::club::pairing_and_standings::game_value::Participation;
use crate::club::pairing_and_standings::pairing::Seat;
use crate::club::pairing_and_standings::standings::standings;
use crate::club::pairing_and_standings::tiebreak::{TieBreak, Value};
use crate::club::pairing_and_standings::{pairing, tiebreak};
use crate::club::tournament::format::format_rules::{FormatRules, Next, Placed};
use crate::club::tournament::format::meetings::{everybody, is_played_on, players};
use crate::club::tournament::format::table::{placed_by_points, players_of, table};
use crate::command::{TOURNAMENT_GROUPS_MAX, TOURNAMENT_GROUPS_MIN, TournamentFormat, TournamentTerm};

/// Groups with a final.
pub(super) struct Groups;

impl FormatRules for Groups {
    #[expect(clippy::wildcard_enum_match_arm, reason = "most terms are not meant here")]
    fn has_term(&self, term: &TournamentTerm) -> bool {
        match term {
            TournamentTerm::Groups(_) | TournamentTerm::Qualify(_) => true,
            TournamentTerm::Best(best) => *best > 0,
            _ => false,
        }
    }

    fn least(&self, plan: &TournamentPlan) -> u32 {
        plan.groups * (plan.qualify + u32::from(plan.best > 0)).max(2)
    }

    /// The greater number, of a group or of the final.
    fn load(&self, plan: &TournamentPlan, players: u32) -> u32 {
        let everybody = |players: u32| players.saturating_sub(1) * plan.games;
        everybody(players.div_ceil(plan.groups.max(1))).max(everybody(plan.groups * plan.qualify + plan.best()))
    }

    fn all_meet(&self) -> bool {
        true
    }

    fn has_groups(&self) -> bool {
        true
    }

    fn first(&self, tournament: &Tournament) -> Next {
        let players = players(tournament);
        let groups = pairing::deal(players.len(), tournament.plan.groups as usize);
        let of = |(group, seats): (usize, &Vec<Seat>)| {
            let members: Vec<PlayerId> = seats.iter().map(|seat| players[*seat].clone()).collect();
            everybody(&members, group as u32 + 1, 1)
        };
        Next::Meetings(groups.iter().enumerate().flat_map(of).collect())
    }

    fn later(&self, tournament: &Tournament) -> Next {
        if is_played_on(tournament) { Next::Wait } else { final_of_groups(tournament) }
    }

    /// The finalists in the order of the final, with those who left it at its end. After them, players with the same place in their groups
    /// share one.
    fn places(&self, tournament: &Tournament) -> Vec<Placed> {
        let finals = players_of(self, tournament, 0);
        let mut placed = placed_by_points(self, tournament, 0);
        let last = placed.len() + 1;
        let left: Vec<&PlayerId> = finals.iter().filter(|id| placed.iter().all(|one| one.player != **id)).collect();
        placed.extend(left.into_iter().map(|id| Placed { place: Some(last), player: id.clone() }));
        let groups = tournament.sections().into_iter().filter(|section| *section > 0);
        let mut behind: Vec<Placed> = groups.flat_map(|section| placed_by_points(self, tournament, section)).collect();
        behind.retain(|one| !finals.contains(&one.player));
        behind.sort_by_key(|one| one.place);
        let before = placed.len();
        let shared: Vec<usize> =
            behind.iter().map(|one| behind.iter().filter(|other| other.place < one.place).count()).collect();
        let behind = behind.into_iter().zip(shared);
        placed.extend(behind.map(|(one, better)| Placed { place: Some(before + better + 1), ..one }));
        placed
    }

    fn trf_system(&self) -> &'static str {
        "Round Robin in groups"
    }
}

/// The least number of groups in which this many players do not have more games at a time than are allowed, and how many of each then
/// qualify: as many as the plan says, or fewer, because a final of all those may itself have too many games.
pub fn enough_groups(plan: &TournamentPlan, players: u32) -> Option<(u32, u32)> {
    let in_groups =
        |groups, qualify| TournamentPlan { format: TournamentFormat::Groups, groups, qualify, ..plan.clone() };
    (1..=plan.qualify).rev().find_map(|qualify| {
        let fits = |groups: &u32| {
            let plan = in_groups(*groups, qualify);
            Groups.least(&plan) <= players && Groups.load(&plan, players) <= plan.load
        };
        (TOURNAMENT_GROUPS_MIN..=TOURNAMENT_GROUPS_MAX).find(fits).map(|groups| (groups, qualify))
    })
}

fn final_of_groups(tournament: &Tournament) -> Next {
    if tournament.meetings_of(0).next().is_some() {
        return Next::Over;
    }
    // The first of each group, then the second of each, and so on: the final is seeded like this.
    let groups: Vec<Vec<PlayerId>> = tournament
        .sections()
        .into_iter()
        .map(|section| {
            let table = table(&Groups, tournament, section);
            let lines = standings(&table.field, Groups.order(&tournament.plan));
            let there = lines.iter().filter(|line| table.field.participation(line.seat) == Participation::Playing);
            there.take(tournament.plan.qualify as usize).map(|line| table.players[line.seat].clone()).collect()
        })
        .collect();
    let place = |place: usize| groups.iter().filter_map(move |group: &Vec<PlayerId>| group.get(place).cloned());
    let mut players: Vec<PlayerId> = (0..tournament.plan.qualify as usize).flat_map(place).collect();
    players.extend(best_of_the_rest(tournament, &players));
    match players.len() {
        0 | 1 => Next::Over,
        _ => Next::Meetings(everybody(&players, 0, tournament.round() + 1)),
    }
}

/// The best of the players who come next in their groups, by their share of the points, then of the points of the players they have beaten,
/// because groups may differ in size. Among equals the lot decides.
fn best_of_the_rest(tournament: &Tournament, through: &[PlayerId]) -> Vec<PlayerId> {
    let next_of = |section: u32| {
        let Table { players, field } = table(&Groups, tournament, section);
        let lines = standings(&field, Groups.order(&tournament.plan));
        let mut there = lines.iter().filter(|line| field.participation(line.seat) == Participation::Playing);
        let line = there.find(|line| !through.contains(&players[line.seat]))?;
        let beaten = match tiebreak::value(&field, line.seat, &[], TieBreak::SonnebornBerger) {
            Value::Quarters(quarters) => quarters,
            Value::None | Value::Halves(_) | Value::Count(_) => 0,
        };
        let share = |of: u32| u64::from(of) * SHARES / u64::from(line.finished.max(1));
        let player = players[line.seat].clone();
        Some((share(line.points), share(beaten), tiebreak::drawn(&tournament.lot, player.as_str()), player))
    };
    let mut next: Vec<_> = tournament.sections().into_iter().filter_map(next_of).collect();
    next.sort_by_key(|one| std::cmp::Reverse((one.0, one.1, one.2)));
    next.into_iter().take(tournament.plan.best() as usize).map(|(.., player)| player).collect()
}

/// It is divisible by every number of games up to twenty, so that equal shares are equal numbers.
const SHARES: u64 = 232_792_560;

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use crate::club::pairing_and_standings::game_value::Outcome;
    use crate::club::tournament::export::tests::{play_round, tournament_of};
    use crate::club::tournament::next_round::next;
    use crate::club::tournament::next_round::tests::{play, tournament};
    use crate::club::tournament::places::places;
    use crate::tafl::Side;
    use std::collections::BTreeSet;

    /// Second of three with one point of two is better than second of four with one of three.
    #[test]
    fn the_best_of_those_next_placed_is_told_by_the_share_of_the_points() {
        let mut groups = tournament(TournamentFormat::Groups, &["a1", "a2", "a3", "a4", "a5", "a6", "a7"]);
        (groups.plan.groups, groups.plan.qualify, groups.plan.best) = (2, 1, 1);
        play(&mut groups);
        // a1 a4 a5 and a2 a3 a6 a7: the lower number wins, except that a7 has beaten a3, so that three of the four have one point each.
        for meeting in &mut groups.meetings {
            let Some(away) = &meeting.away else { continue };
            let both = [meeting.home.as_str(), away.as_str()];
            let upset = both.contains(&"a7") && both.contains(&"a3");
            let winner = if (meeting.home < *away) != upset { Side::Attackers } else { Side::Defenders };
            meeting.games[0].outcome = Outcome::Played { winner: Some(winner), plies: 9, taken: [0, 0] };
        }
        let sizes = [1, 2].map(|section| players_of(&Groups, &groups, section).len());
        assert_eq!(sizes, [3, 4]);
        let second = |section| {
            let table = table(&Groups, &groups, section);
            let lines = standings(&table.field, Groups.order(&groups.plan));
            (table.players[lines[1].seat].to_string(), lines[1].points * 6 / lines[1].finished)
        };
        let (one, other) = (second(1), second(2));
        let best = if one.1 > other.1 { one.0 } else { other.0 };
        assert_eq!((one.1, other.1), (6, 4));
        let Next::Meetings(meetings) = next(&groups) else { unreachable!("a final follows") };
        let finalists: BTreeSet<&str> =
            meetings.iter().flat_map(|m| std::iter::once(&m.home).chain(&m.away)).map(PlayerId::as_str).collect();
        assert_eq!(finalists.len(), 3, "{meetings:?}");
        assert!(finalists.contains(best.as_str()), "{best}: {finalists:?}");
        groups.plan.best = 0;
        let Next::Meetings(meetings) = next(&groups) else { unreachable!("a final follows") };
        assert_eq!(meetings.len(), 1);
    }

    #[test]
    fn finalists_stand_before_those_who_stayed_in_the_groups() {
        let mut groups = tournament_of(TournamentFormat::Groups, &["a1", "a2", "a3", "a4", "a5", "a6"]);
        (groups.plan.groups, groups.plan.qualify) = (2, 1);
        play_round(&mut groups);
        play_round(&mut groups);
        assert_eq!(next(&groups), Next::Over);
        let placed = places(&groups);
        let numbers: Vec<Option<usize>> = placed.iter().map(|one| one.place).collect();
        assert_eq!(numbers, [1, 2, 3, 3, 5, 5].map(Some), "{placed:?}");
        let finals = players_of(&Groups, &groups, 0);
        assert!(placed[..2].iter().all(|one| finals.contains(&one.player)), "{placed:?}");
        // A player whose results are cancelled has no place and stands last.
        let last = placed[2].player.clone();
        groups.entries.iter_mut().find(|entry| entry.player == last).unwrap().participation = Participation::Struck;
        let placed = places(&groups);
        assert_eq!(placed.last(), Some(&Placed { place: None, player: last }));
    }
}
