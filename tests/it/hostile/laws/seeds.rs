//! The project's own files for the readers: the starting point for damage and for the fuzzer.

use super::{catalogue, picks_of, state};
use std::path::Path;
use taflpost::tafl::{About, GameRecord, GameState, RecordFormat, Variant};

/// The files of a folder that end like this, in order.
pub fn files(folder: &str, endings: &[&str]) -> Vec<Vec<u8>> {
    let above = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().map(|above| above.join(folder));
    let folder = above.into_iter().find(|folder| folder.is_dir()).unwrap();
    let paths = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let is_meant = |path: &std::path::PathBuf| {
        path.extension().is_some_and(|ending| endings.iter().any(|meant| ending.to_str() == Some(meant)))
    };
    let mut paths: Vec<_> = paths.filter(is_meant).collect();
    paths.sort();
    assert!(!paths.is_empty());
    paths.iter().map(|path| std::fs::read(path).unwrap()).collect()
}

pub fn texts(folder: &str, endings: &[&str]) -> Vec<String> {
    files(folder, endings).into_iter().map(|raw| String::from_utf8(raw).unwrap()).collect()
}

pub fn variant_files() -> Vec<String> {
    texts("config/variants", &["toml"])
}

/// The OpenTafl records of all variants that have one.
pub fn rules_records() -> Vec<String> {
    catalogue().iter().filter_map(|variant| variant.rules.to_otn().ok()).collect()
}

/// Odd but lawful files of games.
pub fn record_files() -> Vec<String> {
    texts("tests/records", &["txt", "otg", "pgn", "json"])
}

/// Letters of real mail programs, and of enemies.
pub fn letters() -> Vec<Vec<u8>> {
    [files("tests/mails/replies", &["eml"]), files("tests/mails/hostile", &["eml"])].concat()
}

/// What each of the mails in the stories says, and the subjects.
pub fn said() -> Vec<String> {
    let mut said = Vec::new();
    for story in texts("tests/dialogs", &["dialog"]) {
        let mut mail = String::new();
        for line in story.lines().chain(["end"]) {
            match line.strip_prefix("    ") {
                Some(line) => mail.push_str(&format!("{}\n", line.trim_start_matches("Subject: "))),
                None if !mail.is_empty() => said.push(std::mem::take(&mut mail)),
                None => {}
            }
        }
    }
    assert!(said.len() > 200, "{}", said.len());
    said
}

/// A random game of every variant.
fn courses() -> impl Iterator<Item = (&'static Variant, GameState)> {
    catalogue().iter().map(|variant| (variant, state(&variant.rules, &picks_of(&variant.name))))
}

/// The opening of every variant and a position after some plays, below its name.
pub fn positions() -> Vec<String> {
    let positions = |(variant, state): (&Variant, GameState)| {
        [variant.rules.opening(), *state.position()].map(|position| format!("{}\n{position}", variant.name))
    };
    courses().flat_map(positions).collect()
}

/// The plays of a game of every variant, below its name.
pub fn games() -> Vec<String> {
    let plays = |state: GameState| state.plays().iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    courses().map(|(variant, state)| format!("{}\n{}", variant.name, plays(state))).collect()
}

/// The same games as records.
pub fn game_records() -> Vec<String> {
    let written = |(variant, state): (&Variant, GameState)| {
        let about = About { attackers: "ann".to_owned(), variant: variant.name.clone(), ..About::default() };
        let comments = [(1, "Well (met).".to_owned())].into();
        let record = GameRecord::new(about, state, None, comments).unwrap();
        RecordFormat::ALL.map(|format| format.write_all(std::slice::from_ref(&record)).ok())
    };
    courses().flat_map(written).flatten().collect()
}
