//! Which games count. Games of a player who vanished do not, nor do more than a few games a week of the same two players.

use crate::club::model::game::{Ending, Head, Stage, both_have_moved};
use crate::club::model::player::PlayerId;
use crate::club::rating::Period;
use crate::tafl;
use chrono::{DateTime, Utc};
use std::collections::{BTreeMap, BTreeSet};

/// A finished game, as far as ratings need it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameResult {
    /// Its board number.
    pub number: u32,
    /// The name of its rules, with options.
    pub variant: String,
    /// Who played the attackers.
    pub attackers: PlayerId,
    /// Who played the defenders.
    pub defenders: PlayerId,
    /// How it ended.
    pub ending: Ending,
    /// The number of moves made.
    pub plies: u32,
    /// Whether the players made it unrated.
    pub unrated: bool,
    /// When it ended.
    pub ended: DateTime<Utc>,
}

impl GameResult {
    /// The result of a game, if it has one.
    pub fn of(head: &Head) -> Option<GameResult> {
        let Stage::Ended(ending) = head.stage else {
            return None;
        };
        Some(GameResult {
            number: head.number,
            variant: head.variant.clone(),
            attackers: head.attackers.clone(),
            defenders: head.defenders.clone(),
            ending,
            plies: head.plies,
            unrated: head.conditions.unrated,
            ended: head.touched,
        })
    }

    /// The week it ended in.
    pub fn period(&self) -> Period {
        Period::of(self.ended)
    }

    /// The player who lost. `None` for a draw.
    pub fn loser(&self) -> Option<&PlayerId> {
        self.ending.winner().map(|winner| self.player(winner.opponent()))
    }

    /// The player who won. `None` for a draw.
    pub fn winner(&self) -> Option<&PlayerId> {
        self.ending.winner().map(|winner| self.player(winner))
    }

    fn player(&self, side: tafl::Side) -> &PlayerId {
        match side {
            tafl::Side::Attackers => &self.attackers,
            tafl::Side::Defenders => &self.defenders,
        }
    }
}

/// Whether a game counts, or why not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weight {
    /// It counts.
    Rated,
    /// The players made it unrated.
    Unrated,
    /// It was played by a player's own rules.
    OwnRules,
    /// The game had hardly begun: a player ran out of time before both had made `OWN_PLIES_MIN` moves, or the players ended it before both
    /// had made one.
    HardlyBegun,
    /// The loser has already run out of time in another game of the week that counts: they were away, not beaten.
    Vanished,
    /// The two have `PAIR_GAMES_MAX` rated games in this week already.
    PairLimit,
}

/// If a player runs out of time, the game counts only if each side has made this many moves.
pub(super) const OWN_PLIES_MIN: u32 = 3;
/// The most rated games of two players in one period: two matches of two games.
pub(super) const PAIR_GAMES_MAX: u32 = 4;

/// A game and whether it counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weighed {
    /// The game.
    pub game: GameResult,
    /// Whether it counts.
    pub weight: Weight,
}

/// Whether a game counts, if no other game of the week keeps it from counting.
pub fn may_count(head: &Head) -> bool {
    GameResult::of(head)
        .is_some_and(|game| weight_of(&game, &mut BTreeSet::new(), &mut BTreeMap::new()) == Weight::Rated)
}

/// Weighs all games of one period together. They come back in the order of their numbers.
pub fn weigh(mut games: Vec<GameResult>) -> Vec<Weighed> {
    games.sort_by_key(|game| (game.ended, game.number));
    let mut vanished: BTreeSet<PlayerId> = BTreeSet::new();
    let mut pairs: BTreeMap<[PlayerId; 2], u32> = BTreeMap::new();
    let mut weighed: Vec<Weighed> = Vec::with_capacity(games.len());
    for game in games {
        let weight = weight_of(&game, &mut vanished, &mut pairs);
        weighed.push(Weighed { game, weight });
    }
    weighed.sort_by_key(|weighed| weighed.game.number);
    weighed
}

fn weight_of(game: &GameResult, vanished: &mut BTreeSet<PlayerId>, pairs: &mut BTreeMap<[PlayerId; 2], u32>) -> Weight {
    if game.variant == tafl::OWN_RULES {
        return Weight::OwnRules;
    }
    if game.unrated {
        return Weight::Unrated;
    }
    if !both_have_moved(game.plies) && matches!(game.ending, Ending::Resigned { .. } | Ending::Agreed) {
        return Weight::HardlyBegun;
    }
    if is_forfeit(game.ending) {
        if game.plies < 2 * OWN_PLIES_MIN {
            return Weight::HardlyBegun;
        }
        if game.loser().is_some_and(|loser| vanished.contains(loser)) {
            return Weight::Vanished;
        }
    }
    let mut pair = [game.attackers.clone(), game.defenders.clone()];
    pair.sort();
    let games = pairs.entry(pair).or_default();
    if *games >= PAIR_GAMES_MAX {
        return Weight::PairLimit;
    }
    *games += 1;
    if is_forfeit(game.ending) {
        vanished.extend(game.loser().cloned());
    }
    Weight::Rated
}

/// Whether the game was not decided by the players on the board.
fn is_forfeit(ending: Ending) -> bool {
    match ending {
        Ending::TimedOut { .. } | Ending::Adjudicated { .. } => true,
        Ending::Won { .. } | Ending::Drawn { .. } | Ending::Resigned { .. } | Ending::Agreed => false,
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
pub(in crate::club) mod tests {
    use super::*;

    /// A game that ended this many hours after the beginning of the first week.
    pub(in crate::club) fn game(number: u32, [attackers, defenders]: [&str; 2], hour: i64) -> GameResult {
        GameResult {
            number,
            variant: "brandubh".to_owned(),
            attackers: attackers.parse().unwrap(),
            defenders: defenders.parse().unwrap(),
            ending: Ending::Resigned { loser: tafl::Side::Defenders },
            plies: 20,
            unrated: false,
            ended: Period(0).begins() + chrono::TimeDelta::hours(hour),
        }
    }

    fn weights(games: Vec<GameResult>) -> Vec<Weight> {
        weigh(games).into_iter().map(|weighed| weighed.weight).collect()
    }

    #[test]
    fn what_the_players_wanted_unrated_or_brought_themselves_does_not_count() {
        let own = GameResult { variant: tafl::OWN_RULES.to_owned(), ..game(1, ["ann", "bob"], 1) };
        let unrated = GameResult { unrated: true, ..game(2, ["ann", "bob"], 2) };
        let usual = game(3, ["ann", "bob"], 3);
        assert_eq!(weights(vec![own, unrated, usual]), [Weight::OwnRules, Weight::Unrated, Weight::Rated]);
    }

    #[test]
    fn who_is_away_loses_one_game_of_the_week_and_none_that_had_hardly_begun() {
        use Weight::{HardlyBegun, PairLimit, Rated, Vanished};
        let out = |number, plies, pair| GameResult {
            ending: Ending::TimedOut { loser: tafl::Side::Defenders },
            plies,
            ..game(number, pair, i64::from(number))
        };
        let pair = ["ann", "bob"];
        let adjudicated = |winner| GameResult { ending: Ending::Adjudicated { winner }, ..out(4, 20, pair) };
        let first = [out(1, 2 * OWN_PLIES_MIN - 1, pair), out(2, 2 * OWN_PLIES_MIN, pair), out(3, 20, ["cai", "bob"])];
        let games = |last| first.iter().cloned().chain([last]).collect();
        let attackers = Some(tafl::Side::Attackers);
        assert_eq!(weights(games(adjudicated(attackers))), [HardlyBegun, Rated, Vanished, Vanished]);
        assert_eq!(weights(games(adjudicated(None))), [HardlyBegun, Rated, Vanished, Rated]);
        // A game beyond the limit of the pair does not show that a player was away.
        let four = (1..=4).map(|number| game(number, pair, i64::from(number)));
        let games = four.chain([out(5, 20, pair), out(6, 20, ["cai", "bob"])]).collect();
        assert_eq!(weights(games), [Rated, Rated, Rated, Rated, PairLimit, Rated]);
    }

    #[test]
    fn a_game_that_is_given_up_before_both_have_moved_does_not_count() {
        use Weight::{HardlyBegun, Rated};
        let pair = ["ann", "bob"];
        let given_up = |number, plies| GameResult { plies, ..game(number, pair, i64::from(number)) };
        let agreed = |number, plies| GameResult { ending: Ending::Agreed, ..given_up(number, plies) };
        let games = vec![given_up(1, 0), given_up(2, 1), given_up(3, 2), agreed(4, 1), agreed(5, 2)];
        assert_eq!(weights(games), [HardlyBegun, HardlyBegun, Rated, HardlyBegun, Rated]);
    }

    #[test]
    fn two_players_have_four_rated_games_a_week_the_first_to_end() {
        use Weight::{PairLimit, Rated};
        // Board 1 ends last. It is the same pair, with the sides switched.
        let mut games: Vec<GameResult> =
            (2..=5).map(|number| game(number, ["bob", "ann"], i64::from(number))).collect();
        games.push(game(1, ["ann", "bob"], 9));
        games.push(game(6, ["ann", "cai"], 10));
        games.push(GameResult { unrated: true, ..game(7, ["ann", "bob"], 1) });
        assert_eq!(weights(games), [PairLimit, Rated, Rated, Rated, Rated, Rated, Weight::Unrated]);
    }
}
