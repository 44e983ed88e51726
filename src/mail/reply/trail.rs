//! Lines behind which, or from which on, the sender's own words end.

use crate::mail::reply::devices;
use crate::mail::reply::fields;
use crate::mail::reply::fields::Field;
use crate::mail::reply::is_blank;
use crate::mail::reply::words;
use crate::mail::token;

/// What a line that is neither quote nor introduction means for the reading.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Trail {
    /// The sender's words.
    Words,
    /// Nothing of his comes after it.
    End,
    /// His signature begins.
    Signature,
    /// The quoted or forwarded letter begins.
    Letter,
    /// A rule across the page.
    Rule,
    /// A line that his device added.
    Drop,
}

/// Lines looked at for one block of header fields.
const FIELD_LINES: usize = 8;

/// Longer lines are words.
const LINE_CHARS_MAX: usize = 300;

/// Judges the line at `at`; the lines after it decide whether a header field stands alone.
pub(crate) fn of_line(lines: &[&str], at: usize) -> Trail {
    let line = lines[at].trim();
    if line.len() > 4 * LINE_CHARS_MAX {
        return Trail::Words;
    }
    if line == "--" {
        return Trail::Signature;
    }
    if is_underscores(line) || words::is_footer(line) {
        return Trail::End;
    }
    if line.contains("BEGIN PGP SIGNED MESSAGE") || is_hash_line(lines, at) {
        return Trail::Drop;
    }
    if line.contains("BEGIN PGP SIGNATURE") {
        return Trail::End;
    }
    if token::is_carried_in(line)
        || is_words_between_dashes(line)
        || words::is_forward(line)
        || is_field_block(lines, at)
    {
        return Trail::Letter;
    }
    if is_rule(line) {
        return Trail::Rule;
    }
    if devices::is_device_line(line) {
        return Trail::Drop;
    }
    Trail::Words
}

/// The rule that Outlook and Mailman draw.
fn is_underscores(line: &str) -> bool {
    line.len() >= 10 && line.bytes().all(|b| b == b'_')
}

/// A line of nothing but the signs that people draw rules with. One sign alone is a rule only if
/// it is a long dash.
fn is_rule(line: &str) -> bool {
    let mut count = 0;
    for c in line.chars() {
        match c {
            '\u{2013}' | '\u{2014}' | '\u{2015}' | '\u{1427}' => count += 2,
            '-' | '_' | '=' | '*' | '~' | '#' | '+' => count += 1,
            c if c.is_whitespace() => {}
            _ => return false,
        }
    }
    count >= 2
}

/// `-----Original Message-----` in any language: dashes, words, dashes.
fn is_words_between_dashes(line: &str) -> bool {
    let is_dash = |c: char| matches!(c, '-' | '\u{2013}' | '\u{2014}');
    let leading = line.chars().take_while(|&c| is_dash(c)).count();
    let trailing = line.chars().rev().take_while(|&c| is_dash(c)).count();
    leading >= 2 && trailing >= 2 && line.chars().count() <= LINE_CHARS_MAX && line.chars().any(char::is_alphabetic)
}

/// The lines that PGP puts between its first line and the text.
fn is_hash_line(lines: &[&str], at: usize) -> bool {
    lines[at].starts_with("Hash: ")
        && at > 0
        && (lines[at - 1].contains("BEGIN PGP SIGNED MESSAGE") || lines[at - 1].starts_with("Hash:"))
}

/// Whether a block of header fields begins here, as Outlook puts it above the letter it quotes:
/// at least two different known fields among lines of that shape.
fn is_field_block(lines: &[&str], at: usize) -> bool {
    let Some(first) = field(lines[at]) else {
        return false;
    };
    lines[at + 1..]
        .iter()
        .take(FIELD_LINES)
        .take_while(|line| is_blank(line) || line.starts_with([' ', '\t']) || has_field_shape(line))
        .filter_map(|line| field(line))
        .any(|other| other != first)
}

fn field(line: &str) -> Option<Field> {
    split_field(line).and_then(fields::field)
}

/// A name of a few words and a colon. What comes after it does not matter.
fn has_field_shape(line: &str) -> bool {
    split_field(line).is_some_and(|name| !name.contains(['@', '/', '<', '"']))
}

fn split_field(line: &str) -> Option<&str> {
    let line = line.trim().trim_start_matches('*');
    let end = line.find([':', '\u{ff1a}'])?;
    let name = line[..end].trim_matches(|c: char| c == '*' || c.is_whitespace());
    (!name.is_empty() && name.chars().count() <= 24 && name.split_whitespace().count() <= 3).then_some(name)
}
