//! Random positions and rules are written as OpenTafl records and read back the same, or an error names the parameter that no record can
//! express.

use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use std::cell::Cell;
use std::sync::Arc;
use taflpost::chance::Chance;
use taflpost::tafl::{Catalogue, GameState, Rules, Side, perft};

fn preset(choice: &str) -> Rules {
    Catalogue::embedded().unwrap().parse_choice(choice).unwrap().rules
}

#[test]
fn a_position_of_any_game_is_written_and_read_again() {
    let catalogue = Catalogue::embedded().unwrap();
    let mut chance = Chance::from_seed([3; 32]);
    for variant in catalogue.iter() {
        let rules = Arc::new(variant.rules.clone());
        let mut state = GameState::new(rules.clone());
        for _ in 0..12 {
            let moves = state.moves();
            let drawn = u64::from_le_bytes(chance.bytes());
            let Some(play) = moves.get(drawn as usize % moves.len().max(1)) else { break };
            state.play(*play).unwrap();
            if state.status().is_over() {
                break;
            }
            let position = state.position();
            let begun = rules.begun_from(position).unwrap();
            assert_eq!(begun.opening(), *position, "{}", variant.name);
            let Ok(record) = begun.to_otn() else {
                assert!(rules.to_otn().is_err(), "{}: {position:?}", variant.name);
                continue;
            };
            let again = Rules::from_otn(&record).unwrap();
            assert_eq!(again, begun, "{record}");
            assert_eq!(again.opening(), *position);
            let entry = record.rsplit(' ').next().unwrap();
            assert_eq!(rules.position_from_otn(entry, position.to_move()).unwrap(), *position);
            assert_eq!(perft(&again, &again.opening(), 1), perft(&rules, position, 1), "{record}");
        }
    }
}

#[test]
fn a_position_alone_says_its_order_and_fits_its_board() {
    let rules = preset("brandubh");
    let below = rules.position_from_otn("start:/3t3/7/3T3/ttTKTtt/3T3/3t3/3t3/", Side::Attackers).unwrap();
    let above = rules.position_from_otn("starti:3t3/3t3/3T3/ttTKTtt/3T3/7/3t3", Side::Attackers).unwrap();
    assert_eq!(below, above);
    let refused = |text: &str| rules.position_from_otn(text, Side::Attackers).unwrap_err().to_string();
    assert_eq!(refused("start:/3t3/"), "start: found 1 rows; expected 7 with slashes between them");
    assert_eq!(refused("starti:/3K3/7/7/3K3/7/7/7/"), "starti: found a second king on d4; expected one");
    assert!(refused("3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3").contains("ends with start:"));
    assert!(rules.begun_from(&rules.position_from_otn("start:/7/7/7/7/7/7/7/", Side::Attackers).unwrap()).is_err());
}

/// Parameters and what they can be, in a rule file's words.
const SETTINGS: [(&str, &[&str]); 18] = [
    ("first", &["attackers", "defenders"]),
    ("escape", &["corners", "edge"]),
    ("corner_squares", &["[\"a1\", \"a9\", \"i1\", \"i9\"]", "[\"a2\", \"b1\"]"]),
    ("king_capture", &["two", "two-but-four-at-throne", "four", "four-edge-counts"]),
    ("king_armed", &["yes", "no", "hammer", "anvil"]),
    ("exit_fort", &["true", "false"]),
    ("encirclement", &["true", "false"]),
    ("attackers_left_loses", &["0", "1"]),
    ("no_move", &["loses", "draw"]),
    ("linnaean", &["false", "true"]),
    ("throne", &["none"]),
    ("throne.stop", &["king", "nobody"]),
    ("throne.hostile_empty", &["[]", "[\"attackers\"]", "[\"defenders\", \"king\"]", "[\"king\"]"]),
    ("corners", &["none"]),
    ("corners.hostile", &["[]", "[\"men\"]", "[\"men\", \"king\"]"]),
    (
        "shieldwall",
        &[
            "no",
            "{ by = \"flanking-move\", corner_closes = false, at_least = 2 }",
            "{ by = \"flanking-move\", corner_closes = true, at_least = 3 }",
        ],
    ),
    (
        "repetition",
        &[
            "ignore",
            "{ count = 3, binds = \"both\", effect = \"draw\" }",
            "{ count = 2, binds = \"defenders\", effect = \"illegal\" }",
        ],
    ),
    ("speed", &["{}", "{ king = 4 }", "{ attackers = 1, defenders = 2 }"]),
];

/// A rule record without what can be left out and means the same.
fn but_for_names(rules: &Rules) -> Vec<String> {
    let record = rules.to_record();
    let is_only_said = |line: &&str| line.starts_with("corner_squares") || *line == "attackers_left_loses = 0";
    record.lines().filter(|line| !is_only_said(line)).map(str::to_owned).collect()
}

#[test]
fn rules_drawn_by_lot_come_back_from_their_record_or_name_the_parameter() {
    let dice = prop::collection::vec(any::<prop::sample::Index>(), SETTINGS.len());
    let (said, refused) = (Cell::new(0), Cell::new(0));
    let small = preset("small");
    let law = |dice: Vec<prop::sample::Index>| {
        let mut rules = small.clone();
        for (die, (key, values)) in dice.iter().zip(SETTINGS) {
            // Most parameters stay as they are, so that something is left that a record can say.
            if let Some(value) = values.get(die.index(3 * values.len())) {
                rules = rules.with_setting(key, value).unwrap_or(rules);
            }
        }
        match rules.to_otn() {
            Ok(record) => {
                let again = Rules::from_otn(&record).unwrap();
                // Corner squares that are the usual ones, or mean nothing, are not named again.
                prop_assert_eq!(again.to_otn().unwrap(), record.clone());
                prop_assert_eq!(but_for_names(&again), but_for_names(&rules), "{}", record);
                prop_assert_eq!(perft(&again, &again.opening(), 2), perft(&rules, &rules.opening(), 2), "{}", record);
                said.set(said.get() + 1);
            }
            Err(wrong) => {
                let wrong = wrong.to_string();
                let parameter = wrong.split([':', '.']).next().unwrap();
                prop_assert!(SETTINGS.iter().any(|(key, _)| *key == parameter), "{}", wrong);
                refused.set(refused.get() + 1);
            }
        }
        Ok(())
    };
    let config = crate::hostile::cases(1024);
    TestRunner::new(config).run(&dice, law).unwrap();
    assert!(said.get() >= 100 && refused.get() >= 100, "{} said, {} refused", said.get(), refused.get());
}
