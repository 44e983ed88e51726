//! An operator's folder of variant files: what it adds, what it replaces, and what is reported if something in it is wrong. A dialog shows
//! that games outlive their file.

use crate::cli::{Ran, taflpost};
use std::path::Path;

const BRANDUBH: &str = include_str!("../../config/variants/brandubh.toml");

/// Brandubh under another name, without its aliases.
fn variant(name: &str) -> String {
    BRANDUBH
        .replace("name = \"brandubh\"", &format!("name = \"{name}\""))
        .replace("[\"brandub\", \"brandubh-federation\"]", "[]")
        .replace("title = \"Brandubh\"", "title = \"Brandubh of ours\"")
}

/// A folder with settings that name `variants` in it.
fn club(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = crate::cli::here();
    std::fs::write(folder.path().join("server.toml"), "[variants]\nfolder = \"variants\"\n").unwrap();
    std::fs::create_dir(folder.path().join("variants")).unwrap();
    for (name, text) in files {
        std::fs::write(folder.path().join("variants").join(name), text).unwrap();
    }
    folder
}

fn run(folder: &Path, words: &[&str]) -> Ran {
    taflpost(folder, &[&["--config", "server.toml"], words].concat(), "")
}

#[test]
fn a_folder_of_variants_is_known_to_every_command() {
    let folder = club(&[("ours.toml", &variant("ours")), ("notes.txt", "none"), (".hidden.toml", "none")]);
    let path = folder.path();
    let ran = run(path, &["variants"]);
    assert!(ran.out.lines().last().unwrap().starts_with("ours  "), "{}{}", ran.out, ran.err);
    assert!(run(path, &["variants", "--json"]).out.contains("\"Brandubh of ours\""));
    assert!(run(path, &["rules", "ours", "-edge"]).out.starts_with("Brandubh of ours, edge escape\n"));
    assert!(run(path, &["board", "ours"]).out.contains("A B C D E F G\n"));
    assert_eq!(run(path, &["perft", "ours", "2"]).out, "960\n");
    assert_eq!(
        taflpost(path, &["--config", "server.toml", "replay", "ours"], "a4-a3\n").out,
        "1 plies=1 result=ongoing\n"
    );
    let ran = run(path, &["check"]);
    assert!(ran.out.contains(" are ready, including those in variants\n"), "{}", ran.out);
    assert_eq!(run(path, &["demo"]).code, 0);
    assert_eq!(taflpost(path, &["perft", "ours", "1"], "").code, 1, "without the settings nobody knows it");
}

#[test]
fn a_file_with_the_name_of_a_built_in_one_takes_its_place() {
    let changed = BRANDUBH.replace("escape = \"corners\"", "escape = \"edge\"");
    let folder = club(&[("brandubh.toml", &changed)]);
    let ran = run(folder.path(), &["rules", "brandubh"]);
    assert!(ran.out.contains("edge"), "{}{}", ran.out, ran.err);
    let count = |words: &[&str]| run(folder.path(), words).out.lines().count();
    let built_in = taflpost(folder.path(), &["variants"], "").out.lines().count();
    assert_eq!(count(&["variants"]), built_in);
}

#[test]
fn check_tells_every_mistake_with_its_place_and_what_is_allowed() {
    let wrong = variant("one").replace("\"two-but", "\"three-but");
    let small = variant("two").replace("size = 7", "size = 9");
    let thief = variant("three").replace("aliases = []", "aliases = [\"tablut\"]");
    let taken = variant("draw");
    let twice = variant("eight").replace("\"two-but-four-at-throne\"", "\"none\"").replace("no_move = \"loses\"\n", "");
    let long = "#".repeat(65_537);
    let folder = club(&[
        ("one.toml", &wrong),
        ("two.toml", &small),
        ("three.toml", &thief),
        ("four.toml", &taken),
        ("five.toml", &long),
        ("eight.toml", &twice),
    ]);
    std::fs::write(folder.path().join("variants/six.toml"), b"name = \"six\"\ntitle = \"\xff\"\n").unwrap();
    std::fs::create_dir(folder.path().join("variants/seven.toml")).unwrap();
    let ran = run(folder.path(), &["check"]);
    assert_eq!(ran.code, 1);
    for says in [
        "wrong  variants: variants/one.toml: TOML parse error at line 26, column 16",
        "`three-but-four-at-throne`, expected one of `two`",
        "wrong  variants: variants/two.toml: line 15, layout: 7 rows; expected 9",
        "wrong  variants: variants/eight.toml: line 26, king_capture: unknown variant `none`, expected one of `two`",
        "wrong  variants: variants/eight.toml: no_move: this is missing",
        "wrong  variants: variants/three.toml: line 3: \"tablut\" is already a name of the variant in the built-in small.toml",
        "wrong  variants: variants/four.toml: line 2: \"draw\" has another meaning in the mails of players",
        "wrong  variants: variants/five.toml: the text is longer than 65536 bytes",
        "wrong  variants: variants/six.toml: line 2: this is not UTF-8 text",
        "wrong  variants: variants/seven.toml: this is not a file",
        "ok     letters: the name of the club can be used in the subjects of letters",
    ] {
        assert!(ran.out.contains(says), "{says} is missing in:\n{}", ran.out);
    }
    for words in [&["serve"][..], &["work"], &["variants"], &["perft", "small", "1"]] {
        let ran = run(folder.path(), words);
        assert_eq!(ran.code, 1, "{words:?}");
        assert!(ran.err.contains("one.toml") && ran.err.contains("seven.toml"), "{words:?}: {}", ran.err);
    }
    let raw = "From: ann@fjord.test\nMessage-ID: <1@x>\nSubject: help\n\n";
    let deliver = ["--config", "server.toml", "deliver", "--from", "ann@fjord.test", "--to", "tafl@localhost"];
    assert_eq!(taflpost(folder.path(), &deliver, raw).code, 0, "mail is taken whatever is wrong with a variant");
}

#[test]
fn a_folder_that_is_not_there_or_too_full_is_said_with_a_remedy() {
    let folder = club(&[]);
    std::fs::remove_dir(folder.path().join("variants")).unwrap();
    let ran = run(folder.path(), &["variants"]);
    assert!(ran.code == 1 && ran.err.contains("[variants] folder variants:"), "{}", ran.err);
    assert!(ran.err.contains("name a folder that can be read, or remove this setting"), "{}", ran.err);
    std::fs::create_dir(folder.path().join("variants")).unwrap();
    for i in 0..=200 {
        std::fs::write(folder.path().join(format!("variants/{i}.toml")), "").unwrap();
    }
    let ran = run(folder.path(), &["check"]);
    assert!(ran.out.contains("more than 200 files"), "{}", ran.out);
}
