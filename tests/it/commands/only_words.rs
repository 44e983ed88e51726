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

/// `Und` is a letter short of `undo`, and `deine` resembles `decline`: who begins a sentence with them tried no command.
#[test]
fn a_sentence_that_begins_with_a_word_near_a_command_tries_none() {
    let resembles_nothing = |line: &str| {
        taflpost::command::parse_line(line, super::catalogue())
            .err()
            .is_none_or(|complaint| complaint.resembles_nothing())
    };
    for line in ["und, hat sich anke schon gemeldet?", "Deine Oma Gisela"] {
        assert!(resembles_nothing(line), "{line}");
    }
    for line in ["undoo", "chalnge ann bob -small", "resgin 1 ann geheim", "decilne 12 please"] {
        assert!(!resembles_nothing(line), "{line}");
    }
}
