//! Two ways to one answer: the list of legal moves against the check of single moves, along random games.

use proptest::prelude::*;
use std::sync::Arc;
use taflpost::tafl::{Catalogue, GameState, Play, Position, Side, Square};

/// Every play of the board that leads along a line, listed or not, and some that do not.
fn check(state: &GameState) {
    let mut listed = state.moves();
    listed.sort();
    let rules = state.rules();
    let size = rules.size();
    let mut judged = Vec::new();
    let mut offered = Vec::new();
    for from in rules.squares() {
        offered.extend(state.destinations(from).into_iter().map(|to| Play { from, to }));
        for at in 0..size {
            let goals = [Square::new(at, from.rank()), Square::new(from.file(), at), Square::new(at, from.rank() / 2)];
            judged.extend(goals.into_iter().map(|to| Play { from, to }).filter(|play| state.check(*play).is_ok()));
        }
    }
    judged.sort();
    judged.dedup();
    offered.sort();
    assert_eq!(listed, judged, "{:?}", state.position());
    assert_eq!(listed, offered, "{:?}", state.position());
    assert_eq!(!listed.is_empty(), state.has_play());
    assert_eq!(listed.is_empty(), state.status().is_over());
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
        let mut state = GameState::new(rules);
        for die in dice {
            check(&state);
            check_kept(state.position());
            let moves = state.moves();
            if moves.is_empty() {
                break;
            }
            state.play(*die.get(&moves)).unwrap();
        }
        let (after, status) = (*state.position(), state.status());
        if let Some(last) = state.take_back() {
            prop_assert!(!state.status().is_over());
            state.play(last).unwrap();
            prop_assert_eq!(*state.position(), after);
            prop_assert_eq!(state.status(), status);
        }
    }

    #[test]
    fn no_rows_whatever_break_the_reader(rows in "[0-9okxOKX/ é]{0,80}") {
        if let Ok(position) = Position::parse(&rows, Side::Attackers) {
            check_kept(&position);
        }
    }
}
