//! The law of forfeits: a game is lost on time only if the loser cannot have sent anything in time that is still unhandled.

use crate::dialogs;
use crate::letters::JOINED;
use crate::world::{CLUB, World};
use chrono::TimeDelta;
use taflpost::club::{Change, Hindrance, Trust};
use taflpost::store::{Door, DoorNote, DoorState, Reader, StoreError};

/// Ann and bob play Brandubh with a day for each move and no grace; ann is to move, and has been told an instant ago.
fn world() -> World {
    dialogs::live("forfeits.rs", "ann and bob play brandubh -clock=1d/move,grace=0h").0
}

fn ask<T: rusqlite::types::FromSql>(world: &World, sql: &str) -> T {
    rusqlite::Connection::open(world.path()).unwrap().query_row(sql, [], |row| row.get(0)).unwrap()
}

fn stage(world: &World) -> String {
    ask(world, "SELECT stage FROM game")
}

fn waits(world: &World) -> Vec<Hindrance> {
    let waiting = Reader::open(&world.path()).unwrap().waiting_forfeits(9).unwrap();
    waiting.into_iter().map(|waiting| waiting.why).collect()
}

/// A full look into the mailbox comes to its end, that began so long ago.
fn looked(world: &mut World, ago: TimeDelta) {
    let (door, place, at) = (Door::Imap, "mailbox".to_owned(), world.now);
    let note = DoorNote { door, place, state: DoorState::Well, at, full: Some(ago) };
    world.store().note_door(&note).unwrap();
}

#[test]
fn a_game_is_lost_when_its_time_is_over_and_all_has_been_heard() {
    let mut world = world();
    world.pass(TimeDelta::hours(23));
    assert_eq!(stage(&world), "running");
    world.pass(TimeDelta::hours(2));
    assert_eq!((stage(&world).as_str(), waits(&world)), ("timed-out", vec![]));
}

/// The provider could not be reached for days, and the moves of all players lay in the mailbox.
#[test]
fn a_game_is_not_lost_before_every_mailbox_has_been_looked_into() {
    let mut world = world();
    world.store().doors_are(&[(Door::Imap, "mailbox".to_owned())]).unwrap();
    looked(&mut world, TimeDelta::zero());
    world.pass(TimeDelta::days(3));
    assert_eq!((stage(&world).as_str(), waits(&world)), ("running", vec![Hindrance::Door]));
    // One that began in time and only ended after it.
    looked(&mut world, TimeDelta::hours(50));
    world.pass(TimeDelta::minutes(30));
    assert_eq!((stage(&world).as_str(), waits(&world)), ("running", vec![Hindrance::Door]));
    looked(&mut world, TimeDelta::minutes(1));
    world.pass(TimeDelta::minutes(30));
    assert_eq!((stage(&world).as_str(), waits(&world)), ("timed-out", vec![]));
}

#[test]
fn a_game_is_not_lost_within_a_day_of_a_question_about_a_move() {
    let mut world = world();
    world.pass(TimeDelta::hours(22));
    let now = world.now;
    let asked = |at| Change::MoveAskedBack { number: 1, at };
    world.store().act(now, |tx| tx.apply(&[asked(now)]).map(|()| ((), true))).unwrap();
    world.pass(TimeDelta::hours(23));
    assert_eq!((stage(&world).as_str(), waits(&world)), ("running", vec![Hindrance::Question]));
    // A question every day does not keep a game for ever.
    let now = world.now;
    world.store().act::<_, StoreError>(now, |tx| tx.apply(&[asked(now)]).map(|()| ((), true))).unwrap();
    world.pass(TimeDelta::hours(2));
    assert_eq!(stage(&world), "timed-out");
}

/// The relay was away for nine days: after seven of them the clock ran, of somebody who knew of nothing.
#[test]
fn a_clock_does_not_run_before_its_letter_has_gone_out() {
    let mut world = world();
    world.trust = Trust::ClosedNetwork;
    let raw = "From: ann@fjord.test\r\nMessage-ID: <1@x.test>\r\nSubject: move 1 a4-a3\r\n\r\n";
    world.deliver(raw.as_bytes(), "ann@fjord.test", CLUB);
    let file = rusqlite::Connection::open(world.path()).unwrap();
    let wait = |days: i64| {
        let sql = "UPDATE outbox SET next_try = next_try + ?1 * 86400000000 WHERE state = 'waiting'";
        assert!(file.execute(sql, [days]).unwrap() > 0);
    };
    wait(20);
    world.pass(TimeDelta::days(9));
    assert_eq!(ask::<Option<i64>>(&world, "SELECT since FROM game"), None);
    assert_eq!((stage(&world).as_str(), ask::<i64>(&world, "SELECT plies FROM game")), ("running", 1));
    wait(-20);
    world.pass(TimeDelta::minutes(30));
    assert!(ask::<Option<i64>>(&world, "SELECT since FROM game").is_some());
    world.pass(TimeDelta::hours(25));
    assert_eq!(stage(&world), "timed-out");
}

#[test]
fn where_leave_may_matter_nothing_is_lost_while_the_time_is_not_certain() {
    let mut world = world();
    world.pass(TimeDelta::minutes(15));
    world.knows_the_time = false;
    let now = world.now;
    let vacation = taflpost::clock::Vacation { from: now + TimeDelta::days(100), until: now + TimeDelta::days(101) };
    let set = Change::VacationSet { player: "ann".parse().unwrap(), vacation };
    world.store().act::<_, StoreError>(now, |tx| tx.apply(&[set]).map(|()| ((), true))).unwrap();
    world.pass(TimeDelta::hours(20));
    // Somebody sets the clock to another year.
    world.set_clock(TimeDelta::days(-900));
    world.pass(TimeDelta::hours(5));
    assert_eq!((stage(&world).as_str(), waits(&world)), ("running", vec![Hindrance::Time]));
    // After a day of served time it is taken for right.
    world.pass(TimeDelta::hours(20));
    assert_eq!(stage(&world), "timed-out");
}

/// The mail of somebody, by this door, and the answer to it.
fn asks(world: &mut World, door: Door, from: &str, line: &str) -> String {
    let (id, date) = (world.message_id(), world.now.to_rfc2822());
    let raw = format!("From: {from}\r\nMessage-ID: <{id}>\r\nDate: {date}\r\nSubject: {line}\r\n\r\n");
    world.deliver_by(door, raw.as_bytes(), from, CLUB);
    world.letters().iter().map(|letter| letter.text.clone()).collect()
}

/// An invitation stands for thirty days, a closing date comes: who wrote in time is in time, however late the provider can be reached.
#[test]
fn what_lies_in_a_mailbox_that_was_not_looked_into_is_in_time() {
    for (late, there) in [(Door::Imap, true), (Door::Pipe, false)] {
        let (mut world, _) = dialogs::live("forfeits.rs", JOINED);
        world.trust = Trust::ClosedNetwork;
        world.organizers = vec!["bob".to_owned()];
        world.store().doors_are(&[(Door::Imap, "mailbox".to_owned())]).unwrap();
        world.store().confirm_organizer(&"bob".parse().unwrap()).unwrap();
        asks(&mut world, Door::Pipe, "bob@sund.test", "seek -brandubh");
        asks(&mut world, Door::Pipe, "bob@sund.test", "tournament create spring -brandubh -close=2026-12-20");
        asks(&mut world, Door::Pipe, "bob@sund.test", "tournament open spring");
        looked(&mut world, TimeDelta::zero());
        world.pass(TimeDelta::days(31));
        assert_eq!(ask::<String>(&world, "SELECT stage FROM tournament"), "open");
        let joined = asks(&mut world, late, "ann@fjord.test", "tournament join spring");
        assert_eq!(ask::<i64>(&world, "SELECT count(*) FROM tournament_entry"), i64::from(there), "{joined}");
        let taken = asks(&mut world, late, "ann@fjord.test", "take 1");
        assert_eq!(ask::<i64>(&world, "SELECT count(*) FROM game"), i64::from(there), "{taken}");
        // The look has come to its end: from now on both are over.
        looked(&mut world, TimeDelta::minutes(1));
        world.pass(TimeDelta::minutes(15));
        assert_eq!(ask::<String>(&world, "SELECT stage FROM tournament"), "closed");
    }
}

/// Vacation is set by the calendar. A clock that is wrong by years would set other days, or end none.
#[test]
fn vacation_waits_where_the_mail_says_another_day_than_a_doubted_clock() {
    let mut world = world();
    world.trust = Trust::ClosedNetwork;
    world.knows_the_time = false;
    let count = |world: &World| ask::<i64>(world, "SELECT count(*) FROM vacation");
    let asks_at = |world: &mut World, date: &str, line: &str| {
        let id = world.message_id();
        let raw = format!("From: ann@fjord.test\r\nMessage-ID: <{id}>\r\n{date}Subject: {line}\r\n\r\n");
        world.deliver(raw.as_bytes(), "ann@fjord.test", CLUB);
        let said: String = world.letters().iter().map(|letter| letter.text.clone()).collect();
        said.split_whitespace().collect::<Vec<&str>>().join(" ")
    };
    world.pass(TimeDelta::hours(1));
    world.set_clock(TimeDelta::days(-400));
    let true_date = "Date: Sat, 21 Nov 2026 12:00:00 +0000\r\n";
    let wrong_date = "Date: Fri, 17 Oct 2025 12:00:00 +0000\r\n";
    for date in [true_date, "", "Date: soon\r\n"] {
        let said = asks_at(&mut world, date, "vacation 2026-11-21 2026-11-30");
        assert!(count(&world) == 0 && said.contains("not sure of the date. Its clock says Fri 17 Oct 2025"), "{said}");
    }
    let said = asks_at(&mut world, true_date, "vacation");
    assert!(!said.contains("not sure"), "{said}");
    asks_at(&mut world, wrong_date, "vacation 2025-10-20 2025-10-22");
    assert_eq!(count(&world), 1);
    world.set_clock(TimeDelta::days(400));
    asks_at(&mut world, true_date, "vacation 2026-11-21 2026-11-30");
    assert_eq!(count(&world), 2, "still doubted, but the two agree");
    assert!(asks_at(&mut world, wrong_date, "vacation off").contains("not sure"));
    world.knows_the_time = true;
    asks_at(&mut world, wrong_date, "vacation off");
}
