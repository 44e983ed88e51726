//! One player's rating and what a week does to it.

use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, decay_deviation, glicko2_rating_period};

/// A rating with its uncertainty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rating {
    /// Thousandths of a point.
    pub points_milli: i64,
    /// The deviation, in thousandths of a point. The true strength hardly ever differs from the points by more than twice this.
    pub deviation_milli: i64,
    /// The volatility, in billionths.
    pub volatility_nano: i64,
}

/// How fast volatility may change.
const TAU: f64 = 0.5;
/// Tighter than Glickman's millionth, so that the error of the search is far below what is stored.
const CONVERGENCE: f64 = 1e-9;

/// Deviations stay within these bounds. Below 45 an experienced player's rating could no longer move, and no deviation is greater than a
/// newcomer's.
const DEVIATION_MILLI: (i64, i64) = (45_000, 350_000);
/// Volatilities stay within these bounds, so that losing and winning in turns on purpose does not loosen a rating.
const VOLATILITY_NANO: (i64, i64) = (40_000_000, 80_000_000);
/// The most that one period can change.
const CHANGE_MILLI_MAX: i64 = 400_000;
/// Points stay within these bounds, so that no series of weeks can run away.
const POINTS_MILLI: (i64, i64) = (0, 4_000_000);
/// A rating with a greater deviation is provisional.
const PROVISIONAL_MILLI: i64 = 110_000;

impl Rating {
    /// The rating of every new player.
    pub const NEWCOMER: Rating =
        Rating { points_milli: 1_500_000, deviation_milli: 350_000, volatility_nano: 60_000_000 };

    /// Whether it is provisional: shown with a question mark, and in no list.
    pub fn is_provisional(&self) -> bool {
        self.deviation_milli > PROVISIONAL_MILLI
    }

    /// Whole points, for readers.
    pub fn points(&self) -> i64 {
        rounded(self.points_milli as f64 / 1_000.0)
    }

    /// The deviation in whole points, for readers.
    pub fn deviation(&self) -> i64 {
        rounded(self.deviation_milli as f64 / 1_000.0)
    }

    /// After one period with these games: the opponents' ratings before it, and the score against each. The opponents' points already
    /// include the offset of the sides.
    pub(in crate::club) fn after(&self, games: &[(Rating, Outcomes)]) -> Rating {
        let games: Vec<(Glicko2Rating, Outcomes)> =
            games.iter().map(|(opponent, outcome)| (opponent.as_floats(), *outcome)).collect();
        let config = Glicko2Config { tau: TAU, convergence_tolerance: CONVERGENCE };
        self.clamped(glicko2_rating_period(&self.as_floats(), &games, &config))
    }

    /// After this number of periods without a game. Each period is rounded as if it were stored.
    pub fn after_idle(&self, periods: i64) -> Rating {
        let mut rating = *self;
        for _ in 0..periods {
            let next = rating.clamped(decay_deviation(&rating.as_floats()));
            if next == rating {
                break;
            }
            rating = next;
        }
        rating
    }

    /// The same with the points shifted: the rating of an opponent whose side is stronger or weaker.
    pub(in crate::club) fn shifted(&self, milli: i64) -> Rating {
        Rating { points_milli: self.points_milli + milli, ..*self }
    }

    fn as_floats(self) -> Glicko2Rating {
        Glicko2Rating {
            rating: self.points_milli as f64 / 1e3,
            deviation: self.deviation_milli as f64 / 1e3,
            volatility: self.volatility_nano as f64 / 1e9,
        }
    }

    /// The result, rounded and kept within the bounds. Without them, 29 lost games against much weaker players within one week give -51330
    /// points and a volatility of 30.
    fn clamped(&self, recomputed: Glicko2Rating) -> Rating {
        let within = |value: f64, (least, most): (i64, i64), before: i64| match value.is_finite() {
            true => rounded(value).clamp(least, most),
            false => before,
        };
        let change = (
            (self.points_milli - CHANGE_MILLI_MAX).max(POINTS_MILLI.0),
            (self.points_milli + CHANGE_MILLI_MAX).min(POINTS_MILLI.1),
        );
        Rating {
            points_milli: within(recomputed.rating * 1e3, change, self.points_milli),
            deviation_milli: within(recomputed.deviation * 1e3, DEVIATION_MILLI, self.deviation_milli),
            volatility_nano: within(recomputed.volatility * 1e9, VOLATILITY_NANO, self.volatility_nano),
        }
    }
}

/// Rounds to the nearest whole number. A float beyond the range of the integer becomes its end, and is clamped afterwards.
pub(in crate::club) fn rounded(value: f64) -> i64 {
    value.round() as i64
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn rating(points: i64, deviation: i64) -> Rating {
        Rating { points_milli: points * 1_000, deviation_milli: deviation * 1_000, ..Rating::NEWCOMER }
    }

    /// Glickman's own example.
    #[test]
    fn glickmans_example_comes_out() {
        let games = [
            (rating(1400, 30), Outcomes::WIN),
            (rating(1550, 100), Outcomes::LOSS),
            (rating(1700, 300), Outcomes::LOSS),
        ];
        let after = rating(1500, 200).after(&games);
        assert_eq!(
            (after.points_milli / 10, after.deviation_milli / 10, after.volatility_nano / 10_000),
            (146_405, 15_151, 5_999)
        );
        assert_eq!(after.deviation_milli, 151_517);
    }

    #[test]
    fn a_newcomer_beats_a_newcomer() {
        let after = Rating::NEWCOMER.after(&[(Rating::NEWCOMER, Outcomes::WIN)]);
        assert_eq!((after.points_milli + 5) / 10, 166_231);
        assert_eq!((after.deviation_milli + 5) / 10, 29_032);
        let other = Rating::NEWCOMER.after(&[(Rating::NEWCOMER, Outcomes::LOSS)]);
        assert_eq!(after.points_milli + other.points_milli, 3_000_000);
    }

    #[test]
    fn twenty_nine_upsets_in_a_week_cost_four_hundred_points() {
        let after = rating(2000, 30).after(&vec![(rating(1000, 30), Outcomes::LOSS); 29]);
        assert_eq!(after, Rating { points_milli: 1_600_000, deviation_milli: 350_000, volatility_nano: 80_000_000 });
        // No rating here is as certain as that.
        let after = rating(2000, 45).after(&vec![(rating(1000, 45), Outcomes::LOSS); 29]);
        assert!((1_600_000..1_700_000).contains(&after.points_milli), "{after:?}");
        assert!(after.deviation_milli < 350_000 && after.volatility_nano <= VOLATILITY_NANO.1, "{after:?}");
    }

    #[test]
    fn idle_weeks_make_less_certain_and_no_more_than_a_newcomer_is() {
        let sure = Rating { deviation_milli: 50_000, ..Rating::NEWCOMER };
        // One week adds the volatility: sqrt(50^2 + (0.06 * 173.7178)^2) = 51.074...
        assert_eq!(sure.after_idle(1).deviation_milli, 51_075);
        assert_eq!(sure.after_idle(1).after_idle(1), sure.after_idle(2));
        assert_eq!(sure.after_idle(0), sure);
        assert_eq!(sure.after_idle(100_000).deviation_milli, 350_000);
        assert_eq!(sure.after_idle(i64::MAX).points_milli, sure.points_milli);
    }

    proptest! {
        #[test]
        fn no_week_leaves_the_bounds(
            own in (0i64..=4_000_000, 45_000i64..=350_000, 40_000_000i64..=80_000_000),
            games in proptest::collection::vec((-400_000i64..=4_400_000, 45_000i64..=350_000, 0u8..3), 1..200),
        ) {
            let (points_milli, deviation_milli, volatility_nano) = own;
            let before = Rating { points_milli, deviation_milli, volatility_nano };
            let games: Vec<(Rating, Outcomes)> = games
                .into_iter()
                .map(|(points_milli, deviation_milli, score)| {
                    let outcome = [Outcomes::LOSS, Outcomes::DRAW, Outcomes::WIN][usize::from(score)];
                    (Rating { points_milli, deviation_milli, volatility_nano: 60_000_000 }, outcome)
                })
                .collect();
            let after = before.after(&games);
            prop_assert!((after.points_milli - before.points_milli).abs() <= CHANGE_MILLI_MAX);
            prop_assert!((POINTS_MILLI.0..=POINTS_MILLI.1).contains(&after.points_milli));
            prop_assert!((DEVIATION_MILLI.0..=DEVIATION_MILLI.1).contains(&after.deviation_milli));
            prop_assert!((VOLATILITY_NANO.0..=VOLATILITY_NANO.1).contains(&after.volatility_nano));
        }
    }
}
