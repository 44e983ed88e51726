//! Mails without a command, and what they are taken for.

use super::{catalogue, in_use};
use taflpost::command::{Talk, read_among};

const MAILS: &str = include_str!("../../replies/words.txt");

#[test]
fn words_are_told_from_what_is_wanted_of_the_server() {
    let mut wrong = Vec::new();
    for row in MAILS.lines().filter(|row| !row.starts_with('#')) {
        let (label, mail) = row.split_once(": ").unwrap();
        let expected = match label {
            "words" => Talk::Surely,
            "perhaps" => Talk::Perhaps,
            "asks" => Talk::No,
            other => panic!("{other}"),
        };
        let text = mail.replace("\\n", "\n");
        let reading = read_among("", &text, catalogue(), &in_use);
        if reading.talk != expected {
            wrong.push(format!("{row}: {:?}", reading.talk));
        }
        // Nothing is lost on the way to the opponent.
        if expected != Talk::No {
            assert_eq!(reading.said, text.trim(), "{row}");
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
