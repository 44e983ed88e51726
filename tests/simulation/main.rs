//! A simulated year of a club. A binary of its own: the simulation can be built and run without the other tests.
//!
//! Without more it lives through a small club's spring. `TAFLPOST_SIMULATION="SEED PLAYERS DAYS"` lives through another one, and
//! `FIRST-LAST` in the place of the seed through one after the other; a club that breaks a law prints these three words. With
//! `TAFLPOST_SIMULATION_SHOW` each mail is printed with what became of it.
#![allow(clippy::unwrap_used, reason = "tests")]

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
        return vec![Plan { seed: 1, players: 10, days: 45 }];
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
