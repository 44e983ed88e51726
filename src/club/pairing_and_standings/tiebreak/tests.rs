//! The traps of each tie-break, on tables small enough to be checked by hand.

use crate::club::pairing_and_standings::game_value::Participation;
use crate::club::pairing_and_standings::pairing::round_robin;
use crate::club::pairing_and_standings::standings::standings;
use crate::club::pairing_and_standings::tiebreak::*;

/// A field of this many players with these games: attackers, defenders, and `1`, `0`, `=`, `+`, `-` or `.` for the attackers.
fn field(players: usize, games: &[(u32, Seat, Seat, char)]) -> Field {
    let bouts = games.iter().map(|(round, attackers, defenders, result)| Bout {
        round: *round,
        attackers: *attackers,
        defenders: *defenders,
        outcome: outcome(*result, 30, [0, 0]),
    });
    Field {
        names: (0..players).map(|seat| format!("p{seat}")).collect(),
        participation: vec![Participation::Playing; players],
        bouts: bouts.collect(),
        byes: Vec::new(),
        games: 1,
        rounds: games.iter().map(|game| game.0).max().unwrap_or(0),
        all_meet: true,
        seed: "seed".to_owned(),
    }
}

fn outcome(result: char, plies: u32, taken: [u32; 2]) -> Outcome {
    let (attackers, defenders) = (Some(Side::Attackers), Some(Side::Defenders));
    match result {
        '1' => Outcome::Played { winner: attackers, plies, taken },
        '0' => Outcome::Played { winner: defenders, plies, taken },
        '=' => Outcome::Played { winner: None, plies, taken },
        '+' => Outcome::Forfeit { winner: attackers },
        '-' => Outcome::Forfeit { winner: defenders },
        _ => Outcome::Open,
    }
}

fn places(field: &Field, order: &[TieBreak]) -> Vec<(Seat, usize)> {
    standings(field, order).iter().map(|line| (line.seat, line.place)).collect()
}

fn values(field: &Field, by: TieBreak) -> Vec<String> {
    let all: Vec<Seat> = (0..field.names.len()).collect();
    all.iter().map(|seat| value(field, *seat, &all, by).to_string()).collect()
}

#[test]
fn a_direct_encounter_needs_that_all_have_met() {
    // 0, 1 and 2 have a point each; 2 has not met 1.
    let unequal = field(4, &[(1, 0, 1, '1'), (2, 1, 3, '1'), (3, 2, 3, '1'), (3, 0, 3, '0')]);
    assert_eq!(places(&unequal, &[TieBreak::Direct])[..1], [(0, 1)]);
    let tied: Vec<usize> = standings(&unequal, &[TieBreak::Direct]).iter().map(|line| line.place).collect();
    assert_eq!(tied, [1, 1, 1, 1]);
}

#[test]
fn a_direct_encounter_is_looked_at_again_among_those_who_are_left() {
    // Four players of equal points. 3 is behind in their games among themselves. The other three are equal there, and the games among these
    // three decide.
    let all = field(
        4,
        &[
            (1, 0, 1, '1'),
            (1, 1, 2, '='),
            (2, 0, 2, '0'),
            (2, 2, 3, '0'),
            (3, 1, 3, '1'),
            (3, 0, 3, '='),
            (4, 0, 1, '='),
            (4, 2, 1, '='),
            (5, 0, 2, '='),
            (5, 2, 3, '='),
            (6, 1, 3, '='),
            (6, 0, 3, '='),
        ],
    );
    // 0: 1 0 = = = =, 1: 0 = 1 = = =, 2: = 1 0 = = =, 3: 1 0 = = = =; three points each.
    assert_eq!((0..4).map(|seat| all.points(seat)).collect::<Vec<_>>(), [6, 6, 6, 6]);
    assert_eq!(refine(&all, &[0, 1, 2, 3], &[TieBreak::Direct]).len(), 1);
    // Three of them, with 2 first. Then 0 and 1, of whom 0 has won.
    assert_eq!(refine(&all, &[0, 1, 2], &[TieBreak::Direct]), [vec![2], vec![0], vec![1]]);
}

#[test]
fn sonneborn_berger_counts_each_game_and_no_struck_player() {
    // 0 beats 1 twice and draws with 2 once.
    let mut double = field(3, &[(1, 0, 1, '1'), (2, 1, 0, '0'), (3, 0, 2, '='), (4, 1, 2, '1')]);
    assert_eq!(values(&double, TieBreak::SonnebornBerger), ["2.25", "0.5", "1.25"]);
    double.participation[1] = Participation::Struck;
    assert_eq!(values(&double, TieBreak::SonnebornBerger)[0], "0.25");
    assert_eq!(standings(&double, &[]).iter().map(|line| line.seat).collect::<Vec<_>>(), [0, 2]);
}

#[test]
fn in_a_round_robin_an_unplayed_game_counts_as_played() {
    let forfeited = field(3, &[(1, 0, 1, '+'), (2, 1, 2, '1'), (3, 2, 0, '0')]);
    assert_eq!(values(&forfeited, TieBreak::SonnebornBerger), ["1", "0", "0"]);
}

/// The two examples of the FIDE Handbook: nine rounds. In the third a player with 1.5 points does not appear, and in the sixth the opponent
/// of a player with 3.5 does not.
#[test]
fn the_virtual_opponent_of_an_unplayed_round() {
    let absent = &[(1, 0, 1, '1'), (2, 0, 2, '='), (3, 0, 3, '-'), (9, 0, 4, '0')];
    let mut absent = field(5, absent);
    absent.all_meet = false;
    assert_eq!(virtual_opponent(&absent, 0, 3), 11);
    let waiting = &[
        (1, 0, 1, '1'),
        (2, 0, 2, '='),
        (3, 0, 3, '1'),
        (4, 0, 4, '1'),
        (5, 0, 5, '0'),
        (6, 0, 6, '+'),
        (9, 0, 7, '0'),
    ];
    let mut waiting = field(8, waiting);
    waiting.all_meet = false;
    assert_eq!(virtual_opponent(&waiting, 0, 6), 10);
}

#[test]
fn buchholz_sums_the_opponents_once_a_round() {
    let mut match_of_two = field(3, &[(1, 0, 1, '1'), (1, 1, 0, '1'), (2, 0, 2, '1'), (2, 2, 0, '0')]);
    match_of_two.games = 2;
    match_of_two.all_meet = false;
    match_of_two.byes = vec![(1, 2), (2, 1)];
    // 0 met 1, who has 1 and a bye, and 2, who has 0 and a bye. A bye of two games counts as two draws for the opponents.
    assert_eq!(values(&match_of_two, TieBreak::Buchholz)[0], "3");
    assert_eq!(values(&match_of_two, TieBreak::BuchholzCut)[0], "2");
    // 2 had the bye in round 1: 0 points before it, all of it got, and half of the second round's two.
    assert_eq!(values(&match_of_two, TieBreak::Buchholz)[2], "4");
}

/// FIDE Handbook C.02 of before 2023, 13.15.2: what an opponent did not play counts as drawn, whether it was won or lost or came after
/// leaving.
#[test]
fn what_an_opponent_did_not_play_is_drawn() {
    let mut games = field(4, &[(1, 0, 1, '1'), (1, 2, 3, '+'), (2, 2, 0, '0'), (2, 1, 3, '-'), (3, 0, 3, '-')]);
    games.all_meet = false;
    games.rounds = 3;
    // 1 was beaten by 0, lost a game without play, and left: 0 and two draws. 2 won a game without play, lost to 0, and left: the same. In
    // the third round 0 did not appear: a virtual opponent with the 2 points from before, and a point of the round.
    assert_eq!(values(&games, TieBreak::Buchholz)[0], "5");
    // In a round robin everything counts as it is.
    games.all_meet = true;
    assert_eq!(points_as_opponent(&games, 2), 2);
}

#[test]
fn a_forfeit_is_a_win_but_none_on_the_board() {
    let mut games = field(3, &[(1, 0, 1, '+'), (2, 0, 2, '1'), (3, 2, 1, '1')]);
    games.bouts[1].outcome = outcome('1', 17, [5, 2]);
    games.bouts[2].outcome = outcome('1', 40, [3, 1]);
    assert_eq!(values(&games, TieBreak::Wins), ["2", "0", "1"]);
    assert_eq!(values(&games, TieBreak::AttackerWins), ["1", "0", "1"]);
    assert_eq!(values(&games, TieBreak::Captures), ["3", "-2", "-1"]);
    assert_eq!(values(&games, TieBreak::ShortestWin), ["17", "-", "40"]);
}

#[test]
fn the_shorter_win_is_the_better_one_and_none_the_worst() {
    let mut games = field(4, &[(1, 0, 1, '1'), (1, 2, 3, '1'), (2, 0, 2, '='), (2, 1, 3, '=')]);
    games.bouts[0].outcome = outcome('1', 41, [0, 0]);
    games.bouts[1].outcome = outcome('1', 40, [0, 0]);
    assert_eq!(places(&games, &[TieBreak::ShortestWin]), [(2, 1), (0, 2), (1, 3), (3, 3)]);
}

#[test]
fn lots_are_drawn_from_the_seed_and_the_name() {
    let drawn = places(&field(6, &[]), &[TieBreak::Lot]);
    assert_eq!(drawn, places(&field(6, &[]), &[TieBreak::Lot]));
    let mut other = field(6, &[]);
    other.seed = "another".to_owned();
    assert_ne!(places(&other, &[TieBreak::Lot]), drawn);
    // The seats do not matter.
    let mut turned = field(6, &[]);
    turned.names.reverse();
    let names = |field: &Field| -> Vec<String> {
        standings(field, &[TieBreak::Lot]).iter().map(|line| field.names[line.seat].clone()).collect()
    };
    assert_eq!(names(&turned), names(&field(6, &[])));
}

#[test]
fn a_provisional_result_stands_in_no_table() {
    let mut open = field(2, &[(1, 0, 1, '.')]);
    open.bouts[0].outcome = Outcome::Provisional { winner: Some(Side::Attackers) };
    assert_eq!(open.points(0), 0);
    assert_eq!(standings(&open, &USUAL)[0].finished, 0);
}

#[test]
fn points_of_a_finished_round_robin_add_up() {
    for players in 2..12 {
        let games: Vec<(u32, Seat, Seat, char)> = round_robin(players)
            .iter()
            .enumerate()
            .flat_map(|(i, round)| {
                round.pairs.iter().map(move |(a, b)| (i as u32 + 1, *a, *b, ['1', '=', '0'][(a + b) % 3]))
            })
            .collect();
        let field = field(players, &games);
        let sum: u32 = standings(&field, &USUAL).iter().map(|line| line.points).sum();
        assert_eq!(sum as usize, players * (players - 1));
    }
}

#[test]
fn one_all_is_decided_by_the_shorter_win() {
    let meeting = |first: Outcome, second: Outcome| {
        [
            Bout { round: 1, attackers: 4, defenders: 7, outcome: first },
            Bout { round: 1, attackers: 7, defenders: 4, outcome: second },
        ]
    };
    let order = [MeetingBreak::ShorterWin, MeetingBreak::Captures];
    let winner = |first, second| meeting_winner(&meeting(first, second), &order);
    assert_eq!(winner(outcome('1', 30, [0, 0]), outcome('=', 9, [0, 0])), Some((4, None)));
    assert_eq!(winner(outcome('1', 30, [0, 0]), outcome('1', 20, [0, 0])), Some((7, Some(MeetingBreak::ShorterWin))));
    assert_eq!(winner(outcome('1', 20, [3, 1]), outcome('1', 20, [2, 1])), Some((4, Some(MeetingBreak::Captures))));
    assert_eq!(winner(outcome('=', 20, [0, 0]), outcome('=', 10, [0, 0])), None);
    assert_eq!(winner(outcome('1', 20, [0, 0]), Outcome::Open), None);
    // A game won without being played is not a short win.
    assert_eq!(winner(outcome('1', 20, [0, 0]), outcome('+', 0, [0, 0])), Some((4, Some(MeetingBreak::ShorterWin))));
}
