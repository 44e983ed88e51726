//! A move whose end its author corrects in the same breath: `d1 to b1 sorry i mean c1`.

use crate::command::lexer::{Line, Word, is_square_shape};
use crate::command::phrasebook;
use crate::tafl::{ParsedPlay, Square};

/// The most words of a mail that are read.
const WORDS_MAX: usize = 60;

/// The most words between the correction and its square.
const APART_MAX: usize = 3;

/// The square to which the author of a text wants to move instead, if it names only one behind this move, beside words that correct.
pub fn corrected_destination(text: &str, play: &ParsedPlay) -> Option<Square> {
    let lines: Vec<Line> = text.lines().map(Line::new).collect();
    let words: Vec<&Word> = lines.iter().flat_map(|line| line.words()).take(WORDS_MAX).collect();
    let end = words.iter().position(|word| ends(word, play))?;
    let behind = &words[end + 1..];
    let lower: Vec<String> = behind.iter().map(|word| word.lower()).collect();
    let lower: Vec<&str> = lower.iter().map(String::as_str).collect();
    let mut squares = behind.iter().enumerate().filter(|(_, word)| names_a_square(word));
    let (at, word) = squares.next().filter(|_| squares.next().is_none())?;
    let corrects = |from: usize| {
        let length =
            phrasebook::languages().iter().map(|language| language.corrects.longest(&lower[from..])).max().unwrap_or(0);
        let is_before = from + length <= at && at - (from + length) < APART_MAX;
        length > 0 && (is_before || from > at && from - at <= APART_MAX)
    };
    let to: Square = word.plain.to_ascii_lowercase().parse().ok()?;
    (to != play.to && to != play.from && (0..lower.len()).any(corrects)).then_some(to)
}

fn names_a_square(word: &Word) -> bool {
    is_square_shape(&word.plain) || ParsedPlay::looks_like(&word.plain)
}

/// Whether a word is the end of the move.
fn ends(word: &Word, play: &ParsedPlay) -> bool {
    let plain = word.plain.to_ascii_lowercase();
    let is_square = is_square_shape(&plain) && plain.parse() == Ok(play.to);
    is_square || ParsedPlay::parse(&plain).is_ok_and(|read| (read.from, read.to) == (play.from, play.to))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    #[test]
    fn an_end_is_corrected_only_by_words_that_do_it() {
        let play = ParsedPlay::parse("d1-b1").unwrap();
        let corrected = |text: &str| corrected_destination(text, &play).map(|square| square.to_string());
        for text in [
            "d1 to b1 sorry i mean c1",
            "d1-b1, no wait, c1",
            "d1 to b1 oops c1 i meant",
            "d1-b1. sorry, c1 is what i meant\n\nnice day",
            "d1 nach b1, quatsch, nach c1",
            "d1-b1\nich meinte c1",
            "d1 til b1, nej undskyld c1",
        ] {
            assert_eq!(corrected(text).as_deref(), Some("c1"), "{text}");
        }
        for text in [
            "d1-b1",
            "d1-b1, sorry for the delay",
            "d1 to b1, and your man on c1 looks lonely",
            "d1-b1, sorry, c1 or e1",
            "d1-b1, I mean it. It was a long day at work today, with the dog on c1",
            "c1? no, sorry, d1-b1",
        ] {
            assert_eq!(corrected(text), None, "{text}");
        }
    }
}
