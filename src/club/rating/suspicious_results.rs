//! Results that an organizer should look at. Nothing else is done about them, because there are innocent reasons for all of them.

use crate::club::model::game::Ending;
use crate::club::model::player::PlayerId;
use crate::club::rating::GameResult;
use crate::club::rating::Period;
use crate::club::rating::counted_games::{Weight, weigh};
use crate::tafl;
use std::collections::BTreeMap;

/// Something odd in a player's results.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Suspicion {
    /// Many games resigned within one week after a few moves: a player is throwing away their rating.
    Resigned {
        /// Who.
        player: PlayerId,
        /// The week.
        period: Period,
        /// How many games.
        games: u32,
    },
    /// Nearly all losses came before nearly all wins. In 2015 a player of the ICCF first finished 92 bad positions, then won 119 games on
    /// the low rating that followed.
    LossesFirst {
        /// Who.
        player: PlayerId,
        /// The variant.
        variant: String,
        /// Games lost.
        lost: u32,
        /// Games won.
        won: u32,
    },
}

/// This many games resigned in one period are a streak.
const RESIGNED_MIN: u32 = 5;
/// Resigned before this many moves.
const RESIGNED_PLIES_MAX: u32 = 10;
/// With fewer losses or wins than this their order means nothing.
const ORDERED_MIN: u64 = 10;
/// How far the order must be from chance, in standard deviations (the rank sum test of Mann and Whitney).
const ORDER_DEVIATIONS: u64 = 3;

/// Looks through results for what is odd.
pub fn suspicions(results: &[GameResult]) -> Vec<Suspicion> {
    let mut found = resigned(results);
    found.extend(losses_first(results));
    found
}

fn resigned(results: &[GameResult]) -> Vec<Suspicion> {
    let mut counts: BTreeMap<(Period, PlayerId), u32> = BTreeMap::new();
    let counts_for_nobody = |game: &GameResult| game.unrated || game.variant == tafl::OWN_RULES;
    for game in results.iter().filter(|game| game.plies < RESIGNED_PLIES_MAX && !counts_for_nobody(game)) {
        if let (Ending::Resigned { .. }, Some(loser)) = (game.ending, game.loser()) {
            *counts.entry((game.period(), loser.clone())).or_default() += 1;
        }
    }
    let streaks = counts.into_iter().filter(|(_, games)| *games >= RESIGNED_MIN);
    streaks.map(|((period, player), games)| Suspicion::Resigned { player, period, games }).collect()
}

fn losses_first(results: &[GameResult]) -> Vec<Suspicion> {
    let mut periods: BTreeMap<Period, Vec<GameResult>> = BTreeMap::new();
    for game in results {
        periods.entry(game.period()).or_default().push(game.clone());
    }
    let mut rated: Vec<GameResult> = periods
        .into_values()
        .flat_map(weigh)
        .filter(|weighed| weighed.weight == Weight::Rated)
        .map(|weighed| weighed.game)
        .collect();
    rated.sort_by_key(|game| (game.ended, game.number));
    let mut orders: BTreeMap<(PlayerId, String), Order> = BTreeMap::new();
    for game in rated {
        if let (Some(winner), Some(loser)) = (game.winner(), game.loser()) {
            orders.entry((winner.clone(), game.variant.clone())).or_default().won();
            orders.entry((loser.clone(), game.variant.clone())).or_default().lost += 1;
        }
    }
    let odd = orders.into_iter().filter(|(_, order)| order.is_odd());
    odd.map(|((player, variant), order)| {
        let (lost, won) = (order.lost.try_into().unwrap_or(u32::MAX), order.won.try_into().unwrap_or(u32::MAX));
        Suspicion::LossesFirst { player, variant, lost, won }
    })
    .collect()
}

/// The order of one player's wins and losses.
#[derive(Default)]
struct Order {
    lost: u64,
    won: u64,
    /// Pairs of a loss and a win in which the loss came first.
    loss_first: u64,
}

impl Order {
    fn won(&mut self) {
        self.won += 1;
        self.loss_first += self.lost;
    }

    fn is_odd(&self) -> bool {
        if self.lost < ORDERED_MIN || self.won < ORDERED_MIN {
            return false;
        }
        let pairs = self.lost * self.won;
        let above = (2 * self.loss_first).saturating_sub(pairs);
        // Twice the distance from the mean, squared, against four times the variance: nm(n + m + 1) / 12.
        above.saturating_mul(above).saturating_mul(3)
            > ORDER_DEVIATIONS * ORDER_DEVIATIONS * pairs.saturating_mul(self.lost + self.won + 1)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use crate::club::rating::counted_games::tests::game;

    #[test]
    fn games_given_up_one_after_the_other_are_seen() {
        let early = |number| GameResult { plies: 4, ..game(number, ["ann", "bob"], i64::from(number)) };
        let mut games: Vec<GameResult> = (1..=4).map(early).collect();
        assert_eq!(suspicions(&games), []);
        // One more in the next week does not make a streak, one more in this week does.
        games.extend([6, 7].map(|number| GameResult { unrated: true, ..early(number) }));
        games.push(early(200));
        assert_eq!(suspicions(&games), []);
        games.push(early(5));
        let bob = Suspicion::Resigned { player: "bob".parse().unwrap(), period: Period(0), games: 5 };
        assert_eq!(suspicions(&games), [bob]);
    }

    #[test]
    fn losses_that_all_come_before_the_wins_are_seen() {
        // A game each week against another player, so that no limit hides one.
        let opponents = ["cai", "dag", "eva", "fay"];
        let games = |ann_wins: &dyn Fn(u32) -> bool| -> Vec<GameResult> {
            (1..=40u32)
                .map(|n| {
                    let opponent = opponents[n as usize % 4];
                    let pair = if ann_wins(n) { ["ann", opponent] } else { [opponent, "ann"] };
                    game(n, pair, i64::from(n) * 40)
                })
                .collect()
        };
        assert_eq!(suspicions(&games(&|n| n % 2 == 0)), []);
        assert_eq!(suspicions(&games(&|n| n <= 20)), [], "a player who wins first and loses later is not suspicious");
        let ann = "ann".parse().unwrap();
        let expected = Suspicion::LossesFirst { player: ann, variant: "brandubh".to_owned(), lost: 20, won: 20 };
        assert_eq!(suspicions(&games(&|n| n > 20)), [expected]);
        assert_eq!(suspicions(&games(&|n| n > 35)), [], "five wins say nothing about their order");
    }
}
