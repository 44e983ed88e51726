//! Round robins by the Berger tables, in closed form.
//!
//! For 2N players, counted from 1, and round r: `k = ((r - 1) * N mod (2N - 1)) + 1` meets player 2N, at home in odd rounds; the other
//! pairs are `k + i` against `k - i`, counted round the 2N - 1 others, the first at home. With an odd number of players the last place is
//! empty, and the player who would meet it has the bye. This is the table of FIDE Handbook C.05, annex 1.

use crate::club::pairing_and_standings::pairing::round::{Round, Seat};

/// One meeting of every pair. If each pair plays two games with sides switched, both games belong to one meeting, so no second cycle is
/// needed. Empty for fewer than two players.
pub fn round_robin(players: usize) -> Vec<Round> {
    if players < 2 {
        return Vec::new();
    }
    let half = players.div_ceil(2);
    (1..2 * half).map(|round| one(players, half, round)).collect()
}

fn one(players: usize, half: usize, number: usize) -> Round {
    let circle = 2 * half - 1;
    // Counted from 1, as in the table, and turned back into seats at the end.
    let k = (number - 1) * half % circle + 1;
    let around = |place: usize| (place + circle - 1) % circle;
    let last = 2 * half;
    let mut round = Round::default();
    match (last > players, number % 2 == 1) {
        (true, _) => round.bye = Some(k - 1),
        (false, true) => round.pairs.push((k - 1, last - 1)),
        (false, false) => round.pairs.push((last - 1, k - 1)),
    }
    let pair = |i: usize| -> (Seat, Seat) { (around(k + i), around(k + circle - i)) };
    round.pairs.extend((1..half).map(pair));
    round
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// The published table for nine and ten players.
    const TEN: [&str; 9] = [
        "1-10 2-9 3-8 4-7 5-6",
        "10-6 7-5 8-4 9-3 1-2",
        "2-10 3-1 4-9 5-8 6-7",
        "10-7 8-6 9-5 1-4 2-3",
        "3-10 4-2 5-1 6-9 7-8",
        "10-8 9-7 1-6 2-5 3-4",
        "4-10 5-3 6-2 7-1 8-9",
        "10-9 1-8 2-7 3-6 4-5",
        "5-10 6-4 7-3 8-2 9-1",
    ];

    fn shown(round: &Round) -> String {
        round.pairs.iter().map(|(home, away)| format!("{}-{}", home + 1, away + 1)).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn ten_players_meet_as_in_the_published_table() {
        assert_eq!(round_robin(10).iter().map(shown).collect::<Vec<_>>(), TEN);
    }

    #[test]
    fn nine_players_meet_as_ten_without_the_last() {
        for (round, published) in round_robin(9).iter().zip(TEN) {
            let ten = published.split(' ').find(|pair| pair.contains("10")).unwrap();
            let left_over = ten.replace("10", "").replace('-', "").parse::<usize>().unwrap();
            assert_eq!(round.bye, Some(left_over - 1));
            assert_eq!(shown(round), published.replace(&format!("{ten} "), ""));
        }
    }

    #[test]
    fn each_pair_meets_once() {
        for players in 0..40 {
            let mut met: BTreeSet<(Seat, Seat)> = BTreeSet::new();
            for round in round_robin(players) {
                let mut seen: Vec<Seat> = round.pairs.iter().flat_map(|(a, b)| [*a, *b]).chain(round.bye).collect();
                seen.sort_unstable();
                assert_eq!(seen, (0..players).collect::<Vec<_>>(), "everybody once in each round");
                for (home, away) in &round.pairs {
                    assert!(met.insert((*home.min(away), *home.max(away))), "{players} players");
                }
            }
            assert_eq!(met.len(), players * players.saturating_sub(1) / 2);
        }
    }

    #[test]
    fn sides_are_as_equal_as_they_can_be() {
        for players in 2..40 {
            for seat in 0..players {
                let pairs = round_robin(players).into_iter().flat_map(|round| round.pairs);
                let home = pairs.filter(|(home, _)| *home == seat).count() as i64;
                let difference = 2 * home - (players as i64 - 1);
                assert_eq!(difference.abs(), i64::from(players % 2 == 0), "{players} players, seat {seat}");
            }
        }
    }
}
