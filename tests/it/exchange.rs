//! Games leave the program and come back: `taflpost export` and `taflpost import` on a real file.

use crate::world::World;
use assert_cmd::Command;
use std::path::Path;
use std::sync::Arc;
use taflpost::club::{Change, Ending, Invitation, Stage};
use taflpost::command::Conditions;
use taflpost::mail::fingerprint;
use taflpost::store::{Door, NewMail, Outcome};
use taflpost::tafl::{Catalogue, GameState, Play, Side, Status};

struct Ran {
    code: i32,
    out: String,
    err: String,
}

fn taflpost(folder: &Path, words: &[&str], input: &str) -> Ran {
    let mut command = Command::cargo_bin("taflpost").unwrap();
    let output = command.args(["--data", "."]).args(words).current_dir(folder).write_stdin(input).output().unwrap();
    Ran {
        code: output.status.code().unwrap(),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

pub fn apply(world: &mut World, changes: &[Change]) {
    let now = world.now;
    let raw = format!("From: ann@fjord.test\nMessage-ID: <{}>\n\n{changes:?}", world.message_id());
    let mail = NewMail {
        fingerprint: fingerprint(raw.as_bytes()),
        raw: raw.into_bytes(),
        envelope_from: None,
        envelope_to: Vec::new(),
        door: Door::Pipe,
        source_key: None,
        stamped: None,
    };
    let store = world.store();
    store.take_in(&[mail], &[], now).unwrap();
    let act = |tx: &taflpost::store::Tx<'_>, _: &taflpost::store::SpooledMail| {
        tx.apply(changes).map(|()| Outcome::Done { note: String::new() })
    };
    assert_eq!(store.work(1, now, act).unwrap().troubles, []);
}

/// Ann and bob on board `number`: the plays, and how it ended where they do not say so.
pub fn game(world: &mut World, number: u32, choice: &str, plays: &str, end: Option<Ending>) {
    let at = world.now;
    let variant = Catalogue::embedded().unwrap().parse_choice(choice).unwrap();
    let rules = Arc::new(variant.rules);
    let player = |id: &str| id.parse().unwrap();
    let mut changes = vec![Change::GameInvited(Invitation {
        number,
        variant: variant.name,
        title: variant.title,
        rules: rules.clone(),
        attackers: player("ann"),
        defenders: player("bob"),
        challenger: Side::Attackers,
        clock: None,
        conditions: Conditions::default(),
        at,
    })];
    if plays != "none" {
        changes.push(Change::StageReached { number, stage: Stage::Running, at });
    }
    let mut state = GameState::new(rules);
    for (ply, word) in (1..).zip(plays.split_whitespace().filter(|_| plays != "none")) {
        let play: Play = word.parse().unwrap();
        state.play(play).unwrap();
        changes.push(Change::PlayMade { number, ply, play, at, bank: None });
    }
    let by_rules = match state.status() {
        Status::Won { winner, reason } => Some(Ending::Won { winner, reason }),
        Status::Drawn { reason } => Some(Ending::Drawn { reason }),
        Status::Ongoing => None,
    };
    if let Some(ending) = by_rules.or(end) {
        changes.push(Change::StageReached { number, stage: Stage::Ended(ending), at });
    }
    apply(world, &changes);
}

const ESCAPE: &str = "a4-a3 c4-c7 b4-b7 d4-a4 d1-f1 e4-e1 g4-g2 e1-d1 f4-f7 a4-a7";

/// A club of two, at fjord.test.
pub fn ann_and_bob() -> World {
    let mut world = World::new();
    let at = world.now;
    for id in ["ann", "bob"] {
        let joined = Change::PlayerJoined {
            id: id.parse().unwrap(),
            address: format!("{id}@fjord.test").parse().unwrap(),
            password_hash: None,
            at,
        };
        apply(&mut world, &[joined]);
    }
    world
}

/// Four games that have ended, one that runs and one that has not begun.
fn club() -> World {
    let mut world = ann_and_bob();
    game(&mut world, 1, "brandubh", ESCAPE, None);
    game(&mut world, 2, "copenhagen", "d1-d3 e5-e2", Some(Ending::Resigned { loser: Side::Attackers }));
    game(&mut world, 3, "small -strong -edge", "d1-d3", Some(Ending::Agreed));
    game(&mut world, 4, "brandubh", "a4-a3", None);
    game(&mut world, 5, "brandubh", "none", None);
    let round = "d7-e7 d5-e5 e7-d7 e5-d5 d7-e7 d5-e5 e7-d7 e5-d5";
    game(&mut world, 6, "brandubh", round, None);
    world
}

fn folder(world: &World) -> std::path::PathBuf {
    world.path().parent().unwrap().to_owned()
}

#[test]
fn all_games_that_have_ended_go_to_another_club_and_back() {
    let world = club();
    let here = folder(&world);
    for format in ["list", "otg", "pgn", "json"] {
        let there = crate::cli::here();
        let exported = taflpost(&here, &["export", "--format", format], "");
        assert_eq!(exported.code, 0, "{}", exported.err);
        assert_eq!(exported.err.contains("taflpost-rules"), format == "otg", "{}", exported.err);
        let file = there.path().join(format!("games.{format}"));
        std::fs::write(&file, &exported.out).unwrap();
        let imported = taflpost(there.path(), &["import", file.to_str().unwrap()], "");
        assert_eq!(imported.code, 0, "{}", imported.err);
        assert!(imported.out.ends_with(": 4 games, 4 new\n"), "{}", imported.out);
        let again = taflpost(there.path(), &["import", file.to_str().unwrap()], "");
        assert!(again.out.ends_with(": 4 games, 0 new, 4 already imported\n"), "{}", again.out);
        let listed = taflpost(there.path(), &["game", "list", "--imported"], "");
        assert_eq!(listed.out.lines().count(), 4, "{}", listed.out);
        assert!(listed.out.contains("ann v bob") && listed.out.contains("copenhagen"), "{}", listed.out);
        // What was imported is exported as it came, in whatever format.
        let back = taflpost(there.path(), &["export", "--format", format], "");
        assert_eq!(back.out, exported.out);
        // In the club where they were played they are not taken for other games.
        let own = taflpost(&here, &["import", file.to_str().unwrap()], "");
        assert!(own.out.ends_with(": 4 games, 0 new, 4 played here\n"), "{}", own.out);
    }
}

#[test]
fn a_list_is_what_a_reader_expects_and_replays() {
    let world = club();
    let here = folder(&world);
    let ran = taflpost(&here, &["export", "1"], "");
    let expected = "# game\n\
                    # date: 2026-11-21T10:00:00Z\n\
                    # end-date: 2026-11-21T10:00:00Z\n\
                    # attackers: ann\n\
                    # defenders: bob\n\
                    # variant: brandubh\n\
                    # rules: dim:7 tfr:l ks:c start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/\n\
                    # result: defenders\n\
                    # termination: king-escaped\n\
                    # board: 1\n\
                    a4-a3 c4-c7 b4-b7xc7 d4-a4 d1-f1 e4-e1xf1 g4-g2 e1-d1xd2 f4-f7 a4-a7\n";
    assert_eq!(ran.out, expected);
    let replayed = taflpost(&here, &["replay", "brandubh"], &ran.out);
    assert_eq!(replayed.out, "11 plies=10 result=defenders:king-escaped\n", "{}", replayed.err);
    let resigned = taflpost(&here, &["export", "2"], "");
    assert!(resigned.out.ends_with("d1-d3 e5-e2 resigns\n"), "{}", resigned.out);
}

#[test]
fn a_running_game_is_unfinished_and_one_that_has_not_begun_is_none() {
    let world = club();
    let here = folder(&world);
    let ran = taflpost(&here, &["export", "4", "--format", "pgn"], "");
    assert!(ran.out.contains("[Result \"*\"]") && ran.out.ends_with("\n1. a4-a3 *\n"), "{}", ran.out);
    let there = crate::cli::here();
    let imported = taflpost(there.path(), &["import", "-"], &ran.out);
    assert_eq!(imported.out, "-: 1 game, 1 new, 1 unfinished\n", "{}", imported.err);
    let ran = taflpost(&here, &["export", "5", "4", "99"], "");
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains("board 5 has not begun") && ran.err.contains("there is no board 99"), "{}", ran.err);
    assert!(ran.out.contains("# board: 4"), "the others are written all the same: {}", ran.out);
}

#[test]
fn a_file_is_written_once_and_read_whole_or_not_at_all() {
    let world = club();
    let here = folder(&world);
    assert_eq!(taflpost(&here, &["export", "--format", "json", "-o", "games.json"], "").code, 0);
    let ran = taflpost(&here, &["export", "-o", "games.json"], "");
    assert!(ran.code == 1 && ran.err.contains("games.json"), "{}", ran.err);
    let text = std::fs::read_to_string(here.join("games.json")).unwrap();
    let parsed: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(parsed.as_array().unwrap().len(), 4);
    let there = crate::cli::here();
    let path = there.path();
    std::fs::write(path.join("good.txt"), "a4-a3 c4-c7\n").unwrap();
    std::fs::write(path.join("bad.txt"), "a4-a3\na4-a3 c4-c9\n").unwrap();
    std::fs::write(path.join("odd.txt"), b"a4-a3\n\xff\n").unwrap();
    let ran = taflpost(path, &["import", "--rules", "brandubh", "bad.txt", "good.txt", "odd.txt", "none.txt"], "");
    assert_eq!((ran.code, ran.out.as_str()), (1, "good.txt: 1 game, 1 new, 1 unfinished\n"));
    for said in [
        "bad.txt: line 2, column 7: move 2: c9 is off the board",
        "odd.txt: line 2: this is not UTF-8 text",
        "none.txt: cannot be read",
    ] {
        assert!(ran.err.contains(said), "{said} is missing in:\n{}", ran.err);
    }
    let ran = taflpost(path, &["import", "good.txt"], "");
    assert!(ran.err.contains("expected a rules tag, or a variant that is known here"), "{}", ran.err);
    assert_eq!(taflpost(path, &["export", "--format", "chess"], "").code, 2);
}
