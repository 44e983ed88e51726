//! One line and the command in it.
//!
//! The lines are in `tests/replies/*.txt`: one block for each line, `> ` before what is typed, below it either `= ` and the command in its
//! canonical words, or the complaint as it is mailed. A `\n` in what is typed stands for the end of a line. `UPDATE=1` rewrites the files
//! from what the code answers; read the difference.

use std::fs;
use std::path::Path;

use taflpost::command::table::Entry;
use taflpost::command::{ChallengeAsk, Command, ComplaintKind, Look, PlayerAct, Terms, Who, parse_line, table, topics};

use super::{answer, catalogue, shown};

fn check_file(name: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/replies").join(name);
    let expected = fs::read_to_string(&path).unwrap();
    let mut real = String::new();
    for block in expected.split("\n> ") {
        let typed = block.strip_prefix("> ").unwrap_or(block);
        let line = typed.lines().next().unwrap_or_default();
        match line.starts_with('#') {
            true => real.push_str(&format!("{}\n", typed.trim_end())),
            false => real.push_str(&format!("\n> {line}\n{}\n", answer(line))),
        }
    }
    if std::env::var_os("UPDATE").is_some() {
        fs::write(&path, &real).unwrap();
        return;
    }
    for (expected, real) in expected.split("\n> ").zip(real.split("\n> ")) {
        assert_eq!(expected.trim_end(), real.trim_end(), "\n\n{expected}\n{real}\n");
    }
    assert_eq!(expected.len(), real.len(), "{name}");
}

#[test]
fn plays_are_understood_as_people_write_them() {
    check_file("plays.txt");
}

#[test]
fn a_rules_record_is_read_as_mail_programs_break_it() {
    check_file("records.txt");
}

#[test]
fn commands_are_understood_as_pbmserv_users_type_them() {
    check_file("commands.txt");
}

#[test]
fn what_is_wrong_is_pointed_at() {
    check_file("complaints.txt");
}

/// The words a complaint suggests, without dashes' glosses; `-` for none.
fn suggested(line: &str) -> String {
    use ComplaintKind::*;
    let complaint = match parse_line(line, catalogue()) {
        Ok(command) => return format!("= {command}"),
        Err(complaint) => complaint,
    };
    match &complaint.kind {
        UnknownCommand { nearest, .. }
        | UnknownOption { nearest, .. }
        | UnknownVariant { nearest, .. }
        | UnknownTopic { nearest, .. }
            if nearest.is_empty() =>
        {
            "-".to_owned()
        }
        UnknownCommand { nearest, .. }
        | UnknownOption { nearest, .. }
        | UnknownVariant { nearest, .. }
        | UnknownTopic { nearest, .. } => {
            let words: Vec<&str> = nearest.iter().filter_map(|near| near.split(' ').next()).collect();
            words.join(" ")
        }
        _ => shown(&complaint).lines().skip(2).map(str::trim).collect::<Vec<_>>().join(" "),
    }
}

#[test]
fn a_misspelled_word_finds_its_nearest_and_an_ordinary_one_none() {
    let table = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/replies/nearest.txt")).unwrap();
    let mut line = "";
    let mut wrong = String::new();
    for row in table.lines().filter(|row| !row.is_empty() && !row.starts_with('#')) {
        let Some(row) = row.strip_prefix("  ") else {
            line = row;
            continue;
        };
        let (typed, expected) = row.split_once(' ').unwrap();
        let real = suggested(line.replace('*', typed).trim());
        if real != expected.trim() {
            wrong.push_str(&format!("{line}: {typed} -> {real}, not {}\n", expected.trim()));
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}

#[test]
fn every_example_in_the_table_is_a_command() {
    for example in table::entries().flat_map(Entry::examples) {
        let understood = parse_line(example, catalogue());
        assert!(understood.is_ok(), "{example}\n{}", shown(&understood.unwrap_err()));
    }
}

#[test]
fn every_form_has_examples_that_are_for_the_same_people() {
    for form in table::entries().flat_map(|entry| entry.forms) {
        let access = |example: &&str| parse_line(example, catalogue()).unwrap().access().who;
        let who: Vec<Who> = form.examples.iter().map(access).collect();
        assert!(!who.is_empty(), "{} has no example", form.usage);
        assert!(who.iter().all(|one| *one == who[0]), "{}: {who:?}", form.usage);
    }
}

#[test]
fn every_page_of_help_is_found_by_its_name() {
    let names = table::entries().map(|entry| entry.name);
    for name in names.chain(topics().iter().map(|topic| topic.name)) {
        let help = parse_line(&format!("help {name}"), catalogue());
        assert_eq!(help, Ok(Command::Look(Look::Help { topic: Some(name.to_owned()) })));
    }
}

#[test]
fn help_speaks_of_unknown_players_as_they() {
    for text in include_str!("../../../config/letters/en/help.toml").lines() {
        let male =
            text.split(|c: char| !c.is_alphabetic()).any(|word| ["his", "him", "he", "He", "His"].contains(&word));
        assert!(!male || text.contains("king"), "{text}");
    }
}

#[test]
fn every_variant_can_be_named_in_front_behind_and_as_an_option() {
    let catalogue = catalogue();
    for variant in catalogue.iter() {
        let name = &variant.name;
        for line in [
            format!("challenge ann bob -{name}"),
            format!("challenge ann bob {name}"),
            format!("challenge ann bob --variant={}", name.to_uppercase()),
            format!("challenge -variant {name} ann bob"),
            format!("{name} challenge ann bob"),
        ] {
            match parse_line(&line, catalogue) {
                Ok(Command::AsPlayer {
                    act: PlayerAct::Challenge(ChallengeAsk { terms: Terms::Variant(variant), .. }),
                    ..
                }) => {
                    assert_eq!(&variant.name, name, "{line}")
                }
                other => panic!("{line}: {other:?}"),
            }
        }
    }
}

#[test]
fn phones_may_decorate_a_line() {
    for line in [
        "Move\u{a0}17 e5\u{2013}e3.",
        "\u{feff}Move 17 \u{201c}e5\u{2212}e3\u{201d}",
        "MOVE 17: E5\u{2014}E3!",
        "move #17 e5\u{200b}-e3",
    ] {
        assert_eq!(answer(line), "= move 17 e5-e3", "{line:?}");
    }
    for line in [
        "Challenge Ann Bob \u{2014}strong \u{2013}small.",
        "challenge ann bob \u{2212}str \u{2014}\u{2014}variant=\u{201c}small\u{201d}",
    ] {
        assert_eq!(answer(line), "= small challenge ann bob -strong", "{line:?}");
    }
}
