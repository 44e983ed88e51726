//! A file of version 1 with something of everything in it is brought to a later version, and the club goes on.
//!
//! `tests/schemas/v1-full.sql` is that file as a text. The program of version 1 has written it: see `club.rs` for what has happened in it.

mod club;
mod dump;

use crate::world::World;
use chrono::{DateTime, TimeDelta, Utc};
use club::{CAI, Club, DAG};
use rusqlite::Connection;
use rusqlite::types::FromSql;
use std::path::{Path, PathBuf};
use taflpost::store::{Door, DoorNote, DoorState, Store};

const FULL: &str = include_str!("../../schemas/v1-full.sql");

const HEAD: &str =
    "-- A full file of version 1, written by the program of that version: tests/it/upgrade. It never changes.\n";

/// Writes that file. It was done once: the file stays as it is when letters or the schema change.
#[test]
#[ignore = "writes tests/schemas/v1-full.sql: only while no release has this schema"]
fn a_full_file_is_written() {
    let club = club::full();
    let text = dump::write(&Connection::open(club.world.path()).unwrap(), HEAD);
    assert!(text.len() < 300_000, "{} bytes", text.len());
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/schemas/v1-full.sql");
    std::fs::write(path, text).unwrap();
}

/// The full file, in a folder of its own.
fn full_file() -> (tempfile::TempDir, PathBuf) {
    let folder = crate::cli::here();
    let path = folder.path().join("taflpost.db");
    Connection::open(&path).unwrap().execute_batch(FULL).unwrap();
    (folder, path)
}

fn ask<T: FromSql>(path: &Path, sql: &str) -> T {
    Connection::open(path).unwrap().query_row(sql, [], |row| row.get(0)).unwrap()
}

#[test]
fn the_full_file_has_the_schema_of_version_1_and_rows_in_its_tables() {
    let (_folder, path) = full_file();
    let file = Connection::open(path).unwrap();
    let bare = Connection::open_in_memory().unwrap();
    bare.execute_batch(include_str!("../../../src/store/migrations/0001.sql")).unwrap();
    assert_eq!(dump::schema(&file), dump::schema(&bare));
    let rows = dump::rows(&file);
    let empty: Vec<&String> = rows.keys().filter(|table| rows[*table].is_empty()).collect();
    assert!(empty.is_empty(), "{empty:?}");
}

/// A table made anew, with another text in its `CREATE TABLE`.
fn made_anew(file: &Connection, table: &str, from: &str, to: &str) -> String {
    let texts: Vec<(String, String)> = dump::schema(file).into_iter().filter(|(on, _)| on == table).collect();
    let [(_, create), others @ ..] = &texts[..] else { panic!("there is no table {table}") };
    assert_eq!(create.matches(from).count(), 1, "{create}");
    let create = create.replacen(table, "anew", 1).replace(from, to);
    let others: String = others.iter().map(|(_, text)| format!("{text};\n")).collect();
    format!(
        "PRAGMA legacy_alter_table = ON;\n{create};\nINSERT INTO anew SELECT * FROM {table};\nDROP TABLE {table};\n\
         ALTER TABLE anew RENAME TO {table};\n{others}"
    )
}

/// What a later version may do: one language more, and one way more for a game to end.
fn further_step(file: &Connection) -> String {
    made_anew(file, "player", "'en', 'de', 'da')", "'en', 'de', 'da', 'fo')")
        + &made_anew(file, "game", "'repetition')", "'repetition', 'no-progress')")
}

#[test]
fn a_full_file_outlives_a_step_and_its_club_goes_on() {
    let (folder, path) = full_file();
    let at: DateTime<Utc> = DateTime::from_timestamp_micros(ask(&path, "SELECT at FROM clockwork_look")).unwrap();
    let now = at + TimeDelta::hours(1);
    let awake = TimeDelta::microseconds(ask(&path, "SELECT awake FROM clockwork_look")) + (now - at);
    // This program's own steps come first.
    drop(Store::open(&path, now).unwrap());
    let file = Connection::open(&path).unwrap();
    let before = dump::rows(&file);

    let store = Store::open_with_steps(&path, now, &[&further_step(&file)]).unwrap();

    let opened = store.opened();
    assert_eq!(opened.schema, opened.schema_before + 1);
    assert_eq!(dump::rows(&Connection::open(opened.backup.as_ref().unwrap()).unwrap()), before);
    assert_eq!(dump::rows(&file), before);
    assert_eq!(ask::<i64>(&path, "SELECT count(*) FROM pragma_foreign_key_check"), 0);
    assert_eq!(ask::<String>(&path, "PRAGMA integrity_check"), "ok");

    let mut club = Club::of(World::resumed(folder, store, now, awake));
    club.world.organizers = vec!["ann".to_owned(), "fia".to_owned()];
    the_letters_that_wait_are_delivered(&mut club, &path);
    the_tournament_goes_on(&mut club, &path);
    what_was_asked_can_be_answered(&mut club, &path);
    time_runs_out(&mut club, &path);
    the_new_words_are_taken(&file);
}

fn the_letters_that_wait_are_delivered(club: &mut Club, path: &Path) {
    let waiting: u32 = ask(path, "SELECT count(*) FROM outbox WHERE state = 'waiting'");
    assert!(waiting >= 3, "{waiting} letters wait");
    assert!(club.collect() >= waiting as usize);
    assert_eq!(ask::<u32>(path, "SELECT count(*) FROM outbox WHERE state = 'waiting'"), 0);
}

/// Cai and dag play on board 4, a semi-final. Cai's digest shows the move that waited for her.
fn the_tournament_goes_on(club: &mut Club, path: &Path) {
    let plies = "SELECT plies FROM game WHERE number = 4";
    assert_eq!(ask::<u32>(path, plies), 2);
    club.pass(TimeDelta::days(1));
    club.says(CAI, "for you, cai", "move 4 a3-a2");
    assert_eq!(ask::<u32>(path, plies), 3);
    assert_eq!(
        ask::<u32>(path, "SELECT count(*) FROM spool WHERE state = 'spooled'"),
        0,
        "the mail that waited is handled"
    );
    club.says(DAG, "board 4", "resign");
    let of_final =
        "SELECT attackers || ' ' || defenders || ' ' || stage FROM game WHERE tournament = 'cup' AND round = 2";
    assert_eq!(ask::<String>(path, of_final), "bob cai running");
}

/// Dag was asked about lines that came without proof; more of them wait until there is an answer.
fn what_was_asked_can_be_answered(club: &mut Club, path: &Path) {
    let limit = "SELECT game_limit FROM player WHERE id = 'dag'";
    assert_eq!(ask::<u32>(path, limit), 20);
    club.says(DAG, "Was this you", "yes");
    assert_eq!(ask::<u32>(path, limit), 12);
    assert!(club.letter(DAG, "Was this you").text.contains("| limit 11"));
}

/// On board 10 ann's time was over, and the game waited for a mailbox.
fn time_runs_out(club: &mut Club, path: &Path) {
    let stage = "SELECT stage FROM game WHERE number = 10";
    assert_eq!(ask::<String>(path, stage), "running");
    let (place, at, full) = ("mailbox".to_owned(), club.world.now, Some(TimeDelta::zero()));
    club.world.store().note_door(&DoorNote { door: Door::Imap, place, state: DoorState::Well, at, full }).unwrap();
    club.pass(TimeDelta::hours(1));
    assert_eq!(ask::<String>(path, stage), "timed-out");
}

fn the_new_words_are_taken(file: &Connection) {
    let does = |sql: String| file.execute_batch(&sql);
    let speaks = |language: &str| does(format!("UPDATE player SET language = '{language}' WHERE id = 'cai'"));
    let ends = |reason: &str| {
        let clock = "due = NULL, since = NULL, deadline = NULL";
        does(format!("UPDATE game SET stage = 'drawn', reason = '{reason}', {clock} WHERE number = 9"))
    };
    let forgets = || does("DELETE FROM player WHERE id = 'cai'".to_owned());
    let refused = [(speaks("xx"), "player_language"), (ends("boredom"), "game_reason"), (forgets(), "FOREIGN KEY")];
    for (result, why) in refused {
        let found = result.unwrap_err().to_string();
        assert!(found.contains(why), "{found}");
    }
    speaks("fo").unwrap();
    ends("no-progress").unwrap();
}

/// Schema 6 marked the sign-up of somebody who has not asked to join with a word in the place of other words. Who wrote that very word beside a
/// line keeps it.
#[test]
fn the_mark_of_a_signup_gets_a_place_of_its_own() {
    let (_folder, path) = full_file();
    let file = Connection::open(&path).unwrap();
    file.execute_batch(
        "INSERT INTO pending SELECT token, NULL, 'unasked', 'hello' FROM signup WHERE player = 'hal';
         UPDATE pending SET beside = 'unasked' WHERE line = 'move 9 d1-c1#1'",
    )
    .unwrap();
    let at: DateTime<Utc> = DateTime::from_timestamp_micros(ask(&path, "SELECT at FROM clockwork_look")).unwrap();

    drop(Store::open(&path, at).unwrap());

    let of = |column: &str, which: &str| ask::<String>(&path, &format!("SELECT {column} FROM pending WHERE {which}"));
    assert_eq!(of("mark || '/' || beside || '/' || words", "words = 'hello'"), "unasked//hello");
    assert_eq!(of("ifnull(mark, 'none') || '/' || beside", "line = 'move 9 d1-c1#1'"), "none/unasked");
}
