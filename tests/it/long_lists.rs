//! A player with more games than a list holds is told so, sees them all, and never has a board guessed.

use crate::exchange::{ann_and_bob, apply, game};
use crate::world::{CLUB, World};
use chrono::TimeDelta;
use std::sync::Arc;
use taflpost::club::{Change, OpenChallenge};
use taflpost::command::Conditions;
use taflpost::tafl::Catalogue;

/// What the club answers to a mail of ann's. It proves nothing, and two such mails a day are answered.
fn answer(world: &mut World, asks: &str) -> String {
    world.wake(TimeDelta::hours(13));
    let id = world.message_id();
    let mail = format!("From: ann@fjord.test\nTo: {CLUB}\nMessage-ID: <{id}>\nSubject: {asks}\n\n");
    world.deliver(mail.as_bytes(), "ann@fjord.test", CLUB);
    let letters = world.letters();
    assert_eq!(letters.len(), 1, "{asks}");
    letters.into_iter().next().unwrap().text
}

/// The numbers of the boards in a list.
fn boards(letter: &str) -> Vec<u32> {
    /// Where the numbers end. The second line of a game begins further to the right.
    const COLUMN: usize = 7;
    letter.lines().filter_map(|line| line.get(..COLUMN)?.trim().parse().ok()).collect()
}

#[test]
fn a_list_that_is_cut_says_how_to_go_on() {
    let mut world = ann_and_bob();
    for number in 1..=205 {
        game(&mut world, number, "brandubh", "a4-a3", None);
    }
    for (asks, first, last, more) in [
        ("games", 1, 100, Some("games ann active 101")),
        ("games ann active 101", 101, 200, Some("games ann active 201")),
        ("games ann active #201", 201, 205, None),
        ("games all", 205, 106, Some("games ann all 105")),
        ("games 105 ann all", 105, 6, Some("games ann all 5")),
        ("games ann all 5", 5, 1, None),
        ("games bob next 106", 106, 205, None),
        ("games bob ann -brandubh all", 205, 106, Some("games bob ann -brandubh all 105")),
        ("brandubh games bob ann all 105", 105, 6, Some("games bob ann -brandubh all 5")),
    ] {
        let letter = answer(&mut world, asks);
        let listed = boards(&letter);
        assert_eq!((listed.first(), listed.last()), (Some(&first), Some(&last)), "{asks}\n{letter}");
        assert_eq!(listed.len() as u32, first.abs_diff(last) + 1, "{asks}");
        let told = letter.lines().find_map(|line| line.split_once("To see them, send:").map(|(_, how)| how.trim()));
        assert_eq!(told, more, "{letter}");
    }
}

#[test]
fn where_not_all_open_games_are_looked_at_the_board_has_to_be_named() {
    let mut world = ann_and_bob();
    game(&mut world, 1, "brandubh", "a4-a3 c4-c7", None);
    for number in 2..=100 {
        game(&mut world, number, "brandubh", "none", None);
    }
    // Of a hundred games one is running, and so it is meant.
    assert!(answer(&mut world, "export").contains("board 1"));
    game(&mut world, 101, "brandubh", "a4-a3 c4-c7", None);
    let letter = answer(&mut world, "export");
    assert!(letter.contains("You have many open games, so say which board you mean"), "{letter}");
    assert!(!answer(&mut world, "show 101").contains("many open games"));
}

#[test]
fn a_seek_that_the_list_has_no_room_for_is_refused() {
    let mut world = ann_and_bob();
    let variant = Catalogue::embedded().unwrap().parse_choice("brandubh").unwrap();
    let rules = Arc::new(variant.rules);
    for number in 1..=200 {
        let open_challenge = OpenChallenge {
            number,
            player: "bob".parse().unwrap(),
            variant: variant.name.clone(),
            title: variant.title.clone(),
            rules: rules.clone(),
            side: None,
            conditions: Conditions::default(),
            clock: None,
            created: world.now,
        };
        apply(&mut world, &[Change::OpenChallengeSent { open_challenge }]);
    }
    let letter = answer(&mut world, "seek -brandubh");
    assert!(letter.contains("The list of open challenges is full: it has 200"), "{letter}");
}

/// Words for which the letter of the day has no room wait for the next.
#[test]
fn no_words_are_lost_in_a_long_letter_of_the_day() {
    let mut world = ann_and_bob();
    let words = |number: u32| if number.is_multiple_of(4) { String::new() } else { format!("Word {number}.") };
    for number in 1..=16 {
        game(&mut world, number, "brandubh", "a4-a3", None);
        let (player, author, at) = ("bob".parse().unwrap(), Some("ann".parse().unwrap()), world.now);
        let kept = Change::NewsKept { player, number, author, words: words(number), at, due: at };
        apply(&mut world, &[kept]);
    }
    // He wants no letter of the day any more, so the second comes at once.
    let letters = [world.letters(), world.letters()].map(|letters| letters.into_iter().next().unwrap().text);
    for number in 1..=16_u32 {
        let told = letters.iter().filter(|letter| letter.contains(&words(number))).count();
        assert_eq!(told, if number.is_multiple_of(4) { 2 } else { 1 }, "{number}\n{}\n{}", letters[0], letters[1]);
    }
    assert!(letters[0].contains("Word 1.") && letters[1].contains("Word 15."));
    assert_eq!(world.letters().len(), 0);
}
