//! The file itself: its schema, its owner, its copies, and what is deleted.

use super::*;
use sha2::{Digest, Sha256};
use std::fs;
use taflpost::clock::{Reading, Watch};
use taflpost::club::Purpose;
use taflpost::store::{ByHand, LetterState, SpoolState, Spooled, Verdict};

/// Each step is a file.
fn newest_schema() -> u32 {
    let steps = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src/store/migrations");
    std::fs::read_dir(steps).unwrap().count() as u32
}

/// Databases of version 1 exist: what is changed here is not changed in them.
#[test]
fn the_first_schema_is_frozen() {
    let frozen = include_str!("../../../src/store/migrations/0001.sql");
    for (file, text, sum) in [
        ("src/store/migrations/0001.sql", frozen, "584c706eec02a375f7e20b27167be6cfb9991cdb94ccf042442a09e9833abd56"),
        (
            "tests/schemas/v1-full.sql",
            include_str!("../../schemas/v1-full.sql"),
            "281a09eaa6f7e680a80bf7147d06702a33c3d2a0f6215d2b1057174eccb48f4d",
        ),
    ] {
        let found: String = Sha256::digest(text).iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(
            found, sum,
            "{file} has changed, but version 1 is frozen. A change of the schema is a new step: see docs/contributing.md"
        );
    }

    let schema_of = |connection: &rusqlite::Connection| -> Vec<(String, Option<String>)> {
        let mut statement = connection.prepare("SELECT name, sql FROM sqlite_schema ORDER BY name").unwrap();
        let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).unwrap();
        rows.map(Result::unwrap).collect()
    };
    // A file as the first release made it, brought to today, is the same as one made today.
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("old.db");
    let old = rusqlite::Connection::open(&path).unwrap();
    old.execute_batch(frozen).unwrap();
    old.execute_batch("PRAGMA application_id = 0x7461666c; PRAGMA user_version = 1").unwrap();
    drop(Store::open(&path, noon()).unwrap());
    let world = World::new();
    let new = rusqlite::Connection::open(world.path()).unwrap();
    assert_eq!(schema_of(&old), schema_of(&new));
}

#[test]
fn a_newer_file_is_refused() {
    let world = World::new();
    let path = world.path();
    drop(world.store);
    rusqlite::Connection::open(&path).unwrap().execute_batch("PRAGMA user_version = 999").unwrap();
    for error in [Store::open(&path, noon()).unwrap_err(), Reader::open(&path).unwrap_err()] {
        assert!(matches!(error, StoreError::Newer { found: 999, .. }), "{error}");
        assert!(!error.is_temporary());
    }
}

#[test]
fn a_file_of_somebody_else_is_refused_and_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let text = folder.path().join("notes.txt");
    fs::write(&text, "my notes, which are longer than the header of a database ".repeat(20)).unwrap();
    let other = folder.path().join("other.db");
    rusqlite::Connection::open(&other).unwrap().execute_batch("CREATE TABLE bookmark (url TEXT)").unwrap();
    for path in [text, other] {
        let before = fs::read(&path).unwrap();
        let error = Store::open(&path, noon()).unwrap_err();
        assert!(matches!(error, StoreError::Foreign(_)), "{error}");
        assert_eq!(fs::read(&path).unwrap(), before);
    }
}

#[test]
fn a_reader_makes_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("club.db");
    assert!(matches!(Reader::open(&path).unwrap_err(), StoreError::Missing(_)));
    assert!(!path.exists());
}

#[test]
fn two_processes_open_a_new_file_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("club.db");
    let open = || {
        let path = path.clone();
        std::thread::spawn(move || Store::open(&path, noon()).unwrap().opened().schema)
    };
    let threads: Vec<_> = (0..4).map(|_| open()).collect();
    for thread in threads {
        assert_eq!(thread.join().unwrap(), newest_schema());
    }
}

#[cfg(unix)]
#[test]
fn the_files_are_their_owners_alone() {
    use std::os::unix::fs::PermissionsExt;
    let mut world = World::with_a_game();
    world.store.backup(&world.folder.path().join("copy.db")).unwrap();
    world.apply(&[]);
    let files: Vec<_> = fs::read_dir(world.folder.path()).unwrap().map(Result::unwrap).collect();
    assert!(files.len() >= 3, "{files:?}");
    for file in files {
        assert_eq!(file.metadata().unwrap().permissions().mode() & 0o777, 0o600, "{:?}", file.path());
    }
}

#[test]
fn what_was_acknowledged_outlives_a_crash() {
    let mut world = World::new();
    assert_eq!(world.store.take_in(&[mail(1)], &[], noon()).unwrap(), [Spooled::New(1)]);
    // The power goes here: the files as they lie on the disk, without a farewell.
    let after = tempfile::tempdir().unwrap();
    for name in ["club.db", "club.db-wal"] {
        fs::copy(world.folder.path().join(name), after.path().join(name)).unwrap();
    }
    let mut store = Store::open(&after.path().join("club.db"), noon()).unwrap();
    let mut seen = Vec::new();
    let handle = |tx: &Tx<'_>, mail: &SpooledMail| {
        seen.push((mail.id, mail.raw.clone()));
        done(tx, mail)
    };
    store.work(64, noon(), handle).unwrap();
    assert_eq!(seen, [(1, mail(1).raw)]);
}

#[test]
fn a_done_mail_leaves_no_text_behind() {
    let mut world = World::new();
    // Noise cannot be deflated, so the words in it stand in the file as they are.
    let mut lots = 7u32;
    let mut noise = |_| {
        lots = lots.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        lots.to_be_bytes()[0]
    };
    let mut raw: Vec<u8> = (0..12_000).map(&mut noise).collect();
    raw.splice(6_000..6_000, *b"opensesame");
    world.store.take_in(&[NewMail { raw, ..mail(1) }], &[], noon()).unwrap();
    let path = world.path();
    let holds_the_secret = || {
        let connection = rusqlite::Connection::open(&path).unwrap();
        connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(())).unwrap();
        fs::read(&path).unwrap().windows(10).any(|window| window == b"opensesame")
    };
    assert!(holds_the_secret(), "the mail waits");
    world.store.work(1, noon(), done).unwrap();
    assert!(!holds_the_secret(), "not even where it once stood");
    assert_eq!(world.reader().raw(1).unwrap(), None);
}

#[test]
fn a_backup_can_be_opened_and_replaces_only_a_backup() {
    let mut world = World::with_a_game();
    let to = world.folder.path().join("copy.db");
    world.store.backup(&to).unwrap();
    world.apply(&[played(1, 1, "d6-c6")]);
    world.store.backup(&to).unwrap();
    assert_eq!(Reader::open(&to).unwrap().game(1).unwrap().unwrap().head.plies, 1);
    assert_eq!(Store::open(&to, noon()).unwrap().opened().schema_before, newest_schema());

    let notes = world.folder.path().join("notes.txt");
    fs::write(&notes, "my notes").unwrap();
    for to in [&notes, &world.path()] {
        assert!(matches!(world.store.backup(to).unwrap_err(), StoreError::Backup { .. }));
    }
    assert_eq!(fs::read(&notes).unwrap(), b"my notes");
    assert!(world.store.backup(&world.folder.path().join("no/such/folder.db")).is_err());
    assert_eq!(world.view(&about(&[1])).games[&1].head.plies, 1);
}

/// Each killed backup left a whole copy of the club behind, with everybody's addresses in it.
#[test]
fn what_a_killed_backup_has_left_goes_at_the_next() {
    let world = World::with_a_game();
    let at = |name: &str| world.folder.path().join(name);
    for name in ["monday.db.taflpost.part", "sunday.db.taflpost.part", "film.part"] {
        fs::write(at(name), "half of it").unwrap();
    }
    // One that is written just now is locked.
    let busy = fs::File::open(at("sunday.db.taflpost.part")).unwrap();
    busy.try_lock().unwrap();
    assert!(world.store.backup(&at("sunday.db")).unwrap_err().to_string().contains("is being written"));
    world.store.backup(&at("tuesday.db")).unwrap();
    let there =
        ["monday.db.taflpost.part", "sunday.db.taflpost.part", "film.part", "tuesday.db"].map(|name| at(name).exists());
    assert_eq!(there, [false, true, true, true]);
    drop(busy);
    world.store.backup(&at("sunday.db")).unwrap();
    assert!(!at("sunday.db.taflpost.part").exists());
}

#[test]
fn what_nobody_needs_any_more_is_forgotten() {
    let mut world = World::with_a_game();
    let failed = world.try_handle(|_| panic!("unlucky")).troubles[0].id;
    for _ in 0..2 {
        world.store.work(1, noon(), |_, _| Err::<Outcome, _>("unlucky")).unwrap();
    }
    let about_board = NewLetter { reader: Some(id("ann")), number: Some(1), ..letter("ann@example.org") };
    let sent = world.handle(|tx| tx.enqueue(&about_board));
    let given_up = world.handle(|tx| tx.enqueue(&letter("bob@example.org")));
    let waiting = world.handle(|tx| tx.enqueue(&letter("cid@example.org")));
    let marks = [(sent, Verdict::Sent), (given_up, Verdict::GivenUp { error: "550".to_owned(), mailbox: None })];
    world.store.take_in(&[], &marks, noon()).unwrap();
    let purpose = Purpose::Game { player: id("ann"), number: 1, ply: 0, offer: None };
    world.apply(&[Change::TokenIssued { hash: hash(10), purpose, expires: days(400) }]);

    // The server looks after so many days, in which it served all the time, and clears up.
    let tidy_up = |world: &mut World, day| {
        let every = Watch::Round { every: TimeDelta::days(1_000) };
        world.store.look(&Reading::steady(days(day)), every).unwrap();
        world.store.confirm_time().unwrap();
        world.store.tidy_up(days(day)).unwrap()
    };
    assert_eq!(tidy_up(&mut world, 0), Default::default());
    assert_eq!(tidy_up(&mut world, 29), Default::default());

    let tidied = tidy_up(&mut world, 31);
    assert_eq!((tidied.texts, tidied.mails, tidied.letters, tidied.tokens), (2, 0, 0, 0));
    assert_eq!(world.reader().raw(failed).unwrap(), None);
    assert_eq!(world.store.retry(failed).unwrap(), ByHand::TextGone);
    assert_eq!(world.store.resend(given_up, days(31)).unwrap(), ByHand::TextGone);

    world.store.take_in(&[mail(1)], &[], days(60)).unwrap();
    let tidied = tidy_up(&mut world, 91);
    assert_eq!((tidied.mails, tidied.letters, tidied.tokens), (6, 2, 0));
    let reader = world.reader();
    assert_eq!(reader.inbox(SpoolState::Spooled, 10).unwrap().len(), 1, "what is not done is not forgotten");
    assert_eq!(reader.queue(LetterState::Waiting, 10).unwrap()[0].id, waiting);
    // The mail that waits came in time for that token.
    assert_eq!(tidy_up(&mut world, 401).tokens, 0);
    let done = |_: &Tx<'_>, _: &SpooledMail| Ok::<_, StoreError>(Outcome::Done { note: String::new() });
    world.store.work(1, days(401), done).unwrap();
    assert_eq!(tidy_up(&mut world, 401).tokens, 1);
    assert!(world.reader().game(1).unwrap().is_some(), "games stay");
}

#[test]
fn no_number_comes_twice_though_all_is_old_and_forgotten() {
    let mut world = World::new();
    let number = |world: &mut World, n| match world.store.take_in(&[mail(n)], &[], noon()).unwrap()[..] {
        [Spooled::New(id)] => id,
        ref others => panic!("{others:?}"),
    };
    let (_, last) = (number(&mut world, 1), number(&mut world, 2));
    world.store.work(9, noon(), done).unwrap();
    let letter_id = world.handle(|tx| tx.enqueue(&letter("ann@example.org")));
    world.store.take_in(&[], &[(letter_id, Verdict::Sent)], noon()).unwrap();
    world.store.tidy_up(days(1_000)).unwrap();
    assert!(number(&mut world, 3) > last);
    assert!(world.handle(|tx| tx.enqueue(&letter("ann@example.org"))) > letter_id);
}

/// Each letter would write a page of it, and most servers have no budget.
#[test]
fn letters_are_counted_by_an_index_where_there_is_a_budget() {
    let mut world = World::new();
    let sent = world.handle(|tx| tx.enqueue(&letter("ann@example.org")));
    world.store.take_in(&[], &[(sent, Verdict::Sent)], days(1)).unwrap();
    let is_there = |world: &World| -> bool {
        let connection = rusqlite::Connection::open(world.path()).unwrap();
        let sql = "SELECT count(*) FROM sqlite_schema WHERE name = 'outbox_sent'";
        connection.query_row(sql, [], |row| row.get::<_, u32>(0)).unwrap() == 1
    };
    for often in [false, true, true, false, true] {
        world.store.count_sent(often).unwrap();
        assert_eq!(is_there(&world), often);
        let counted = [days(1), days(2)].map(|since| world.reader().sent_since(since).unwrap());
        assert_eq!(counted, [1, 0]);
    }
}
