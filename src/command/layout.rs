//! The layout of a complaint: a window into a long line, and a sentence in rows.

use std::ops::Range;

use crate::command::lexer::{is_blank, is_invisible};

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

/// A text in rows of at most `width` characters, wrapped at blanks. A longer word is cut and ends in dots.
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
            rows.push(std::mem::take(&mut row));
            used = 0;
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
