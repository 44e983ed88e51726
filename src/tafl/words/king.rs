//! How the king is captured, in plain words. What can never come about on these boards is not said.

use crate::tafl::parameter::{Escape, KingCapture, Victim};
use crate::tafl::{Rules, Square};

const AROUND: [(i8, i8); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];

/// The paragraph about it.
pub(in crate::tafl::words) fn capture(rules: &Rules) -> String {
    let record = &rules.record;
    let throne = record.throne.as_ref();
    let throne_takes = throne.is_some_and(|rule| rule.hostile_empty.contains(&Victim::King));
    // Where the whole edge is his goal, the king never stands on it and plays on.
    let comes_to_edge = record.escape == Escape::Corners;
    let corner_flanks = meets_corner(rules, |rules, king, corner| {
        let (file, rank) = (king.file() as i8 - corner.file() as i8, king.rank() as i8 - corner.rank() as i8);
        step(rules, king, (file, rank)).is_some()
    });
    let is_inside = |rules: &Rules, king: Square| AROUND.iter().all(|way| step(rules, king, *way).is_some());
    let four = "The king is captured when he is surrounded on all four sides.";
    let beside_throne = match throne {
        Some(_) if throne_takes => "The empty throne closes a side too, so beside it three attackers are enough.",
        Some(_) => "The empty throne closes no side.",
        None => "",
    };
    let corner_closes = "A corner closes a side too.";
    let mut text: Vec<String> = Vec::new();
    let mut say = |words: &str| text.push(words.to_owned());
    match record.king_capture {
        KingCapture::Two => say(&format!("The king is captured {}.", like_a_man(corner_flanks, throne_takes))),
        KingCapture::TwoButFourAtThrone => {
            say("On the throne and beside it the king must be surrounded on all four sides to be captured.");
            say(beside_throne);
            if meets_corner(rules, |rules, king, _| is_at_throne(rules, king)) {
                say(corner_closes);
            }
            say(&format!("Elsewhere he is captured {}.", like_a_man(corner_flanks, false)));
        }
        KingCapture::Four => {
            say(four);
            say(beside_throne);
            if meets_corner(rules, |rules, king, _| is_inside(rules, king)) {
                say(corner_closes);
            }
            if comes_to_edge {
                say("On the edge of the board he cannot be captured.");
            }
        }
        KingCapture::FourEdgeCounts => {
            say(four);
            say(beside_throne);
            match (comes_to_edge, meets_corner(rules, |_, _, _| true)) {
                (true, true) => say("The edge of the board and a corner each close a side."),
                (true, false) => say("The edge of the board closes a side."),
                (false, true) => say(corner_closes),
                (false, false) => {}
            }
        }
    }
    say("The capturing move must end beside him. If the king is captured, the attackers win.");
    text.retain(|sentence| !sentence.is_empty());
    text.join(" ")
}

/// Between whom a king falls who falls like a man.
fn like_a_man(corner: bool, throne: bool) -> String {
    let other = match (corner, throne) {
        (true, true) => " or between an attacker and a corner or the empty throne",
        (true, false) => " or between an attacker and a corner",
        (false, true) => " or between an attacker and the empty throne",
        (false, false) => "",
    };
    format!("like a man, between two attackers{other}")
}

/// Whether the king can stand beside a corner that helps against him, with the game going on, on a square of which something else is
/// true as well.
fn meets_corner(rules: &Rules, is_so: impl Fn(&Rules, Square, Square) -> bool) -> bool {
    let ground = &rules.ground;
    ground.hostile_to_king.squares().any(|corner| {
        let beside = AROUND.iter().filter_map(|way| step(rules, corner, *way));
        beside.filter(|king| !ground.escape.has(*king)).any(|king| is_so(rules, king, corner))
    })
}

fn is_at_throne(rules: &Rules, king: Square) -> bool {
    rules.is_throne(king)
        || AROUND.iter().any(|way| step(rules, king, *way).is_some_and(|beside| rules.is_throne(beside)))
}

/// The next square that way, if there is one.
fn step(rules: &Rules, from: Square, (file, rank): (i8, i8)) -> Option<Square> {
    let square = Square::new(from.file().checked_add_signed(file)?, from.rank().checked_add_signed(rank)?);
    rules.has(square).then_some(square)
}
