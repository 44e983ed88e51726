//! The layout of a complaint: a window into a long line, and a sentence in rows.

use std::ops::Range;

use crate::command::lexer::{Line, is_blank, is_invisible, is_square_shape};
use crate::command::move_words;
use crate::command::table::{self, Match};

/// Marks where something was cut off.
pub(in crate::command) const CUT: &str = "...";

/// The part of a line that fits into `width` columns and contains the place, and the place in that part.
pub(in crate::command) fn window(line: &str, at: &Range<usize>, width: usize) -> (String, Range<usize>) {
    let chars: Vec<char> = line.chars().collect();
    let at = at.start..at.end.max(at.start + 1);
    if chars.len().max(at.end) <= width {
        return (line.to_owned(), at);
    }
    // Some text before the place is shown for orientation; the rest of the space is for what follows.
    let before = (width / 2).min(width.saturating_sub(at.len() + CUT.len()));
    let mut from = at.start.saturating_sub(before.max(CUT.len()));
    if from <= CUT.len() {
        from = 0;
    }
    let to = (from + width).min(chars.len().max(at.end));
    let mut shown: Vec<char> = chars.get(from..to.min(chars.len())).unwrap_or_default().to_vec();
    if from > 0 {
        for (place, dot) in shown.iter_mut().zip(CUT.chars()) {
            *place = dot;
        }
    }
    if to < chars.len() {
        let keep = shown.len().saturating_sub(CUT.len());
        shown.truncate(keep);
        shown.extend(CUT.chars());
    }
    let start = at.start - from;
    let end = (at.end - from).min(width);
    (shown.into_iter().collect(), start..end)
}

/// A text in rows of at most `width` characters, wrapped at blanks. A longer word is cut and ends in dots. No row but the first begins like a
/// command: a mail program may send the row back without a quote sign.
pub(in crate::command) fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut rows = Vec::new();
    let mut row = String::new();
    let mut used = 0;
    for word in text.split(|c: char| is_blank(c) || is_invisible(c)).filter(|word| !word.is_empty()) {
        let mut word = std::borrow::Cow::Borrowed(word);
        if word.chars().count() > width {
            word = (word.chars().take(width.saturating_sub(CUT.len())).collect::<String>() + CUT).into();
        }
        let length = word.chars().count();
        if used > 0 && used + 1 + length > width {
            let next =
                if may_begin_with(&word) { last_words(&mut row, width.saturating_sub(length)) } else { String::new() };
            used = next.chars().count();
            rows.push(std::mem::replace(&mut row, next));
        }
        if used > 0 {
            row.push(' ');
            used += 1;
        }
        row.push_str(&word);
        used += length;
    }
    rows.push(row);
    rows
}

/// Takes the last word from a row, and the words before it that would otherwise begin a row like a command. At least one word stays. If there
/// is no `room` for so many, dots show that the sentence goes on.
fn last_words(row: &mut String, room: usize) -> String {
    let starts: Vec<usize> = row.match_indices(' ').map(|(at, _)| at + 1).collect();
    let first_word = |at: usize| row[at..].split(' ').next().unwrap_or_default();
    let fits = |at: usize| row[at..].chars().count() < room;
    match starts.iter().rev().copied().find(|at| fits(*at) && !may_begin_with(first_word(*at))) {
        Some(at) => {
            let words = row.split_off(at);
            row.truncate(row.trim_end().len());
            words
        }
        None => CUT.to_owned(),
    }
}

/// Whether a command may begin with the word: its own word or the beginning of it, a square, a play.
pub fn may_begin_with(word: &str) -> bool {
    let named = |word: &str| matches!(table::find(word), Match::Whole(_) | Match::Beginning(_));
    let line = Line::new(word);
    let first = line.words().first();
    first.is_some_and(|word| named(&word.lower()) || is_square_shape(&word.plain) || move_words::is_play_shape(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_row_but_the_first_begins_like_a_command() {
        let text = "A word or two, then send show 17 resign 17 preview 17 e5-e3 games.";
        for width in 12..60 {
            let rows = wrapped(text, width);
            assert!(rows.iter().all(|row| row.chars().count() <= width), "{width}: {rows:#?}");
            let begins = |row: &String| row.split(' ').next().is_some_and(may_begin_with);
            assert!(!rows.iter().skip(1).any(begins), "{width}: {rows:#?}");
        }
        let rows = wrapped(&"show ".repeat(30), 30);
        assert!(rows.iter().skip(1).all(|row| row.starts_with(CUT) && row.len() <= 30), "{rows:#?}");
    }
}
