//! The meetings of the next round, from the state of a tournament. Pure: the answer is the same however often it is asked.

use crate::club::model::tournament::{Tournament, TournamentStage};
use crate::club::tournament::format;
use crate::club::tournament::format::Next;
use crate::club::tournament::wished_pairings::swapped;

/// What comes next, with the organizer's wishes. Before the start it is the first round, or all rounds if they begin together.
pub(crate) fn next(tournament: &Tournament) -> Next {
    match by_the_rules(tournament) {
        Next::Meetings(meetings) => Next::Meetings(swapped(tournament, meetings)),
        nothing @ (Next::Wait | Next::Over | Next::Stuck) => nothing,
    }
}

fn by_the_rules(tournament: &Tournament) -> Next {
    let format = format::of(tournament.plan.format);
    match tournament.stage {
        TournamentStage::Finished => Next::Over,
        _ if tournament.meetings.is_empty() => format.first(tournament),
        TournamentStage::Draft | TournamentStage::Open | TournamentStage::Closed | TournamentStage::Running => {
            format.later(tournament)
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
pub(in crate::club) mod tests {
    use super::*;
    use crate::club::model::pairing_wishes::PairingWish;
    use crate::club::model::plan::TournamentPlan;
    use crate::club::model::player::PlayerId;
    use crate::club::model::tournament::{Entry, Meeting, TournamentGame};
    use crate::club::pairing_and_standings::game_value::{Outcome, Participation};
    use crate::command::TournamentFormat;
    use crate::tafl::Catalogue;
    use crate::tafl::Side;
    use std::collections::BTreeSet;
    use std::sync::Arc;

    pub(crate) fn tournament(format: TournamentFormat, players: &[&str]) -> Tournament {
        let at = "2026-11-21T12:00:00Z".parse().unwrap();
        let entry =
            |id: &&str| Entry { player: id.parse().unwrap(), joined: at, participation: Participation::Playing };
        let catalogue = Catalogue::embedded().unwrap();
        let variant = catalogue.find("brandubh").unwrap();
        Tournament {
            name: "spring".parse().unwrap(),
            stage: TournamentStage::Running,
            plan: TournamentPlan { format, games: 1, ..TournamentPlan::default() },
            variant: variant.name.clone(),
            title: variant.title.clone(),
            rules: Arc::new(variant.rules.clone()),
            organizers: Vec::new(),
            entries: players.iter().map(entry).collect(),
            meetings: Vec::new(),
            held: None,
            due: None,
            began: None,
            wishes: Vec::new(),
            notes: Vec::new(),
            lot: "0123".to_owned(),
            created: at,
            imported: None,
        }
    }

    /// The next round as it would be paired, in words. Empty if it is over.
    pub(crate) fn paired(tournament: &Tournament) -> String {
        let Next::Meetings(meetings) = next(tournament) else {
            return String::new();
        };
        let shown = meetings.iter().map(|meeting| match &meeting.away {
            Some(away) => format!("{}:{}-{away}", meeting.place, meeting.home),
            None => format!("{}:{}", meeting.place, meeting.home),
        });
        shown.collect::<Vec<_>>().join(" ")
    }

    /// Plays the next round. The home players win.
    pub(crate) fn play(tournament: &mut Tournament) {
        let Next::Meetings(meetings) = next(tournament) else { return };
        for mut meeting in meetings {
            if let Some(away) = &meeting.away {
                let (attackers, defenders) = (meeting.home.clone(), away.clone());
                let outcome = Outcome::Played { winner: Some(Side::Attackers), plies: 9, taken: [0, 0] };
                meeting.games.push(TournamentGame {
                    number: 1,
                    attackers,
                    defenders,
                    outcome,
                    plies: 0,
                    on_time: false,
                });
            }
            tournament.meetings.push(meeting);
        }
    }

    pub(crate) fn leaves(tournament: &mut Tournament, player: &str) {
        tournament.entries.iter_mut().find(|entry| entry.player.as_str() == player).unwrap().participation =
            Participation::Left;
    }

    #[test]
    fn a_wish_changes_who_meets_whom_and_nothing_else() {
        let seen = |tournament: &Tournament| {
            let Next::Meetings(meetings) = next(tournament) else { return Vec::new() };
            let ids =
                meetings.iter().flat_map(|m| std::iter::once(&m.home).chain(&m.away).map(|id| (m.round, id.clone())));
            let mut ids: Vec<(u32, PlayerId)> = ids.collect();
            ids.sort();
            ids
        };
        let swap = |one: &str, other: &str| PairingWish::Swap(one.to_owned(), other.to_owned());
        let wishes = [swap("a1", "a3"), swap("a3", "a5"), swap("a2", "nobody"), swap("a1", "a5")];
        for format in TournamentFormat::ALL {
            for players in 4..8 {
                let ids = ["a1", "a2", "a3", "a4", "a5", "a6", "a7"];
                let mut wanted = tournament(format, &ids[..players]);
                let before = seen(&wanted);
                wanted.wishes = wishes.to_vec();
                // Groups differ in size, so a player who changes groups may meet one more.
                let who = |seen: Vec<(u32, PlayerId)>| {
                    (seen.len(), seen.into_iter().map(|(_, id)| id).collect::<BTreeSet<_>>())
                };
                assert_eq!(who(seen(&wanted)), who(before), "{format:?} of {players}");
            }
        }
        // Each player is in each round of a Swiss tournament once, with any choice of the bye, and no player has two byes.
        for players in 3..8 {
            let ids = ["a1", "a2", "a3", "a4", "a5", "a6", "a7"];
            let mut swiss = tournament(TournamentFormat::Swiss, &ids[..players]);
            for round in 1..=2 {
                swiss.wishes = vec![PairingWish::Bye("a1".to_owned()), swap("a1", "a2")];
                let Next::Meetings(meetings) = next(&swiss) else {
                    unreachable!("the tournament ended because of a wish for a pairing")
                };
                assert_eq!(seen(&swiss).len(), players);
                let free = |id: &str, of: &[Meeting]| of.iter().any(|m| m.home.as_str() == id && m.away.is_none());
                let twice = ids.iter().filter(|id| free(id, &meetings) && free(id, &swiss.meetings));
                assert_eq!(twice.count(), 0, "{players}, {round}: {meetings:?}");
                play(&mut swiss);
            }
        }
    }
}
