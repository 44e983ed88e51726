//! Two roads to one truth: the list of plays against the judgement of single plays, along random games.

use proptest::prelude::*;
use std::sync::Arc;
use taflpost::tafl::{Catalogue, Course, Play, Position, Side, Square};

/// Every play of the board that leads along a line, listed or not, and some that do not.
fn check(course: &Course) {
    let mut listed = course.moves();
    listed.sort();
    let rules = course.rules();
    let size = rules.size();
    let mut judged = Vec::new();
    let mut offered = Vec::new();
    for from in rules.squares() {
        offered.extend(course.destinations(from).into_iter().map(|to| Play { from, to }));
        for at in 0..size {
            let goals = [Square::new(at, from.rank()), Square::new(from.file(), at), Square::new(at, from.rank() / 2)];
            judged.extend(goals.into_iter().map(|to| Play { from, to }).filter(|play| course.check(*play).is_ok()));
        }
    }
    judged.sort();
    judged.dedup();
    offered.sort();
    assert_eq!(listed, judged, "{:?}", course.position());
    assert_eq!(listed, offered, "{:?}", course.position());
    assert_eq!(!listed.is_empty(), course.has_play());
    assert_eq!(listed.is_empty(), course.status().is_over());
}

/// What is kept up from play to play is what reading the position afresh would give.
fn check_kept(position: &Position) {
    assert_eq!(Position::parse(&position.to_string(), position.to_move()).unwrap(), *position);
}

proptest! {
    #![proptest_config(crate::hostile::cases(48))]

    #[test]
    fn the_list_of_plays_and_the_test_of_one_agree(
        choice in prop::sample::select(vec![
            "brandubh", "small", "small -edge", "hnefatafl -strong", "copenhagen", "medium -edge -strong",
            "magpie", "ard-ri", "sea-battle", "vikinggame", "copenhagen-walker", "alea-evangelii",
            "tablut-linnaeus", "ard-ri-dragonheelslair", "brandubh-cyningstan", "alea-opentafl",
        ]),
        dice in prop::collection::vec(any::<prop::sample::Index>(), 60),
    ) {
        let rules = Arc::new(Catalogue::embedded().unwrap().parse_choice(choice).unwrap().rules);
        let mut course = Course::new(rules);
        for die in dice {
            check(&course);
            check_kept(course.position());
            let moves = course.moves();
            if moves.is_empty() {
                break;
            }
            course.play(*die.get(&moves)).unwrap();
        }
        let (after, status) = (*course.position(), course.status());
        if let Some(last) = course.take_back() {
            prop_assert!(!course.status().is_over());
            course.play(last).unwrap();
            prop_assert_eq!(*course.position(), after);
            prop_assert_eq!(course.status(), status);
        }
    }

    #[test]
    fn no_rows_whatever_break_the_reader(rows in "[0-9okxOKX/ é]{0,80}") {
        if let Ok(position) = Position::parse(&rows, Side::Attackers) {
            check_kept(&position);
        }
    }
}
