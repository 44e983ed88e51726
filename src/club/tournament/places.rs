//! Places in a whole tournament: of a table its own, of groups those of the final before those of the groups, of a knockout those of its
//! bracket.
//!
//! In a knockout the winner of the final is first and the loser second. Behind them stand the players by the round in which they went
//! out, the latest round first; those of the same round share a place, unless they played for the third. A player who won a meeting and
//! left before the next one went out in that next round. As long as the first place is open, everybody who can still win it shares it.

use crate::club::model::player::PlayerId;
use crate::club::model::tournament::{Meeting, Tournament};
use crate::club::tables::bout::Participation;
use crate::club::tables::pairing::{Bracket, bracket};
use crate::club::tables::standings::standings;
use crate::command::TournamentFormat;

/// A player and the place in the whole tournament; those who are equal share one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placed {
    /// The place, from 1; `None` for a player who was struck.
    pub place: Option<usize>,
    /// The player.
    pub player: PlayerId,
}

/// Everybody in the tournament, the first place first; players who were struck come last.
pub fn places(tournament: &Tournament) -> Vec<Placed> {
    let mut placed = match tournament.plan.format {
        TournamentFormat::Knockout => of_bracket(tournament),
        TournamentFormat::Groups => of_groups(tournament),
        TournamentFormat::RoundRobin | TournamentFormat::Swiss => of_table(tournament, 0),
    };
    for entry in &tournament.entries {
        if placed.iter().all(|known| known.player != entry.player) {
            placed.push(Placed { place: None, player: entry.player.clone() });
        }
    }
    placed
}

/// Who has the places up to the third, each with those who share it; nobody has the first one while it is open.
pub fn podium(tournament: &Tournament) -> Vec<(usize, Vec<PlayerId>)> {
    let placed = places(tournament);
    let open = tournament.plan.format == TournamentFormat::Knockout && champion(tournament).is_none();
    let of = |place: usize| -> Vec<PlayerId> {
        placed.iter().filter(|one| one.place == Some(place)).map(|one| one.player.clone()).collect()
    };
    let places = (1..=3).filter(|place| *place > 1 || !open).map(|place| (place, of(place)));
    places.filter(|(_, players)| !players.is_empty()).collect()
}

fn of_table(tournament: &Tournament, section: u32) -> Vec<Placed> {
    let table = tournament.table(section);
    let lines = standings(&table.field, tournament.plan.order());
    let player = |seat: usize| table.players[seat].clone();
    lines.into_iter().map(|line| Placed { place: Some(line.place), player: player(line.seat) }).collect()
}

/// The finalists as the final has them, who left it at its end; behind them those who have the same place in their groups share one.
fn of_groups(tournament: &Tournament) -> Vec<Placed> {
    let finals = tournament.players_of(0);
    let mut placed = of_table(tournament, 0);
    let last = placed.len() + 1;
    let left: Vec<&PlayerId> = finals.iter().filter(|id| placed.iter().all(|one| one.player != **id)).collect();
    placed.extend(left.into_iter().map(|id| Placed { place: Some(last), player: id.clone() }));
    let groups = tournament.sections().into_iter().filter(|section| *section > 0);
    let mut behind: Vec<Placed> = groups.flat_map(|section| of_table(tournament, section)).collect();
    behind.retain(|one| !finals.contains(&one.player));
    behind.sort_by_key(|one| one.place);
    let before = placed.len();
    let shared: Vec<usize> =
        behind.iter().map(|one| behind.iter().filter(|other| other.place < one.place).count()).collect();
    let behind = behind.into_iter().zip(shared);
    placed.extend(behind.map(|(one, better)| Placed { place: Some(before + better + 1), ..one }));
    placed
}

/// How far a player of a knockout has come; the greater has the better place.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Reached {
    /// Whether the first place is theirs, or still can be.
    first: bool,
    /// The round in which they went out.
    round: u32,
    /// In the match for the third place: won, not played, lost.
    third: i32,
}

fn of_bracket(tournament: &Tournament) -> Vec<Placed> {
    let bracket = bracket(tournament.entries.len(), tournament.plan.third);
    let mut reached: Vec<(Reached, PlayerId)> = tournament
        .entries
        .iter()
        .map(|entry| (reached(tournament, &bracket, &entry.player), entry.player.clone()))
        .collect();
    // Of equals the better seed stands above.
    reached.sort_by_key(|(reached, _)| std::cmp::Reverse(*reached));
    let place = |own: &Reached| {
        let better = reached.iter().filter(|(other, _)| other > own).count();
        // Where both finalists have left, nobody is first.
        if own.first { 1 } else { better.max(1) + 1 }
    };
    reached.iter().map(|(own, player)| Placed { place: Some(place(own)), player: player.clone() }).collect()
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
    let plays = tournament.entry(player).is_some_and(|entry| entry.presence == Participation::Playing);
    match lost {
        Some(round) => Reached { first: false, round, third },
        None if plays || won == bracket.rounds => Reached { first: true, round: bracket.rounds + 1, third },
        None => Reached { first: false, round: won + 1, third },
    }
}

fn is_for_third(bracket: &Bracket, meeting: &Meeting) -> bool {
    bracket.third && meeting.round == bracket.rounds && meeting.place > 0
}

/// Who has won the final.
fn champion(tournament: &Tournament) -> Option<PlayerId> {
    let bracket = bracket(tournament.entries.len(), tournament.plan.third);
    let mut finals = tournament.meetings.iter().filter(|m| m.round == bracket.rounds && !is_for_third(&bracket, m));
    finals.next().and_then(|meeting| tournament.winner_of(meeting)).map(|(winner, _)| winner)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use crate::club::model::tournament::TournamentStage;
    use crate::club::tournament::export::tests::{play_round, tournament_of};
    use crate::club::tournament::next_round::{Next, next};

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

    fn leaves(tournament: &mut Tournament, player: &str) {
        tournament.entries.iter_mut().find(|entry| entry.player.as_str() == player).unwrap().presence =
            Participation::Left;
    }

    /// Everybody at home wins. The beaten finalist has played as many games as the champion and won fewer than others, and once stood fifth.
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
        // Nobody is first where both finalists have left.
        let mut cup = tournament_of(TournamentFormat::Knockout, &["a1", "a2", "a3", "a4"]);
        play_round(&mut cup);
        leaves(&mut cup, "a1");
        leaves(&mut cup, "a2");
        assert_eq!(next(&cup), Next::Over);
        cup.stage = TournamentStage::Finished;
        assert_eq!((told(&cup).as_str(), named(&cup).as_str()), ("2a1 2a2 3a3 3a4", "2:a1+a2 3:a3+a4"));
    }

    #[test]
    fn finalists_stand_before_those_who_stayed_in_the_groups() {
        let mut groups = tournament_of(TournamentFormat::Groups, &["a1", "a2", "a3", "a4", "a5", "a6"]);
        (groups.plan.groups, groups.plan.qualify) = (2, 1);
        play_round(&mut groups);
        play_round(&mut groups);
        assert_eq!(next(&groups), Next::Over);
        let placed = places(&groups);
        let places: Vec<Option<usize>> = placed.iter().map(|one| one.place).collect();
        assert_eq!(places, [1, 2, 3, 3, 5, 5].map(Some), "{placed:?}");
        let finals = groups.players_of(0);
        assert!(placed[..2].iter().all(|one| finals.contains(&one.player)), "{placed:?}");
        // A player who was struck has no place, and stands last.
        let last = placed[2].player.clone();
        groups.entries.iter_mut().find(|entry| entry.player == last).unwrap().presence = Participation::Struck;
        let placed = crate::club::tournament::places::places(&groups);
        assert_eq!(placed.last(), Some(&Placed { place: None, player: last }));
    }
}
