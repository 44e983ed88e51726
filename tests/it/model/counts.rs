//! Both engines count openings alike, and find the same repetitions with the same consequences.

use super::{Board, Game, Law};
use std::collections::BTreeSet;
use std::sync::Arc;
use taflpost::tafl::{Catalogue, GameState, Rules, perft};

fn begin(rules: &Rules) -> Game {
    Game::begin(Arc::new(Law::of(rules)), Board::of(&rules.opening()))
}

#[test]
fn every_opening_has_as_many_plays_by_both() {
    for variant in Catalogue::embedded().unwrap().iter() {
        let rules = &variant.rules;
        let game = begin(rules);
        let plays = game.moves();
        assert_eq!(plays.len() as u64, perft(rules, &rules.opening(), 1), "{}", variant.name);
        // The largest boards would take too long twice.
        if rules.size() <= 15 {
            let count: usize = plays.iter().map(|play| game.after(*play).0.moves().len()).sum();
            assert_eq!(count as u64, perft(rules, &rules.opening(), 2), "{}", variant.name);
        }
    }
}

#[test]
fn a_to_and_fro_ends_alike_under_every_repetition_rule() {
    let catalogue = Catalogue::embedded().unwrap();
    let brandubh = &catalogue.find("brandubh").unwrap().rules;
    let mut ends = BTreeSet::new();
    for count in [2, 3, 4] {
        for binds in ["attackers", "defenders", "both"] {
            for effect in ["illegal", "loses", "draw"] {
                let rule = format!("{{ count = {count}, binds = \"{binds}\", effect = \"{effect}\" }}");
                let rules = Arc::new(brandubh.with_setting("repetition", &rule).unwrap());
                let (mut state, mut game) = (GameState::new(rules.clone()), begin(&rules));
                for play in ["d7-e7", "d5-e5", "e7-d7", "e5-d5"].repeat(4) {
                    let play = play.parse().unwrap();
                    let mut listed = state.moves();
                    listed.sort();
                    assert_eq!(listed, game.moves(), "{rule}, {:?}", state.plays());
                    if !listed.contains(&play) {
                        break;
                    }
                    state.play(play).unwrap();
                    game = game.after(play).0;
                    assert_eq!(state.status().to_string(), game.status, "{rule}, {:?}", state.plays());
                }
                assert!(state.ply() < 16, "{rule} never speaks up");
                ends.insert(format!("{effect}: {}", game.status));
            }
        }
    }
    assert_eq!(
        ends.into_iter().collect::<Vec<_>>(),
        ["draw: draw:repetition", "illegal: ongoing", "loses: attackers:repetition", "loses: defenders:repetition"]
    );
}
