//! The Swiss system: each round is one perfect matching of least cost.
//!
//! The cost of a pair is a number whose digits are the criteria in the order in which they matter, so that no sum of lesser ones ever
//! outweighs a greater one. They are those of the Dutch system in a reduced form, so this is not called the Dutch system:
//!
//! 1. no two players meet twice, and no player has two byes: without that there is no round;
//! 2. the bye goes to the lowest score;
//! 3. players of equal score meet: the squares of the differences are summed, so that two small steps are better than a large one;
//! 4. in single games, no player gets again a side they have had more often, nor a side a third time running;
//! 5. no player meets a lower score (or a higher one) twice in a row;
//! 6. in a group of equal score the upper half meets the lower half, in their order.
//!
//! Players are sorted by score and seed first, so the round does not depend on the order in which they are given.

use crate::club::pairing_and_standings::pairing::round::{Round, Seat};
use std::collections::BTreeSet;

/// How a player stands before the round.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// The seat. It is also the seed.
    pub seat: Seat,
    /// Half points, as they count for pairing.
    pub points: u32,
    /// The seats this player has met.
    pub met: BTreeSet<Seat>,
    /// Whether this player has had the bye.
    pub had_bye: bool,
    /// Games with the attackers minus games with the defenders.
    pub balance: i32,
    /// The side of the player's last two games, if it was the same in both: true for the attackers.
    pub run: Option<bool>,
    /// 1 if the player met a higher score in the last round, -1 for a lower one.
    pub floated: i8,
}

/// Why there is no round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SwissFault {
    /// There are fewer than two players.
    TooFew,
    /// There are more players than can be paired in one round.
    TooMany,
    /// In every pairing two players would meet again, or a player would have a second bye.
    NobodyLeft,
}

/// The most players of a Swiss tournament: the digits of the cost are wide enough for this many.
pub(super) const PLAYERS_MAX: usize = 256;

/// The digits of a cost, the greatest first, by their width in bits. Each holds the sum over [`PLAYERS_MAX`] / 2 pairs.
const FORBIDDEN_BITS: u32 = 9;
const BYE_BITS: u32 = 12;
const SCORE_BITS: u32 = 32;
const SIDE_BITS: u32 = 16;
const FLOAT_BITS: u32 = 10;
const ORDER_BITS: u32 = 24;

/// Differences of score above this count as this.
const DIFFERENCE_MAX: i128 = (1 << 12) - 1;

/// Whether this number of players can play this number of rounds: each player needs a new opponent in each.
pub fn swiss_fits(players: usize, rounds: u32) -> bool {
    rounds >= 1 && players >= 2 && (rounds as usize) < players
}

/// The next round. `single` says that pairs play one game, so that sides matter.
pub fn swiss(scores: &[Score], single: bool) -> Result<Round, SwissFault> {
    match scores.len() {
        0 | 1 => return Err(SwissFault::TooFew),
        players if players > PLAYERS_MAX => return Err(SwissFault::TooMany),
        _ => {}
    }
    let scores = in_order(scores);
    let size = scores.len() + scores.len() % 2;
    let cost = costs(&scores, size, single);
    let mates = integer_blossom::min_weight_perfect_matching(&cost, size);
    let mut round = Round::default();
    for (one, mate) in mates.iter().enumerate().filter(|(one, mate)| one < *mate) {
        if cost[one * size + mate] >> (BYE_BITS + SCORE_BITS + SIDE_BITS + FLOAT_BITS + ORDER_BITS) > 0 {
            return Err(SwissFault::NobodyLeft);
        }
        match scores.get(*mate) {
            None => round.bye = Some(scores[one].seat),
            Some(other) if wants_attackers_more(other, &scores[one]) => {
                round.pairs.push((other.seat, scores[one].seat));
            }
            Some(other) => round.pairs.push((scores[one].seat, other.seat)),
        }
    }
    Ok(round)
}

fn in_order(scores: &[Score]) -> Vec<Score> {
    let mut scores = scores.to_vec();
    scores.sort_by_key(|score| (std::cmp::Reverse(score.points), score.seat));
    scores
}

/// The player who has had the attackers less often gets them. If two are equal, the lower seed gets them in one pair and the higher in the
/// next.
fn wants_attackers_more(one: &Score, other: &Score) -> bool {
    let run = |score: &Score| score.run.map_or(0, |attackers| if attackers { 1 } else { -1 });
    match (run(one), one.balance).cmp(&(run(other), other.balance)) {
        std::cmp::Ordering::Less => true,
        std::cmp::Ordering::Greater => false,
        std::cmp::Ordering::Equal => (one.seat > other.seat) == ((one.seat + other.seat) % 2 == 1),
    }
}

/// The costs of all pairs, row by row. The place after the last player is the bye.
fn costs(scores: &[Score], size: usize, single: bool) -> Vec<i128> {
    let lowest = scores.last().map_or(0, |score| score.points);
    let ranked = ranked(scores);
    let mut cost = vec![0; size * size];
    for one in 0..size {
        for other in one + 1..size {
            let pair = match scores.get(other) {
                None => bye_cost(&scores[one], lowest),
                Some(_) => pair_cost(&ranked[one], &ranked[other], single),
            };
            cost[one * size + other] = pair;
            cost[other * size + one] = pair;
        }
    }
    cost
}

/// A player in the group of equal score.
struct Ranked<'a> {
    score: &'a Score,
    /// The place in the group, from 0.
    place: usize,
    /// How many are in the group.
    group: usize,
}

fn ranked(scores: &[Score]) -> Vec<Ranked<'_>> {
    let equal = |scores: &[Score], points: u32| scores.iter().filter(|score| score.points == points).count();
    let place = |i: usize| equal(&scores[..i], scores[i].points);
    let of = |i: usize| Ranked { score: &scores[i], place: place(i), group: equal(scores, scores[i].points) };
    (0..scores.len()).map(of).collect()
}

fn number(digits: [(i128, u32); 6]) -> i128 {
    digits.iter().fold(0, |cost, (digit, bits)| (cost << bits) + digit)
}

fn bye_cost(score: &Score, lowest: u32) -> i128 {
    let above = i128::from(score.points - lowest).min((1 << BYE_BITS) - 1);
    number([
        (i128::from(score.had_bye), FORBIDDEN_BITS),
        (above, BYE_BITS),
        (0, SCORE_BITS),
        (0, SIDE_BITS),
        (0, FLOAT_BITS),
        // Among equals the lowest seed gets it.
        ((PLAYERS_MAX as i128 - score.seat.min(PLAYERS_MAX) as i128), ORDER_BITS),
    ])
}

fn pair_cost(one: &Ranked, other: &Ranked, single: bool) -> i128 {
    let (place, group, other_place) = (one.place, one.group, other.place);
    let (one, other) = (one.score, other.score);
    let met = one.met.contains(&other.seat) || other.met.contains(&one.seat);
    let difference = i128::from(one.points.abs_diff(other.points)).min(DIFFERENCE_MAX);
    // `one` stands before `other`, so `one` meets the lower score if they differ.
    let floats = if difference > 0 { i128::from(one.floated < 0) + i128::from(other.floated > 0) } else { 0 };
    let order = if difference == 0 { other_place.abs_diff(place + group / 2) } else { other_place + group - place };
    let order = (order as i128).min(PLAYERS_MAX as i128);
    number([
        (i128::from(met), FORBIDDEN_BITS),
        (0, BYE_BITS),
        (difference * difference, SCORE_BITS),
        (if single { side_cost(one, other) } else { 0 }, SIDE_BITS),
        (floats, FLOAT_BITS),
        (order * order, ORDER_BITS),
    ])
}

/// The cost if both want the same side: one of them must take the other side once more.
fn side_cost(one: &Score, other: &Score) -> i128 {
    let same_run = one.run.is_some() && one.run == other.run;
    let same_want = one.balance.signum() * other.balance.signum() > 0;
    let imbalance = i128::from(one.balance.abs().min(other.balance.abs()).min(100));
    i128::from(same_run) * 200 + if same_want { imbalance } else { 0 }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use crate::chance::Chance;

    /// The least cost of all matchings, by trying each.
    fn least(cost: &[i128], size: usize, left: &mut [usize]) -> i128 {
        let Some(one) = left.first().copied() else { return 0 };
        (1..left.len())
            .map(|i| {
                let other = left[i];
                let mut rest: Vec<usize> = left.iter().copied().filter(|p| *p != one && *p != other).collect();
                cost[one * size + other] + least(cost, size, &mut rest)
            })
            .min()
            .unwrap()
    }

    fn drawn(chance: &mut Chance, players: usize) -> Vec<Score> {
        let mut scores: Vec<Score> = (0..players)
            .map(|seat| Score {
                seat,
                points: chance.below(7),
                had_bye: chance.below(4) == 0,
                balance: chance.below(5) as i32 - 2,
                run: [None, Some(true), Some(false)][chance.below(3) as usize],
                floated: chance.below(3) as i8 - 1,
                met: BTreeSet::new(),
            })
            .collect();
        for _ in 0..chance.below(players as u32 * 2) {
            let (one, other) = (chance.below(players as u32) as usize, chance.below(players as u32) as usize);
            if one != other {
                scores[one].met.insert(other);
                scores[other].met.insert(one);
            }
        }
        scores
    }

    #[test]
    fn no_other_round_of_up_to_eight_costs_less() {
        let mut chance = Chance::from_seed([5; 32]);
        for auth in 0..400 {
            let players = 2 + chance.below(7) as usize;
            let scores = drawn(&mut chance, players);
            let single = auth % 2 == 0;
            let ordered = in_order(&scores);
            let size = players + players % 2;
            let cost = costs(&ordered, size, single);
            let best = least(&cost, size, &mut (0..size).collect::<Vec<_>>());
            let place = |seat: Seat| ordered.iter().position(|score| score.seat == seat).unwrap();
            match swiss(&scores, single) {
                Ok(round) => {
                    let pairs = round.pairs.iter().map(|(a, b)| (place(*a), place(*b)));
                    let pairs = pairs.chain(round.bye.map(|bye| (place(bye), size - 1)));
                    assert_eq!(pairs.map(|(a, b)| cost[a * size + b]).sum::<i128>(), best, "{scores:?}");
                }
                Err(fault) => {
                    assert_eq!(fault, SwissFault::NobodyLeft);
                    let above = BYE_BITS + SCORE_BITS + SIDE_BITS + FLOAT_BITS + ORDER_BITS;
                    assert!(best >> above > 0, "{scores:?}");
                }
            }
        }
    }

    #[test]
    fn the_order_of_the_players_does_not_matter() {
        let mut chance = Chance::from_seed([6; 32]);
        for _ in 0..100 {
            let players = 2 + chance.below(20) as usize;
            let mut scores = drawn(&mut chance, players);
            let round = swiss(&scores, true);
            for i in (1..players).rev() {
                scores.swap(i, chance.below(i as u32 + 1) as usize);
            }
            assert_eq!(swiss(&scores, true), round);
        }
    }

    /// Whole tournaments of every size, with as many rounds as fit and random results.
    #[test]
    fn nobody_meets_twice_or_has_two_byes() {
        let mut chance = Chance::from_seed([7; 32]);
        for players in 2..24_usize {
            let rounds = (players as u32 / 2).clamp(1, 9);
            assert!(swiss_fits(players, rounds));
            let mut scores: Vec<Score> = (0..players).map(|seat| Score { seat, ..Score::default() }).collect();
            for _ in 0..rounds {
                let round = swiss(&scores, false).unwrap();
                let mut seen: Vec<Seat> = round.pairs.iter().flat_map(|(a, b)| [*a, *b]).chain(round.bye).collect();
                seen.sort_unstable();
                assert_eq!(seen, (0..players).collect::<Vec<_>>());
                for (home, away) in round.pairs {
                    assert!(scores[home].met.insert(away) && scores[away].met.insert(home), "a rematch");
                    let winner = if chance.below(2) == 0 { home } else { away };
                    scores[winner].points += 2;
                }
                if let Some(bye) = round.bye {
                    assert!(!scores[bye].had_bye, "a second bye");
                    scores[bye].had_bye = true;
                    scores[bye].points += 2;
                }
            }
        }
    }

    #[test]
    fn the_first_round_is_upper_half_against_lower_half() {
        let scores: Vec<Score> = (0..7).map(|seat| Score { seat, ..Score::default() }).collect();
        let round = swiss(&scores, false).unwrap();
        let mut pairs: Vec<(Seat, Seat)> = round.pairs.iter().map(|(a, b)| (*a.min(b), *a.max(b))).collect();
        pairs.sort_unstable();
        assert_eq!((pairs, round.bye), (vec![(0, 3), (1, 4), (2, 5)], Some(6)));
    }

    #[test]
    fn more_rounds_than_opponents_do_not_fit() {
        for (players, most) in [(2, 1), (3, 2), (4, 3), (5, 4), (6, 5)] {
            assert!(swiss_fits(players, most) && !swiss_fits(players, most + 1), "{players}");
        }
        assert!(!swiss_fits(1, 1) && !swiss_fits(4, 0));
    }
}
