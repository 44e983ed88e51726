//! Does a refusal come from the relay or from the recipient's domain? One letter to another domain shows it.

use super::club::*;
use std::time::Duration;
use taflpost::delivery::Setback;
use taflpost::delivery::health::{Held, What};

fn held<R: FnMut(&str, Duration) -> Answer>(club: &Club<R>) -> Vec<What> {
    let held = club.plan.held(club.moment().monotonic).unwrap_or_default();
    held.into_iter().map(|Held { what, .. }| what).collect()
}

fn second() -> Duration {
    Duration::from_secs(1)
}

fn sent<R: FnMut(&str, Duration) -> Answer>(club: &Club<R>) -> usize {
    club.rows.values().filter(|row| row.left.is_some()).count()
}

/// A 530 of one recipient's domain throttled the whole club to ten letters a minute.
#[test]
fn a_domain_that_wants_a_login_holds_up_nobody_else() {
    let mut club = Club::new(8, |to, _| if to.ends_with("@odd.example") { suspect("530 5.7.0 login") } else { yes() });
    for round in 0..5 {
        club.write("ann@odd.example", None);
        club.write("bob@odd.example", None);
        club.write(&format!("cid{round}@well.example"), None);
        club.pass(second());
    }
    assert!(club.plan.is_open());
    assert_eq!(sent(&club), 5);
    // Two of its mailboxes refused and nothing was taken: the domain waits, and no letter is given up.
    assert!(held(&club).contains(&What::Domain("odd.example".to_owned())), "{:?}", held(&club));
}

#[test]
fn a_relay_that_refuses_alike_elsewhere_holds_everything_after_one_letter_that_asked() {
    let mut refuses = false;
    let mut club = Club::new(8, |_, at| {
        refuses |= at > Duration::from_secs(10);
        if refuses { suspect("550 5.7.1 relaying denied") } else { yes() }
    });
    for domain in 0..6 {
        club.write(&format!("ann@d{domain}.example"), None);
    }
    club.pass(Duration::from_secs(11));
    assert_eq!(sent(&club), 6);
    let before = club.begun_letters.len();
    for domain in 0..6 {
        club.write(&format!("ann@d{domain}.example"), None);
    }
    club.pass(Duration::from_secs(5));
    assert!(club.plan.is_alarm() && held(&club)[0] == What::Relay, "{:?}", held(&club));
    // Those that were begun before the first answer are one per free sender.
    assert!(club.begun_letters.len() - before <= 6, "{:?}", club.begun_letters);
    assert_eq!(sent(&club), 6, "nothing is given up");
}

#[test]
fn with_one_letter_at_a_time_one_letter_asks() {
    let mut club = Club::new(8, |_, at| if at > second() * 10 { suspect("535 5.7.8 wrong") } else { yes() });
    for domain in 0..6 {
        club.write(&format!("ann@d{domain}.example"), None);
    }
    club.pass(second() * 11);
    let before = club.begun_letters.len();
    club.write("ann@d0.example", None);
    club.pass(second());
    assert!(club.plan.is_open(), "it may be that domain's");
    for domain in 1..6 {
        club.write(&format!("ann@d{domain}.example"), None);
    }
    club.pass(second());
    assert!(club.plan.is_alarm());
    assert_eq!(club.begun_letters.len() - before, 2, "{:?}", club.begun_letters);
}

#[test]
fn a_club_with_one_domain_is_held_after_two_mailboxes_and_a_newcomer_from_elsewhere_asks_at_once() {
    let mut club =
        Club::new(8, |to, _| if to.ends_with("@one.example") { suspect("550 relaying denied") } else { yes() });
    club.write("ann@one.example", None);
    club.pass(second());
    assert!(club.plan.is_open(), "one mailbox may be odd");
    club.write("bob@one.example", None);
    club.pass(second() * 40);
    assert!(club.plan.is_alarm(), "{:?}", held(&club));
    club.write("cid@other.example", None);
    club.pass(second());
    assert!(club.plan.is_open());
    assert_eq!(sent(&club), 1);
}

#[test]
fn after_a_hold_letters_go_again_and_none_was_counted_or_lost() {
    let mut club = Club::new(8, |_, at| {
        if at < second() * 3_600 * 24 * 10 { (second(), Err(Setback::NoWay("no route".to_owned()))) } else { yes() }
    });
    for domain in 0..30 {
        club.write(&format!("ann@d{domain}.example"), None);
    }
    for _ in 0..24 * 11 {
        club.pass(second() * 3_600);
    }
    assert_eq!(sent(&club), 30);
    assert!(club.rows.values().all(|row| matches!(row.left, Some((_, taflpost::store::Verdict::Sent)))));
}

/// Mailbox full, and the like: nobody else waits for it.
#[test]
fn a_full_mailbox_is_its_own_pause() {
    let full = || (second(), Err(Setback::Later { why: "452 4.2.2 full".to_owned(), is_mailbox: true }));
    let mut club = Club::new(8, |to, _| if to.starts_with("full") { full() } else { yes() });
    for round in 0..20 {
        for name in ["full1", "full2", "ann"] {
            club.write(&format!("{name}@x.example"), None);
        }
        club.pass(second() * 5);
        let healthy = club.rows.values().filter(|row| row.to.starts_with("ann") && row.left.is_some()).count();
        assert_eq!(healthy, round + 1);
    }
    let full = |what: &What| matches!(what, What::Mailbox(name) if name.starts_with("full"));
    assert!(held(&club).iter().all(full), "{:?}", held(&club));
    let tries = club.begun_letters.iter().filter(|(_, to)| to.starts_with("full")).count();
    assert!(tries <= 6, "{tries}");
}

#[test]
fn a_letter_waits_for_the_one_before_it_only_while_that_is_under_way_or_untried() {
    let mut refused = false;
    let mut club = Club::new(8, move |_, _| {
        if std::mem::replace(&mut refused, true) {
            yes()
        } else {
            (second(), Err(Setback::Refused { why: "554 spam".to_owned(), mailbox: None }))
        }
    });
    club.write("ann@x.example", Some((7, "ann")));
    club.write("ann@x.example", Some((7, "ann")));
    club.write("ann@x.example", Some((8, "ann")));
    assert_eq!(club.begun_letters.len(), 1);
    club.pass(second() * 3);
    let order: Vec<Duration> = club.rows.values().map(|row| row.left.as_ref().unwrap().0).collect();
    assert!(order[0] < order[1], "{order:?}");
}
