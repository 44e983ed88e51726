//! What `status` finds in a store that fails, a log that grows, and copies that are too old.

use super::*;
use std::fs::{self, File};
use std::io::{Read, Seek, SeekFrom, Write};

/// The length of the file for troubles.
const FILE_BYTES: u64 = 4096;

/// Overwrites the first page of a table, as a dying disk does; what stood there is returned.
fn damage(database: &Path, table: &str) -> (u64, Vec<u8>) {
    let connection = rusqlite::Connection::open(database).unwrap();
    connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(())).unwrap();
    let sql = "SELECT rootpage FROM sqlite_schema WHERE name = ?1";
    let page: i64 = connection.query_row(sql, [table], |row| row.get(0)).unwrap();
    let page_bytes: u32 = connection.query_row("PRAGMA page_size", [], |row| row.get(0)).unwrap();
    drop(connection);
    let at = u64::try_from(page - 1).unwrap() * u64::from(page_bytes);
    let mut file = File::options().read(true).write(true).open(database).unwrap();
    let mut before = vec![0; page_bytes as usize];
    file.seek(SeekFrom::Start(at)).unwrap();
    file.read_exact(&mut before).unwrap();
    file.seek(SeekFrom::Start(at)).unwrap();
    file.write_all(&vec![0xa5; page_bytes as usize]).unwrap();
    (at, before)
}

fn mend(database: &Path, (at, before): (u64, Vec<u8>)) {
    let mut file = File::options().write(true).open(database).unwrap();
    file.seek(SeekFrom::Start(at)).unwrap();
    file.write_all(&before).unwrap();
}

/// The alarms of `status`, and whether it ended with 1.
fn alarms(folder: &Path) -> (bool, Vec<String>) {
    let ran = taflpost(folder, &["status", "--json"], "");
    let status: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    let alarms = status["alarms"].as_array().unwrap().iter().map(|alarm| alarm.as_str().unwrap().to_owned());
    (ran.code == 1, alarms.collect())
}

#[test]
fn a_mail_that_a_damaged_page_keeps_out_alarms_until_one_is_stored() {
    let folder = here();
    assert_eq!(taflpost(folder.path(), &["deliver"], SIGNUP).code, 0);
    assert_eq!(alarms(folder.path()), (false, Vec::new()));
    let database = database(folder.path());
    let damaged = damage(&database, "spool");
    let other = SIGNUP.replace("Subject", "X-Other: 1\nSubject");
    assert_eq!(taflpost(folder.path(), &["deliver"], &other).code, 75);
    assert_eq!(taflpost(folder.path(), &["deliver"], &other).code, 75);
    let (alarmed, found) = alarms(folder.path());
    assert!(alarmed, "{found:?}");
    assert!(
        found.iter().any(|alarm| alarm.contains("mail could not be stored") && alarm.contains("2 times")),
        "{found:?}"
    );
    mend(&database, damaged);
    assert_eq!(taflpost(folder.path(), &["deliver"], &other).code, 0);
    let (alarmed, found) = alarms(folder.path());
    assert!(alarmed && found.len() == 1 && found[0].contains("it has worked again"), "{found:?}");
}

#[test]
fn a_full_disk_does_not_keep_the_alarm_out() {
    let folder = here();
    assert_eq!(taflpost(folder.path(), &["work"], "").code, 0, "the file for troubles is made while there is room");
    let troubles = folder.path().join("taflpost-data/troubles");
    assert_eq!(fs::metadata(&troubles).unwrap().len(), FILE_BYTES);
    // No file may become longer than eight blocks of 512 bytes: the log of the database cannot take a page, as on a full disk.
    let program = env!("CARGO_BIN_EXE_taflpost");
    let script = format!("trap '' XFSZ; ulimit -f 8; exec '{program}' deliver");
    let mut child = std::process::Command::new("sh")
        .args(["-c", &script])
        .current_dir(folder.path())
        .stdin(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(SIGNUP.as_bytes()).unwrap();
    let ended = child.wait_with_output().unwrap();
    assert_eq!(ended.status.code(), Some(75), "{}", String::from_utf8_lossy(&ended.stderr));
    let (alarmed, found) = alarms(folder.path());
    assert!(alarmed && found.iter().any(|alarm| alarm.contains("mail could not be stored")), "{found:?}");
}

#[test]
fn a_database_that_cannot_be_read_is_an_alarm_and_not_a_try_again() {
    let folder = here();
    assert_eq!(taflpost(folder.path(), &["deliver"], SIGNUP).code, 0);
    damage(&database(folder.path()), "player");
    let ran = taflpost(folder.path(), &["status"], "");
    assert!(
        ran.code == 1 && ran.out.contains("attention        the database cannot be read"),
        "{} {}",
        ran.out,
        ran.err
    );
    let ran = taflpost(folder.path(), &["check", "--deep"], "");
    assert!(ran.code == 1 && ran.out.contains("wrong  database"), "{} {}", ran.out, ran.err);
}

#[test]
fn a_log_that_is_not_emptied_is_an_alarm() {
    let folder = here();
    assert_eq!(taflpost(folder.path(), &["deliver"], SIGNUP).code, 0);
    let database = database(folder.path());
    // A hole in a file takes no room.
    let reader = rusqlite::Connection::open(&database).unwrap();
    reader.query_row("SELECT count(*) FROM player", [], |row| row.get::<_, u32>(0)).unwrap();
    let log = database.with_file_name("taflpost.db-wal");
    File::options().write(true).open(&log).unwrap().set_len((256 << 20) + 1).unwrap();
    let (alarmed, found) = alarms(folder.path());
    assert!(alarmed && found.len() == 1 && found[0].contains("has grown to 256 MiB"), "{found:?}");
}

#[test]
fn a_copy_that_is_missing_or_too_old_is_an_alarm() {
    let folder = here();
    let copies = folder.path().join("copies");
    fs::write(folder.path().join("club.toml"), format!("[backup]\nfiles = [{copies:?}]\n")).unwrap();
    assert_eq!(taflpost(folder.path(), &["deliver"], SIGNUP).code, 0);
    let status = || taflpost(folder.path(), &["--config", "club.toml", "status"], "");
    assert!(status().out.contains("cannot be read"), "{}", status().out);
    fs::create_dir(&copies).unwrap();
    assert!(status().out.contains("contains no backup"), "{}", status().out);
    let copy = copies.join("monday.db");
    let ran = taflpost(folder.path(), &["backup", copy.to_str().unwrap()], "");
    assert_eq!((ran.code, status().code), (0, 0), "{}", ran.err);
    let days_ago = std::time::SystemTime::now() - std::time::Duration::from_secs(50 * 3600);
    File::options().write(true).open(&copy).unwrap().set_modified(days_ago).unwrap();
    assert!(status().code == 1 && status().out.contains("was last written 50 hours ago"), "{}", status().out);
}

#[test]
fn clocks_that_nobody_looks_at_are_an_alarm() {
    let folder = here();
    assert_eq!(taflpost(folder.path(), &["work"], "").code, 0);
    assert_eq!(alarms(folder.path()), (false, Vec::new()));
    let connection = rusqlite::Connection::open(database(folder.path())).unwrap();
    // By the clock that nobody sets: the one on the wall may say what it likes.
    let minutes_ago = |minutes: i64| {
        connection
            .execute("UPDATE clockwork_look SET awake = awake - ?1, at = at + 7000000000", [minutes * 60_000_000])
            .unwrap();
    };
    minutes_ago(6);
    assert_eq!(alarms(folder.path()), (false, Vec::new()), "an hourly crontab is well");
    let lock = lock_of_a_server(&folder.path().join("taflpost-data"));
    let (alarmed, found) = alarms(folder.path());
    assert!(alarmed && found.len() == 1 && found[0].contains("last checked 6 minutes ago"), "{found:?}");
    drop(lock);
    minutes_ago(116);
    let (alarmed, found) = alarms(folder.path());
    assert!(alarmed && found.len() == 1 && found[0].contains("taflpost work in a crontab"), "{found:?}");
}

#[test]
fn a_clock_that_was_set_is_an_alarm_for_a_day() {
    let folder = here();
    assert_eq!(taflpost(folder.path(), &["work"], "").code, 0);
    let connection = rusqlite::Connection::open(database(folder.path())).unwrap();
    let leap = |hours_ago: i64, step: i64| {
        let sql = "INSERT INTO leap (at, away, step) SELECT at - ?1, 0, ?2 FROM clockwork_look";
        connection.execute(sql, [hours_ago * 3_600_000_000, step * 1_000_000]).unwrap();
    };
    connection.execute("UPDATE clockwork_look SET doubted = at", []).unwrap();
    leap(25, 86_400);
    leap(1, 30);
    assert_eq!(alarms(folder.path()), (false, Vec::new()), "one is long ago, and one is what time servers do");
    leap(2, -3 * 86_400 - 7_200);
    let (alarmed, found) = alarms(folder.path());
    assert!(alarmed && found.len() == 1 && found[0].contains("set back by 3 days 2 hours, 2 hours ago"), "{found:?}");
    assert!(found[0].contains("taflpost clock confirm"), "{found:?}");
}

#[test]
fn what_keeps_a_forfeit_waiting_is_an_alarm_where_the_operator_can_end_it() {
    let folder = here();
    assert_eq!(taflpost(folder.path(), &["work"], "").code, 0);
    let connection = rusqlite::Connection::open(database(folder.path())).unwrap();
    // No game is needed for the row to be read.
    connection.pragma_update(None, "foreign_keys", false).unwrap();
    let waits = |game: u32, minutes: i64, why: &str| {
        let sql = "INSERT INTO forfeit_wait (game, since, why) SELECT ?1, at - ?2, ?3 FROM clockwork_look";
        connection.execute(sql, (game, minutes * 60_000_000, why)).unwrap();
    };
    waits(1, 300, "question");
    waits(2, 30, "door");
    assert_eq!(alarms(folder.path()), (false, Vec::new()), "one ends by itself, and one has waited for minutes");
    waits(3, 180, "door");
    let (alarmed, found) = alarms(folder.path());
    assert!(
        alarmed
            && found.len() == 1
            && found[0].starts_with("the game on board 3 has a player who ran out of time (3 hours ago)"),
        "{found:?}"
    );
}
