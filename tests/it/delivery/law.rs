//! The law of the healthy: with eight senders and one to twenty domains that fail in any way, 99 of 100 letters to healthy domains leave
//! within five seconds of being written.
//!
//! Time is an argument, nothing sleeps, and the decisions are made by the server's own code. To see it fail, let `Health::has_sender_for`
//! always say yes, or let `Health::suspect` begin a pause at once.

use super::club::*;
use crate::share::share;
use std::time::Duration;
use taflpost::delivery::Setback;

/// How a domain is ill.
#[derive(Clone, Copy, Debug)]
enum Ill {
    Closes,
    Later,
    WantsLogin,
    WrongLogin,
    HangsAtRecipient,
    HangsAfterData,
}

const ALL: [Ill; 6] =
    [Ill::Closes, Ill::Later, Ill::WantsLogin, Ill::WrongLogin, Ill::HangsAtRecipient, Ill::HangsAfterData];

impl Ill {
    fn answer(self) -> Answer {
        let silence = |seconds| {
            let why = "no answer in time".to_owned();
            (Duration::from_secs(seconds), Err(Setback::Later { why, is_mailbox: false }))
        };
        match self {
            Ill::Closes => suspect("421 4.3.2 bye"),
            Ill::Later => later("451 4.3.0 later"),
            Ill::WantsLogin => suspect("530 5.7.0 login first"),
            Ill::WrongLogin => suspect("535 5.7.8 wrong"),
            Ill::HangsAtRecipient => silence(60),
            Ill::HangsAfterData => silence(300),
        }
    }
}

/// What became of the letters to healthy domains: all, and those that left within five seconds.
struct Seen {
    all: usize,
    soon: usize,
}

/// Healthy domains get a letter each second in all, and each ill one gets one every two minutes. `known` of the ten healthy ones have
/// taken letters before.
fn live(ills: &[Ill], known: usize, minutes: u64, seed: u64) -> Seen {
    let ills = ills.to_vec();
    let ill = |to: &str| {
        let number = to.rsplit('@').next()?.strip_prefix("ill")?.strip_suffix(".example")?;
        number.parse::<usize>().ok()
    };
    let answers = ills.clone();
    let mut club = Club::new(8, move |to, _| ill(to).map_or_else(yes, |number| answers[number].answer()));
    for number in 0..known {
        let moment = club.moment();
        club.plan.remember(&format!("well{number}.example"), true, moment);
    }
    let mut lots = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut lot = move |below: u64| {
        lots ^= lots << 13;
        lots ^= lots >> 7;
        lots ^= lots << 17;
        lots % below
    };
    for _ in 0..minutes * 60 {
        club.write(&format!("p{}@well{}.example", lot(6), lot(10)), None);
        for number in 0..ills.len() {
            if lot(120) == 0 {
                club.write(&format!("p{}@ill{number}.example", lot(6)), None);
            }
        }
        let failing = club.sending().iter().filter(|domain| domain.starts_with("ill")).count();
        assert!(failing <= 6, "{failing} of 8 senders are with domains that are ill");
        club.pass(Duration::from_secs(1));
    }
    let healthy: Vec<&Row> = club.rows.values().filter(|row| row.to.contains("@well")).collect();
    let is_soon = |row: &&&Row| {
        let left = row.left.as_ref().map_or(club.now, |(at, _)| *at);
        left - row.created <= Duration::from_secs(5)
    };
    Seen { all: healthy.len(), soon: healthy.iter().filter(is_soon).count() }
}

fn check(name: &str, seen: &Seen) {
    let share = seen.soon as f64 / seen.all as f64;
    println!("{name}: {} of {} letters within 5 s, {:.2} %", seen.soon, seen.all, 100.0 * share);
    assert!(share >= 0.99, "{name}: only {} of {} letters within 5 s", seen.soon, seen.all);
}

#[test]
fn letters_to_healthy_domains_leave_whatever_ails_the_others() {
    let cases = ALL.into_iter().flat_map(|ill| [(ill, 1), (ill, 20)]);
    for (ill, count) in share(cases, 3) {
        check(&format!("{ill:?} x {count}"), &live(&vec![ill; count], 10, 30, count as u64));
    }
}

#[test]
fn letters_to_healthy_domains_leave_when_all_that_can_ail_comes_together() {
    for seed in share(1..=2, 2) {
        let ills: Vec<Ill> = (0..20).map(|number| ALL[(number * 7 + seed as usize) % ALL.len()]).collect();
        check(&format!("mixed, seed {seed}"), &live(&ills, 10, 60, seed));
    }
}

/// The first letters of a club: nothing is known of any domain.
#[test]
fn a_club_that_knows_no_domain_learns_which_are_healthy() {
    for ill in share([Ill::WantsLogin, Ill::Later, Ill::HangsAtRecipient], 3) {
        check(&format!("{ill:?} x 20, nothing known"), &live(&[ill; 20], 0, 60, 3));
    }
}
