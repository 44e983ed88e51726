//! What waits to be sent, and in which order. What a newer letter makes unnecessary is not sent, and if not all may go, each class has its
//! place.

use super::relay::*;
use super::*;
use chrono::TimeDelta;
use std::collections::BTreeMap;
use taflpost::club::{Change, Invitation, PlayerId, Stage};
use taflpost::command::Conditions;
use taflpost::delivery::{Quota, send_due, send_within};
use taflpost::store::BoardNews;
use taflpost::tafl::{Catalogue, Side};

fn id(id: &str) -> PlayerId {
    id.parse().unwrap()
}

/// Ann and bob play on so many boards. Board n is lost n hours after noon.
fn with_boards(boards: u32) -> World {
    let world = World::new();
    let rules = Arc::new(Catalogue::embedded().unwrap().find("brandubh").unwrap().rules.clone());
    let mut changes: Vec<Change> = ["ann", "bob"]
        .map(|player| Change::PlayerJoined {
            id: id(player),
            address: format!("{player}@x.org").parse().unwrap(),
            password_hash: None,
            at: noon(),
        })
        .into();
    for number in 1..=boards {
        changes.push(Change::GameInvited(Invitation {
            number,
            variant: "brandubh".to_owned(),
            title: "Brandubh".to_owned(),
            rules: rules.clone(),
            attackers: id("ann"),
            defenders: id("bob"),
            clock: None,
            challenger: Side::Attackers,
            conditions: Conditions::default(),
            at: noon(),
        }));
        changes.push(Change::StageReached { number, stage: Stage::Running, at: noon() });
    }
    world.store().act(noon(), |tx| tx.apply(&changes).map(|()| ((), true))).unwrap();
    world
}

fn write(store: &mut Store, letters: &[NewLetter]) {
    let enqueue = |tx: &Tx<'_>| {
        letters.iter().try_for_each(|letter| tx.enqueue(letter).map(drop))?;
        Ok::<_, StoreError>(((), true))
    };
    store.act(noon(), enqueue).unwrap();
}

/// A letter that shows its reader a board.
fn shows(reader: &str, number: u32, board: BoardNews) -> NewLetter {
    let to = format!("{reader}@x.org");
    let bytes = format!("Subject: {reader} {number} {board:?}\r\n\r\n").into_bytes();
    NewLetter { reader: Some(id(reader)), number: Some(number), board: Some(board), kind: "game", bytes, ..letter(&to) }
}

/// The subjects of the letters that a relay got.
fn got(relay: &FakeRelay) -> Vec<String> {
    let seen = relay.seen.try_iter();
    seen.map(|seen| seen.text.lines().next().unwrap().trim_start_matches("Subject: ").to_owned()).collect()
}

/// After a day without a way out a player got ten letters about one board, and the reply keys of nine were dead.
#[test]
fn a_letter_that_tells_of_a_move_alone_is_dropped_for_a_newer_one_of_the_same_board() {
    let world = with_boards(2);
    let mut store = world.store();
    use BoardNews::{Plain, Weighty};
    write(
        &mut store,
        &[
            shows("bob", 1, Plain),
            shows("bob", 1, Weighty),
            shows("bob", 2, Plain),
            shows("ann", 1, Plain),
            shows("bob", 1, Plain),
            // It shows no board, so it takes nobody's place.
            NewLetter { board: None, ..shows("bob", 2, Plain) },
            shows("ann", 1, Weighty),
        ],
    );
    let relay = FakeRelay::play(|_| Act::Yes);
    send_due(&mut store, &transport(relay.settings()), noon()).unwrap();
    let mut seen = got(&relay);
    seen.sort();
    assert_eq!(seen, ["ann 1 Weighty", "bob 1 Plain", "bob 1 Weighty", "bob 2 Plain", "bob 2 Plain"]);
    assert_eq!(world.letters(LetterState::Dropped), ["bob@x.org 0", "ann@x.org 0"]);
    assert_eq!(world.letters(LetterState::Waiting), Vec::<String>::new());
}

#[test]
fn a_newer_letter_that_was_given_up_takes_no_place() {
    let world = with_boards(1);
    let mut store = world.store();
    write(&mut store, &[shows("bob", 1, BoardNews::Plain), shows("bob", 1, BoardNews::Plain)]);
    let newest = store.due(noon(), 9).unwrap()[1].id;
    let given_up = taflpost::store::Verdict::GivenUp { error: "550 no".to_owned(), mailbox: None };
    store.take_in(&[], &[(newest, given_up)], noon()).unwrap();
    let relay = FakeRelay::play(|_| Act::Yes);
    assert_eq!(send_due(&mut store, &transport(relay.settings()), noon()).unwrap().sent, 1);
    assert_eq!(got(&relay), ["bob 1 Plain"]);
}

/// A budget of so many letters a minute, and more of every class than it lets go: how old the oldest of each class becomes.
#[test]
fn under_a_budget_each_class_has_its_place() {
    const PER_MINUTE: u32 = 8;
    let world = with_boards(40);
    let mut store = world.store();
    store.count_sent(true).unwrap();
    // What waited when the budget came to its end, the least urgent first.
    let of = |kind: &'static str, number: u32| {
        let to = format!("{kind}-{number}@{kind}{number}.org");
        let stranger = kind == "signup";
        let reader = (!stranger).then(|| id("bob"));
        let bytes = format!("Subject: {kind} {number}\r\n\r\n").into_bytes();
        NewLetter { number: (kind == "reminder").then_some(number), reader, kind, stranger, bytes, ..letter(&to) }
    };
    let clocks = rusqlite::Connection::open(world.path()).unwrap();
    // Reminders were written in the other order than that of their deadlines.
    clocks
        .execute(
            "UPDATE game SET clock = '2d', bank_attackers = 9, bank_defenders = 9, deadline = ?1 - number",
            [1_i64 << 50],
        )
        .unwrap();
    for kind in ["report", "signup", "game", "reminder"] {
        write(&mut store, &(1..=8).map(|number| of(kind, number)).collect::<Vec<_>>());
    }
    let relay = FakeRelay::play(|_| Act::Yes);
    let way = transport(relay.settings());
    let quota = Quota { per_minute: Some(PER_MINUTE), per_day: None };
    let mut minutes: Vec<Vec<String>> = Vec::new();
    for minute in 0..8_u32 {
        let now = noon() + TimeDelta::seconds(61) * i32::try_from(minute).unwrap();
        // Answers come all the while, more than their share.
        write(&mut store, &(1..=4).map(|n| of("answer", 10 * minute + n)).collect::<Vec<_>>());
        send_within(&mut store, &way, 1, quota, now).unwrap();
        minutes.push(got(&relay));
    }
    let counts = minutes.iter().map(|sent| {
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        sent.iter().for_each(|subject| *counts.entry(subject.split(' ').next().unwrap()).or_default() += 1);
        counts.into_iter().map(|(kind, count)| format!("{kind} {count}")).collect::<Vec<_>>().join(", ")
    });
    assert_eq!(
        counts.collect::<Vec<_>>(),
        [
            "answer 2, reminder 6",
            "answer 2, game 4, reminder 2",
            "answer 2, game 4, signup 2",
            "answer 2, signup 6",
            "answer 2, report 6",
            "answer 6, report 2",
            "answer 8",
            "answer 8",
        ]
    );
    let of_kind = |kind: &str| -> Vec<&String> { minutes.iter().flatten().filter(|s| s.starts_with(kind)).collect() };
    assert_eq!(
        of_kind("reminder"),
        (1..=8).rev().map(|n| format!("reminder {n}")).collect::<Vec<_>>().iter().collect::<Vec<_>>()
    );
    for kind in ["game", "signup", "report"] {
        assert_eq!(
            of_kind(kind),
            (1..=8).map(|n| format!("{kind} {n}")).collect::<Vec<_>>().iter().collect::<Vec<_>>(),
            "by age"
        );
    }
}
