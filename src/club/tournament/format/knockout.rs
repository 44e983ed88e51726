//! The knockout: a player who loses a meeting is out.
//!
//! The winner of the final is first and the loser second. After them come the players by the round in which they went out, the latest round
//! first. Those of the same round share a place, unless they played for the third. A player who won a meeting and left before the next one
//! went out in that next round. As long as the first place is open, all players who can still win share it.

use crate::club::model::plan::TournamentPlan;
use crate::club::model::player::PlayerId;
use crate::club::model::tournament::{Meeting, Tournament};
use crate::club::pairing_and_standings::game_value::Participation;
use crate::club::pairing_and_standings::pairing::{Bracket, Place, Seat, bracket};
use crate::club::tournament::format::format_rules::{Bye, FormatRules, Next, Placed};
use crate::club::tournament::format::meetings::{is_played_on, meeting, players};
use crate::command::TournamentTerm;

/// The knockout.
pub(super) struct Knockout;

impl FormatRules for Knockout {
    fn has_term(&self, term: &TournamentTerm) -> bool {
        *term == TournamentTerm::Third(true)
    }

    fn load(&self, plan: &TournamentPlan, _players: u32) -> u32 {
        plan.games
    }

    fn is_bracket(&self) -> bool {
        true
    }

    fn planned_rounds(&self, tournament: &Tournament) -> u32 {
        bracket_of(tournament).rounds
    }

    fn first(&self, tournament: &Tournament) -> Next {
        let players = players(tournament);
        let meeting = |(place, (home, away)): (usize, &(Seat, Option<Seat>))| {
            meeting(0, 1, place, &players[*home], away.map(|away| &players[away]))
        };
        Next::Meetings(bracket_of(tournament).first.iter().enumerate().map(meeting).collect())
    }

    fn later(&self, tournament: &Tournament) -> Next {
        if is_played_on(tournament) { Next::Wait } else { next_meetings(tournament) }
    }

    fn bye(&self, tournament: &Tournament, rounds: &[u32]) -> Bye {
        if rounds.contains(&bracket_of(tournament).rounds) { Bye::Wins } else { Bye::Passes }
    }

    fn places(&self, tournament: &Tournament) -> Vec<Placed> {
        let bracket = bracket_of(tournament);
        let mut reached: Vec<(Reached, PlayerId)> = tournament
            .entries
            .iter()
            .map(|entry| (reached(tournament, &bracket, &entry.player), entry.player.clone()))
            .collect();
        // Among equals the better seed comes first.
        reached.sort_by_key(|(reached, _)| std::cmp::Reverse(*reached));
        let place = |own: &Reached| {
            let better = reached.iter().filter(|(other, _)| other > own).count();
            // If both finalists have left, there is no first place.
            if own.first { 1 } else { better.max(1) + 1 }
        };
        reached.iter().map(|(own, player)| Placed { place: Some(place(own)), player: player.clone() }).collect()
    }

    fn is_first_open(&self, tournament: &Tournament) -> bool {
        champion(tournament).is_none()
    }

    fn trf_system(&self) -> &'static str {
        "Knockout"
    }
}

fn bracket_of(tournament: &Tournament) -> Bracket {
    bracket(tournament.entries.len(), tournament.plan.third)
}

/// The winners of the last round meet, as far as they still play. The opponent of a player who has left goes on without a game.
fn next_meetings(tournament: &Tournament) -> Next {
    let bracket = bracket_of(tournament);
    let round = tournament.round();
    let plays =
        |player: &PlayerId| tournament.entry(player).is_some_and(|entry| entry.participation == Participation::Playing);
    let who = |place: &Place| -> Option<PlayerId> {
        let (Place::Winner(number) | Place::Loser(number)) = place;
        // If two players of a pair have left there is no meeting, so a round may have gaps.
        let mut before = tournament.meetings.iter().filter(|meeting| meeting.round == round);
        let meeting = before.find(|meeting| meeting.place as usize == *number)?;
        let (winner, _) = tournament.winner_of(meeting)?;
        let who = match place {
            Place::Winner(_) => Some(winner),
            Place::Loser(_) => {
                [Some(&meeting.home), meeting.away.as_ref()].into_iter().flatten().find(|id| **id != winner).cloned()
            }
        };
        who.filter(plays)
    };
    let pairs = bracket.later(round + 1);
    let meetings = pairs.iter().enumerate().filter_map(|(place, (one, other))| {
        let (one, other) = (who(one), who(other));
        let home = one.clone().or_else(|| other.clone())?;
        let away = other.filter(|other| *other != home);
        Some(meeting(0, round + 1, place, &home, away.as_ref()))
    });
    let meetings: Vec<Meeting> = meetings.collect();
    if meetings.is_empty() { Next::Over } else { Next::Meetings(meetings) }
}

/// How far a player of a knockout has come. The greater value has the better place.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Reached {
    /// Whether they have the first place, or can still get it.
    first: bool,
    /// The round in which they went out.
    round: u32,
    /// In the match for the third place: won, not played, lost.
    third: i32,
}

fn reached(tournament: &Tournament, bracket: &Bracket, player: &PlayerId) -> Reached {
    let (mut won, mut lost, mut third) = (0, None, 0);
    let own = tournament.meetings.iter().filter(|m| m.home == *player || m.away.as_ref() == Some(player));
    for meeting in own {
        let Some((winner, _)) = tournament.winner_of(meeting) else { continue };
        match (is_for_third(bracket, meeting), winner == *player) {
            (true, wins) => third = if wins { 1 } else { -1 },
            (false, true) => won = won.max(meeting.round),
            (false, false) => lost = Some(meeting.round),
        }
    }
    let plays = tournament.entry(player).is_some_and(|entry| entry.participation == Participation::Playing);
    match lost {
        Some(round) => Reached { first: false, round, third },
        None if plays || won == bracket.rounds => Reached { first: true, round: bracket.rounds + 1, third },
        None => Reached { first: false, round: won + 1, third },
    }
}

fn is_for_third(bracket: &Bracket, meeting: &Meeting) -> bool {
    bracket.third && meeting.round == bracket.rounds && meeting.place > 0
}

/// The winner of the final.
fn champion(tournament: &Tournament) -> Option<PlayerId> {
    let bracket = bracket_of(tournament);
    let mut finals = tournament.meetings.iter().filter(|m| m.round == bracket.rounds && !is_for_third(&bracket, m));
    finals.next().and_then(|meeting| tournament.winner_of(meeting)).map(|(winner, _)| winner)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use crate::club::model::tournament::{TournamentGame, TournamentStage};
    use crate::club::pairing_and_standings::game_value::Outcome;
    use crate::club::pairing_and_standings::tiebreak::MeetingBreak;
    use crate::club::tournament::export::tests::{play_round, tournament_of};
    use crate::club::tournament::next_round::next;
    use crate::club::tournament::next_round::tests::{leaves, paired, play, tournament};
    use crate::club::tournament::places::{places, podium};
    use crate::command::TournamentFormat;
    use crate::tafl::Side;

    /// The winner of a meeting left before the next round, and the new games waited for this player for ever.
    #[test]
    fn a_winner_who_has_left_is_not_paired_again() {
        let mut cup = tournament(TournamentFormat::Knockout, &["a1", "a2", "a3", "a4", "a5", "a6", "a7", "a8"]);
        play(&mut cup);
        assert_eq!(paired(&cup), "0:a1-a4 1:a2-a3");
        leaves(&mut cup, "a1");
        assert_eq!(paired(&cup), "0:a4 1:a2-a3");
        // If both have left there is no meeting, and the next round still knows which players come from where.
        leaves(&mut cup, "a4");
        assert_eq!(paired(&cup), "1:a2-a3");
        play(&mut cup);
        assert_eq!(paired(&cup), "0:a2");
        leaves(&mut cup, "a2");
        assert_eq!(next(&cup), Next::Over);
    }

    #[test]
    fn who_leaves_in_a_level_meeting_does_not_win_it() {
        let mut cup = tournament(TournamentFormat::Knockout, &["a1", "a2"]);
        play(&mut cup);
        let (a1, a2) = (cup.entries[0].player.clone(), cup.entries[1].player.clone());
        let outcome = Outcome::Forfeit { winner: Some(Side::Attackers) };
        cup.meetings[0].games.push(TournamentGame {
            number: 2,
            attackers: a2.clone(),
            defenders: a1.clone(),
            outcome,
            plies: 0,
            on_time: false,
        });
        // A game lost on time does not count as leaving.
        assert_eq!(cup.winner_of(&cup.meetings[0]), Some((a1, Some(MeetingBreak::ShorterWin))));
        leaves(&mut cup, "a1");
        assert_eq!(cup.winner_of(&cup.meetings[0]), Some((a2, Some(MeetingBreak::Stayed))));
    }

    #[test]
    fn those_who_have_left_play_for_no_third_place() {
        let mut cup = tournament(TournamentFormat::Knockout, &["a1", "a2", "a3", "a4"]);
        cup.plan.third = true;
        play(&mut cup);
        assert_eq!(paired(&cup), "0:a1-a2 1:a4-a3");
        leaves(&mut cup, "a3");
        assert_eq!(paired(&cup), "0:a1-a2 1:a4");
    }

    fn told(tournament: &Tournament) -> String {
        let placed = places(tournament).into_iter();
        let told = placed.map(|one| format!("{}{}", one.place.map_or("-".to_owned(), |p| p.to_string()), one.player));
        told.collect::<Vec<_>>().join(" ")
    }

    fn named(tournament: &Tournament) -> String {
        let named = podium(tournament).into_iter();
        let named = named.map(|(place, ids)| {
            let ids: Vec<&str> = ids.iter().map(PlayerId::as_str).collect();
            format!("{place}:{}", ids.join("+"))
        });
        named.collect::<Vec<_>>().join(" ")
    }

    /// The home players win. The beaten finalist has played as many games as the champion and won fewer than others, and once came out
    /// fifth.
    #[test]
    fn places_of_a_knockout_are_those_of_its_bracket() {
        let ids: Vec<String> = (1..=8).map(|number| format!("a{number}")).collect();
        let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
        for third in [false, true] {
            let mut cup = tournament_of(TournamentFormat::Knockout, &ids);
            cup.plan.third = third;
            assert_eq!((told(&cup).matches('1').count() >= 8, named(&cup).as_str()), (true, ""));
            play_round(&mut cup);
            assert_eq!(told(&cup), "1a1 1a2 1a3 1a4 5a5 5a6 5a7 5a8");
            assert_eq!(named(&cup), "");
            play_round(&mut cup);
            assert_eq!(told(&cup), "1a1 1a2 3a3 3a4 5a5 5a6 5a7 5a8");
            play_round(&mut cup);
            assert_eq!(next(&cup), Next::Over);
            let (all, named_all) = match third {
                false => ("1a1 2a2 3a3 3a4 5a5 5a6 5a7 5a8", "1:a1 2:a2 3:a3+a4"),
                true => ("1a1 2a2 3a4 4a3 5a5 5a6 5a7 5a8", "1:a1 2:a2 3:a4"),
            };
            assert_eq!((told(&cup).as_str(), named(&cup).as_str()), (all, named_all));
            // The champion may leave afterwards.
            leaves(&mut cup, "a1");
            assert_eq!(told(&cup), all);
        }
    }

    #[test]
    fn a_winner_who_leaves_went_out_in_the_round_that_was_not_played() {
        let mut cup = tournament_of(TournamentFormat::Knockout, &["a1", "a2", "a3", "a4"]);
        cup.plan.third = true;
        play_round(&mut cup);
        leaves(&mut cup, "a1");
        play_round(&mut cup);
        assert_eq!((told(&cup).as_str(), named(&cup).as_str()), ("1a2 2a1 3a4 4a3", "1:a2 2:a1 3:a4"));
        // There is no first place if both finalists have left.
        let mut cup = tournament_of(TournamentFormat::Knockout, &["a1", "a2", "a3", "a4"]);
        play_round(&mut cup);
        leaves(&mut cup, "a1");
        leaves(&mut cup, "a2");
        assert_eq!(next(&cup), Next::Over);
        cup.stage = TournamentStage::Finished;
        assert_eq!((told(&cup).as_str(), named(&cup).as_str()), ("2a1 2a2 3a3 3a4", "2:a1+a2 3:a3+a4"));
    }
}
