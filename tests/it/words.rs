//! The rules in plain words: whatever the value of a parameter is, the words say it, and options fit or say why not.

use crate::settings::SETTINGS;
use std::collections::HashMap;
use std::sync::{Arc, LazyLock};
use taflpost::command::Language;
use taflpost::tafl::{Catalogue, Dialect, ParsedPlay, Replay, Rules, Told, describe};
use taflpost::wording::Wordings;

/// The rules in a language.
fn sentences(words: &Wordings, language: Language, rules: &Rules) -> Vec<String> {
    words.of(Some(language)).rules(rules, Dialect::Plain).unwrap()
}

/// The rules in English.
pub fn english(rules: &Rules) -> Vec<String> {
    static WORDS: LazyLock<Wordings> = LazyLock::new(|| Wordings::embedded(Language::English).unwrap());
    sentences(&WORDS, Language::English, rules)
}

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
                        one == other
                            || describe(one, Dialect::Plain) != describe(other, Dialect::Plain)
                            || means_nothing(key, one, other),
                        "{}: {key}\n{}\n{}\n{:#?}",
                        variant.name,
                        one.to_record(),
                        other.to_record(),
                        describe(one, Dialect::Plain)
                    );
                }
            }
        }
    }
    assert!(compared > 3000, "{compared}");
}

/// What has different words in English has them in every language, and what is alike there is alike everywhere.
#[test]
fn every_difference_is_heard_in_every_language() {
    let (catalogue, words) = (Catalogue::embedded().unwrap(), Wordings::embedded(Language::English).unwrap());
    let mut all: HashMap<String, Told> = HashMap::new();
    for variant in catalogue.iter() {
        for (key, values) in SETTINGS.iter().chain(&MORE) {
            let set = values.iter().filter_map(|value| variant.rules.with_setting(key, value).ok());
            let told = set.chain([variant.rules.clone()]).flat_map(|rules| describe(&rules, Dialect::Plain));
            all.extend(told.map(|told| (format!("{told:?}"), told)));
        }
    }
    assert!(all.len() > 50, "{}", all.len());
    for language in Language::ALL {
        let mut heard: HashMap<String, String> = HashMap::new();
        for (facts, told) in &all {
            let said = |language| words.of(Some(language)).say("rule", told).unwrap();
            let (english, other) = (said(Language::English), said(language));
            let before = heard.insert(other.clone(), english.clone()).unwrap_or(english.clone());
            assert_eq!(before, english, "{language:?}: {facts}\n{other}");
        }
    }
}

/// What a player is told in English who tries this play after those.
fn told(choice: &str, settings: &[(&str, &str)], plays: &str, tried: &str) -> String {
    let mut rules = Catalogue::embedded().unwrap().parse_choice(choice).unwrap().rules;
    for (key, value) in settings {
        rules = rules.with_setting(key, value).unwrap();
    }
    let state = Replay::of_line(&Arc::new(rules), plays).unwrap().state;
    let why = state.check_parsed(&ParsedPlay::parse(tried).unwrap()).unwrap_err();
    Wordings::embedded(Language::English).unwrap().of(None).say("illegal", &why).unwrap()
}

#[test]
fn who_may_not_make_a_play_is_told_why() {
    for (plays, tried, says) in [
        ("", "d6-d4", "The way from d6 to d4 is blocked by a defender on d5."),
        ("", "d7-d5", "The way from d7 to d5 is blocked by your own man on d6."),
        ("d6-f6", "e4-f4", "The way from e4 to f4 is blocked by an attacker on f4."),
        ("d6-f6", "d5-d3", "The way from d5 to d3 is blocked by your own king on d4."),
        ("", "d7-h7", "h7 is not on this board."),
        ("", "d7-a7", "a7 is a corner: only the king may stop there."),
        ("", "d7-e6", "Pieces move along a row or a column, and d7 and e6 share neither."),
        ("", "d7-d7", "A move must end on a different square: this one goes from d7 to d7."),
        ("", "a1-a2", "There is no piece on a1."),
        ("", "d5-e5", "The piece on d5 is a defender, not yours."),
        ("d6-f6 d5-c5 d7-d6 d4-d5 d2-e2", "d3-d4", "d4 is the throne: no man may stop there."),
        ("", "d6-f6xd5/c6", "You named c6 and d5, but that move captures nothing."),
    ] {
        assert_eq!(told("brandubh", &[], plays, tried), says);
    }
    let speed = [("speed", "{ attackers = 1 }")];
    assert_eq!(told("brandubh", &speed, "", "d6-f6"), "From d6 to f6 is too far: a man moves one square.");
    let again =
        "That move would bring back an earlier position, which the rules of this game forbid. Choose another move.";
    assert_eq!(told("copenhagen", &[], "a4-b4 f8-e8 b4-a4", "e8-f8"), again);
}

#[test]
fn every_rule_is_said_once() {
    let (catalogue, words) = (Catalogue::embedded().unwrap(), Wordings::embedded(Language::English).unwrap());
    for choice in catalogue.names().flat_map(|name| [name.to_owned(), format!("{name} -edge -strong")]) {
        for language in Language::ALL {
            let all = sentences(&words, language, &catalogue.parse_choice(&choice).unwrap().rules);
            let mut said: Vec<&str> = all.iter().flat_map(|text| text.split(". ")).collect();
            let count = said.len();
            said.sort_unstable();
            said.dedup();
            assert_eq!(said.len(), count, "{choice}");
        }
    }
}

/// What the words hold about a preset with some settings.
fn said(choice: &str, settings: &[(&str, &str)]) -> String {
    let mut rules = Catalogue::embedded().unwrap().parse_choice(choice).unwrap().rules;
    for (key, value) in settings {
        rules = rules.with_setting(key, value).unwrap();
    }
    english(&rules).join("\n")
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
        ("tablut-linnaeus", &[], "Linnaean capture: when the king is on the throne"),
        (
            "tablut-linnaeus",
            &[],
            "reach the edge with its next move, and Tuichi when it could reach the edge in two directions.",
        ),
        ("vikinggame", &[], "Only the king may pass over it."),
        ("vikinggame", &[], "reach a corner with its next move, and Tuichi when it could reach two corners."),
        ("brandubh", &[("throne.pass", "none")], "the king may come back to it. Nobody may pass over it."),
        ("brandubh-opentafl", &[], "like any man, between two attackers or between an attacker and a corner."),
        (
            "brandubh-opentafl",
            &[("throne.hostile_empty", "[\"king\"]")],
            "between two attackers or between an attacker and a corner or the empty throne.",
        ),
        ("tawlbwrdd", &[], "The king is captured like any man, between two attackers. The capturing move"),
        ("copenhagen", &[], "so beside it three attackers are enough. On the edge of the board it cannot be captured."),
        ("hnefatafl -strong", &[], "The edge of the board and a corner each close a side."),
        ("hnefatafl -strong -edge", &[], "three attackers are enough. The capturing move must end beside the king."),
        ("alea-opentafl", &[], "A corner closes a side too."),
        ("alea-opentafl", &[], "The corner squares are a1, b1, r1, s1, a2, b2, r2, s2, a18"),
        ("brandubh", &[("corners", "none"), ("corner_squares", "[\"a1\", \"g7\"]")], "when the king reaches a1 or g7."),
        ("fetlar-2013", &[], "have no legal move when it is your turn, the game is drawn."),
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
                    let words = english(&chosen.rules).join(" ");
                    assert!(escape.is_none() || words.contains("any square on the edge of the board"), "{words}");
                    // What changes nothing leaves no trace.
                    assert_eq!(chosen.rules == variant.rules, chosen.name == *name, "{name} {options}");
                }
                Err(wrong) => {
                    assert!(!has_throne && options.contains("-weak"), "{name} {options}: {wrong}");
                    assert_eq!(
                        wrong.to_string(),
                        format!(
                            "{name} cannot have -weak. With -weak, only a king at the throne must be surrounded on four sides, and {name} has no throne."
                        )
                    );
                }
            }
        }
    }
}
