//! Clocks as rows: a letter that is sent starts one, one that comes back is known to have, and no mail loses a race.

use super::*;
use taflpost::clock::Leave;
use taflpost::club::{Clock, Purpose};
use taflpost::mail::TokenText;
use taflpost::store::{Start, Ticked, Verdict};

/// Games whose clocks wait for a letter to ann.
fn with_clocks(numbers: &[u32]) -> World {
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

fn with_a_clock() -> World {
    with_clocks(&[1])
}

fn clock_of(world: &mut World, number: u32) -> Clock {
    world.view(&about(&[number])).games[&number].head.clock.clone().unwrap()
}

fn clock(world: &mut World) -> Clock {
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

fn turn_letter() -> NewLetter {
    letter_of(&[1])
}

#[test]
fn a_clock_starts_when_its_letter_is_sent_and_not_before() {
    let mut world = with_a_clock();
    let other = NewLetter { starts: Vec::new(), bounce_key: None, ..turn_letter() };
    let (other, turn) = world.handle(|room| Ok((room.enqueue(&other)?, room.enqueue(&turn_letter())?)));
    let later = Verdict::Later { at: hours(2), error: "busy".to_owned() };
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
            world.store.act(at, |room| room.letter_came_back(&bounce_key(), None).map(|returned| (returned, true)));
        returned.unwrap().unwrap().started
    };
    let turn = world.handle(|room| room.enqueue(&turn_letter()));
    world.store.take_in(&[], &[(turn, Verdict::Sent)], hours(2)).unwrap();
    assert_eq!(started(&mut world, hours(3)), [Start { number: 1, plies: 0 }]);
    assert_eq!(started(&mut world, hours(4)), []);
    let mut late = with_a_clock();
    let turn = late.handle(|room| room.enqueue(&turn_letter()));
    late.store.take_in(&[], &[(turn, Verdict::Sent)], hours(2)).unwrap();
    assert_eq!(started(&mut late, days(8)), []);
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
fn one_letter_starts_the_clocks_of_all_its_boards_and_tells_them_all_when_it_comes_back() {
    let mut world = with_clocks(&[1, 2, 3]);
    let letter = world.handle(|room| room.enqueue(&letter_of(&[1, 2])));
    // Board 2 has gone on before the letter was sent: it tells nothing that is still true.
    let passed = Change::PlayMade { number: 2, ply: 1, play: "d1-c1".parse().unwrap(), at: noon(), bank: None };
    world.apply(&[passed]);
    world.store.take_in(&[], &[(letter, Verdict::Sent)], hours(2)).unwrap();
    let since = |world: &mut World| [1, 2, 3].map(|number| clock_of(world, number).since);
    assert_eq!(since(&mut world), [Some(hours(2)), None, None]);
    let returned = world.handle(|room| room.letter_came_back(&bounce_key(), None)).unwrap();
    assert_eq!(returned.started, [Start { number: 1, plies: 0 }, Start { number: 2, plies: 0 }]);
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
    let time = TimeDelta::hours(3) - away + amends;
    assert_eq!(given, Some((time, 1)));
    assert_eq!((clock(&mut world).since, clock(&mut world).counted), (Some(noon()), -time.num_seconds()));
}

/// The beginning of a turn was put later by as much; where its player was on leave then, nothing was left of it, and the letters had told
/// him of another end of his time.
#[test]
fn what_is_given_back_is_not_lost_in_leave() {
    let mut world = with_a_clock();
    let turn = world.handle(|room| room.enqueue(&turn_letter()));
    world.apply(&[Change::LeaveSet { player: id("ann"), leave: Leave { from: noon(), until: days(5) } }]);
    world.store.take_in(&[], &[(turn, Verdict::Sent)], hours(1)).unwrap();
    assert_eq!(lost_at(&mut world), days(15) + TimeDelta::hours(12));
    for at in [days(6), days(8)] {
        world.store.beat(at, TimeDelta::minutes(15), TimeDelta::hours(12)).unwrap();
    }
    assert_eq!(lost_at(&mut world), days(18), "two days and twelve hours later");
    let clock = clock(&mut world);
    assert_eq!((clock.deadline, clock.due), (None, Some(days(8))), "to be reckoned at once");
}

/// When ann has lost the game, with her leave.
fn lost_at(world: &mut World) -> DateTime<Utc> {
    let view = world.view(&Needs { players: [id("ann")].into(), ..about(&[1]) });
    let head = &view.games[&1].head;
    head.clock.as_ref().unwrap().lost_at(head.turn(), &view.players[&id("ann")].leave).unwrap()
}

/// Three days to say yes were over for everybody when no server had been there for four.
#[test]
fn a_letter_can_be_answered_as_long_after_an_absence_as_before_it() {
    let mut world = with_a_clock();
    let (away, amends) = (TimeDelta::minutes(15), TimeDelta::hours(12));
    let token = |hash, expires| Change::TokenIssued { hash, purpose: Purpose::Letter { player: id("ann") }, expires };
    world.apply(&[token([1; 32], days(3)), token([2; 32], hours(1))]);
    world.store.beat(hours(2), away, amends).unwrap();
    world.store.beat(days(5), away, amends).unwrap();
    let mut lives = |hash, at| world.handle(|room| Ok(room.token(&hash, at)?.is_some()));
    assert!(lives([1; 32], days(7)) && !lives([1; 32], days(9)));
    assert!(!lives([2; 32], days(5)), "what had lapsed before stays so");
}

/// A machine that wakes with the clock of 1970, or whose clock somebody sets forward by mistake, has not been away for years.
#[test]
fn a_clock_that_leaps_gives_back_no_years() {
    let mut world = with_a_clock();
    let turn = world.handle(|room| room.enqueue(&turn_letter()));
    world.store.take_in(&[], &[(turn, Verdict::Sent)], noon()).unwrap();
    let (away, amends) = (TimeDelta::minutes(15), TimeDelta::hours(12));
    let mut beat = |at| world.store.beat(at, away, amends).unwrap().map(|(time, _)| time);
    assert_eq!(beat(DateTime::UNIX_EPOCH), None);
    assert_eq!(beat(noon()), Some(TimeDelta::days(30) + amends));
    // Set back a little, and right again: nobody was away.
    assert_eq!(beat(noon() - TimeDelta::hours(3)), None);
    assert_eq!(beat(noon() + TimeDelta::minutes(1)), None);
    // It was wrong by far, and is right from now on.
    assert_eq!(beat(days(-400)), None);
    assert_eq!(beat(days(-400) + TimeDelta::hours(1)), Some(TimeDelta::hours(1) + amends));
}
