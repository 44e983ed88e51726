//! A knockout: the pairs of its first round, and which winners meet after that.
//!
//! The bracket has a power of two of places. The seeds are placed so that the first meets the last, the first two can only meet in the
//! final and the first four only from the semi-final on. If places are empty, the best seeds pass the first round without a game.

use crate::club::pairing_and_standings::pairing::round::Seat;

/// Where a player of a later round comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// The winner of the match with this number in the round before, from 0.
    Winner(usize),
    /// The loser of that match, for the third place.
    Loser(usize),
}

/// A bracket.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bracket {
    /// The matches of the first round in the order of the bracket. A match without an away seat is a pass.
    pub first: Vec<(Seat, Option<Seat>)>,
    /// How many rounds there are.
    pub rounds: u32,
    /// Whether the losers of the semi-finals play for the third place. This takes at least four players, so that there are two losers.
    pub third: bool,
}

/// The bracket for this number of players, with or without a match for the third place.
pub fn bracket(players: usize, third: bool) -> Bracket {
    let size = players.max(1).next_power_of_two();
    let mut order: Vec<Seat> = vec![0];
    while order.len() < size {
        let sum = 2 * order.len() - 1;
        order = order.iter().flat_map(|seat| [*seat, sum - seat]).collect();
    }
    let there = |seat: Seat| (seat < players).then_some(seat);
    let matches = order.chunks(2).filter_map(|pair| match *pair {
        [one, other] => Some((one.min(other), there(one.max(other)))),
        _ => None,
    });
    Bracket { first: matches.collect(), rounds: size.trailing_zeros(), third: third && players >= 4 }
}

impl Bracket {
    /// The matches of a round after the first, counted from 1, by the matches of the round before. The last round's first match is the
    /// final. The match for the third place, if there is one, follows it.
    pub fn later(&self, round: u32) -> Vec<(Place, Place)> {
        if round < 2 || round > self.rounds {
            return Vec::new();
        }
        let matches = self.first.len() >> (round - 1);
        let mut pairs: Vec<(Place, Place)> =
            (0..matches).map(|i| (Place::Winner(2 * i), Place::Winner(2 * i + 1))).collect();
        if self.third && round == self.rounds {
            pairs.push((Place::Loser(0), Place::Loser(1)));
        }
        pairs
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sixteen_meet_as_everywhere() {
        let seeds: Vec<(usize, usize)> =
            bracket(16, false).first.iter().map(|(home, away)| (home + 1, away.map_or(0, |away| away + 1))).collect();
        assert_eq!(seeds, [(1, 16), (8, 9), (4, 13), (5, 12), (2, 15), (7, 10), (3, 14), (6, 11)]);
    }

    #[test]
    fn the_best_seeds_pass_where_players_are_missing() {
        let five = bracket(5, true);
        assert_eq!(five.first, [(0, None), (3, Some(4)), (1, None), (2, None)]);
        assert_eq!(five.rounds, 3);
        assert_eq!(five.later(3), [(Place::Winner(0), Place::Winner(1)), (Place::Loser(0), Place::Loser(1))]);
        // With three players, one passes the semi-final, so only one player loses it.
        assert!(!bracket(3, true).third && bracket(4, true).third);
    }

    /// When the better seed always wins, the first two meet in the final, and the last four are the first four.
    #[test]
    fn seeds_meet_as_late_as_they_can() {
        for players in 2..70 {
            let bracket = bracket(players, false);
            let mut winners: Vec<Seat> = bracket.first.iter().map(|(home, _)| *home).collect();
            for round in 2..=bracket.rounds {
                let mut expected: Vec<Seat> = (0..winners.len()).collect();
                let mut seen = winners.clone();
                seen.sort_unstable();
                expected.truncate(seen.len());
                assert_eq!(seen, expected, "{players} players, round {round}");
                let winner = |place: &Place| match place {
                    Place::Winner(i) | Place::Loser(i) => winners[*i],
                };
                winners = bracket.later(round).iter().map(|(one, other)| winner(one).min(winner(other))).collect();
            }
            assert_eq!(winners, [0]);
        }
    }
}
