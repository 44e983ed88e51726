//! A simulated year of a club. It is a separate binary: the simulation can be built and run without the other tests.
//!
//! Without settings it runs through the first weeks of a small club, and with `TAFLPOST_LAWS=all` through its spring.
//! `TAFLPOST_SIMULATION="SEED PLAYERS DAYS"` runs another one, and `FIRST-LAST` instead of the seed runs several, one after the other. A
//! club that breaks a law prints these three words. With `TAFLPOST_SIMULATION_SHOW`, each mail is printed with its result.
#![allow(clippy::unwrap_used, reason = "tests")]

mod attack;
#[allow(dead_code, reason = "shared with the other tests")]
#[path = "../it/doors/relay.rs"]
mod relay;
#[allow(dead_code, reason = "shared with the other tests")]
#[path = "../it/share.rs"]
mod share;
mod shell;
mod year;

use year::{Plan, Story, live};

/// Says which club it was when a law is broken.
struct Replay(Plan);

impl Drop for Replay {
    fn drop(&mut self) {
        if std::thread::panicking() {
            let Plan { seed, players, days } = self.0;
            eprintln!("to see it again: TAFLPOST_SIMULATION=\"{seed} {players} {days}\" cargo test --test simulation");
        }
    }
}

fn one(plan: Plan) -> Story {
    let _replay = Replay(plan);
    live(plan)
}

/// The clubs asked for by the environment, else a small one.
fn plans() -> Vec<Plan> {
    let Ok(asked) = std::env::var("TAFLPOST_SIMULATION") else {
        let days = if share::one_of(2) == 1 { 45 } else { 20 };
        return vec![Plan { seed: 1, players: 10, days }];
    };
    let words: Vec<&str> = asked.split_whitespace().collect();
    let [seeds, players, days] = words[..] else { panic!("SEED PLAYERS DAYS") };
    let (first, last) = seeds.split_once('-').unwrap_or((seeds, seeds));
    let (players, days) = (players.parse().unwrap(), days.parse().unwrap());
    (first.parse().unwrap()..=last.parse().unwrap()).map(|seed| Plan { seed, players, days }).collect()
}

#[test]
fn the_laws_hold_whatever_happens_to_a_club() {
    for plan in plans() {
        let story = one(plan);
        println!("{plan:?}\n{story:?}");
        assert!(story.plays > 0 && story.games > 0, "nobody has played: {story:?}");
    }
}

#[test]
fn the_same_seed_writes_the_same_letters() {
    let plan = Plan { seed: 3, players: 6, days: 14 };
    assert_eq!(one(plan), one(plan));
}

/// Says which world it was when a law is broken.
struct ShellReplay(shell::Plan);

impl Drop for ShellReplay {
    fn drop(&mut self) {
        if std::thread::panicking() {
            let shell::Plan { seed, hours } = self.0;
            eprintln!("to see it again: TAFLPOST_SHELL=\"{seed} {hours}\" cargo test --test simulation shell");
        }
    }
}

fn one_world(plan: shell::Plan) -> shell::Story {
    let _replay = ShellReplay(plan);
    shell::live(plan)
}

/// `TAFLPOST_SHELL="SEED HOURS"`, or `FIRST-LAST` in the place of the seed.
fn worlds() -> Vec<shell::Plan> {
    let asked = std::env::var("TAFLPOST_SHELL")
        .unwrap_or_else(|_| (if share::one_of(2) == 1 { "1-3 36" } else { "1-2 36" }).to_owned());
    let (seeds, hours) = asked.split_once(' ').expect("SEED HOURS");
    let (first, last) = seeds.split_once('-').unwrap_or((seeds, seeds));
    let hours = hours.parse().unwrap();
    (first.parse().unwrap()..=last.parse().unwrap()).map(|seed| shell::Plan { seed, hours }).collect()
}

#[test]
fn the_laws_of_the_shell_hold_whatever_the_world_does() {
    let worlds = worlds();
    let (mut plays, mut lost, mut asked) = (0, 0, 0);
    for plan in &worlds {
        let story = one_world(*plan);
        println!("{story:?}");
        assert!(story.lives > 1, "{story:?}");
        plays += story.plays;
        lost += story.lost_on_time;
        asked += story.asked;
    }
    let hours: i64 = worlds.iter().map(|plan| plan.hours).sum();
    // In some worlds somebody goes back to a backup from before the first game, and nobody tries again.
    assert!(plays > 0 || hours < 100, "nobody has played");
    assert!(lost > 0 || hours < 100, "no game was lost on time");
    assert!(asked > 0 || hours < 100, "nobody was asked whether they meant a move");
}

#[test]
fn the_same_world_comes_of_the_same_seed() {
    let plan = shell::Plan { seed: 2, hours: 6 };
    assert_eq!(one_world(plan), one_world(plan));
}
