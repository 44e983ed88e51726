//! What makes `status` exit with 1, and how to solve it.

use super::*;
use taflpost::club::{Change, PlayerId};
use taflpost::store::{NewLetter, Outcome, SIGNUPS_QUEUED_MAX, StoreError, Verdict};

fn letter(to: &str, reader: Option<PlayerId>) -> NewLetter {
    let created = "2026-11-21T12:00:00Z".parse().unwrap();
    NewLetter {
        board: None,
        not_before: None,
        author: None,
        created,
        envelope_from: format!("tafl+b.{}@localhost", to.len()),
        bounce_key: None,
        to: to.to_owned(),
        starts: Vec::new(),
        stranger: reader.is_none(),
        reader,
        number: None,
        kind: "answer",
        bytes: b"Subject: hello\r\n\r\n".to_vec(),
    }
}

/// A folder whose database has a player, and letters to these, all of them given up; a stranger's has no reader.
fn given_up(folder: &Path, letters: &[NewLetter]) {
    std::fs::create_dir(folder.join("taflpost-data")).unwrap();
    let mut store = store(&database(folder));
    let now = letters[0].created;
    store.take_in(&[mail(1)], &[], now).unwrap();
    let joined = Change::PlayerJoined {
        id: "ann".parse().unwrap(),
        address: "ann@fjord.test".parse().unwrap(),
        password_hash: None,
        at: now,
    };
    let handle = |tx: &taflpost::store::Tx<'_>, _: &taflpost::store::SpooledMail| {
        tx.apply(std::slice::from_ref(&joined))?;
        letters.iter().try_for_each(|letter| tx.enqueue(letter).map(drop))?;
        Ok::<_, StoreError>(Outcome::Done { note: String::new() })
    };
    assert_eq!(store.work(1, now, handle).unwrap().troubles, []);
    let refused = Verdict::GivenUp { error: "550 no such mailbox".to_owned(), mailbox: None };
    let marks: Vec<_> = store.due(now, 10).unwrap().iter().map(|due| (due.id, refused.clone())).collect();
    store.take_in(&[], &marks, now).unwrap();
}

/// A folder where so many have asked to join and wait for room.
fn signups(folder: &Path, count: u32) {
    std::fs::create_dir(folder.join("taflpost-data")).unwrap();
    let mut store = store(&database(folder));
    let at = "2026-11-21T12:00:00Z".parse().unwrap();
    store.take_in(&[mail(1)], &[], at).unwrap();
    let handle = |tx: &taflpost::store::Tx<'_>, _: &taflpost::store::SpooledMail| {
        let waits = |n| Change::SignupQueued {
            id: format!("new{n}").parse().unwrap(),
            address: format!("new{n}@fjord.test").parse().unwrap(),
            at,
        };
        tx.apply(&(0..count).map(waits).collect::<Vec<_>>())?;
        Ok::<_, StoreError>(Outcome::Done { note: String::new() })
    };
    assert_eq!(store.work(1, at, handle).unwrap().troubles, []);
}

#[test]
fn sign_ups_that_wait_are_told_and_alarm_when_nobody_more_finds_room() {
    let folder = here();
    signups(folder.path(), 1);
    let ran = taflpost(folder.path(), &["status"], "");
    assert!(ran.code == 0 && ran.out.contains("sign-ups         1 waiting"), "{} {}", ran.code, ran.out);
    let folder = here();
    signups(folder.path(), SIGNUPS_QUEUED_MAX);
    let ran = taflpost(folder.path(), &["status"], "");
    assert!(ran.code == 1 && (ran.out + &ran.err).contains("the queue of sign-ups is full (500 wait)"), "{}", ran.code);
    let ran = taflpost(folder.path(), &["status", "--json"], "");
    assert!(ran.code == 1 && ran.out.contains("\"signups_waiting\": 500"), "{}", ran.out);
}

/// Anybody could set it off, with one mail from an address that does not exist, and nobody could put it out.
#[test]
fn a_letter_that_a_stranger_does_not_get_alarms_nobody() {
    let folder = here();
    given_up(folder.path(), &[letter("nobody@fjord.test", None)]);
    let ran = taflpost(folder.path(), &["status"], "");
    assert!(ran.code == 0 && ran.out.contains("1 given up"), "{} {}", ran.code, ran.out);
}

#[test]
fn a_letter_that_was_given_up_alarms_until_it_is_sent_again_or_dropped() {
    let folder = here();
    let ann = || Some("ann".parse().unwrap());
    given_up(folder.path(), &[letter("ann@fjord.test", ann()), letter("ann2@fjord.test", ann())]);
    assert_eq!(taflpost(folder.path(), &["status"], "").code, 1);
    let ran = taflpost(folder.path(), &["queue", "drop", "1", "7"], "");
    assert!(ran.code == 1 && ran.err.contains("there is no letter 7"), "{}", ran.err);
    let ran = taflpost(folder.path(), &["queue", "retry", "1"], "");
    assert!(ran.code == 1 && ran.err.contains("letter 1 is dropped"), "{}", ran.err);
    let ran = taflpost(folder.path(), &["queue", "retry", "--all"], "");
    assert_eq!((ran.code, ran.out.trim()), (0, "letters that the server will now try to send: 1"), "{}", ran.err);
    assert_eq!(taflpost(folder.path(), &["queue", "list"], "").out.lines().count(), 1);
    assert_eq!(taflpost(folder.path(), &["queue", "drop", "2"], "").code, 0);
    assert_eq!(taflpost(folder.path(), &["status"], "").code, 0);
}

#[test]
fn a_mail_that_failed_alarms_until_it_is_dropped() {
    let folder = here();
    assert_eq!(taflpost(folder.path(), &["deliver"], SIGNUP).code, 0);
    let fails = |_: &taflpost::store::Tx<'_>, _: &taflpost::store::SpooledMail| {
        Ok::<_, StoreError>(Outcome::Failed { note: "cannot be read".to_owned() })
    };
    let now = "2026-11-21T12:00:00Z".parse().unwrap();
    store(&database(folder.path())).work(1, now, fails).unwrap();
    let ran = taflpost(folder.path(), &["status"], "");
    assert!(ran.code == 1 && ran.out.contains("inbox list --failed"), "{}", ran.out);
    assert_eq!(taflpost(folder.path(), &["inbox", "drop", "1"], "").code, 0);
    assert_eq!(taflpost(folder.path(), &["status"], "").code, 0);
    let ran = taflpost(folder.path(), &["inbox", "drop", "1"], "");
    assert!(ran.code == 1 && ran.err.contains("mail 1 is done"), "{}", ran.err);
    assert_eq!(taflpost(folder.path(), &["deliver"], SIGNUP).code, 0);
    assert_eq!(taflpost(folder.path(), &["inbox", "list"], "").out.trim(), "none", "a repeat is known");
}

#[test]
fn what_comes_from_outside_writes_no_line_of_its_own() {
    let folder = here();
    let forged = "ann@fjord.test\r\n     7  forged@else.test \u{1b}[31m\u{202e}";
    given_up(folder.path(), &[letter(forged, Some("ann".parse().unwrap()))]);
    let ran = taflpost(folder.path(), &["queue", "list", "--given-up"], "");
    assert_eq!(ran.out.lines().count(), 1, "{}", ran.out);
    assert!(!ran.out.contains(['\u{1b}', '\r', '\u{202e}']), "{}", ran.out);
    assert!(ran.out.contains("\\u{1b}[31m"), "{}", ran.out);
}
