//! Going back to a backup.

use super::*;
use std::fs;
use taflpost::store::{Reader, SpoolState};

/// How many mails wait in a database.
fn waiting(path: &Path) -> usize {
    Reader::open(path).unwrap().inbox(SpoolState::Spooled, 100).unwrap().len()
}

/// A backup with one mail, and a folder as a killed server leaves it: two more mails, one of them in the log alone.
fn killed_after_a_backup(folder: &Path) {
    assert_eq!(taflpost(folder, &["deliver"], SIGNUP).code, 0);
    assert_eq!(taflpost(folder, &["backup", "monday.db"], "").code, 0);
    let now = "2026-11-21T12:00:00Z".parse().unwrap();
    let mut live = store(&database(folder));
    live.take_in(&[mail(2)], &[], now).unwrap();
    live.take_in(&[mail(3)], &[], now).unwrap();
    fs::create_dir(folder.join("killed")).unwrap();
    for ending in ["", "-wal"] {
        let name = format!("taflpost.db{ending}");
        fs::copy(folder.join("taflpost-data").join(&name), folder.join("killed").join(&name)).unwrap();
    }
    assert!(fs::metadata(folder.join("killed/taflpost.db-wal")).unwrap().len() > 0, "the log is left over");
}

/// The README said to copy the file over the database: the log that a killed server leaves was then applied to it.
#[test]
fn a_backup_takes_the_place_of_what_a_killed_server_left() {
    let folder = here();
    killed_after_a_backup(folder.path());
    let ran = taflpost(folder.path(), &["--data", "killed", "restore", "monday.db"], "");
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.out.contains("killed/taflpost.db now has the content of monday.db"), "{}", ran.out);
    assert_eq!(waiting(&folder.path().join("killed/taflpost.db")), 1);
    assert_eq!(taflpost(folder.path(), &["--data", "killed", "work"], "").code, 0);

    // What was there before is whole, and in a file that the answer names.
    let (_, kept) = ran.out.trim_end().rsplit_once(' ').unwrap();
    assert_eq!(waiting(&folder.path().join(kept)), 3);
    assert_eq!(waiting(&folder.path().join("monday.db")), 1, "the backup is as it was");
}

#[test]
fn a_backup_takes_the_place_of_a_file_that_cannot_be_read() {
    let folder = here();
    killed_after_a_backup(folder.path());
    let database = folder.path().join("killed/taflpost.db");
    fs::write(&database, "x".repeat(9_000)).unwrap();
    let ran = taflpost(folder.path(), &["--data", "killed", "restore", "monday.db"], "");
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert_eq!(waiting(&database), 1);
    let (_, kept) = ran.out.trim_end().rsplit_once(' ').unwrap();
    assert!(fs::read_to_string(folder.path().join(kept)).unwrap().starts_with("xxx"));

    // Into a folder where there is nothing yet, too.
    let ran = taflpost(folder.path(), &["--data", "new", "restore", "monday.db"], "");
    assert_eq!((ran.code, waiting(&folder.path().join("new/taflpost.db"))), (0, 1), "{}", ran.err);
}

#[test]
fn a_running_server_or_a_file_that_is_no_backup_changes_nothing() {
    let folder = here();
    killed_after_a_backup(folder.path());
    let path = |name: &str| folder.path().join(name);
    fs::write(path("notes.txt"), "my notes").unwrap();
    fs::write(path("empty.db"), "").unwrap();
    let mut half = fs::read(path("monday.db")).unwrap();
    half.truncate(half.len() / 2);
    fs::write(path("half.db"), half).unwrap();
    rusqlite::Connection::open(path("newer.db"))
        .unwrap()
        .execute_batch("PRAGMA application_id = 0x7461666c; PRAGMA user_version = 1000; CREATE TABLE t (a);")
        .unwrap();
    for (file, says) in [
        ("notes.txt", "not a Taflpost database"),
        ("empty.db", "not a Taflpost database"),
        ("half.db", "half.db"),
        ("newer.db", "newer version of taflpost"),
        ("nowhere.db", "nowhere.db"),
        ("killed/taflpost.db", "the database itself"),
    ] {
        let ran = taflpost(folder.path(), &["--data", "killed", "restore", file], "");
        assert!(ran.code == 1 && ran.err.contains(says), "{file}: {} {}", ran.code, ran.err);
    }
    let _lock = lock_of_a_server(&path("killed"));
    let ran = taflpost(folder.path(), &["--data", "killed", "restore", "monday.db"], "");
    assert!(ran.code == 75 && ran.err.contains("stop"), "{} {}", ran.code, ran.err);
    assert_eq!(waiting(&path("killed/taflpost.db")), 3);
}
