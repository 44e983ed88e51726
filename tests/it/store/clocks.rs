//! Clocks as rows: a letter that is sent starts one, one that comes back holds it, and no mail loses a race.

use super::*;
use taflpost::club::Clock;
use taflpost::store::{Ticked, Verdict};

/// A game whose clock waits for a letter to ann.
fn with_a_clock() -> World {
    let mut world = World::new();
    let mut clock = Clock::new("10d+1d,grace=12h".parse().unwrap());
    let Change::GameInvited { number, variant, title, rules, attackers, defenders, challenger, conditions, at, .. } =
        invited(1, "ann", "bob")
    else {
        unreachable!()
    };
    let clocked = Some(clock.clone());
    let game = Change::GameInvited {
        number,
        variant,
        title,
        rules,
        attackers,
        defenders,
        challenger,
        conditions,
        clock: clocked,
        at,
    };
    world.apply(&[joined("ann"), joined("bob"), game, reached(1, Stage::Running)]);
    let turn = world.view(&about(&[1])).games[&1].head.turn();
    clock.wait(turn, noon(), &[]);
    world.apply(&[Change::ClockSet { number: 1, clock }]);
    world
}

fn clock(world: &mut World) -> Clock {
    world.view(&about(&[1])).games[&1].head.clock.clone().unwrap()
}

fn turn_letter() -> NewLetter {
    let envelope_from = "club+b.k7qf@tafl.test".to_owned();
    NewLetter { reader: Some(id("ann")), number: Some(1), starts: Some(0), envelope_from, ..letter("ann@example.org") }
}

#[test]
fn a_clock_starts_when_its_letter_is_sent_and_not_before() {
    let mut world = with_a_clock();
    let other = NewLetter { starts: None, ..turn_letter() };
    let (other, turn) = world.handle(|room| Ok((room.enqueue(&other)?, room.enqueue(&turn_letter())?)));
    let later = Verdict::Later { at: hours(2), error: "busy".to_owned() };
    world.store.take_in(&[], &[(other, Verdict::Sent), (turn, later)], hours(1)).unwrap();
    assert_eq!(clock(&mut world).since, None);
    world.store.take_in(&[], &[(turn, Verdict::Sent)], hours(2)).unwrap();
    let started = clock(&mut world);
    assert_eq!((started.since, started.deadline, started.due), (Some(hours(2)), None, Some(hours(2))));
}

#[test]
fn a_letter_that_comes_back_holds_the_clock() {
    let mut world = with_a_clock();
    let turn = world.handle(|room| room.enqueue(&turn_letter()));
    world.store.take_in(&[], &[(turn, Verdict::Sent)], hours(2)).unwrap();
    world.handle(|room| room.letter_came_back(&address("club+b.k7qf@tafl.test"), None));
    let held = clock(&mut world);
    assert_eq!((held.since, held.deadline, held.due), (None, None, Some(days(7))));
}

#[test]
fn a_letter_that_is_refused_has_its_clock_wait_on() {
    let mut world = with_a_clock();
    let turn = world.handle(|room| room.enqueue(&turn_letter()));
    let refused = Verdict::GivenUp { error: String::new(), mailbox: Some("5.1.1".parse().unwrap()) };
    world.store.take_in(&[], &[(turn, refused)], days(2)).unwrap();
    let waits = clock(&mut world);
    assert_eq!((waits.since, waits.due), (None, Some(days(9))));
}

#[test]
fn who_looks_at_a_clock_is_told_what_has_not_been_heard() {
    let mut world = with_a_clock();
    let turn = world.handle(|room| room.enqueue(&turn_letter()));
    world.store.take_in(&[], &[(turn, Verdict::Sent)], noon()).unwrap();
    world.store.take_in(&[mail(7)], &[], hours(5)).unwrap();
    let mut seen = Vec::new();
    let ticked = world
        .store
        .tick(9, days(1), |_, head, unheard| {
            seen.push((head.number, unheard));
            Err::<(), _>("not today")
        })
        .unwrap();
    assert_eq!(seen, [(1, Some(hours(5)))]);
    // It fails alone, and is looked at again.
    assert_eq!((ticked.games, ticked.stumbles.len()), (1, 1));
    assert_eq!(clock(&mut world).due, Some(days(1) + TimeDelta::hours(1)));
    let nothing = world.store.tick(9, days(1), |_, _, _| Ok::<_, StoreError>(())).unwrap();
    assert_eq!(nothing, Ticked::default());
}

#[test]
fn what_passes_without_a_server_is_given_back() {
    let mut world = with_a_clock();
    let turn = world.handle(|room| room.enqueue(&turn_letter()));
    world.store.take_in(&[], &[(turn, Verdict::Sent)], noon()).unwrap();
    let (away, amends) = (TimeDelta::minutes(15), TimeDelta::hours(12));
    assert_eq!(world.store.beat(noon(), away, amends).unwrap(), None);
    assert_eq!(world.store.beat(noon() + away, away, amends).unwrap(), None);
    assert_eq!(clock(&mut world).since, Some(noon()));
    let given = world.store.beat(hours(3), away, amends).unwrap();
    let gap = TimeDelta::hours(3) - away;
    assert_eq!(given, Some((gap + amends, 1)));
    assert_eq!(clock(&mut world).since, Some(noon() + gap + amends));
}
