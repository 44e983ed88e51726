//! The commands that need no server, with everything that they must accept: each preset as it is and with each option, as a name, as a file
//! and as an OpenTafl record.

use crate::cli::{here, taflpost};
use crate::hostile::laws::{picks_of, state};
use crate::share::share;
use std::path::Path;
use std::sync::Arc;
use taflpost::tafl::{Catalogue, ChoiceError, Replay, Variant, perft};

const OPTIONS: [&str; 5] = ["", "-weak", "-strong", "-edge", "-str -e"];

/// Each choice, with the file of its preset, its options and what comes of it.
fn choices() -> Vec<(String, String, &'static str, Result<Variant, ChoiceError>)> {
    let catalogue = Catalogue::embedded().unwrap();
    let mut choices = Vec::new();
    for variant in catalogue.iter() {
        for options in OPTIONS {
            let choice = format!("{} {options}", variant.name).trim_end().to_owned();
            let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("config/variants/{}.toml", variant.name));
            let chosen = catalogue.parse_choice(&choice);
            choices.push((choice, file.to_str().unwrap().to_owned(), options, chosen));
        }
    }
    assert!(choices.len() >= 165, "{}", choices.len());
    choices
}

/// What is printed, and that nothing went wrong.
fn printed(folder: &Path, words: &[&str], input: &str) -> String {
    let ran = taflpost(folder, words, input);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{words:?}\n{}", ran.out);
    ran.out
}

/// The plays of a random game, and how far it goes.
fn game(variant: &Variant) -> (String, usize) {
    let state = state(&variant.rules, &picks_of(&variant.name));
    let plays: Vec<String> = state.plays().iter().map(ToString::to_string).collect();
    (plays.join(" "), plays.len())
}

#[test]
fn every_variant_with_every_option_is_told_and_shown_or_refused_with_a_reason() {
    let folder = here();
    for (choice, file, options, chosen) in share(choices(), 5) {
        let by_file = format!("{file} {options}");
        let variant = match chosen {
            Ok(variant) => variant,
            Err(why) => {
                for given in [&choice, &by_file] {
                    for words in [&["rules", given][..], &["board", given], &["perft", given, "1"], &["replay", given]]
                    {
                        let ran = taflpost(folder.path(), words, "");
                        assert!(ran.code == 1 && ran.err.contains(&why.to_string()), "{words:?}: {}", ran.err);
                    }
                }
                continue;
            }
        };
        for given in [&choice, &by_file] {
            let rules = printed(folder.path(), &["rules", given], "");
            assert!(rules.starts_with(&format!("{}\n", variant.title)), "{given}: {rules}");
            let flat = rules.split_whitespace().collect::<Vec<_>>().join(" ");
            for sentence in crate::words::english(&variant.rules) {
                assert!(
                    flat.contains(sentence.split_whitespace().collect::<Vec<_>>().join(" ").as_str()),
                    "{given}: {sentence}"
                );
            }
            let board = printed(folder.path(), &["board", given], "");
            assert!(board.starts_with(&format!("{}\n", variant.title)), "{given}: {board}");
            assert_eq!(board.matches(" k ").count(), 1, "{board}");
        }
    }
}

#[test]
fn every_variant_with_every_option_is_counted_and_replayed_however_it_is_named() {
    let folder = here();
    for (choice, file, options, chosen) in share(choices(), 5) {
        let Ok(variant) = chosen else {
            continue;
        };
        let rules = &variant.rules;
        let count = format!("{}\n", perft(rules, &rules.opening(), 1));
        let (line, plies) = game(&variant);
        let status = Replay::of_line(&Arc::new(rules.clone()), &line).unwrap().state.status();
        let mut names = vec![choice.clone(), format!("{file} {options}")];
        let ran = taflpost(folder.path(), &["rules", &choice, "--record"], "");
        match rules.to_otn() {
            Ok(record) => {
                assert_eq!((ran.code, ran.out.trim_end()), (0, record.as_str()), "{choice}: {}", ran.err);
                names.push(record);
            }
            Err(why) => assert!(ran.code == 1 && ran.err.contains(&why.to_string()), "{choice}: {}", ran.err),
        }
        for given in &names {
            assert_eq!(printed(folder.path(), &["perft", given, "1"], ""), count, "{given}");
            let replayed = printed(folder.path(), &["replay", given], &line);
            assert!(replayed.starts_with(&format!("1 plies={plies} result=")), "{given}, {status}: {replayed}");
        }
    }
}

#[test]
fn a_game_of_every_variant_is_imported_and_exported_and_imported_again() {
    let folder = here();
    let mut count = 0;
    for (choice, file, options, chosen) in choices() {
        let (Ok(variant), "" | "-str -e") = (chosen, options) else {
            continue;
        };
        let given = if options.is_empty() { choice } else { format!("{file} {options}") };
        let said = printed(folder.path(), &["import", "--rules", &given, "-"], &game(&variant).0);
        // Where the options change nothing, the game is known already.
        assert!(said.starts_with("-: 1 game, "), "{given}: {said}");
        count += usize::from(said.contains("1 new"));
    }
    assert!(count > 60, "{count}");
    let all = printed(folder.path(), &["export", "--format", "json"], "");
    for format in ["list", "otg", "pgn", "json"] {
        let ran = taflpost(folder.path(), &["export", "--format", format], "");
        assert_eq!(ran.code, 0, "{}", ran.err);
        let other = here();
        let said = printed(other.path(), &["import", "-"], &ran.out);
        assert!(said.starts_with(&format!("-: {count} games, {count} new")), "{format}: {said}");
        assert_eq!(printed(other.path(), &["export", "--format", "json"], ""), all, "{format}");
    }
}

#[test]
fn sea_battles_differ_in_who_begins_and_in_what_a_repetition_means() {
    let folder = here();
    let round = "a6-b6 e7-d7 b6-a6 d7-e7 ".repeat(3);
    for (variant, plays, end) in [
        ("sea-battle", round.as_str(), "1 error ply=9 the game has ended before this"),
        ("sea-battle", &round[..48], "1 plies=8 result=attackers:repetition"),
        ("sea-battle-opentafl", &round[..48], "1 plies=8 result=draw:repetition"),
        ("sea-battle-cyningstan", &"e7-d7 a6-b6 d7-e7 b6-a6 ".repeat(3), "1 plies=12 result=ongoing"),
        ("sea-battle-cyningstan", &round, "1 error ply=1"),
        ("historical-taflzero", "f8-e8 e10-e9", "1 plies=2 result=ongoing"),
        ("historical", "f8-e8", "1 error ply=1"),
    ] {
        let ran = taflpost(folder.path(), &["replay", variant], plays);
        assert!(ran.out.to_lowercase().starts_with(end), "{variant}: {}", ran.out);
    }
}
