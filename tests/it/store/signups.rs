//! Sign-ups that wait for room: each domain in its turn, none for longer than a day, and at most as many as the queue holds.

use super::*;
use taflpost::store::{Asked, Released, SIGNUPS_QUEUED_MAX};

fn queued(name: &str, domain: &str, at: DateTime<Utc>) -> Change {
    Change::SignupQueued { id: id(name), address: address(&format!("{name}@{domain}")), at }
}

/// Who is asked at `now`, in their order, each with a letter.
fn asked(world: &mut World, max: u32, now: DateTime<Utc>) -> Vec<String> {
    let mut asked = Vec::new();
    let ask = |tx: &Tx<'_>, (_, address): (PlayerId, Address)| {
        tx.enqueue(&NewLetter { stranger: true, created: now, ..letter(address.as_str()) })?;
        asked.push(address.to_string());
        Ok::<_, StoreError>(Asked::Done)
    };
    world.store.queued_signups(max, now, ask).unwrap();
    asked
}

#[test]
fn each_domain_has_its_turn_however_many_another_forges() {
    let mut world = World::new();
    let forged: Vec<Change> = (0..20).map(|n| queued(&format!("forged{n}"), "loud.test", hours(0))).collect();
    world.apply(&forged);
    world.apply(&[queued("ann", "fjord.test", hours(1)), queued("bob", "sund.test", hours(2))]);
    let first = asked(&mut world, 4, hours(3));
    assert_eq!(first[..3], ["forged0@loud.test", "ann@fjord.test", "bob@sund.test"]);
    assert!(first[3].ends_with("@loud.test"), "{first:?}");
    assert_eq!(world.reader().counts().unwrap().signups_queued, 18);
}

#[test]
fn who_finds_no_room_stays_and_who_fails_is_forgotten() {
    let mut world = World::new();
    world.apply(&[queued("ann", "fjord.test", hours(0)), queued("bob", "sund.test", hours(1))]);
    let waits = |_: &Tx<'_>, _| Ok::<_, StoreError>(Asked::Waits);
    assert_eq!(world.store.queued_signups(9, hours(2), waits).unwrap(), Released::default());
    let none = |_: &Tx<'_>, _| Ok::<_, StoreError>(Asked::AllWait);
    assert_eq!(world.store.queued_signups(9, hours(2), none).unwrap(), Released::default());
    assert_eq!(world.reader().counts().unwrap().signups_queued, 2);
    let mut seen = 0;
    let fails = |_: &Tx<'_>, _| {
        seen += 1;
        if seen == 1 { Err("broken") } else { Ok(Asked::Waits) }
    };
    world.store.queued_signups(9, hours(2), fails).unwrap();
    assert_eq!(asked(&mut world, 9, hours(3)), ["bob@sund.test"]);
}

#[test]
fn after_a_day_a_sign_up_is_forgotten() {
    let mut world = World::new();
    world.apply(&[queued("ann", "fjord.test", hours(0)), queued("bob", "sund.test", hours(1))]);
    assert_eq!(asked(&mut world, 9, hours(24)), ["bob@sund.test"]);
    assert_eq!(world.reader().counts().unwrap().signups_queued, 0);
}

#[test]
fn an_address_waits_once_and_its_last_wish_counts() {
    let mut world = World::new();
    world.apply(&[queued("ann", "fjord.test", hours(0))]);
    let other = Change::SignupQueued { id: id("anna"), address: address("ann@fjord.test"), at: hours(1) };
    world.apply(&[other]);
    let mut ids = Vec::new();
    let ask = |_: &Tx<'_>, (id, _): (PlayerId, Address)| {
        ids.push(id.to_string());
        Ok::<_, StoreError>(Asked::Done)
    };
    world.store.queued_signups(9, hours(2), ask).unwrap();
    assert_eq!(ids, ["anna"]);
}

#[test]
fn when_all_is_full_the_domain_with_most_loses_its_last() {
    let mut world = World::new();
    let forged = |n: u32| queued(&format!("forged{n}"), "loud.test", hours(0) + TimeDelta::seconds(n.into()));
    let full: Vec<Change> = (0..SIGNUPS_QUEUED_MAX).map(forged).collect();
    world.apply(&full);
    world.apply(&[queued("ann", "fjord.test", hours(1))]);
    assert_eq!(world.reader().counts().unwrap().signups_queued, SIGNUPS_QUEUED_MAX);
    let all = asked(&mut world, SIGNUPS_QUEUED_MAX, hours(2));
    let last = format!("forged{}@loud.test", SIGNUPS_QUEUED_MAX - 1);
    assert!(all.iter().any(|to| to == "ann@fjord.test") && !all.contains(&last), "{all:?}");
    // Its own one more is forgotten.
    let mut world = World::new();
    world.apply(&full);
    world.apply(&[forged(SIGNUPS_QUEUED_MAX)]);
    let more = format!("forged{SIGNUPS_QUEUED_MAX}@loud.test");
    assert!(!asked(&mut world, SIGNUPS_QUEUED_MAX, hours(2)).contains(&more));
}
