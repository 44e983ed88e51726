//! A move as two squares, and the many ways in which players write one.
//!
//! The shape is `FROM TO [captures] [#n]`. Between the squares there may be a dash of any length, a colon, an arrow, `x`, the word `to`,
//! blanks, or nothing. Captured squares begin with `x` and are separated by `x`, `/`, a comma or blanks. `#n` is the ply of the move that
//! the player means, counted from 1.

use crate::tafl::Square;
use crate::tafl::square::SIZE_MAX;
use std::fmt;
use std::fmt::Write;
use std::str::FromStr;

/// No move can capture so many squares. Longer lists are refused without reading them.
const CAPTURES_MAX: usize = 64;

/// A move: a piece goes from one square to another. Whether it is legal is decided in `game_state`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Play {
    /// The start square.
    pub from: Square,
    /// The destination.
    pub to: Square,
}

impl fmt::Display for Play {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if f.width().is_some() {
            return f.pad(&format!("{}-{}", self.from, self.to));
        }
        self.from.fmt(f)?;
        f.write_char('-')?;
        self.to.fmt(f)
    }
}

impl FromStr for Play {
    type Err = BadPlay;

    fn from_str(text: &str) -> Result<Play, BadPlay> {
        let parsed = ParsedPlay::parse(text)?;
        let lettered = [parsed.from, parsed.to].iter().all(|square| square.file() < SIZE_MAX);
        if !parsed.captures.is_empty() || parsed.ply.is_some() || !lettered {
            return Err(BadPlay::new(text));
        }
        Ok(Play { from: parsed.from, to: parsed.to })
    }
}

/// A move as typed, not yet compared with a board. Its columns may go one beyond the largest board, because that is the last letter if I is
/// left out ([`Dialect`](crate::tafl::Dialect)).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParsedPlay {
    /// The start square.
    pub from: Square,
    /// The destination.
    pub to: Square,
    /// The captured squares as typed; empty if none were typed.
    pub captures: Vec<Square>,
    /// The ply, from 1, if one was typed.
    pub ply: Option<u32>,
}

impl ParsedPlay {
    /// Reads a move, in one word or several.
    pub fn parse(text: &str) -> Result<ParsedPlay, BadPlay> {
        Reader { rest: text.trim() }.play().ok_or_else(|| BadPlay::new(text))
    }

    /// Whether the text has the shape of a move.
    pub fn looks_like(text: &str) -> bool {
        ParsedPlay::parse(text).is_ok()
    }
}

/// A text that is not a move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("\"{0}\" is not a move: write the square the piece leaves and the square it goes to, as in e5-e3.")]
pub struct BadPlay(pub String);

impl BadPlay {
    fn new(text: &str) -> BadPlay {
        BadPlay(text.chars().take(60).collect())
    }
}

struct Reader<'a> {
    rest: &'a str,
}

impl Reader<'_> {
    fn play(&mut self) -> Option<ParsedPlay> {
        let from = self.square()?;
        self.between();
        let to = self.square()?;
        let captures = self.captures()?;
        let ply = self.ply()?;
        self.rest.trim_end_matches(['.', ',', ';', '!']).is_empty().then_some(())?;
        Some(ParsedPlay { from, to, captures, ply })
    }

    fn square(&mut self) -> Option<Square> {
        let (square, used) = Square::read_typed(self.rest.as_bytes())?;
        self.rest = &self.rest[used..];
        Some(square)
    }

    fn blanks(&mut self) {
        self.rest = self.rest.trim_start();
    }

    fn take(&mut self, signs: &[char]) -> bool {
        match self.rest.strip_prefix(signs) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    fn between(&mut self) {
        self.blanks();
        let word = self.rest.get(..2).is_some_and(|word| word.eq_ignore_ascii_case("to"));
        if word {
            self.rest = &self.rest[2..];
        } else if self.take(&['-', ':', 'x', 'X', '×', '→', '‐', '‑', '‒', '–', '—', '−']) {
            self.take(&['-', '>']);
            self.take(&['>']);
        }
        self.blanks();
    }

    fn captures(&mut self) -> Option<Vec<Square>> {
        let mut captures = Vec::new();
        self.blanks();
        let mut expected = self.take(&['x', 'X', '×']);
        while expected {
            self.blanks();
            if captures.len() == CAPTURES_MAX {
                return None;
            }
            captures.push(self.square()?);
            self.blanks();
            expected = self.take(&['x', 'X', '×', '/'])
                || (self.square_after_comma() && self.take(&[',']))
                || Square::read_typed(self.rest.as_bytes()).is_some();
        }
        Some(captures)
    }

    fn square_after_comma(&self) -> bool {
        let rest = self.rest.strip_prefix(',').map(str::trim_start);
        rest.is_some_and(|rest| Square::read_typed(rest.as_bytes()).is_some())
    }

    /// The `#n`, if there is one. The outer `None` means that it is broken.
    fn ply(&mut self) -> Option<Option<u32>> {
        self.blanks();
        if !self.take(&['#']) {
            return Some(None);
        }
        self.blanks();
        let digits = self.rest.bytes().take_while(u8::is_ascii_digit).count();
        let number: u32 = self.rest[..digits].parse().ok().filter(|number| *number > 0)?;
        self.rest = &self.rest[digits..];
        Some(Some(number))
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    fn written(text: &str) -> String {
        let parsed = ParsedPlay::parse(text).unwrap();
        let captures: Vec<String> = parsed.captures.iter().map(Square::to_string).collect();
        let ply = parsed.ply.map_or(String::new(), |ply| format!(" #{ply}"));
        format!("{}-{} [{}]{ply}", parsed.from, parsed.to, captures.join(" "))
    }

    #[test]
    fn a_play_may_be_written_in_many_ways() {
        for text in [
            "e5-e3",
            "E5-E3",
            "e5 e3",
            "e5e3",
            "e5:e3",
            "e5xe3",
            "e5 to e3",
            "e5 TO e3",
            "e5–e3",
            "e5—e3",
            "e5−e3",
            "e5 - e3",
            "e5->e3",
            "e5 → e3",
            "  e5-e3  ",
            "e5-e3.",
            "e5--e3",
        ] {
            assert_eq!(written(text), "e5-e3 []", "{text}");
        }
    }

    #[test]
    fn captures_and_the_half_move_may_follow() {
        assert_eq!(written("d4-d8xd7"), "d4-d8 [d7]");
        assert_eq!(written("d4-d8xd7/e8"), "d4-d8 [d7 e8]");
        assert_eq!(written("d4-d8xd7xe8"), "d4-d8 [d7 e8]");
        assert_eq!(written("d4 d8 x d7, e8 #12"), "d4-d8 [d7 e8] #12");
        assert_eq!(written("e5-e3#6"), "e5-e3 [] #6");
        assert_eq!(written("e5-e3 #6"), "e5-e3 [] #6");
        assert_eq!(written("e5xe3xe4"), "e5-e3 [e4]");
    }

    #[test]
    fn other_texts_are_no_plays() {
        for text in [
            "",
            "e5",
            "e5-",
            "e5-e3x",
            "e5-e3#",
            "e5-e3#0",
            "e5-e3#x",
            "e5-e3 please",
            "hunter2",
            "e5-z3",
            "e5-e3-e1",
            "u5-e3",
            "é5-e3",
            "e5-e3#99999999999",
        ] {
            assert!(!ParsedPlay::looks_like(text), "{text}");
        }
        assert!(!ParsedPlay::looks_like(&format!("a1-a2{}", "xa3".repeat(70))));
    }

    #[test]
    fn a_bare_play_is_read_and_printed_alike() {
        let play: Play = "E5:E3".parse().unwrap();
        assert_eq!(play.to_string(), "e5-e3");
        assert!("e5-e3xe4".parse::<Play>().is_err());
        assert!("s5-t5".parse::<Play>().is_err() && ParsedPlay::looks_like("s5-t5"));
    }
}
