//! Lines at which or after which the sender's own words end.

use crate::mail::marker;
use crate::mail::reply::device_footers;
use crate::mail::reply::fields;
use crate::mail::reply::fields::Field;
use crate::mail::reply::line_kind::MARKER_LINES;
use crate::mail::reply::line_kind::is_blank;
use crate::mail::reply::line_kind::is_quote;
use crate::mail::reply::words;
use crate::mail::reply_addresses;

/// What a line means that is neither a quote nor an introduction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Trail {
    /// The sender's words.
    Words,
    /// Nothing of the sender's follows it.
    End,
    /// The sender's signature begins.
    Signature,
    /// The quoted or forwarded letter begins.
    Letter,
    /// A line of dashes or the like, with nothing of the sender's below it.
    Rule,
    /// The same, with nothing at all below it. It may be the sender's.
    LastRule,
    /// A line that a device or a program added.
    Drop,
    /// A line that a device or a program may have added. It counts as such if nothing is written below it.
    LastDrop,
}

/// The most lines that are searched for one block of header fields.
const FIELD_LINES: usize = 8;

/// The most lines below a ruled line that are searched for a footer.
const RULED_LINES: usize = 3;

/// Outlook's line above a letter has exactly this many underscores.
const OUTLOOK_RULE_CHARS: usize = 32;

/// Longer lines are the sender's words.
const LINE_CHARS_MAX: usize = 300;

/// Judges the line at `at`. The lines after it decide whether a header field stands alone.
pub(crate) fn of_line(
    lines: &[&str],
    at: usize,
    introductions: &[Option<usize>],
    is_command: &dyn Fn(&str) -> bool,
) -> Trail {
    match kind(lines, at, introductions) {
        Trail::Words => Trail::Words,
        // Checked late, because it is slow. A line with a reply token is never passed on, whatever else it holds.
        _ if !reply_addresses::is_carried_in(lines[at]) && is_command(lines[at]) => Trail::Words,
        trail => trail,
    }
}

fn kind(lines: &[&str], at: usize, introductions: &[Option<usize>]) -> Trail {
    let line = lines[at].trim();
    if line.len() > 4 * LINE_CHARS_MAX {
        return Trail::Words;
    }
    // Phones replace two dashes with one long dash.
    if matches!(line, "--" | "\u{2013}" | "\u{2014}") {
        return Trail::Signature;
    }
    if words::is_footer(line) || line.contains("BEGIN PGP SIGNATURE") {
        return Trail::End;
    }
    if line.contains("BEGIN PGP SIGNED MESSAGE") || is_hash_line(lines, at) {
        return Trail::Drop;
    }
    if line.bytes().all(|b| b == b'_') && line.len() == OUTLOOK_RULE_CHARS {
        return Trail::Letter;
    }
    if reply_addresses::is_carried_in(line)
        || (is_words_between_dashes(line)
            && (words::is_original(line) || is_of_program(line) || is_above_letter(lines, at, introductions)))
        || words::is_forward(line)
        || is_field_block(lines, at)
    {
        return Trail::Letter;
    }
    if is_rule(line) {
        return match below_rule(lines, at) {
            Some(line) if words::is_below_rules(line) => Trail::End,
            Some(_) if is_above_letter(lines, at, introductions) => Trail::Rule,
            Some(_) => Trail::Words,
            None => Trail::LastRule,
        };
    }
    if device_footers::is_device_line(line) {
        return if device_footers::names_device(line) { Trail::Drop } else { Trail::LastDrop };
    }
    Trail::Words
}

/// The line below a ruled line that says whose text the rest is: the first line of a known footer, else the first line.
fn below_rule<'a>(lines: &[&'a str], at: usize) -> Option<&'a str> {
    let mut below = lines[at + 1..].iter().filter(|line| !is_blank(line)).take(RULED_LINES).copied();
    let first = below.next()?;
    Some(std::iter::once(first).chain(below).find(|line| words::is_below_rules(line)).unwrap_or(first))
}

/// Whether the letter that is answered begins below the line, with nothing between.
fn is_above_letter(lines: &[&str], at: usize, introductions: &[Option<usize>]) -> bool {
    let below = &lines[at + 1..];
    let Some(next) = below.iter().position(|line| !is_blank(line)) else {
        return false;
    };
    introductions[at + 1 + next].is_some()
        || is_quote(below[next])
        || is_field_block(below, next)
        || marker::recognise(&below[next..below.len().min(next + MARKER_LINES)]).is_some()
}

/// Whether the line has only the characters that people draw lines with. A single character counts only if it is a long dash.
pub(crate) fn is_rule(line: &str) -> bool {
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

/// Whether a program wrote the words between dashes: `----- Forwarded message from ann@x -----`, `---- On 22 Dec 2015 Ann wrote ----`.
/// People draw shorter lines, as in `--- I think ---`.
fn is_of_program(line: &str) -> bool {
    const DASHES_MIN: usize = 5;
    let dashes = line.chars().take_while(|c| matches!(c, '-' | '\u{2013}' | '\u{2014}')).count();
    dashes >= DASHES_MIN
        || line.contains('@')
        || (words::has_writing_verb(line) && line.contains(|c: char| c.is_ascii_digit()))
}

/// Whether it is one of the lines that PGP puts between its first line and the text.
fn is_hash_line(lines: &[&str], at: usize) -> bool {
    lines[at].starts_with("Hash: ")
        && at > 0
        && (lines[at - 1].contains("BEGIN PGP SIGNED MESSAGE") || lines[at - 1].starts_with("Hash:"))
}

/// Whether a block of header fields begins here, as Outlook puts it above the letter that it quotes: at least two different known fields
/// among lines of that shape.
pub(crate) fn is_field_block(lines: &[&str], at: usize) -> bool {
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

/// Whether the line is a name of a few words and a colon, whatever follows.
fn has_field_shape(line: &str) -> bool {
    split_field(line).is_some_and(|name| !name.contains(['@', '/', '<', '"']))
}

fn split_field(line: &str) -> Option<&str> {
    let line = line.trim().trim_start_matches('*');
    let end = line.find([':', '\u{ff1a}'])?;
    let name = line[..end].trim_matches(|c: char| c == '*' || c.is_whitespace());
    (!name.is_empty() && name.chars().count() <= 24 && name.split_whitespace().count() <= 3).then_some(name)
}
