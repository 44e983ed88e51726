//! Checks whether a rule record that can be read makes sense.

use crate::tafl::parameter::{Escape, KingCapture};
use crate::tafl::rules_error::line_of;
use crate::tafl::square::SIZE_MAX;
use crate::tafl::variant_file::Record;
use crate::tafl::{RulesError, Square};

/// The most characters of a wrong word that an error shows.
const SHOWN_CHARS_MAX: usize = 40;

/// The corner squares: the four corners of the board if the record names no others.
pub(in crate::tafl) fn corners(record: &Record, text: &str) -> Result<Vec<Square>, RulesError> {
    let last = record.size.saturating_sub(1);
    let Some(words) = &record.corner_squares else {
        return Ok([(0, 0), (last, 0), (0, last), (last, last)].map(|(file, rank)| Square::new(file, rank)).to_vec());
    };
    let wrong = |found: String, expected: &str| RulesError::Wrong {
        key: "corner_squares",
        line: line_of(text, "corner_squares"),
        found,
        expected: expected.to_owned(),
    };
    let mut squares = Vec::new();
    for word in words {
        let shown: String = word.chars().take(SHOWN_CHARS_MAX).collect();
        let square: Square =
            word.parse().map_err(|_| wrong(format!("\"{shown}\""), "expected squares as in \"a1\""))?;
        if square.file() > last || square.rank() > last {
            return Err(wrong(format!("\"{shown}\" is not on the board"), "expected squares of the board"));
        }
        if record.throne.is_some() && square == Square::new(record.size / 2, record.size / 2) {
            return Err(wrong(format!("\"{shown}\" is the throne"), "expected other squares"));
        }
        if !squares.contains(&square) {
            squares.push(square);
        }
    }
    Ok(squares)
}

/// Finds the first thing in the record that makes no sense. `text` is needed for its line.
pub(in crate::tafl) fn check(record: &Record, text: &str) -> Result<(), RulesError> {
    let wrong = |key: &'static str, found: String, expected: &str| {
        Err(RulesError::Wrong { key, line: line_of(text, key), found, expected: expected.to_owned() })
    };
    if !(5..=SIZE_MAX).contains(&record.size) {
        return wrong("size", format!("found {}", record.size), "expected 5 to 19");
    }
    if record.size.is_multiple_of(2) && record.throne.is_some() {
        return wrong(
            "size",
            format!("found {}", record.size),
            "expected an odd number, because a throne needs a square in the middle",
        );
    }
    if record.king_capture == KingCapture::TwoButFourAtThrone && record.throne.is_none() {
        return wrong("king_capture", format!("found \"{}\"", record.king_capture), "this value needs a throne");
    }
    if record.escape == Escape::Corners && record.corner_squares.as_ref().is_some_and(Vec::is_empty) {
        return wrong("escape", "found \"corners\"".to_owned(), "but corner_squares is empty");
    }
    if record.corners.is_some() && record.corner_squares.as_ref().is_some_and(Vec::is_empty) {
        return wrong("corner_squares", "found none".to_owned(), "but corners is a table with settings for them");
    }
    if let Some(rule) = &record.repetition
        && !(2..=10).contains(&rule.count)
    {
        return wrong("repetition", format!("count is {}", rule.count), "expected 2 to 10");
    }
    if let Some(rule) = &record.shieldwall
        && !(1..=SIZE_MAX).contains(&rule.at_least)
    {
        return wrong("shieldwall", format!("at_least is {}", rule.at_least), "expected 1 to 19");
    }
    for limit in [record.speed.attackers, record.speed.defenders, record.speed.king].into_iter().flatten() {
        if !(1..=SIZE_MAX).contains(&limit) {
            return wrong("speed", format!("found {limit}"), "expected 1 to 19 squares");
        }
    }
    if record.linnaean && record.throne.is_none() {
        return wrong("linnaean", "found true".to_owned(), "this capture needs a throne");
    }
    Ok(())
}
