//! Tournaments by an operator's hand: the same words as by mail, shown first, and done with a `!`.

use super::*;
use crate::cli::Ran;
use taflpost::club::Change;
use taflpost::store::Reader;

fn club() -> tempfile::TempDir {
    let folder = here();
    assert_eq!(taflpost(folder.path(), &["work"], "").code, 0);
    let mut store = store(&database(folder.path()));
    let now = "2026-11-21T12:00:00Z".parse().unwrap();
    let joined = ["ann", "bob", "cai"].map(|id| Change::PlayerJoined {
        id: id.parse().unwrap(),
        address: format!("{id}@club.test").parse().unwrap(),
        password_hash: None,
        at: now,
    });
    store.act(now, |room| room.apply(&joined).map(|()| ((), true))).unwrap();
    folder
}

fn event(folder: &Path, words: &str) -> Ran {
    let words: Vec<&str> = std::iter::once("event").chain(words.split_whitespace()).collect();
    taflpost(folder, &words, "")
}

fn letters(folder: &Path) -> usize {
    let due = Reader::open(&database(folder)).unwrap().due("2100-01-01T00:00:00Z".parse().unwrap(), 100).unwrap();
    due.len()
}

#[test]
fn a_tournament_is_run_from_the_command_line() {
    let folder = club();
    let at = folder.path();
    let ran = event(at, "create spring -brandubh -single");
    assert!(ran.code == 1 && ran.err.contains("--as ID"), "{ran:?}");
    let ran = event(at, "--as ann create spring -brandubh -single");
    assert!(ran.code == 0 && ran.out.contains("The tournament spring is created."), "{ran:?}");
    assert_eq!(event(at, "open spring").code, 0);
    for id in ["bob", "cai"] {
        assert_eq!(event(at, &format!("--as {id} join spring")).code, 0);
    }
    let ran = event(at, "--as bob close spring");
    assert!(ran.code == 1 && ran.err.contains("Only an organizer of spring can do that."), "{ran:?}");
    // What is shown first changes nothing.
    let ran = event(at, "start spring");
    assert!(ran.code == 0 && ran.out.contains("bob v cai") && ran.out.contains("Nothing is done yet."), "{ran:?}");
    assert_eq!(letters(at), 0);
    assert_eq!(event(at, "start spring !").code, 0);
    assert_eq!(letters(at), 3);
    let ran = event(at, "extend spring 1 by 3d a broken modem !");
    assert_eq!(ran.code, 0, "{ran:?}");
    let ran = event(at, "record spring");
    let words = ran.out.split_whitespace().collect::<Vec<&str>>().join(" ");
    assert!(words.contains("gives 3 days more") && words.contains("a broken modem"), "{ran:?}");
    let ran = event(at, "export spring trf");
    assert!(ran.out.starts_with("012 spring"), "{ran:?}");
    let list: serde_json::Value = serde_json::from_str(&event(at, "--json").out).unwrap();
    assert_eq!(list[0]["stage"], "running");
    let whole: serde_json::Value = serde_json::from_str(&event(at, "--json spring").out).unwrap();
    assert_eq!(whole["players"][0]["id"], "bob");
    assert_eq!(event(at, "adjudicate spring 1 draw agreed !").code, 0);
    for format in ["pgn", "otg"] {
        let ran = event(at, &format!("export spring {format}"));
        assert!(ran.code == 0 && ran.out.contains("spring") && ran.out.contains("bob"), "{ran:?}");
        // What is exported can be imported.
        std::fs::write(at.join(format), &ran.out).unwrap();
        let ran = taflpost(at, &["import", format], "");
        assert_eq!(ran.code, 0, "{ran:?}");
    }
}

#[test]
fn a_slip_is_shown_with_its_place() {
    let folder = club();
    let ran = event(folder.path(), "create spring -brandubh -max=none");
    assert!(ran.code == 1 && ran.err.contains("-max=24"), "{ran:?}");
}
