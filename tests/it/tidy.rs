//! The house laws, read from the source: floors, homes of packages, how files begin.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(sources(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") && !path.ends_with("tests.rs") {
            files.push(path);
        }
    }
    files.sort();
    files
}

/// A source file without its tests, which may do what they like.
fn code(file: &Path) -> String {
    let text = std::fs::read_to_string(file).unwrap();
    match text.split_once("mod tests {") {
        Some((code, _)) => code.to_owned(),
        None => text,
    }
}

fn src() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

/// The room of a file: the first folder or file name below `src`.
fn room(file: &Path) -> String {
    let first = file.strip_prefix(src()).unwrap().components().next().unwrap();
    first.as_os_str().to_string_lossy().trim_end_matches(".rs").to_owned()
}

/// Each room with the number of its floor: the `mod` lines of `lib.rs` stand in groups, blank lines between them.
fn floors() -> BTreeMap<String, usize> {
    let lib = std::fs::read_to_string(src().join("lib.rs")).unwrap();
    let mut floors = BTreeMap::new();
    let mut floor = 0;
    for (line, next) in lib.lines().zip(lib.lines().skip(1).chain([""])) {
        if let Some(name) = line.strip_prefix("pub mod ").and_then(|rest| rest.strip_suffix(';')) {
            floors.insert(name.to_owned(), floor);
            floor += usize::from(next.is_empty());
        }
    }
    floors
}

#[test]
fn nobody_calls_upstairs_or_next_door() {
    let floors = floors();
    assert_eq!(floors.values().max(), Some(&6), "lib.rs has seven floors: {floors:?}");
    let mut wrong = Vec::new();
    for file in sources(&src()) {
        let Some(own) = floors.get(&room(&file)) else {
            continue;
        };
        for (number, line) in code(&file).lines().enumerate() {
            for called in line.split("crate::").skip(1) {
                let name: String = called.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
                let allowed = name == room(&file) || floors.get(&name).is_some_and(|floor| floor < own);
                if !allowed && !line.trim_start().starts_with("//") {
                    wrong.push(format!("{}:{}: crate::{name}", file.display(), number + 1));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "calls to the same or a higher floor:\n{}", wrong.join("\n"));
}

#[test]
fn every_package_stays_at_home() {
    let homes: [(&str, &[&str]); 19] = [
        ("mailparse", &["mail"]),
        ("html5ever", &["mail"]),
        ("html5gum", &["mail"]),
        ("regex", &["mail"]),
        ("lettre", &["mail", "delivery"]),
        ("percent_encoding", &["mail"]),
        ("rusqlite", &["store"]),
        ("argon2", &["club"]),
        ("integer_blossom", &["club"]),
        ("skillratings", &["club"]),
        ("chrono_tz", &["clock"]),
        ("png", &["render"]),
        ("minijinja", &["letters"]),
        ("clap", &["cli"]),
        ("tokio", &["intake", "delivery", "web"]),
        ("async_imap", &["intake"]),
        ("tokio_rustls", &["intake"]),
        ("rustls_native_certs", &["intake"]),
        ("rand_chacha", &["chance"]),
    ];
    let mut wrong = Vec::new();
    for file in sources(&src()) {
        let text = code(&file);
        for (package, rooms) in homes {
            let called = text.lines().any(|line| {
                let line = line.trim_start();
                !line.starts_with("//")
                    && (line.contains(&format!("{package}::")) || line.starts_with(&format!("use {package}")))
            });
            if called && !rooms.contains(&room(&file).as_str()) {
                wrong.push(format!("{}: {package}", file.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "packages away from home:\n{}", wrong.join("\n"));
}

#[test]
fn every_file_says_what_lives_in_it() {
    for file in sources(&src()) {
        let text = std::fs::read_to_string(&file).unwrap();
        assert!(text.starts_with("//! "), "{} does not begin with //!", file.display());
        for forbidden in ["crate::{", "todo!", "unimplemented!"] {
            assert!(!text.contains(forbidden), "{} contains {forbidden}", file.display());
        }
        assert!(!code(&file).contains("super::*"), "{} imports super::* outside its tests", file.display());
    }
}

#[test]
fn the_map_fits_on_a_page() {
    let lib = std::fs::read_to_string(src().join("lib.rs")).unwrap();
    let head = lib.lines().take_while(|line| line.starts_with("//!")).count();
    assert!((40..=120).contains(&head), "the head of lib.rs has {head} lines");
}
