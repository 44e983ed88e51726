//! The club's news: a letter to everybody who wants it, and ratings as the operator sees them.

use super::*;
use std::fs;
use taflpost::club::Change;
use taflpost::command::{Setting, Wanted};
use taflpost::store::{Reader, StoreError};

fn club_of_three() -> tempfile::TempDir {
    let folder = here();
    assert_eq!(taflpost(folder.path(), &["work"], "").code, 0);
    let mut store = store(&database(folder.path()));
    let now = "2026-11-21T12:00:00Z".parse().unwrap();
    let mut changes: Vec<Change> = ["ann", "bob", "cai"]
        .map(|id| Change::PlayerJoined {
            id: id.parse().unwrap(),
            address: format!("{id}@club.test").parse().unwrap(),
            password_hash: None,
            at: now,
        })
        .into();
    let setting = Setting::Announcements(Wanted::Off);
    changes.push(Change::SettingChanged { player: "bob".parse().unwrap(), setting });
    store.act(now, |tx| tx.apply(&changes).map(|()| ((), true))).unwrap();
    folder
}

fn waiting(folder: &Path) -> Vec<String> {
    let due = Reader::open(&database(folder)).unwrap().due(far_future(), 100).unwrap();
    due.into_iter().map(|due| format!("{}\n{}", due.to, String::from_utf8_lossy(&due.bytes))).collect()
}

fn far_future() -> chrono::DateTime<chrono::Utc> {
    "2100-01-01T00:00:00Z".parse().unwrap()
}

#[test]
fn news_go_to_all_who_want_them() {
    let folder = club_of_three();
    fs::write(folder.path().join("news.txt"), "The spring tournament begins.\n\nCome all.\n").unwrap();
    let ran = taflpost(folder.path(), &["announce", "news.txt", "--dry-run"], "");
    assert_eq!((ran.code, ran.out.as_str()), (0, "letters that would be written: 2\n"), "{}", ran.err);
    assert_eq!(waiting(folder.path()), [""; 0]);

    let ran = taflpost(folder.path(), &["announce", "news.txt", "--subject", "Spring"], "");
    assert_eq!((ran.code, ran.out.lines().count()), (0, 1), "{}", ran.err);
    let letters = waiting(folder.path());
    let to: Vec<&str> = letters.iter().filter_map(|letter| letter.lines().next()).collect();
    assert_eq!(to, ["ann@club.test", "cai@club.test"]);
    assert!(letters.iter().all(|letter| letter.contains("Subject: Spring") && letter.contains("| Come all.")));
    assert!(letters.iter().all(|letter| letter.contains("set announcements off")));
    assert!(letters.iter().all(|letter| letter.contains("\r\nList-Unsubscribe: <mailto:tafl+u.")));

    // Whatever it says, a mail to that address turns off the news and does nothing else.
    let to = letters[0].split("List-Unsubscribe: <mailto:").nth(1).and_then(|rest| rest.split('>').next()).unwrap();
    let mail = "From: ann@club.test\r\nSubject: signup dora\r\n\r\nset language de\r\n";
    assert_eq!(taflpost(folder.path(), &["deliver", "--from", "ann@club.test", "--to", to], mail).code, 0);
    assert_eq!(taflpost(folder.path(), &["work"], "").code, 0);
    let ran = taflpost(folder.path(), &["announce", "news.txt", "--dry-run"], "");
    assert_eq!((ran.code, ran.out.as_str()), (0, "letters that would be written: 1\n"), "{}", ran.err);
    let ran = taflpost(folder.path(), &["player", "list"], "");
    assert!(!ran.out.contains("dora"), "{}", ran.out);
}

#[test]
fn news_that_cannot_be_sent_are_refused() {
    let folder = club_of_three();
    let long = "news ".repeat(10_000);
    for (words, text, says) in [
        (&["announce"][..], " \n", "no text"),
        (&["announce"], long.as_str(), "longer than 10000 characters"),
        (&["announce", "--subject", "resign"], "text", "would read this subject as a command"),
        (&["announce", "--subject", "two\nlines"], "text", "one line"),
        (&["announce", "nowhere.txt"], "", "nowhere.txt"),
    ] {
        let ran = taflpost(folder.path(), words, text);
        assert!(ran.code == 1 && ran.err.contains(says), "{words:?}: {}", ran.err);
    }
    assert_eq!(waiting(folder.path()), [""; 0]);
}

#[test]
fn ratings_are_listed_and_reckoned_anew() {
    let folder = club_of_three();
    let ran = taflpost(folder.path(), &["ratings"], "");
    assert_eq!((ran.code, ran.out.as_str()), (0, "none\n"), "{}", ran.err);
    let ran = taflpost(folder.path(), &["ratings", "--recompute", "--check"], "");
    assert_eq!((ran.code, ran.out.as_str()), (0, "0 stored ratings, all match the results\n"), "{}", ran.err);
    // Somebody has had his hands in it.
    let spoil = rusqlite::Connection::open(database(folder.path())).unwrap();
    spoil.execute("INSERT INTO rating VALUES ('brandubh', 'ann', 2966, 2000000, 50000, 60000000, 9)", []).unwrap();
    let ran = taflpost(folder.path(), &["ratings", "--json"], "");
    let list: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!((&list[0]["player"], &list[0]["games"]), (&"ann".into(), &9.into()), "{}", ran.out);
    let ran = taflpost(folder.path(), &["ratings", "--recompute", "--check"], "");
    assert!(ran.code == 1 && ran.out.contains("stored rating brandubh ann week 2966"), "{}{}", ran.out, ran.err);
    assert_eq!(taflpost(folder.path(), &["ratings", "--recompute"], "").code, 0);
    assert_eq!(taflpost(folder.path(), &["ratings", "--recompute", "--check"], "").code, 0);
    let stand = store(&database(folder.path()))
        .act("2026-11-21T12:00:00Z".parse().unwrap(), |tx| Ok::<_, StoreError>((tx.rating_rows()?, false)));
    assert_eq!(stand.unwrap(), [""; 0]);
}
