//! Laws about the source: floors, rings, homes of packages and definitions, parameters, how files begin.

mod baseline;
mod drawing;
mod homes;
mod house;
mod imports;
mod parameters;
mod rings;
mod source;
mod tokens;

use house::{House, Module, house};
use proc_macro2::TokenStream;
use rings::groups;
use std::collections::BTreeSet;
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

fn src() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

/// The room of a file: the first folder or file name below `src`.
fn room(file: &str) -> &str {
    let inside = file.trim_start_matches("src/");
    inside.split('/').next().unwrap_or_default().trim_end_matches(".rs")
}

/// Every path that a module names, its imports too.
fn named(module: &Module) -> impl Iterator<Item = &Vec<String>> {
    module.part.paths.iter().chain(module.part.imports.iter().map(|import| &import.path))
}

/// Whether a room stands on a lower floor than another; `lib.rs` says so.
fn is_lower(house: &House) -> impl Fn(&str, &str) -> bool {
    assert!(house.lost.is_empty(), "the tidy tests cannot follow these paths:\n{}", house.lost.join("\n"));
    let floors = groups("src/lib.rs");
    move |low, high| floors.get(high).is_none_or(|high| floors.get(low).is_some_and(|low| low < high))
}

#[test]
fn nobody_calls_upstairs_or_next_door() {
    let house = house();
    let is_lower = is_lower(house);
    let mut wrong = Vec::new();
    for ((from, to), names) in &house.arrows {
        if room(from) != room(to) && !is_lower(room(to), room(from)) {
            wrong.push(format!("{from}: {names:?} of {to}"));
        }
    }
    for module in &house.modules {
        let own = room(&module.file);
        for path in named(module).filter(|path| path[0] == "crate" && path.len() > 1) {
            if path[1] != own && !is_lower(&path[1], own) {
                wrong.push(format!("{}: {}", module.file, path.join("::")));
            }
        }
    }
    assert!(wrong.is_empty(), "calls to the same or a higher floor:\n{}", wrong.join("\n"));
}

#[test]
fn the_house_has_eight_floors() {
    let floors = groups("src/lib.rs");
    assert_eq!(floors.values().max(), Some(&7), "lib.rs has eight floors: {floors:?}");
}

/// All other code asks the rules of a format, so a new format touches few files.
#[test]
fn few_files_know_which_formats_there_are() {
    let homes = [
        // The format of a plan that names none.
        "src/club/model/plan.rs",
        // Groups are the advice for a round robin of too many players.
        "src/club/tournament/format/groups.rs",
        "src/club/tournament/format/known.rs",
        "src/command/tournament/term.rs",
        // Samples of letters: a new format gets its sample from the list of all formats.
        "src/letters/proof/tournament.rs",
    ];
    let is_format = |path: &&Vec<String>| match path.as_slice() {
        [.., of, one] => of == "TournamentFormat" && one != "ALL" && one.starts_with(char::is_uppercase),
        _ => false,
    };
    let know = house().modules.iter().filter(|module| named(module).any(|path| is_format(&path)));
    let know: BTreeSet<&str> = know.map(|module| module.file.as_str()).collect();
    assert_eq!(know, BTreeSet::from(homes), "files that name a format of a tournament");
}

#[test]
fn every_package_stays_at_home() {
    let homes: [(&str, &[&str]); 20] = [
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
        ("minijinja", &["wording"]),
        ("clap", &["cli"]),
        ("tokio", &["intake", "delivery", "web"]),
        ("async_imap", &["intake"]),
        ("tokio_rustls", &["intake"]),
        ("rustls_native_certs", &["intake"]),
        ("chacha20", &["chance"]),
        ("mimalloc", &["allocator"]),
    ];
    let mut wrong = BTreeSet::new();
    for module in &house().modules {
        for (package, rooms) in homes {
            let is_called = named(module).any(|path| path[0] == package);
            if is_called && !rooms.contains(&room(&module.file)) {
                wrong.insert(format!("{}: {package}", module.file));
            }
        }
    }
    let wrong: Vec<String> = wrong.into_iter().collect();
    assert!(wrong.is_empty(), "packages away from home:\n{}", wrong.join("\n"));
}

/// A new command must be looked at wherever commands are told apart: the compiler asks for it in a `match`, and never in a `matches!`.
#[test]
fn commands_are_told_apart_by_matches_that_list_them() {
    let found: Vec<String> = ["command", "club"]
        .iter()
        .flat_map(|folder| sources(&src().join(folder)))
        .flat_map(|file| {
            let text: TokenStream = std::fs::read_to_string(&file).unwrap().parse().unwrap();
            let matches = matches_of_commands(tokens::without_tests(text));
            matches.into_iter().map(move |what| format!("{}: matches!({what})", file.display()))
        })
        .collect();
    assert!(found.is_empty(), "write a match that lists every command:\n{}", found.join("\n"));
}

/// What stands in each `matches!` that names a command.
fn matches_of_commands(stream: TokenStream) -> Vec<String> {
    const COMMANDS: [&str; 6] = ["Command", "BoardAct", "PlayerAct", "Look", "TournamentAsk", "Account"];
    let mut found = Vec::new();
    let mut rest = tokens::tokens(stream);
    while let Some(token) = rest.next() {
        let is_matches = tokens::word(Some(&token)).as_deref() == Some("matches");
        if is_matches && tokens::is_punct(rest.peek(), '!') {
            rest.next();
            let inside = tokens::inside(rest.next()).to_string();
            let words: Vec<&str> = inside.split(|c: char| !c.is_alphanumeric() && c != ':').collect();
            if words.windows(2).any(|words| COMMANDS.contains(&words[0]) && words[1] == "::") {
                found.push(inside);
            }
        } else {
            found.extend(matches_of_commands(tokens::inside(Some(token))));
        }
    }
    found
}

#[test]
fn the_law_about_matches_sees_a_command() {
    let named = |text: &str| matches_of_commands(text.parse().unwrap()).len();
    assert_eq!(named("fn f() { if !matches!(act, BoardAct::Draw | BoardAct::Undo) { g() } }"), 1);
    assert_eq!(named("fn f() { matches!(kind, Kind::Account) && matches!(look, ClockLook::Done) }"), 0);
}

#[test]
fn every_file_says_what_lives_in_it() {
    for file in sources(&src()) {
        let text = std::fs::read_to_string(&file).unwrap();
        assert!(text.starts_with("//! "), "{} does not begin with //!", file.display());
        for forbidden in ["crate::{", "todo!", "unimplemented!"] {
            assert!(!text.contains(forbidden), "{} contains {forbidden}", file.display());
        }
    }
    for module in &house().modules {
        let takes_all = named(module).any(|path| path.iter().all(|name| name == "super"));
        assert!(!takes_all, "{} imports super::* outside its tests", module.file);
    }
}

#[test]
fn the_map_fits_on_a_page() {
    let lib = std::fs::read_to_string(src().join("lib.rs")).unwrap();
    let head = lib.lines().take_while(|line| line.starts_with("//!")).count();
    assert!((40..=120).contains(&head), "the head of lib.rs has {head} lines");
}
