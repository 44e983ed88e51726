//! Tournaments on the command line: the same words as by mail, first shown as a preview, and done with a `!`.

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
    store.act(now, |tx| tx.apply(&joined).map(|()| ((), true))).unwrap();
    folder
}

fn tournament(folder: &Path, words: &str) -> Ran {
    let words: Vec<&str> = std::iter::once("tournament").chain(words.split_whitespace()).collect();
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
    let ran = tournament(at, "create spring -brandubh -single");
    assert!(ran.code == 1 && ran.err.contains("--as ID"), "{ran:?}");
    let ran = tournament(at, "--as ann create spring -brandubh -single");
    assert!(ran.code == 0 && ran.out.contains("The \"spring\" tournament has been created."), "{ran:?}");
    assert_eq!(tournament(at, "open spring").code, 0);
    for id in ["bob", "cai"] {
        assert_eq!(tournament(at, &format!("--as {id} join spring")).code, 0);
    }
    let ran = tournament(at, "--as bob close spring");
    assert!(
        ran.code == 1 && ran.err.contains("Only an organizer of the \"spring\" tournament can do that."),
        "{ran:?}"
    );
    // What is shown first changes nothing.
    let ran = tournament(at, "start spring");
    assert!(
        ran.code == 0 && ran.out.contains("bob v cai") && ran.out.contains("Nothing has been done yet."),
        "{ran:?}"
    );
    assert_eq!(letters(at), 0);
    assert_eq!(tournament(at, "start spring !").code, 0);
    assert_eq!(letters(at), 3);
    let ran = tournament(at, "extend spring 1 by 3d a broken modem !");
    assert_eq!(ran.code, 0, "{ran:?}");
    let ran = tournament(at, "record spring");
    let words = ran.out.split_whitespace().collect::<Vec<&str>>().join(" ");
    assert!(words.contains("has given the side to move 3 days more") && words.contains("a broken modem"), "{ran:?}");
    let ran = tournament(at, "export spring trf");
    assert!(ran.out.starts_with("012 spring"), "{ran:?}");
    let list: serde_json::Value = serde_json::from_str(&tournament(at, "--json").out).unwrap();
    assert_eq!(list[0]["stage"], "running");
    let whole: serde_json::Value = serde_json::from_str(&tournament(at, "--json spring").out).unwrap();
    assert_eq!(whole["players"][0]["id"], "bob");
    assert_eq!(tournament(at, "adjudicate spring 1 draw agreed !").code, 0);
    for format in ["pgn", "otg"] {
        let ran = tournament(at, &format!("export spring {format}"));
        assert!(ran.code == 0 && ran.out.contains("spring") && ran.out.contains("bob"), "{ran:?}");
        // What is exported can be imported.
        std::fs::write(at.join(format), &ran.out).unwrap();
        let ran = taflpost(at, &["import", format], "");
        assert_eq!(ran.code, 0, "{ran:?}");
    }
}

#[test]
fn clocks_that_stand_still_go_on_when_the_tournament_is_ended() {
    let folder = club();
    let at = folder.path();
    assert_eq!(tournament(at, "--as ann create spring -brandubh -clock=10d+1d").code, 0);
    assert_eq!(tournament(at, "open spring").code, 0);
    for id in ["bob", "cai"] {
        assert_eq!(tournament(at, &format!("--as {id} join spring")).code, 0);
    }
    assert_eq!(tournament(at, "start spring !").code, 0);
    assert_eq!(tournament(at, "hold spring the server moves !").code, 0);
    let standing = || {
        let file = rusqlite::Connection::open(database(at)).unwrap();
        let sql = "SELECT count(*) FROM game WHERE stage = 'running' AND due IS NULL";
        file.query_row(sql, [], |row| row.get::<_, u32>(0)).unwrap()
    };
    assert_eq!(standing(), 2);
    // Nobody could let them go on afterwards, and the games would never end.
    assert_eq!(tournament(at, "finish spring !").code, 0);
    assert_eq!(standing(), 0);
}

#[test]
fn who_was_replaced_replaces_nobody_in_the_same_tournament() {
    let folder = club();
    let at = folder.path();
    let mut store = store(&database(at));
    let now = "2026-11-21T12:00:00Z".parse().unwrap();
    let joined = ["dag", "eva", "fay", "gus"].map(|id| Change::PlayerJoined {
        id: id.parse().unwrap(),
        address: format!("{id}@club.test").parse().unwrap(),
        password_hash: None,
        at: now,
    });
    store.act(now, |tx| tx.apply(&joined).map(|()| ((), true))).unwrap();
    drop(store);
    assert_eq!(tournament(at, "--as ann create spring -brandubh -single").code, 0);
    assert_eq!(tournament(at, "open spring").code, 0);
    for id in ["ann", "bob", "cai", "dag", "eva", "fay"] {
        assert_eq!(tournament(at, &format!("--as {id} join spring")).code, 0);
    }
    assert_eq!(tournament(at, "start spring !").code, 0);
    // Who meets on the first board is the same in each such tournament.
    let whole: serde_json::Value = serde_json::from_str(&tournament(at, "--json spring").out).unwrap();
    let first = &whole["meetings"][0]["games"][0];
    let (won, lost) = (first["attackers"].as_str().unwrap(), first["defenders"].as_str().unwrap());
    assert_eq!(tournament(at, &format!("adjudicate spring {} attackers as agreed !", first["board"])).code, 0);
    assert_eq!(tournament(at, &format!("substitute spring {won} with gus !")).code, 0);
    // His win is gus's now. In the other's place it would be told as that one's.
    let ran = tournament(at, &format!("substitute spring {lost} with {won} !"));
    assert!(
        ran.code == 1 && ran.err.contains(&format!("{won} plays in the \"spring\" tournament already, or has played")),
        "{ran:?}"
    );
}

#[test]
fn a_tournament_that_is_over_can_be_imported_elsewhere() {
    let folder = club();
    let here = folder.path();
    assert_eq!(tournament(here, "--as ann create spring -brandubh").code, 0);
    assert_eq!(tournament(here, "open spring").code, 0);
    for id in ["ann", "bob", "cai"] {
        assert_eq!(tournament(here, &format!("--as {id} join spring")).code, 0);
    }
    assert_eq!(tournament(here, "start spring !").code, 0);
    let there = crate::operator::here();
    let there = there.path();
    assert_eq!(taflpost(there, &["work"], "").code, 0);
    let import = |to: &Path, text: &str| {
        std::fs::write(to.join("spring.json"), text).unwrap();
        taflpost(to, &["import", "spring.json"], "")
    };
    // What is not over would be played on nowhere.
    let ran = import(there, &tournament(here, "export spring json").out);
    assert!(
        ran.code == 1 && ran.err.contains("spring is not over yet; nothing was exported. Export it when it is over"),
        "{ran:?}"
    );
    for (board, how) in [(1, "attackers"), (2, "draw"), (3, "defenders"), (4, "attackers"), (5, "attackers")] {
        let ran = tournament(here, &format!("adjudicate spring {board} {how} as agreed !"));
        assert_eq!(ran.code, 0, "{ran:?}");
    }
    assert_eq!(tournament(here, "withdraw spring cai has left us !").code, 0);
    let text = tournament(here, "export spring json").out;
    let ran = import(there, &text);
    assert_eq!(ran.out, "spring.json: the tournament spring, 3 players, 6 games: new\n", "{ran:?}");
    for words in [
        "export spring json",
        "export spring csv",
        "export spring trf",
        "standings spring",
        "crosstable spring",
        "record spring",
        "spring",
    ] {
        assert_eq!(tournament(there, words).out, tournament(here, words).out, "{words}");
    }
    // Its players are not this club's, and nobody is told.
    assert_eq!(letters(there), 0);
    assert!(tournament(there, "").out.contains("spring"));
    // The games are whole there, with every move, clock, result and end.
    for format in ["pgn", "otg"] {
        let own = tournament(here, &format!("export spring {format}")).out;
        assert_eq!(tournament(there, &format!("export spring {format}")).out, own);
        std::fs::write(there.join(format), &own).unwrap();
        let ran = taflpost(there, &["import", format], "");
        assert!(ran.code == 0 && ran.out.contains("6 games"), "{ran:?}");
    }
    let pgn = tournament(there, "export spring pgn").out;
    for tag in ["[board \"1\"]", "[TimeControl \"864000+86400\"]", "[Result \"1-0\"]", "[Termination \"adjudication\"]"]
    {
        assert!(pgn.contains(tag), "{tag}: {pgn}");
    }
    // Moves that cannot have been made are refused, and so is another result than the table's.
    for (from, to, why) in [
        ("\"moves\": \"", "\"moves\": \"a1-a2 ", "the game on board 1: move 1 of the game, a1-a2, is not possible"),
        ("attackers:adjudication", "attackers:luck", "is not a way for a game to end"),
    ] {
        assert!(text.contains(from), "{text}");
        let ran = import(there, &text.replacen(from, to, 1).replace("\"spring\"", "\"autumn\""));
        assert!(ran.code == 1 && ran.err.contains(why), "{why}: {ran:?}");
    }
    // The same once more changes nothing, here or there; another of that name is refused.
    for club in [here, there] {
        let ran = import(club, &text);
        assert_eq!(ran.out, "spring.json: the tournament spring, 3 players, 6 games: already imported\n", "{ran:?}");
        let ran = import(club, &text.replace("has left us", "has not left"));
        assert!(ran.code == 1 && ran.err.contains("another tournament with the name spring"), "{ran:?}");
    }
    let ran = import(there, &text.replace("\"variant\": \"brandubh\"", "\"variant\": \"chess\""));
    assert!(ran.code == 1 && ran.err.contains("does not have the variant \"chess\""), "{ran:?}");
    let ran = import(there, &text.replace("\"presence\"", "\"presents\""));
    assert!(ran.code == 1 && ran.err.contains("this is not a tournament archive"), "{ran:?}");
    // Nobody here bears an organizer's id by right.
    let mut store = store(&database(there));
    let now = "2026-11-21T12:00:00Z".parse().unwrap();
    let joined = Change::PlayerJoined {
        id: "ann".parse().unwrap(),
        address: "ann@elsewhere.test".parse().unwrap(),
        password_hash: None,
        at: now,
    };
    store.act(now, |tx| tx.apply(&[joined]).map(|()| ((), true))).unwrap();
    drop(store);
    let ran = tournament(there, "--as ann announce spring: hello !");
    assert!(ran.code == 1 && letters(there) == 0, "{ran:?}");
}

#[test]
fn a_slip_is_shown_with_its_place() {
    let folder = club();
    let ran = tournament(folder.path(), "create spring -brandubh -max=none");
    assert!(ran.code == 1 && ran.err.contains("-max=24"), "{ran:?}");
}
