//! The counts in `tests/perft` prove the move list, the captures and the endings together.

use taflpost::tafl::{Catalogue, Side, perft};

/// Reads every line of a file of counts and compares each depth.
fn check(name: &str) {
    let text = std::fs::read_to_string(format!("{}/tests/perft/{name}", env!("CARGO_MANIFEST_DIR"))).unwrap();
    let catalogue = Catalogue::embedded().unwrap();
    for line in text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty()) {
        let (what, counts) = line.rsplit_once(':').unwrap();
        let mut parts = what.split(';').map(str::trim);
        let rules = catalogue.parse_choice(parts.next().unwrap()).unwrap().rules;
        let position = match (parts.next(), parts.next()) {
            (Some(side), Some(rows)) => rules.position(rows, side.parse::<Side>().unwrap()).unwrap(),
            _ => rules.opening(),
        };
        for (depth, expected) in (1..).zip(counts.split_whitespace()) {
            let found = perft(&rules, &position, depth);
            assert_eq!(found.to_string(), expected, "{what}, depth {depth}");
        }
    }
}

#[test]
fn the_openings_have_as_many_sequences_as_they_should() {
    check("openings.perft");
}

#[test]
fn every_preset_has_its_opening_counted() {
    let text = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/perft/openings.perft")).unwrap();
    for variant in Catalogue::embedded().unwrap().iter() {
        let counted = text.lines().any(|line| line.starts_with(&format!("{}: ", variant.name)));
        assert!(counted, "{}", variant.name);
    }
}

#[test]
fn the_options_make_the_difference_they_should() {
    check("positions.perft");
}

#[test]
#[ignore = "takes a minute without optimization"]
fn the_largest_boards_have_as_many_sequences_as_they_should() {
    check("long.perft");
}
