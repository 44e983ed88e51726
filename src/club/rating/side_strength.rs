//! How much stronger one side is. The sides of tafl are not equal, so a win with the weaker side says more.
//!
//! The defenders count as if they had this many points more. Once a variant has [`GAMES_MIN`] rated games, the number is the one that makes
//! their results most likely: logistic regression of the defenders' score on the difference of the ratings before each game, with this one
//! constant to be found. Before that it is a guess from a table.

use crate::club::rating::glicko::rounded;
use crate::tafl;

/// One rated game, as far as it tells how strong a side is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SideBout {
    /// The defenders' points minus the attackers', before the period, in thousandths.
    pub gap_milli: i64,
    /// The winner. `None` for a draw.
    pub winner: Option<tafl::Side>,
}

/// Fewer games than this say too little.
pub(super) const GAMES_MIN: usize = 200;
/// The offset is never greater than this. A list in which only one side ever won would lead to infinity.
const OFFSET_MILLI_MAX: i64 = 400_000;
/// Newton's method needs about five steps. This is only a bound.
const STEPS_MAX: u32 = 60;
/// The longest step, in points. The first step may overshoot when it starts far away.
const STEP_MAX: f64 = 100.0;

/// Guesses, in points for the defenders. They come from results of amateurs with the Copenhagen rules. Strong players find the sides about
/// equal, and that is also assumed for all other variants.
const GUESSES: [(&str, i64); 3] = [("copenhagen", 118), ("copenhagen-aage", 118), ("copenhagen-walker", 118)];

/// The defenders' offset in thousandths of a point, from all rated games of the variant so far.
pub(in crate::club) fn offset_milli(variant: &str, bouts: &[SideBout]) -> i64 {
    match bouts.len() < GAMES_MIN {
        true => guess_milli(variant),
        false => fitted_milli(bouts),
    }
}

pub(in crate::club) fn guess_milli(variant: &str) -> i64 {
    GUESSES.iter().find(|(name, _)| *name == variant).map_or(0, |(_, points)| points * 1_000)
}

fn fitted_milli(bouts: &[SideBout]) -> i64 {
    let scale = std::f64::consts::LN_10 / 400.0;
    let mut offset = 0.0;
    for _ in 0..STEPS_MAX {
        let (mut slope, mut curve) = (0.0, 0.0);
        for bout in bouts {
            let expected = 1.0 / (1.0 + (-scale * (bout.gap_milli as f64 / 1e3 + offset)).exp());
            let score = match bout.winner {
                Some(tafl::Side::Defenders) => 1.0,
                Some(tafl::Side::Attackers) => 0.0,
                None => 0.5,
            };
            slope += score - expected;
            curve += expected * (1.0 - expected);
        }
        let step = (slope / (scale * curve)).clamp(-STEP_MAX, STEP_MAX);
        // The curve is flat: all results were certain beforehand, so they say nothing.
        if !step.is_finite() {
            break;
        }
        let most = OFFSET_MILLI_MAX as f64 / 1e3;
        offset = f64::clamp(offset + step, -most, most);
        if step.abs() < 1e-9 {
            break;
        }
    }
    rounded(offset * 1e3)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tafl::Side;

    fn bouts(gap: i64, defenders: usize, attackers: usize) -> Vec<SideBout> {
        let bout = |winner| SideBout { gap_milli: gap * 1_000, winner };
        let mut bouts = vec![bout(Some(Side::Defenders)); defenders];
        bouts.extend(vec![bout(Some(Side::Attackers)); attackers]);
        bouts
    }

    #[test]
    fn the_results_of_equals_tell_what_a_side_is_worth() {
        // 2 of 3 is worth 400 * log10(2) points.
        assert_eq!(offset_milli("tablut", &bouts(0, 200, 100)), 120_412);
        assert_eq!(offset_milli("tablut", &bouts(0, 100, 200)), -120_412);
        assert_eq!(offset_milli("tablut", &bouts(0, 150, 150)), 0);
    }

    #[test]
    fn what_the_ratings_explain_is_not_the_sides() {
        // The defenders were better by exactly that much.
        let explained = offset_milli("tablut", &bouts(120, 200, 100));
        assert!((0..=500).contains(&explained), "{explained}");
        let draws = vec![SideBout { gap_milli: 100_000, winner: None }; 300];
        assert_eq!(offset_milli("tablut", &draws), -100_000);
    }

    #[test]
    fn a_side_that_always_wins_has_a_bounded_advantage() {
        assert_eq!(offset_milli("tablut", &bouts(0, 300, 0)), 400_000);
        assert_eq!(offset_milli("tablut", &bouts(0, 0, 300)), -400_000);
        assert_eq!(offset_milli("tablut", &bouts(4_000_000, 300, 0)), 0);
    }

    #[test]
    fn few_games_leave_the_guess() {
        assert_eq!(offset_milli("copenhagen", &bouts(0, 0, 199)), 118_000);
        assert_eq!(offset_milli("tablut", &bouts(0, 0, 199)), 0);
        assert_ne!(offset_milli("tablut", &bouts(0, 0, 200)), 0);
    }
}
