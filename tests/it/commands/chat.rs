//! What is below a move: words are passed on to the opponent completely, and commands are carried out. `tests/replies/chat.txt` says which
//! is which.

use std::fs;
use std::path::Path;

use taflpost::command::{Manner, Reading, read_among};

use super::{catalogue, in_use, words};

fn below_a_move(text: &str) -> Reading {
    read_among("", &format!("e5-e3\n{text}"), catalogue(), &in_use)
}

/// What is done besides the move at once, what is asked about, and what the opponent is told.
fn judged(reading: &Reading) -> (Vec<String>, Vec<String>, String) {
    let is_done = |item: &&taflpost::command::Item| {
        let Manner { doubt, .. } = item.manner;
        let command = item.command.as_ref();
        command.is_ok_and(|command| doubt.is_none() && item.manner.is_certain(command.weight(), true))
    };
    let (done, asked): (Vec<_>, Vec<_>) = reading.items.iter().partition(is_done);
    let line = |item: &taflpost::command::Item| item.line.clone();
    let done = done.into_iter().map(line).filter(|line| line != "e5-e3").collect();
    (done, asked.into_iter().map(line).collect(), reading.comment.clone())
}

#[test]
fn a_line_below_a_move_is_told_done_or_asked_about() {
    let file = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/replies/chat.txt")).unwrap();
    let (mut kind, mut counts, mut wrong) = ("", [0; 3], Vec::new());
    for line in file.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        if let Some(other) = line.strip_prefix("= ") {
            kind = other;
            continue;
        }
        let text = line.replace('|', "\n");
        for text in [text.clone(), format!("\n{text}"), format!("{text}\n\n")] {
            let reading = below_a_move(&text);
            let (done, asked, told) = judged(&reading);
            let is_right = match kind {
                "words" => done.is_empty() && asked.is_empty() && told == text.trim(),
                "command" => done.len() == 1 && asked.is_empty() && told.is_empty(),
                "asked" => done.is_empty() && !asked.is_empty(),
                other => panic!("{other}"),
            };
            if !is_right {
                wrong.push(format!("{kind}: {line:?}\n  done {done:?}, asked {asked:?}, told {told:?}"));
                break;
            }
        }
        counts[["words", "command", "asked"].iter().position(|known| *known == kind).unwrap()] += 1;
    }
    let [told, done, asked] = counts;
    assert!(told >= 60 && done >= 30 && asked >= 10, "{counts:?}");
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn words_keep_their_order_around_commands() {
    let text =
        "Take your time!\nshow 3\n\n*****\nMessage received, thanks\nif e6-e8 then f4-f8\nHelp yourself\nend\nresign";
    let reading = below_a_move(text);
    assert_eq!(words(&reading), ["move e5-e3", "show 3", "queue if e6-e8 then f4-f8"]);
    assert_eq!(reading.comment, "Take your time!\n\n*****\nMessage received, thanks\nHelp yourself");
    assert_eq!(reading.taken_as_words.len(), 2);
}

#[test]
fn what_is_wrapped_from_a_sentence_is_no_command() {
    let text = "In the end I had to think of my old teacher, who used to say\nhelp\nand then of the one who always said that to win is to\nend\nit all";
    let reading = below_a_move(text);
    assert_eq!(words(&reading), ["move e5-e3"]);
    assert_eq!(reading.comment, text);
}

#[test]
fn a_text_that_is_too_long_is_seen_to_be_so_and_lines_that_are_not_read_are_named() {
    let long = "word ".repeat(1_000);
    for text in [long.clone(), format!("chat: {long}"), format!("message carl: {long}")] {
        let reading = below_a_move(&text);
        let carried = reading.commands().find_map(|command| command.text()).unwrap_or(&reading.comment);
        assert!(carried.chars().count() > taflpost::command::TEXT_CHARS_MAX, "{}", carried.len());
    }
    let reading = below_a_move(&format!("{}resign\nwell", "x\n".repeat(999)));
    assert_eq!(reading.left, ["resign", "well"]);
    let reading = below_a_move(&"show 3\n".repeat(30));
    assert!(reading.cut);
    assert_eq!(reading.left, ["show 3"; 3]);
    assert!(below_a_move("x").left.is_empty());
}
