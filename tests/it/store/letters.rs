//! Letters wait, are tried, and are sent or given up.

use super::*;
use chrono::TimeDelta;
use taflpost::club::StrangerLetters;
use taflpost::mail::TokenText;
use taflpost::store::{ByHand, Due, LetterState, PauseLine, PauseOf, Returned, Verdict};

fn ids(letters: &[Due]) -> Vec<i64> {
    letters.iter().map(|due| due.id).collect()
}

#[test]
fn a_letter_waits_is_tried_again_and_is_sent() {
    let mut world = World::new();
    let first = world.handle(|tx| tx.enqueue(&letter("ann@example.org")));
    let second = world.handle(|tx| tx.enqueue(&letter("bob@example.org")));
    let third = world.handle(|tx| tx.enqueue(&NewLetter { created: hours(1), ..letter("cid@example.org") }));
    let due = world.store.due(noon(), 10).unwrap();
    assert_eq!(ids(&due), [first, second]);
    assert_eq!(due[0].bytes, letter("").bytes);
    assert_eq!((due[0].to.as_str(), due[0].attempts, due[0].created), ("ann@example.org", 0, noon()));
    assert_eq!(ids(&world.store.due(hours(1), 1).unwrap()), [first]);
    let others = world.reader().due_where(hours(1), 10, |letter| letter.id != first).unwrap();
    assert_eq!(ids(&others), [second, third]);

    let open = TimeDelta::minutes(5);
    let later = Verdict::Later { at: hours(2), open, error: "451 greylisted".to_owned() };
    let given_up = Verdict::GivenUp { error: "550 unknown".to_owned(), mailbox: None };
    world.store.take_in(&[], &[(first, Verdict::Sent), (second, later), (third, given_up)], hours(1)).unwrap();

    assert_eq!(world.store.due(hours(1), 10).unwrap(), []);
    let reader = world.reader();
    assert_eq!((reader.next_due(hours(1)).unwrap(), reader.next_due(hours(2)).unwrap()), (Some(hours(2)), None));
    assert_eq!((reader.due_count(hours(1)).unwrap(), reader.due_count(hours(2)).unwrap()), (0, 1));
    let due = world.store.due(hours(2), 10).unwrap();
    assert_eq!((due[0].id, due[0].attempts, &due[0].bytes), (second, 1, &letter("").bytes));
    assert_eq!((due[0].open, due[0].tried), (open, Some(hours(1))));
    let counts = reader.counts().unwrap();
    assert_eq!((counts.waiting, counts.given_up), (1, 1));
    assert_eq!((counts.oldest_waiting, counts.last_error), (Some(noon()), Some("451 greylisted".to_owned())));
    let sent = &reader.queue(LetterState::Sent, 10).unwrap()[0];
    assert_eq!((sent.id, sent.attempts, sent.next_try), (first, 1, None));
    assert_eq!(world.store.latest().unwrap(), Some(hours(1)));
}

#[test]
fn a_fault_of_the_way_is_no_try_of_the_letter() {
    let mut world = World::new();
    let id = world.handle(|tx| tx.enqueue(&letter("ann@example.org")));
    let error = "relay.example:587, login: 535".to_owned();
    world.store.take_in(&[], &[(id, Verdict::Held { error: error.clone() })], hours(1)).unwrap();
    let due = world.store.due(hours(1), 10).unwrap();
    assert_eq!((due[0].id, due[0].attempts, due[0].tried), (id, 0, None));
    assert_eq!(world.reader().queue(LetterState::Waiting, 9).unwrap()[0].last_error, Some(error));
}

#[test]
fn what_waits_is_noted_since_it_began_and_goes_when_it_is_over() {
    let mut world = World::new();
    world.handle(|tx| tx.enqueue(&letter("ann@example.org")));
    let line = |what, name: &str, hour, why: &str| PauseLine {
        what,
        name: name.to_owned(),
        since: hours(hour),
        why: why.to_owned(),
        needs_hand: what == PauseOf::Relay,
    };
    let domain = line(PauseOf::Domain, "x.example", 2, "451");
    world.store.note_pauses(&[domain.clone(), line(PauseOf::Relay, "", 1, "535")]).unwrap();
    assert_eq!(world.reader().counts().unwrap().held.as_deref(), Some("535"));
    // It has started again, and found the same.
    world.store.note_pauses(&[line(PauseOf::Relay, "", 5, "535 again"), domain.clone()]).unwrap();
    assert_eq!(world.reader().pauses().unwrap(), [line(PauseOf::Relay, "", 1, "535 again"), domain]);
    world.store.note_pauses(&[]).unwrap();
    assert_eq!((world.reader().pauses().unwrap(), world.reader().counts().unwrap().held), (Vec::new(), None));
}

#[test]
fn a_mark_that_comes_late_changes_nothing() {
    let mut world = World::new();
    let sent = world.handle(|tx| tx.enqueue(&letter("ann@example.org")));
    let late = Verdict::GivenUp { error: String::new(), mailbox: None };
    world.store.take_in(&[], &[(sent, Verdict::Sent), (sent, late.clone()), (99, late)], noon()).unwrap();
    assert_eq!(ids(&world.store.due(days(9), 10).unwrap()), Vec::<i64>::new());
    assert_eq!(world.reader().queue(LetterState::Sent, 10).unwrap()[0].id, sent);
}

#[test]
fn the_operator_may_try_a_letter_once_more() {
    let mut world = World::new();
    let sent = world.handle(|tx| tx.enqueue(&letter("ann@example.org")));
    let given_up = world.handle(|tx| tx.enqueue(&letter("bob@example.org")));
    let marks =
        [(sent, Verdict::Sent), (given_up, Verdict::GivenUp { error: "550 unknown".to_owned(), mailbox: None })];
    world.store.take_in(&[], &marks, noon()).unwrap();
    assert_eq!(world.store.resend(given_up, hours(3)).unwrap(), ByHand::Done);
    assert_eq!(world.store.resend(sent, hours(3)).unwrap(), ByHand::Not(LetterState::Sent));
    assert_eq!(world.store.resend(99, hours(3)).unwrap(), ByHand::Unknown);
    assert_eq!(ids(&world.store.due(hours(3), 10).unwrap()), [given_up]);

    // One that waits for its next try need not wait for it, and what was tried stays counted.
    let later = Verdict::Later { at: hours(30), open: TimeDelta::zero(), error: "451 greylisted".to_owned() };
    world.store.take_in(&[], &[(given_up, later)], hours(4)).unwrap();
    assert_eq!(ids(&world.store.due(hours(5), 10).unwrap()), [0; 0]);
    assert_eq!(world.store.resend_all(hours(5)).unwrap(), 1);
    assert_eq!(world.store.due(hours(5), 10).unwrap()[0].attempts, 1);

    assert_eq!(world.store.drop_letter(given_up, hours(6)).unwrap(), ByHand::Done);
    assert_eq!(world.store.drop_letter(given_up, hours(6)).unwrap(), ByHand::Not(LetterState::Dropped));
    assert_eq!(world.store.resend_all(hours(6)).unwrap(), 0, "what was dropped is not kept");
}

#[test]
fn letters_to_strangers_are_counted_for_a_day_or_until_they_join() {
    let mut world = World::new();
    world.apply(&[joined("ann")]);
    let to = |to: &str, hour| NewLetter { stranger: true, created: hours(hour), ..letter(to) };
    let letters = [
        to("eve@Evil.example", 0),
        to("EVE@evil.example", -23),
        to("eve@evil.example", -25),
        to("mal@evil.example", -1),
        to("zoe@else.example", -1),
        to("Ann@example.org", -1),
        letter("eve@evil.example"),
    ];
    world.handle(|tx| letters.iter().try_for_each(|letter| tx.enqueue(letter).map(drop)));
    let sent = world.store.due(noon(), 1).unwrap()[0].id;
    world.store.take_in(&[], &[(sent, Verdict::Sent)], noon()).unwrap();
    let view = world.view(&Needs { from: Some(address("Eve@evil.example")), ..Needs::default() });
    assert_eq!(view.strangers, StrangerLetters { address: 2, domain: 3, server: 4, ..Default::default() });
}

#[test]
fn a_letter_to_a_stranger_who_proved_nothing_waits_for_a_day_at_most() {
    let mut world = World::new();
    let to = |to: &str, kind| NewLetter { stranger: true, kind, created: noon(), ..letter(to) };
    let letters = [
        to("eve@evil.example", "signup"),
        to("mal@evil.example", "answer"),
        // A player wants this address: who wrote was known.
        to("ann@new.example", "address"),
        to("zoe@post.example", "signup"),
        letter("ann@example.org"),
    ];
    let ids: Vec<i64> = world.handle(|tx| letters.iter().map(|letter| tx.enqueue(letter)).collect());
    world.handle(|tx| tx.note_genuine(ids[3]));
    let day = TimeDelta::hours(24);
    assert_eq!(world.store.drop_letters_to_strangers(noon() + day - TimeDelta::seconds(1)).unwrap(), 0);
    // For a while nobody was there: that is no time in which it could have gone out.
    let file = rusqlite::Connection::open(world.path()).unwrap();
    let hours = |hours| TimeDelta::hours(hours).num_microseconds().unwrap();
    let at = noon().timestamp_micros() + hours(20);
    file.execute("INSERT INTO leap (at, away, step) VALUES (?1, ?2, 0)", [at, hours(10)]).unwrap();
    assert_eq!(world.store.drop_letters_to_strangers(noon() + day + TimeDelta::hours(9)).unwrap(), 0);
    assert_eq!(world.store.drop_letters_to_strangers(noon() + day + TimeDelta::hours(10)).unwrap(), 2);
    let left = world.store.due(noon() + day * 2, 10).unwrap();
    assert_eq!(left.iter().map(|due| due.id).collect::<Vec<_>>(), ids[2..]);
    assert_eq!(world.reader().counts().unwrap().given_up, 0, "that is no alarm");
}

/// Letters carry the instant of handling, but were counted back from the mail's coming: a mail that waited for days found
/// everything that had been answered meanwhile within its last hour, and was not answered.
#[test]
fn answers_are_counted_back_from_the_instant_of_handling() {
    let mut world = World::with_a_game();
    let answer = |to: &str, hour| NewLetter {
        reader: Some(id("ann")),
        kind: "answer",
        created: hours(hour),
        stranger: to != "ann@example.org",
        ..letter(to)
    };
    let letters = [answer("ann@example.org", 20), answer("ann@example.org", 72), answer("eve@evil.example", 40)];
    world.handle(|tx| letters.iter().try_for_each(|letter| tx.enqueue(letter).map(drop)));
    world.store.take_in(&[mail(1)], &[], noon()).unwrap();
    let from = Some(address("eve@evil.example"));
    let needs = Needs { answers_to: Some(id("ann")), from, ..Needs::default() };
    let mut seen = None;
    let handle = |tx: &Tx<'_>, mail: &SpooledMail| {
        seen = Some(tx.view(&needs, mail.received)?);
        done(tx, mail)
    };
    assert_eq!(world.store.work(1, hours(72), handle).unwrap().troubles, []);
    let seen = seen.unwrap();
    assert_eq!((seen.answers.own, seen.strangers.address), (1, 0));
}

/// It was written at the letter as an error, and no command showed it.
#[test]
fn a_letter_that_came_back_is_counted_at_its_reader() {
    let mut world = World::with_a_game();
    let key: TokenText = "k7qf9x2mpd4wt3ha".parse().unwrap();
    let to_ann = NewLetter { reader: Some(id("ann")), bounce_key: Some(key.clone()), ..letter("ann@example.org") };
    let sent = world.handle(|tx| tx.enqueue(&to_ann));
    world.store.take_in(&[], &[(sent, Verdict::Sent)], noon()).unwrap();
    let returned = world.handle(|tx| tx.letter_came_back(&key, None));
    assert_eq!(
        returned,
        Some(Returned {
            id: sent,
            reader: Some(id("ann")),
            to: address("ann@example.org"),
            kind: "help".to_owned(),
            is_news: true,
            started: Vec::new(),
            anew: None,
            created: noon(),
            told: Vec::new()
        })
    );
    assert_eq!(world.handle(|tx| tx.letter_came_back(&"k7qf9x2mpd4wt3hb".parse().unwrap(), None)), None);
    let reader = world.reader();
    let players: Vec<_> =
        reader.players().unwrap().iter().map(|player| (player.id.to_string(), player.returned)).collect();
    assert_eq!(players, [("ann".to_owned(), 1), ("bob".to_owned(), 0)]);
    assert_eq!(reader.counts().unwrap().returned, 1);
    assert_eq!(reader.queue(LetterState::Sent, 9).unwrap()[0].last_error, None, "it was sent all the same");
}
