//! The rules in plain words: whatever a parameter is set to, the words say it, and options fit or say why not.

use crate::settings::SETTINGS;
use taflpost::tafl::{Catalogue, Rules};

/// More values, for what makes a difference only in words.
const MORE: [(&str, &[&str]); 4] = [
    ("announce", &["[]", "[\"raichi\"]", "[\"tuichi\"]", "[\"raichi\", \"tuichi\"]", "[\"watch-your-king\"]"]),
    ("corners", &["{ stop = \"king\", hostile = [] }", "{ stop = \"king\", hostile = [\"men\", \"king\"] }"]),
    (
        "repetition",
        &[
            "{ count = 2, binds = \"both\", effect = \"draw\" }",
            "{ count = 2, binds = \"both\", effect = \"loses\" }",
            "{ count = 3, binds = \"both\", effect = \"draw\" }",
            "{ count = 3, binds = \"attackers\", effect = \"draw\" }",
            "{ count = 3, binds = \"defenders\", effect = \"draw\" }",
            "{ count = 5, binds = \"defenders\", effect = \"illegal\" }",
        ],
    ),
    ("speed", &["{}", "{ attackers = 1, defenders = 1, king = 1 }", "{ attackers = 2, defenders = 2, king = 2 }"]),
];

/// Whether a parameter means nothing on these boards, so that no word need be lost over it.
fn means_nothing(key: &str, rules: &Rules, other: &Rules) -> bool {
    let record: toml::Table = toml::from_str(&rules.to_record()).unwrap();
    let edge = record["escape"].as_str() == Some("edge");
    let named = record.contains_key("corner_squares");
    match key {
        // The king has won when he stands there.
        "exit_fort" => edge,
        "king_capture" => {
            let four = |rules: &Rules| rules.to_record().contains("king_capture = \"four");
            edge && four(rules) && four(other)
        }
        // He leaves it for good either way.
        "throne.stop" => record["throne"]["re_enter"].as_bool() == Some(false),
        "throne.re_enter" => record["throne"]["stop"].as_str() == Some("nobody"),
        // No king is ever beside them, or he would need a man beyond the edge.
        "corners" => !named && (edge || record["king_capture"].as_str() == Some("four")),
        // They do nothing.
        "corner_squares" => edge && record["corners"].as_str() == Some("none"),
        _ => false,
    }
}

#[test]
fn what_is_set_differently_is_said_differently() {
    let catalogue = Catalogue::embedded().unwrap();
    let mut compared = 0;
    for variant in catalogue.iter() {
        let rules = &variant.rules;
        for (key, values) in SETTINGS.iter().chain(&MORE) {
            let mut set: Vec<Rules> = vec![rules.clone()];
            set.extend(values.iter().filter_map(|value| rules.with_setting(key, value).ok()));
            for (at, one) in set.iter().enumerate() {
                for other in &set[at + 1..] {
                    compared += 1;
                    assert!(
                        one == other || one.sentences() != other.sentences() || means_nothing(key, one, other),
                        "{}: {key}\n{}\n{}\n{:#?}",
                        variant.name,
                        one.to_record(),
                        other.to_record(),
                        one.sentences()
                    );
                }
            }
        }
    }
    assert!(compared > 3000, "{compared}");
}

/// What the words hold about a preset with some settings.
fn said(choice: &str, settings: &[(&str, &str)]) -> String {
    let mut rules = Catalogue::embedded().unwrap().parse_choice(choice).unwrap().rules;
    for (key, value) in settings {
        rules = rules.with_setting(key, value).unwrap();
    }
    rules.sentences().join("\n")
}

#[test]
fn the_words_are_true() {
    for (choice, settings, words) in [
        ("ard-ri-dragonheelslair", &[][..], "Every piece moves one square along a row or a column."),
        ("magpie", &[], "over empty squares, as far as you like; but the king moves one square."),
        (
            "brandubh",
            &[("speed", "{ attackers = 1, king = 3 }")],
            "as far as you like; but an attacker moves one square and the king at most 3.",
        ),
        ("tablut-linnaeus", &[], "Once the king has left it, nobody may stop on it again."),
        ("tablut-linnaeus", &[], "Linnaean capture: while the king is on the throne"),
        (
            "tablut-linnaeus",
            &[],
            "reach the edge with his next move, and Tuichi when he could reach the edge in two directions.",
        ),
        ("vikinggame", &[], "Only the king may pass over it."),
        ("vikinggame", &[], "reach a corner with his next move, and Tuichi when he could reach two corners."),
        ("brandubh", &[("throne.pass", "none")], "he may return to it. Nobody may pass over it."),
        ("brandubh-opentafl", &[], "like a man, between two attackers or between an attacker and a corner."),
        (
            "brandubh-opentafl",
            &[("throne.hostile_empty", "[\"king\"]")],
            "between two attackers or between an attacker and a corner or the empty throne.",
        ),
        ("tawlbwrdd", &[], "The king is captured like a man, between two attackers. The capturing move"),
        ("copenhagen", &[], "so beside it three attackers are enough. On the edge of the board he cannot be captured."),
        ("hnefatafl -strong", &[], "The edge of the board and a corner each close a side."),
        ("hnefatafl -strong -edge", &[], "three attackers are enough. The capturing move must end beside him."),
        ("alea-opentafl", &[], "A corner closes a side too."),
        ("alea-opentafl", &[], "The corner squares are a1, b1, r1, s1, a2, b2, r2, s2, a18"),
        ("brandubh", &[("corners", "none"), ("corner_squares", "[\"a1\", \"g7\"]")], "when the king reaches a1 or g7."),
        ("fetlar-2013", &[], "has no legal move when it is his turn, the game is drawn."),
        ("tablut-brainking", &[], "The king takes no part in captures."),
        ("tablut-brainking", &[], "The defenders move first."),
        ("copenhagen-aage", &[], "The defenders lose when their move brings about a position for the third time."),
    ] {
        let said = said(choice, settings);
        assert!(said.contains(words), "{choice}: {words}\n\n{said}");
    }
}

#[test]
fn every_option_fits_every_variant_or_says_why_not() {
    let catalogue = Catalogue::embedded().unwrap();
    for variant in catalogue.iter() {
        let name = &variant.name;
        let has_throne = variant.rules.to_record().contains("[throne]");
        for (options, escape, capture) in [
            ("-edge", Some("edge"), None),
            ("-strong", None, Some("four-edge-counts")),
            ("-strong -edge", Some("edge"), Some("four-edge-counts")),
            ("-weak", None, Some("two-but-four-at-throne")),
            ("-edge -weak", Some("edge"), Some("two-but-four-at-throne")),
        ] {
            match catalogue.parse_choice(&format!("{name} {options}")) {
                Ok(chosen) => {
                    let record = chosen.rules.to_record();
                    assert!(escape.is_none_or(|escape| record.contains(&format!("escape = \"{escape}\""))));
                    assert!(capture.is_none_or(|capture| record.contains(&format!("king_capture = \"{capture}\""))));
                    assert!(has_throne || !options.contains("-weak"), "{name} {options}");
                    let words = chosen.rules.sentences().join(" ");
                    assert!(escape.is_none() || words.contains("any square on the edge of the board"), "{words}");
                    // What changes nothing leaves no trace.
                    assert_eq!(chosen.rules == variant.rules, chosen.name == *name, "{name} {options}");
                }
                Err(wrong) => {
                    assert!(!has_throne && options.contains("-weak"), "{name} {options}: {wrong}");
                    assert_eq!(
                        wrong.to_string(),
                        format!(
                            "-weak does not fit {name}. It means a king who needs four sides only at the throne, and {name} has no throne."
                        )
                    );
                }
            }
        }
    }
}
