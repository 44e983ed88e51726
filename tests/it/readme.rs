//! Every block of the README is true.
//!
//! - `console`: each `$ taflpost ...` line is run in an empty folder and prints what stands below it; `...` alone on a
//!   line stands for any lines
//! - `dialog`: is played, by ann and bob who have joined already
//! - `letter`: is the beginning, line by line, of a letter that a dialog of the page brought
//! - `toml`: are settings; the folder `variants` is there and holds the variant files of the page
//! - `variant`: is a variant file, which `console` blocks find as its name and `.toml`
//! - `conf`: stands, line by line, in a file under `config/deploy`
//! - `markdown` tables between the marks `commands` and `end` are what the command table writes
//! - `sh`: what a newcomer types; each line is one of those named here

use crate::dialogs;
use crate::letters::JOINED;
use assert_cmd::Command;
use std::path::Path;
use taflpost::tafl::{Catalogue, Variant};

struct Fence {
    line: usize,
    kind: String,
    text: String,
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn readme() -> String {
    std::fs::read_to_string(root().join("README.md")).unwrap()
}

fn fences() -> Vec<Fence> {
    let readme = readme();
    let mut fences = Vec::new();
    let mut open: Option<Fence> = None;
    for (index, line) in readme.lines().enumerate() {
        match (line.strip_prefix("```"), open.take()) {
            (Some(_), Some(fence)) => fences.push(fence),
            (Some(kind), None) => {
                open = Some(Fence { line: index + 1, kind: kind.to_owned(), text: String::new() });
            }
            (None, Some(mut fence)) => {
                fence.text.push_str(line);
                fence.text.push('\n');
                open = Some(fence);
            }
            (None, None) => {}
        }
    }
    assert!(open.is_none(), "a block of the README is not closed");
    fences
}

fn of_kind(kind: &str) -> Vec<Fence> {
    let found: Vec<Fence> = fences().into_iter().filter(|fence| fence.kind == kind).collect();
    assert!(!found.is_empty(), "the README has no {kind} block");
    found
}

#[test]
fn every_kind_of_block_is_checked() {
    for fence in fences() {
        let known = ["console", "dialog", "letter", "toml", "conf", "sh", "mail", "variant"];
        assert!(
            known.contains(&fence.kind.as_str()),
            "README.md:{}: a {:?} block is checked by nobody",
            fence.line,
            fence.kind
        );
    }
}

#[test]
fn console_blocks_print_what_they_say() {
    let folder = crate::cli::here();
    put_variants(folder.path());
    for fence in of_kind("console") {
        for part in fence.text.split("$ ").skip(1) {
            let (command, expected) = part.split_once('\n').unwrap();
            let words: Vec<&str> = command.split_whitespace().collect();
            assert_eq!(words[0], "taflpost", "README.md:{}: {command}", fence.line);
            let words: Vec<&str> = words[1..].iter().map(|word| word.trim_matches('"')).collect();
            let run = Command::cargo_bin("taflpost").unwrap().args(words).current_dir(&folder).output().unwrap();
            let printed = String::from_utf8(run.stdout).unwrap() + &String::from_utf8(run.stderr).unwrap();
            assert!(
                alike(expected, &printed),
                "README.md:{}: {command}\nexpected:\n{expected}\nprinted:\n{printed}",
                fence.line
            );
        }
    }
}

fn put_variants(folder: &Path) {
    for fence in of_kind("variant") {
        let variant = Variant::from_toml(&fence.text);
        let variant = variant.unwrap_or_else(|wrong| panic!("README.md:{}: {wrong}", fence.line));
        std::fs::write(folder.join(format!("{}.toml", variant.name)), &fence.text).unwrap();
    }
}

#[test]
fn every_parameter_of_a_variant_is_explained() {
    let readme = readme();
    let catalogue = Catalogue::embedded().unwrap();
    let records: String = catalogue.iter().map(|variant| variant.rules.to_record()).collect();
    let keys = records.lines().filter_map(|line| match line.split_once(" = ") {
        Some((key, _)) => Some(key),
        None => line.strip_prefix('[')?.strip_suffix(']'),
    });
    for key in keys.chain(["corner_squares", "attackers_left_loses", "speed", "announce", "shieldwall"]) {
        assert!(readme.contains(&format!("`{key}`")), "the README does not explain `{key}`");
    }
}

/// Line by line; a line `...` stands for any number of lines.
fn alike(expected: &str, printed: &str) -> bool {
    let mut printed = printed.lines().map(str::trim_end).peekable();
    let mut skipping = false;
    for line in expected.lines().map(str::trim_end).filter(|line| !line.is_empty()) {
        if line == "..." {
            skipping = true;
            continue;
        }
        let mut rest = printed.by_ref().filter(|line| !line.is_empty());
        let found = if skipping { rest.any(|have| have == line) } else { rest.next() == Some(line) };
        if !found {
            return false;
        }
        skipping = false;
    }
    skipping || printed.all(|line| line.is_empty())
}

#[test]
fn dialogs_come_true_and_letters_are_from_them() {
    let mut letters = Vec::new();
    // The letter that catches the eye stands above the dialog it comes from.
    let (dialogs, others): (Vec<Fence>, Vec<Fence>) = fences().into_iter().partition(|fence| fence.kind == "dialog");
    for fence in dialogs.into_iter().chain(others) {
        match fence.kind.as_str() {
            "dialog" => {
                let played = format!("{JOINED}{}", fence.text);
                letters.extend(dialogs::run(&format!("README.md:{}", fence.line), &played));
            }
            "letter" => {
                let mut lines = fence.text.lines();
                let subject = lines.next().and_then(|line| line.strip_prefix("Subject: ")).unwrap_or_default();
                let wanted: Vec<&str> = lines.map(str::trim_end).skip_while(|line| line.is_empty()).collect();
                let same = letters.iter().any(|letter: &crate::world::Received| {
                    let have: Vec<&str> =
                        letter.text.lines().map(str::trim_end).skip(1).skip_while(|line| line.is_empty()).collect();
                    letter.subject == subject && have.starts_with(&wanted)
                });
                assert!(same, "README.md:{}: no letter of the dialogs before is this one", fence.line);
            }
            _ => {}
        }
    }
    assert!(!letters.is_empty(), "the README shows no dialog");
}

#[test]
fn settings_blocks_are_settings() {
    for fence in of_kind("toml") {
        let folder = crate::cli::here();
        let file = folder.path().join("server.toml");
        std::fs::create_dir(folder.path().join("variants")).unwrap();
        put_variants(&folder.path().join("variants"));
        // Nobody is asked anything on the network: at this port nobody listens.
        let password = folder.path().join("password");
        std::fs::write(&password, "sesame").unwrap();
        let here = fence.text.replace("imap.example.org", "127.0.0.1").replace("port = 993", "port = 1");
        let here = here.replace("/etc/taflpost/password", password.to_str().unwrap());
        std::fs::write(&file, here).unwrap();
        let run = Command::cargo_bin("taflpost")
            .unwrap()
            .current_dir(&folder)
            .arg("--config")
            .arg(&file)
            .arg("--data")
            .arg(folder.path())
            .args(["work"])
            .output();
        let run = run.unwrap();
        let said = String::from_utf8_lossy(&run.stderr);
        let refused = fence.text.contains("[mailbox]") && said.contains("127.0.0.1:1, connection: Connection refused");
        assert!(run.status.success() || refused, "README.md:{}:\n{said}", fence.line);
        // All the settings of a club stand ready to be copied.
        if !fence.text.contains("[relay]") {
            continue;
        }
        let shipped = std::fs::read_dir(root().join("config/deploy")).unwrap();
        let same = shipped.map(|file| std::fs::read_to_string(file.unwrap().path()).unwrap());
        assert!(same.into_iter().any(|file| file.ends_with(&fence.text)), "README.md:{}", fence.line);
    }
}

#[test]
fn configuration_blocks_stand_in_the_deploy_files() {
    let mut shipped = String::new();
    for entry in std::fs::read_dir(root().join("config/deploy")).unwrap() {
        shipped += &std::fs::read_to_string(entry.unwrap().path()).unwrap();
    }
    for fence in of_kind("conf") {
        for line in fence.text.lines() {
            assert!(
                shipped.lines().any(|have| have == line),
                "README.md:{}: in no file of config/deploy: {line}",
                fence.line
            );
        }
    }
}

#[test]
fn the_table_of_commands_is_the_one_of_the_program() {
    let readme = readme();
    let (_, rest) = readme.split_once("<!-- commands -->\n").expect("the README marks the table of commands");
    let (table, _) = rest.split_once("<!-- end -->").expect("and its end");
    assert_eq!(table.trim(), taflpost::command::table::markdown().trim());
}

#[test]
fn a_newcomer_is_told_nothing_else_to_type() {
    let known = ["cargo run -- demo", "cargo test", "cargo build --release", "cargo bench", ".ci/run"];
    for fence in of_kind("sh") {
        for line in fence.text.lines() {
            assert!(known.contains(&line), "README.md:{}: {line:?} is checked by nobody", fence.line);
        }
    }
}
