//! Served time as rows: time that was not served is given back exactly, a clock that is set moves everything with it, and each happens
//! once.

use super::clocks::{clock, turn_letter, with_a_clock};
use super::*;
use taflpost::clock::{Reading, Vacation, Watch};
use taflpost::club::Purpose;
use taflpost::store::Verdict;

/// A machine and the process that looks on it.
struct Machine {
    reading: Reading,
    runs: bool,
}

impl Machine {
    fn new() -> Machine {
        let awake = TimeDelta::days(3);
        Machine { reading: Reading { wall: noon(), awake, up: awake, boot: 7 }, runs: false }
    }

    fn wake(&mut self, time: TimeDelta) {
        self.reading = Reading {
            wall: self.reading.wall + time,
            awake: self.reading.awake + time,
            up: self.reading.up + time,
            boot: self.reading.boot,
        };
    }

    /// A server looks, as it does every few seconds; it has looked before unless it was started anew.
    fn looks(&mut self, world: &mut World) {
        let watch = if self.runs { Watch::GoesOn } else { Watch::Begins };
        world.store.look(&self.reading, watch).unwrap();
        self.runs = true;
    }

    /// It serves for so long.
    fn serves(&mut self, world: &mut World, time: TimeDelta) {
        let mut left = time;
        while left > TimeDelta::zero() {
            let step = left.min(TimeDelta::seconds(20));
            self.wake(step);
            self.looks(world);
            left -= step;
        }
    }

    /// Nobody is there for so long, and then a new process is.
    fn is_off(&mut self, world: &mut World, time: TimeDelta) {
        self.wake(time);
        self.runs = false;
        self.looks(world);
    }

    /// Somebody sets its clock.
    fn is_set(&mut self, world: &mut World, by: TimeDelta) {
        self.reading.wall += by;
        self.looks(world);
    }
}

/// Ann's clock of ten days and a server that looks, from noon.
fn at_work() -> (World, Machine) {
    let mut world = with_a_clock();
    let mut machine = Machine::new();
    machine.looks(&mut world);
    let turn = world.handle(|tx| tx.enqueue(&turn_letter()));
    world.store.take_in(&[], &[(turn, Verdict::Sent)], noon()).unwrap();
    (world, machine)
}

/// What ann has left before she loses the game, seen from the machine's clock.
fn left(world: &mut World, machine: &Machine) -> TimeDelta {
    let view = world.view(&Needs { players: [id("ann")].into(), ..about(&[1]) });
    let head = &view.games[&1].head;
    let lost_at = head.clock.as_ref().unwrap().lost_at(head.turn(), &view.players[&id("ann")].vacations).unwrap();
    lost_at - machine.reading.wall
}

/// Ten days and half a day of grace.
const ALL: TimeDelta = TimeDelta::hours(252);

#[test]
fn what_nobody_served_is_given_back_to_the_second() {
    let (mut world, mut machine) = at_work();
    machine.serves(&mut world, TimeDelta::hours(2));
    assert_eq!(left(&mut world, &machine), ALL - TimeDelta::hours(2));
    for away in [TimeDelta::seconds(2), TimeDelta::minutes(14), TimeDelta::hours(8), TimeDelta::days(730)] {
        machine.is_off(&mut world, away);
        assert_eq!(left(&mut world, &machine), ALL - TimeDelta::hours(2), "{away}");
    }
}

/// A server that falls as soon as it has begun serves nobody, however often it begins.
#[test]
fn a_server_that_falls_at_every_start_costs_nobody_anything() {
    let (mut world, mut machine) = at_work();
    for _ in 0..200 {
        machine.is_off(&mut world, TimeDelta::milliseconds(1_700));
    }
    assert_eq!(left(&mut world, &machine), ALL);
}

#[test]
fn a_clock_that_is_set_takes_everything_with_it_and_back() {
    let (mut world, mut machine) = at_work();
    machine.serves(&mut world, TimeDelta::hours(2));
    let far = (DateTime::UNIX_EPOCH - noon()).num_seconds();
    for by in [90, -90, 86_400 * 4_000, -86_400, far] {
        let by = TimeDelta::seconds(by);
        let (before, had) = (world.instants(), left(&mut world, &machine));
        machine.is_set(&mut world, by);
        assert_eq!(left(&mut world, &machine), had, "{by}");
        machine.is_set(&mut world, -by);
        assert_eq!(world.instants(), before, "{by}");
        machine.is_set(&mut world, by);
        machine.serves(&mut world, TimeDelta::minutes(1));
        machine.is_set(&mut world, -by);
        assert_eq!(left(&mut world, &machine), had - TimeDelta::minutes(1), "{by}");
    }
}

/// A machine without a battery says 1970, and learns the time from the network a minute later.
#[test]
fn a_machine_that_wakes_in_1970_costs_nobody_anything_but_the_minute() {
    let (mut world, mut machine) = at_work();
    machine.serves(&mut world, TimeDelta::hours(5));
    let truth = machine.reading.wall + TimeDelta::hours(9);
    machine.reading =
        Reading { wall: DateTime::UNIX_EPOCH, awake: TimeDelta::seconds(30), up: TimeDelta::seconds(30), boot: 8 };
    machine.runs = false;
    machine.looks(&mut world);
    assert_eq!(left(&mut world, &machine), ALL - TimeDelta::hours(5));
    machine.serves(&mut world, TimeDelta::minutes(1));
    let by = truth - machine.reading.wall;
    machine.is_set(&mut world, by);
    assert_eq!(left(&mut world, &machine), ALL - TimeDelta::hours(5) - TimeDelta::minutes(1));
}

#[test]
fn who_has_little_left_after_an_absence_has_half_a_day_once_a_move() {
    let (mut world, mut machine) = at_work();
    let long = |world: &mut World, machine: &mut Machine| {
        // A day short of the end, in one round.
        machine.wake(TimeDelta::hours(238));
        world.store.look(&machine.reading, Watch::Round { every: TimeDelta::days(10) }).unwrap();
    };
    long(&mut world, &mut machine);
    let grace = TimeDelta::hours(12);
    assert_eq!(left(&mut world, &machine) - grace, TimeDelta::hours(2));
    machine.is_off(&mut world, TimeDelta::minutes(59));
    assert_eq!(left(&mut world, &machine) - grace, TimeDelta::hours(2));
    machine.is_off(&mut world, TimeDelta::hours(1));
    let raised = left(&mut world, &machine) - grace - TimeDelta::hours(12);
    assert!((0..=1).contains(&raised.num_seconds()), "{raised}");
    machine.serves(&mut world, TimeDelta::hours(3));
    machine.is_off(&mut world, TimeDelta::hours(8));
    assert_eq!(
        left(&mut world, &machine) - grace,
        TimeDelta::hours(9) + raised,
        "a laptop that sleeps each night gives no time"
    );
}

/// Leave puts the deadline far ahead of somebody who has little left, but gives no time.
#[test]
fn who_is_on_vacation_with_little_left_has_half_a_day_after_an_absence_too() {
    let (mut world, mut machine) = at_work();
    let vacation = Vacation { from: hours(238), until: hours(400) };
    world.apply(&[Change::VacationSet { player: id("ann"), vacation }]);
    machine.wake(TimeDelta::hours(238));
    world.store.look(&machine.reading, Watch::Round { every: TimeDelta::days(10) }).unwrap();
    let grace = TimeDelta::hours(12);
    assert_eq!(left(&mut world, &machine) - grace, TimeDelta::hours(162 + 2));
    machine.is_off(&mut world, TimeDelta::hours(1));
    let raised = left(&mut world, &machine) - grace - TimeDelta::hours(161 + 12);
    assert!((0..=1).contains(&raised.num_seconds()), "{raised}");
}

/// Leave stops a clock, and so does a night without a server: what lies in both is not counted twice.
#[test]
fn leave_and_an_absence_overlap_in_any_way_and_nobody_gains_or_loses() {
    for (from, until) in [(1, 3), (1, 30), (30, 60), (20, 30), (3, 100), (0, 40)] {
        let (mut world, mut machine) = at_work();
        let vacation = Vacation { from: hours(from), until: hours(until) };
        world.apply(&[Change::VacationSet { player: id("ann"), vacation }]);
        machine.serves(&mut world, TimeDelta::hours(10));
        machine.is_off(&mut world, TimeDelta::hours(30));
        let on_vacation = (until.min(10) - from).max(0) + (until - from.max(40)).max(0);
        let counted = TimeDelta::hours(10 - (until.min(10) - from).max(0));
        let still = TimeDelta::hours((until - from.max(40)).max(0));
        assert_eq!(
            left(&mut world, &machine),
            ALL - counted + still,
            "{from} to {until}, {on_vacation} hours of leave"
        );
    }
}

/// A mail server brings what it kept as soon as the machine is up, and `deliver` is faster than `serve`.
#[test]
fn a_mail_that_comes_before_anybody_looks_is_judged_as_if_somebody_had() {
    for (away, boot) in [(2, 7), (2, 8), (-500, 8), (0, 7)] {
        let (mut world, mut machine) = at_work();
        machine.serves(&mut world, TimeDelta::hours(3));
        machine.wake(TimeDelta::days(away));
        machine.reading.boot = boot;
        let stamped = world.store.now(&machine.reading).unwrap();
        world.store.take_in(&[mail(5)], &[], stamped).unwrap();
        machine.is_off(&mut world, TimeDelta::hours(1));
        let received = world.received();
        let used = received - clock(&mut world).since.unwrap() + TimeDelta::seconds(clock(&mut world).counted);
        // Whoever waits for one hour more than three is not charged for it.
        assert_eq!(used, TimeDelta::hours(3), "{away} days, boot {boot}");
    }
}

/// Three days to say yes are not over because nobody was there for four.
#[test]
fn a_letter_can_be_answered_as_long_after_an_absence_as_before_it() {
    let (mut world, mut machine) = at_work();
    let token = |hash, expires| Change::TokenIssued { hash, purpose: Purpose::Letter { player: id("ann") }, expires };
    world.apply(&[token([1; 32], days(3)), token([2; 32], hours(1))]);
    machine.serves(&mut world, TimeDelta::hours(2));
    machine.is_off(&mut world, TimeDelta::days(3));
    let mut lives = |hash, at| world.handle(|tx| Ok(tx.token(&hash, at)?.is_some()));
    assert!(lives([1; 32], days(6) - TimeDelta::minutes(1)) && !lives([1; 32], days(6)));
    assert!(!lives([2; 32], days(3) + TimeDelta::hours(2)), "what had lapsed before stays so");
    // Small absences come together.
    for _ in 0..7 {
        machine.is_off(&mut world, TimeDelta::minutes(10));
    }
    let mut lives = |hash, at| world.handle(|tx| Ok(tx.token(&hash, at)?.is_some()));
    assert!(lives([1; 32], days(6) + TimeDelta::minutes(59)));
}

/// Nothing is forgotten, and no closing date comes, because a machine without a battery believes in another year.
#[test]
fn the_time_of_day_is_doubted_until_somebody_says_that_it_is_right() {
    let (mut world, mut machine) = at_work();
    let doubted = |world: &World| world.store.time_doubted().unwrap().is_some();
    assert!(doubted(&world), "nobody has said anything yet");
    assert!(world.store.confirm_time().unwrap() && !doubted(&world));
    machine.is_off(&mut world, TimeDelta::days(2));
    assert!(!doubted(&world), "the machine went on counting");
    machine.is_set(&mut world, TimeDelta::seconds(59));
    assert!(!doubted(&world), "that may happen to anybody");
    for set in [TimeDelta::minutes(1), TimeDelta::days(-20_000)] {
        machine.is_set(&mut world, set);
        assert!(doubted(&world));
        world.store.confirm_time().unwrap();
    }
    let token = |hash, expires| Change::TokenIssued { hash, purpose: Purpose::Letter { player: id("ann") }, expires };
    let past = machine.reading.wall - TimeDelta::hours(1);
    world.apply(&[token([1; 32], past)]);
    machine.reading.boot = 8;
    machine.is_off(&mut world, TimeDelta::days(3));
    assert!(doubted(&world));
    let tidied = |world: &mut World, machine: &Machine| world.store.tidy_up(machine.reading.wall).unwrap().tokens;
    assert_eq!(tidied(&mut world, &machine), 0);
    let rounds = |world: &mut World, machine: &mut Machine, hours: i64| {
        for _ in 0..hours {
            machine.wake(TimeDelta::hours(1));
            world.store.look(&machine.reading, Watch::Round { every: TimeDelta::hours(1) }).unwrap();
        }
    };
    rounds(&mut world, &mut machine, 23);
    machine.is_off(&mut world, TimeDelta::days(30));
    assert!(doubted(&world), "only a day of served time is enough");
    rounds(&mut world, &mut machine, 1);
    assert!(!doubted(&world));
    assert_eq!(tidied(&mut world, &machine), 1);
}

/// A step of the clock by years is taken for right after a day. Nothing is older by it: a mail that comes again is known.
#[test]
fn what_is_forgotten_by_its_age_is_so_old_in_served_time() {
    let (mut world, mut machine) = at_work();
    let clears_up = |world: &mut World, machine: &Machine| {
        world.store.confirm_time().unwrap();
        world.store.tidy_up(machine.reading.wall).unwrap().mails
    };
    let serves = |world: &mut World, machine: &mut Machine, days: i64| {
        machine.wake(TimeDelta::days(days));
        world.store.look(&machine.reading, Watch::Round { every: TimeDelta::days(100) }).unwrap();
    };
    assert_eq!(clears_up(&mut world, &machine), 0);
    world.try_handle(|_| Ok(()));
    for stir in [1_000, -500, 9_000] {
        machine.is_set(&mut world, TimeDelta::days(stir));
        assert_eq!(clears_up(&mut world, &machine), 0, "set by {stir} days");
    }
    machine.is_off(&mut world, TimeDelta::days(800));
    assert_eq!(clears_up(&mut world, &machine), 0, "nobody was there");
    serves(&mut world, &mut machine, 60);
    assert_eq!(clears_up(&mut world, &machine), 0);
    serves(&mut world, &mut machine, 29);
    assert_eq!(clears_up(&mut world, &machine), 0);
    serves(&mut world, &mut machine, 1);
    assert!(clears_up(&mut world, &machine) > 0);
}

/// A mail comes now that arrived at a server elsewhere so many minutes after this, by that server's clock.
fn hears(world: &mut World, machine: &Machine, serial: u64, minutes: i64) -> bool {
    let now = world.store.now(&machine.reading).unwrap();
    let stamped = Some(now + TimeDelta::minutes(minutes));
    world.store.take_in(&[NewMail { stamped, ..super::mail(serial) }], &[], now).unwrap();
    world.store.time_doubted().unwrap().is_none()
}

#[test]
fn two_mails_half_an_hour_apart_confirm_the_time() {
    let (mut world, mut machine) = at_work();
    assert!(!hears(&mut world, &machine, 1, -1));
    machine.serves(&mut world, TimeDelta::minutes(29));
    assert!(!hears(&mut world, &machine, 2, 0), "that is too soon");
    machine.serves(&mut world, TimeDelta::minutes(1));
    assert!(!hears(&mut world, &machine, 1, 0), "a mail that is known says nothing");
    assert!(!hears(&mut world, &machine, 3, -6), "it has lain somewhere");
    assert!(hears(&mut world, &machine, 4, 4));
    machine.is_set(&mut world, TimeDelta::minutes(2));
    assert!(!hears(&mut world, &machine, 5, 0), "what was said before says nothing of the clock as it is now");
}

/// A machine without a battery goes on from where its clock stood when it was switched off, and finds the mails of three days.
#[test]
fn mails_that_lay_elsewhere_do_not_confirm_a_clock_that_is_behind() {
    let (mut world, mut machine) = at_work();
    // Right after the end came three mails; the others came later, which is ahead of our clock.
    for (serial, minutes) in [(1, 1), (2, 3), (3, 5), (4, 500), (5, 4_000)] {
        assert!(!hears(&mut world, &machine, serial, minutes));
    }
    machine.serves(&mut world, TimeDelta::minutes(40));
    // What comes now comes from the true time.
    assert!(!hears(&mut world, &machine, 6, 4_320));
    assert!(!hears(&mut world, &machine, 7, -30), "somebody moves one of those back into the mailbox");
    assert!(!hears(&mut world, &machine, 8, 0), "and one that fits by chance");
    assert!(!hears(&mut world, &machine, 9, 4_320));
    machine.serves(&mut world, TimeDelta::minutes(40));
    assert!(!hears(&mut world, &machine, 10, 0), "none agrees with it");
}

#[test]
fn a_step_an_absence_and_another_start_make_mails_begin_anew() {
    let long = TimeDelta::minutes(40);
    let stirs: [fn(&mut Machine, &mut World); 3] = [
        |machine, world| machine.is_set(world, TimeDelta::hours(-3)),
        |machine, world| machine.is_off(world, TimeDelta::minutes(5)),
        |machine, world| {
            machine.reading.boot += 1;
            machine.is_off(world, TimeDelta::seconds(5));
        },
    ];
    for stir in stirs {
        let (mut world, mut machine) = at_work();
        assert!(!hears(&mut world, &machine, 1, 0));
        machine.serves(&mut world, long);
        stir(&mut machine, &mut world);
        assert!(!hears(&mut world, &machine, 2, 0));
        machine.serves(&mut world, long);
        assert!(hears(&mut world, &machine, 3, 0));
    }
}

impl World {
    /// Every clock of every game, and what moves with it.
    fn instants(&self) -> Vec<Option<i64>> {
        let file = rusqlite::Connection::open(self.path()).unwrap();
        let sql = "SELECT since, deadline, due, counted FROM game";
        let row = file.query_row(sql, [], |row| Ok([row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?]));
        row.unwrap().to_vec()
    }

    /// When the oldest mail was received that waits.
    fn received(&self) -> DateTime<Utc> {
        let file = rusqlite::Connection::open(self.path()).unwrap();
        let sql = "SELECT received FROM spool WHERE state = 'spooled'";
        DateTime::from_timestamp_micros(file.query_row(sql, [], |row| row.get(0)).unwrap()).unwrap()
    }
}
