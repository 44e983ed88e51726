//! A sentence that only says where the king goes: `A risk, but I'll take it: king to d5.` There is one king, so his square says the move.
//!
//! The whole move is put into its place, and the mail is read again: it makes the move if it would with both squares (`king e5 to d5`). So what
//! stands around it is judged by one law.

use crate::command::destination::KING;
use crate::command::lexer::{Line, Word, is_square_shape};
use crate::command::phrasebook;
use crate::command::scattered_move::TO;
use crate::tafl::Square;
use std::ops::Range;

/// The most sentences in which the king is looked for.
const SENTENCES_MAX: usize = 8;

/// The most words of such a sentence.
const WORDS_MAX: usize = 30;

/// A longer text is looked at for whole moves only: each sentence with the king lets it be read again.
const TEXT_BYTES_MAX: usize = 8 * 1024;

/// A sentence of a text that names the king, and one square.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KingsSquare {
    /// The square, with the letter as typed.
    pub square: Square,
    /// The bytes of the sentence in the text.
    at: Range<usize>,
}

/// The sentences that name the king and one square. None of a text of more than 8 KiB.
pub fn kings_squares(text: &str) -> Vec<KingsSquare> {
    if text.len() > TEXT_BYTES_MAX {
        return Vec::new();
    }
    let mut at = 0;
    let sentences = text.split_inclusive(['.', '!', '?', '\n']).map(|sentence| {
        at += sentence.len();
        at - sentence.len()..at
    });
    let named = |at: Range<usize>| {
        let line = Line::new(&text[at.clone()]);
        let words = line.words();
        let mut squares = words.iter().filter(|word| is_square_shape(&word.plain));
        let square = squares.next()?.plain.to_ascii_lowercase().parse().ok()?;
        let is_it = squares.next().is_none() && words.len() <= WORDS_MAX && words.iter().any(is_king);
        is_it.then_some(KingsSquare { square, at })
    };
    sentences.filter_map(named).take(SENTENCES_MAX).collect()
}

/// The text with the square where the king stands in the places where it may be left out: `king e5 to d5`, `king e5 one up to d5`, `king e5-d5`.
pub fn with_kings_origin(text: &str, named: &KingsSquare, from: Square) -> Vec<String> {
    let sentence = &text[named.at.clone()];
    let line = Line::new(sentence);
    let words = line.words();
    let Some(to) = words.iter().position(|word| is_square_shape(&word.plain)) else {
        return Vec::new();
    };
    let before = to.checked_sub(1).map(|at| &words[at]);
    let leads = before.filter(|word| TO.contains(&word.lower().as_str()));
    let is_set_off = before.is_none_or(|word| is_king(word) || !word.closing.is_empty() || !is_word(word));
    let king = words[..to].iter().rposition(is_king);
    // `The king is on d5`
    let rests =
        |word: &Word| phrasebook::languages().iter().any(|language| language.rests.longest(&[&word.lower()]) > 0);
    if words[king.unwrap_or(to)..to].iter().any(rests) {
        return Vec::new();
    }
    // `King Charles goes to d5`
    let is_name = |word: &Word| word.raw.starts_with(char::is_uppercase);
    let king = king.filter(|at| !is_name(&words[at + 1])).map(|at| &words[at]);
    let into = |at: usize, with: String| {
        let end = sentence.char_indices().nth(at).map_or(sentence.len(), |(byte, _)| byte);
        let (before, behind) = text.split_at(named.at.start + end);
        format!("{before}{with}{behind}")
    };
    let places = [
        leads.map(|to| into(to.at.start, format!("{from} "))),
        king.map(|king| into(king.at.end, format!(" {from}"))),
        is_set_off.then(|| into(words[to].at.start, format!("{from}-"))),
    ];
    let mut texts: Vec<String> = places.into_iter().flatten().collect();
    // `king to d5`: the first two are the same.
    texts.dedup();
    texts
}

fn is_king(word: &Word) -> bool {
    KING.contains(&word.lower().as_str())
}

/// Whether a word is no mere sign.
fn is_word(word: &Word) -> bool {
    word.raw.contains(char::is_alphanumeric)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    fn texts(text: &str) -> Vec<String> {
        let from = "e5".parse().unwrap();
        kings_squares(text).iter().flat_map(|named| with_kings_origin(text, named, from)).collect()
    }

    #[test]
    fn the_square_where_the_king_stands_is_put_where_it_may_be_left_out() {
        for (text, expected) in [
            ("Well. My king to d5, please.", &["Well. My king e5 to d5, please."][..]),
            ("king d5", &["king e5 d5", "king e5-d5"]),
            ("The king goes one up, d5!", &["The king e5 goes one up, d5!", "The king goes one up, e5-d5!"]),
            ("\u{1f642} d5 with the king", &["\u{1f642} e5-d5 with the king"]),
            ("der K\u{f6}nig nach d5", &["der K\u{f6}nig e5 nach d5"]),
            ("king to d5\nor king to d4", &["king e5 to d5\nor king to d4", "king to d5\nor king e5 to d4"]),
            ("King Charles goes to d5", &["King Charles goes e5 to d5"]),
            ("The king is on d5", &[]),
            ("king to d5 or d4", &[]),
            ("man to d5", &[]),
            ("the king", &[]),
            ("", &[]),
        ] {
            assert_eq!(texts(text), expected, "{text}");
        }
    }
}
