//! Who may answer: sign-ups, reply tokens, wrong passwords.

use super::*;
use taflpost::club::Purpose;

fn handed_out(n: u64, player: &str, number: u32, ply: u32) -> Change {
    let purpose = Purpose::Game { player: id(player), number, ply, offer: None };
    Change::TokenIssued { hash: hash(n), purpose, expires: days(400) }
}

#[test]
fn a_sign_up_waits_for_its_mailbox_beside_an_earlier_one() {
    let mut world = World::new();
    for (name, token) in [("anna", 1), ("ann", 2)] {
        let (id, address) = (id(name), address("Ann@example.org"));
        let token = hash(token);
        world.apply(&[Change::SignupAsked { id, address, token, expires: days(3), genuine: false }]);
    }
    assert!(world.handle(|tx| tx.token(&hash(1), noon())).is_some());
    let token = world.handle(|tx| tx.token(&hash(2), noon())).unwrap();
    assert_eq!(token.purpose, Purpose::Signup);
    let needs = Needs { signup: Some(hash(2)), ..Needs::default() };
    let signup = world.view(&needs).signup.unwrap();
    assert_eq!((&signup.id, &signup.address), (&id("ann"), &address("ann@example.org")));
    assert_eq!(world.handle(|tx| tx.view(&needs, days(3))).signup, None, "it lapses with its token");

    let (id_, address_, at) = (signup.id, signup.address, hours(1));
    world.apply(&[Change::PlayerJoined { id: id_, address: address_, password_hash: None, at }]);
    let view = world.view(&Needs { from: Some(address("ann@EXAMPLE.org")), ..needs });
    let ann = &view.players[&id("ann")];
    assert_eq!((ann.joined, &ann.password_hash), (hours(1), &None));
    assert_eq!(view.signup.unwrap().joined, Some(id("ann")), "its letter can still be answered");
    let other = Needs { signup: Some(hash(1)), ..Needs::default() };
    assert_eq!(world.view(&other).signup.unwrap().joined, Some(id("ann")), "and so can the other one");
    assert_eq!(ann.address(), &address("ann@example.org"));
    let why = world.refused(&joined("ann"));
    assert!(why.contains("player ann joining"), "{why}");
}

#[test]
fn a_token_lives_until_its_hour_and_brings_its_purpose() {
    let mut world = World::with_a_game();
    let lines = vec!["move 1 e5-e3".to_owned(), "chat 1 two\nlines, \"quoted\"".to_owned()];
    let purposes = [
        Purpose::Game { player: id("ann"), number: 1, ply: 0, offer: None },
        Purpose::Game { player: id("ann"), number: 1, ply: 0, offer: Some(hours(1)) },
        Purpose::Letter { player: id("bob") },
        Purpose::Confirm {
            player: id("bob"),
            lines,
            comment: "Grüße".to_owned(),
            asked: noon(),
            elsewhere: Some(address("bob@work.example")),
        },
    ];
    for (n, purpose) in (10..).zip(&purposes) {
        world.apply(&[Change::TokenIssued { hash: hash(n), purpose: purpose.clone(), expires: hours(5) }]);
        let token = world.handle(|tx| tx.token(&hash(n), hours(4))).unwrap();
        assert_eq!((&token.purpose, token.hash), (purpose, hash(n)));
        assert_eq!(world.handle(|tx| tx.token(&hash(n), hours(5))), None);
        world.apply(&[Change::TokenSpent { hash: hash(n) }, Change::TokenSpent { hash: hash(n) }]);
        assert_eq!(world.handle(|tx| tx.token(&hash(n), hours(4))), None);
    }
}

#[test]
fn a_play_taken_back_kills_the_tokens_of_its_position() {
    let mut world = World::with_a_game();
    world.apply(&[invited(2, "ann", "bob"), handed_out(20, "ann", 2, 5)]);
    world.apply(&[handed_out(10, "ann", 1, 0), played(1, 1, "d6-c6"), handed_out(11, "bob", 1, 1)]);
    world.apply(&[played(1, 2, "d5-a5"), handed_out(12, "ann", 1, 2)]);
    world.apply(&[Change::PlayTakenBack { number: 1, ply: 2, at: hours(5) }, handed_out(13, "bob", 1, 1)]);
    let mut living = Vec::new();
    for n in [10, 11, 12, 13, 20] {
        if world.handle(|tx| tx.token(&hash(n), noon())).is_some() {
            living.push(n);
        }
    }
    assert_eq!(living, [10, 13, 20], "the old letters of this position and later ones are dead, the new one lives");
}

#[test]
fn the_tokens_of_a_game_that_is_over_die_sooner() {
    let mut world = World::with_a_game();
    world.apply(&[invited(2, "ann", "bob"), handed_out(10, "ann", 1, 0), handed_out(20, "ann", 2, 0)]);
    world.apply(&[Change::TokensExpire { number: 1, by: days(30) }, Change::TokensExpire { number: 1, by: days(40) }]);
    for (n, at, lives) in [(10, days(29), true), (10, days(30), false), (20, days(399), true), (20, days(400), false)] {
        assert_eq!(world.handle(|tx| tx.token(&hash(n), at)).is_some(), lives, "{n}, {at}");
    }
}

#[test]
fn wrong_passwords_count_for_an_hour() {
    let mut world = World::with_a_game();
    let failed = |minutes| Change::PasswordFailed { player: id("ann"), at: noon() - TimeDelta::minutes(minutes) };
    world.apply(&[failed(61), failed(59), failed(5), failed(5)]);
    let view = world.view(&about(&[1]));
    assert_eq!((view.wrong_passwords[&id("ann")], view.wrong_passwords[&id("bob")]), (3, 0));
}

#[test]
fn a_password_that_is_not_hashed_is_never_stored() {
    let mut world = World::new();
    let why = world.refused(&Change::PlayerJoined {
        id: id("ann"),
        address: address("ann@example.org"),
        password_hash: Some("opensesame".to_owned()),
        at: noon(),
    });
    assert!(why.contains("refuses a change") && !why.contains("opensesame"), "{why}");
}
