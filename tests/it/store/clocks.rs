//! Clocks as rows: sending a letter starts one, a letter that comes back is recognized, and no mail loses a race.

use super::*;
use taflpost::club::{Clock, Hindrance};
use taflpost::mail::TokenText;
use taflpost::store::{Start, Ticked, Verdict};

/// Games whose clocks wait for a letter to ann.
pub(super) fn with_clocks(numbers: &[u32]) -> World {
    let mut world = World::new();
    world.apply(&[joined("ann"), joined("bob")]);
    for number in numbers {
        let mut clock = Clock::new("10d+1d,grace=12h".parse().unwrap());
        let mut game = invited(*number, "ann", "bob");
        if let Change::GameInvited(invitation) = &mut game {
            invitation.clock = Some(clock.clone());
        }
        world.apply(&[game, reached(*number, Stage::Running)]);
        let turn = world.view(&about(&[*number])).games[number].head.turn();
        clock.wait(turn, noon(), &[]);
        world.apply(&[Change::ClockSet { number: *number, clock }]);
    }
    world
}

pub(super) fn with_a_clock() -> World {
    with_clocks(&[1])
}

pub(super) fn clock_of(world: &mut World, number: u32) -> Clock {
    world.view(&about(&[number])).games[&number].head.clock.clone().unwrap()
}

pub(super) fn clock(world: &mut World) -> Clock {
    clock_of(world, 1)
}

fn bounce_key() -> TokenText {
    "k7qf9x2mpd4wt3ha".parse().unwrap()
}

/// A letter that tells ann of these boards that it is her turn.
fn letter_of(numbers: &[u32]) -> NewLetter {
    let bounce_key = Some(bounce_key());
    let starts = numbers.iter().map(|number| Start { number: *number, plies: 0 }).collect();
    NewLetter { reader: Some(id("ann")), number: Some(1), starts, bounce_key, ..letter("ann@example.org") }
}

pub(super) fn turn_letter() -> NewLetter {
    letter_of(&[1])
}

#[test]
fn a_clock_starts_when_its_letter_is_sent_and_not_before() {
    let mut world = with_a_clock();
    let other = NewLetter { starts: Vec::new(), bounce_key: None, ..turn_letter() };
    let (other, turn) = world.handle(|tx| Ok((tx.enqueue(&other)?, tx.enqueue(&turn_letter())?)));
    let later = Verdict::Later { at: hours(2), open: chrono::TimeDelta::zero(), error: "busy".to_owned() };
    world.store.take_in(&[], &[(other, Verdict::Sent), (turn, later)], hours(1)).unwrap();
    assert_eq!(clock(&mut world).since, None);
    world.store.take_in(&[], &[(turn, Verdict::Sent)], hours(2)).unwrap();
    let started = clock(&mut world);
    assert_eq!((started.since, started.deadline, started.due), (Some(hours(2)), None, Some(hours(2))));
}

#[test]
fn a_letter_that_comes_back_tells_once_and_not_late_whose_clocks_it_had_started() {
    let mut world = with_a_clock();
    let started = |world: &mut World, at| {
        let returned =
            world.store.act(at, |tx| tx.letter_came_back(&bounce_key(), None).map(|returned| (returned, true)));
        returned.unwrap().unwrap().started
    };
    let turn = world.handle(|tx| tx.enqueue(&turn_letter()));
    world.store.take_in(&[], &[(turn, Verdict::Sent)], hours(2)).unwrap();
    assert_eq!(started(&mut world, hours(3)), [Start { number: 1, plies: 0 }]);
    assert_eq!(started(&mut world, hours(4)), []);
    let mut late = with_a_clock();
    let turn = late.handle(|tx| tx.enqueue(&turn_letter()));
    late.store.take_in(&[], &[(turn, Verdict::Sent)], hours(2)).unwrap();
    assert_eq!(started(&mut late, days(8)), []);
}

#[test]
fn a_letter_that_is_refused_has_its_clock_wait_on() {
    let mut world = with_a_clock();
    let turn = world.handle(|tx| tx.enqueue(&turn_letter()));
    let refused = Verdict::GivenUp { error: String::new(), mailbox: Some("5.1.1".parse().unwrap()) };
    world.store.take_in(&[], &[(turn, refused)], days(2)).unwrap();
    let waits = clock(&mut world);
    assert_eq!((waits.since, waits.due), (None, Some(days(9))));
}

#[test]
fn one_letter_starts_the_clocks_of_all_its_boards_and_tells_them_all_when_it_comes_back() {
    let mut world = with_clocks(&[1, 2, 3]);
    let letter = world.handle(|tx| tx.enqueue(&letter_of(&[1, 2])));
    // Board 2 has gone on before the letter was sent: it tells nothing that is still true.
    let passed = Change::PlayMade { number: 2, ply: 1, play: "d1-c1".parse().unwrap(), at: noon(), bank: None };
    world.apply(&[passed]);
    world.store.take_in(&[], &[(letter, Verdict::Sent)], hours(2)).unwrap();
    let since = |world: &mut World| [1, 2, 3].map(|number| clock_of(world, number).since);
    assert_eq!(since(&mut world), [Some(hours(2)), None, None]);
    let returned = world.handle(|tx| tx.letter_came_back(&bounce_key(), None)).unwrap();
    assert_eq!(returned.started, [Start { number: 1, plies: 0 }, Start { number: 2, plies: 0 }]);
}

#[test]
fn who_looks_at_a_clock_is_told_what_has_not_been_heard() {
    let mut world = with_a_clock();
    let turn = world.handle(|tx| tx.enqueue(&turn_letter()));
    world.store.take_in(&[], &[(turn, Verdict::Sent)], noon()).unwrap();
    world.store.take_in(&[mail(7)], &[], hours(5)).unwrap();
    let mut seen = Vec::new();
    let ticked = world
        .store
        .tick(9, days(1), |_, head, heard| {
            seen.push((head.number, heard.hinders(hours(5)), heard.hinders(hours(5) - TimeDelta::microseconds(1))));
            Err::<(), _>("not today")
        })
        .unwrap();
    assert_eq!(seen, [(1, Some(Hindrance::Mail), None)]);
    // It fails alone, and is looked at again.
    assert_eq!((ticked.games, ticked.stumbles.len()), (1, 1));
    assert_eq!(clock(&mut world).due, Some(days(1) + TimeDelta::hours(1)));
    let nothing = world.store.tick(9, days(1), |_, _, _| Ok::<_, StoreError>(())).unwrap();
    assert_eq!(nothing, Ticked::default());
}
