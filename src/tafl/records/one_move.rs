//! One move as the records of any program write it: `e5-e3`, `Ke1-a1--`, `c2-c3xKc4`, `e5-e8xe9!?`.
//!
//! OpenTafl's letters for pieces may come before a square, and must fit the piece there. Characters at the end say that the king can be
//! captured (`+`, `++`) or can escape (`-`, `--`), which the board shows as well. `---` resigns. `!` and `?` are a comment. A jump (`^`)
//! and a berserk move (`=`) are not supported here.

use crate::tafl::records::error::{Fault, ImportFault};
use crate::tafl::{ParsedPlay, Piece, RecordFault, Square};

/// A move as written.
pub(in crate::tafl::records) struct Written {
    pub play: ParsedPlay,
    /// The pieces that are named, and their squares.
    pub pieces: Vec<(Square, char)>,
    /// `!` and `?`.
    pub praise: String,
    /// Whether the player resigns after it.
    pub resigns: bool,
}

/// OpenTafl's letters for pieces, small and capital.
const PIECES: &str = "tcnkmgTCNKMG";

/// Reads a word.
pub(in crate::tafl::records) fn read(word: &str, at: usize, ply: u32) -> Result<Written, Fault> {
    let plain = word.trim_end_matches(['+', '-', '!', '?', '.', ',', ';']);
    let signs = &word[plain.len()..];
    if let Some(sign) = plain.chars().find(|sign| matches!(sign, '^' | '=')) {
        let what = if sign == '^' { "a jump (^)" } else { "a berserk move (=)" };
        return Err(Fault::new(at, ImportFault::NotPlayed { what: what.to_owned() }));
    }
    let (bare, letters) = without_letters(plain);
    let play = ParsedPlay::parse(&bare)
        .map_err(|_| Fault::new(at, ImportFault::Play { ply, why: RecordFault::Unreadable(unreadable(word)) }))?;
    let mut pieces = Vec::new();
    for (letter, offset) in letters {
        if !matches!(letter.to_ascii_lowercase(), 't' | 'k') {
            let what = format!("the piece {letter}");
            return Err(Fault::new(at, ImportFault::NotPlayed { what }));
        }
        if let Some((square, _)) = Square::read(&bare.as_bytes()[offset..]) {
            pieces.push((square, letter));
        }
    }
    let praise = signs.chars().filter(|sign| matches!(sign, '!' | '?')).collect();
    Ok(Written { play, pieces, praise, resigns: signs.contains("---") })
}

fn unreadable(word: &str) -> crate::tafl::BadPlay {
    crate::tafl::BadPlay(word.chars().take(60).collect())
}

/// The word without the letters of pieces before its squares, and the place of the square after each of those letters.
fn without_letters(word: &str) -> (String, Vec<(char, usize)>) {
    let mut bare = String::with_capacity(word.len());
    let mut letters = Vec::new();
    let signs: Vec<char> = word.chars().collect();
    for (i, sign) in signs.iter().enumerate() {
        let file = signs.get(i + 1).is_some_and(char::is_ascii_lowercase);
        let rank = signs.get(i + 2).is_some_and(char::is_ascii_digit);
        let inside_a_word = i > 0 && signs[i - 1].is_ascii_alphabetic() && !matches!(signs[i - 1], 'x' | 'X');
        if PIECES.contains(*sign) && file && rank && !inside_a_word {
            letters.push((*sign, bare.len()));
        } else {
            bare.push(*sign);
        }
    }
    (bare, letters)
}

/// Whether a letter stands for such a piece.
pub(in crate::tafl::records) fn fits(letter: char, piece: Piece) -> bool {
    matches!((letter.to_ascii_lowercase(), piece), ('k', Piece::King) | ('t', Piece::Attacker | Piece::Defender))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    fn shown(word: &str) -> String {
        match read(word, 0, 1) {
            Ok(Written { play, pieces, praise, resigns }) => {
                let captures: Vec<String> = play.captures.iter().map(Square::to_string).collect();
                let pieces: Vec<String> = pieces.iter().map(|(square, letter)| format!("{letter}{square}")).collect();
                let rest = format!("{} {praise}{}", pieces.join(" "), if resigns { " resigns" } else { "" });
                format!("{}-{} [{}] {}", play.from, play.to, captures.join(" "), rest.trim())
            }
            Err(fault) => fault.why.to_string(),
        }
    }

    #[test]
    fn the_signs_of_open_tafl_are_read() {
        assert_eq!(shown("a4-a1"), "a4-a1 [] ");
        assert_eq!(shown("a4-a1--"), "a4-a1 [] ");
        assert_eq!(shown("a4-a1+"), "a4-a1 [] ");
        assert_eq!(shown("e5-e8xe9"), "e5-e8 [e9] ");
        assert_eq!(shown("Ke1-a1--"), "e1-a1 [] Ke1");
        assert_eq!(shown("c2-c3xKc4++"), "c2-c3 [c4] Kc4");
        assert_eq!(shown("tc2-c3xtc4/Td4!?"), "c2-c3 [c4 d4] tc2 tc4 Td4 !?");
        assert_eq!(shown("c2-k2xk3xc3"), "c2-k2 [k3 c3] ");
        assert_eq!(shown("a4-a1---"), "a4-a1 [] resigns");
        assert_eq!(shown("e5toe3"), "e5-e3 [] ");
    }

    #[test]
    fn what_is_not_played_here_is_named() {
        assert_eq!(shown("c2^c4"), "taflpost does not support a jump (^)");
        assert_eq!(shown("c2=c4xc3"), "taflpost does not support a berserk move (=)");
        assert_eq!(shown("Ne5-e3"), "taflpost does not support the piece N");
    }
}
