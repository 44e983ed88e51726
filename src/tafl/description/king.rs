//! How the king is captured, as far as it can happen on these boards.

use crate::tafl::description::statement::KingTaken;
use crate::tafl::parameter::{Escape, KingCapture, Victim};
use crate::tafl::{Rules, Square};

/// Steps to the squares around one: files and ranks.
const AROUND: [(i8, i8); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];

/// How the king is captured by these rules.
pub(in crate::tafl::description) fn taken(rules: &Rules) -> KingTaken {
    let record = &rules.record;
    let throne = record.throne.as_ref();
    let throne_closes = throne.is_some_and(|rule| rule.hostile_empty.contains(&Victim::King));
    let flanks = |rules: &Rules, king: Square, corner: Square| {
        let (files, ranks) = (king.file() as i8 - corner.file() as i8, king.rank() as i8 - corner.rank() as i8);
        step(rules, king, files, ranks).is_some()
    };
    let is_inside =
        |rules: &Rules, king: Square| AROUND.iter().all(|(files, ranks)| step(rules, king, *files, *ranks).is_some());
    let way = record.king_capture;
    let (is_man, is_four) = (way == KingCapture::Two, matches!(way, KingCapture::Four | KingCapture::FourEdgeCounts));
    KingTaken {
        way,
        throne: throne.is_some() && !is_man,
        throne_closes: throne_closes && !is_man,
        corner_closes: match way {
            KingCapture::Two => false,
            KingCapture::TwoButFourAtThrone => meets_corner(rules, |rules, king, _| is_at_throne(rules, king)),
            KingCapture::Four => meets_corner(rules, |rules, king, _| is_inside(rules, king)),
            KingCapture::FourEdgeCounts => meets_corner(rules, |_, _, _| true),
        },
        corner_flanks: match way {
            KingCapture::Two | KingCapture::TwoButFourAtThrone => meets_corner(rules, flanks),
            KingCapture::Four | KingCapture::FourEdgeCounts => false,
        },
        throne_flanks: is_man && throne_closes,
        // If the whole edge is its goal, the game ends when the king reaches the edge.
        comes_to_edge: is_four && record.escape == Escape::Corners,
    }
}

/// Whether the king can be beside a corner that helps to capture it while the game goes on, on a square for which `is_so` is true as well.
fn meets_corner(rules: &Rules, is_so: impl Fn(&Rules, Square, Square) -> bool) -> bool {
    let compiled = &rules.compiled;
    compiled.hostile_to_king.squares().any(|corner| {
        let beside = AROUND.iter().filter_map(|(files, ranks)| step(rules, corner, *files, *ranks));
        beside.filter(|king| !compiled.escape.has(*king)).any(|king| is_so(rules, king, corner))
    })
}

fn is_at_throne(rules: &Rules, king: Square) -> bool {
    let mut around = AROUND.iter().filter_map(|(files, ranks)| step(rules, king, *files, *ranks));
    rules.is_throne(king) || around.any(|beside| rules.is_throne(beside))
}

/// The next square in that direction, if there is one.
fn step(rules: &Rules, from: Square, files: i8, ranks: i8) -> Option<Square> {
    let square = Square::new(from.file().checked_add_signed(files)?, from.rank().checked_add_signed(ranks)?);
    rules.has(square).then_some(square)
}
