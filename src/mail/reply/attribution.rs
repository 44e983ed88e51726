//! The line by which a client introduces the letter it quotes: `On ... wrote:`.
//!
//! ```text
//!  On Tue, 24 Nov 2026 at 10:00, Taflpost <club@example.org> wrote:
//!  Am 24.11.26 um 10:00 schrieb Taflpost:
//!  2026-11-24 10:00 GMT+01:00 Taflpost <club@example.org>:
//! ```
//!
//! Its words differ by language and client, its build hardly: it ends in a colon and holds a date
//! with an address or with a verb of writing, or with either directly above quotes. Clients wrap it, so it is looked for from its end
//! upward, and the fewest lines that make an introduction are one.

use crate::mail::reply::is_blank;
use crate::mail::reply::is_quote;
use crate::mail::reply::words;

/// Lines that an introduction may cover, empty ones included.
const LINES_MAX: usize = 6;

/// Longer lines introduce nothing.
const LINE_BYTES_MAX: usize = 500;

/// For each line at which an introduction begins, the line at which it ends.
pub(crate) fn find(lines: &[&str]) -> Vec<Option<usize>> {
    let mut found = vec![None; lines.len()];
    for end in 0..lines.len() {
        if let Some(start) = ending_at(lines, end) {
            found[start] = Some(end);
        }
    }
    found
}

fn ending_at(lines: &[&str], end: usize) -> Option<usize> {
    let last = lines[end];
    if last.len() > LINE_BYTES_MAX || is_blank(last) {
        return None;
    }
    let last = bare(last);
    let before_quote = is_before_quote(lines, end);
    if !ends_in_colon(last) {
        return (before_quote && is_date_with_address(last) && !is_quote(lines[end])).then_some(end);
    }
    if is_quote(lines[end]) {
        // A wrapped address may leave its closing bracket at the beginning of a line.
        let tail = last.trim_start_matches('>');
        if tail.split_whitespace().count() > 3 || !has_open_bracket(lines, end) {
            return None;
        }
    }
    dated_from(lines, end).or_else(|| {
        // Directly above quotes `Ann wrote:` needs no date, and a date no verb: `Ann (24.11.2026):`.
        let short = words::has_writing_verb(last) || last.contains('@') || has_date(last);
        (before_quote && short && !is_quote(lines[end])).then_some(end)
    })
}

/// Where the introduction with a date begins that ends here.
fn dated_from(lines: &[&str], end: usize) -> Option<usize> {
    let mut joined = String::new();
    for start in (end.saturating_sub(LINES_MAX - 1)..=end).rev() {
        let line = lines[start];
        if start < end && (is_quote(line) || line.len() > LINE_BYTES_MAX) {
            return None;
        }
        if is_blank(line) {
            // Empty lines are part of it only where the address got lines of its own.
            let below = lines.get(start + 1).map(|line| line.trim_start());
            if !below.is_some_and(|line| line.starts_with('<')) {
                return None;
            }
            continue;
        }
        joined = format!("{} {joined}", bare(line));
        if is_introduction(&joined) {
            return Some(with_opening_line(lines, start));
        }
    }
    None
}

/// Whether the words, which end in a colon, make an introduction.
fn is_introduction(text: &str) -> bool {
    has_date(text)
        && (text.contains('@')
            || words::ends_in_writing_verb(text)
            || (words::has_writing_verb(text) && (words::has_opener(text) || starts_with_digit(text))))
}

/// One line more above, where the date was long enough to be wrapped behind `On Tuesday,`.
fn with_opening_line(lines: &[&str], start: usize) -> usize {
    if start == 0 || words::has_opener(bare(lines[start])) {
        return start;
    }
    let above = bare(lines[start - 1]);
    let opens = !is_quote(lines[start - 1])
        && above.len() <= LINE_BYTES_MAX
        && words::has_opener(above)
        && above.contains(|c: char| c.is_ascii_digit());
    if opens { start - 1 } else { start }
}

/// `2013/7/20 ann <ann@example.org>`: a date and an address, nothing after it.
fn is_date_with_address(line: &str) -> bool {
    starts_with_digit(line) && line.ends_with('>') && line.contains('@') && has_date(line)
}

fn is_before_quote(lines: &[&str], at: usize) -> bool {
    lines[at + 1..].iter().take(3).find(|line| !is_blank(line)).is_some_and(|line| is_quote(line))
}

/// Whether the lines above this one open an angle bracket that they do not close.
fn has_open_bracket(lines: &[&str], at: usize) -> bool {
    let above = lines[at.saturating_sub(LINES_MAX - 1)..at]
        .iter()
        .rev()
        .take_while(|line| !is_quote(line) && line.len() <= LINE_BYTES_MAX);
    let count = |line: &str, sign: char| line.chars().filter(|&c| c == sign).count();
    let (mut opened, mut closed) = (0, 0);
    for line in above {
        opened += count(line, '<');
        closed += count(line, '>');
    }
    opened > closed
}

/// Without the stars, underscores and blanks that clients put around.
fn bare(line: &str) -> &str {
    line.trim_matches(|c: char| c.is_whitespace() || matches!(c, '*' | '_' | '\u{feff}' | '\u{200b}'))
}

fn ends_in_colon(line: &str) -> bool {
    line.ends_with([':', '\u{ff1a}'])
}

fn starts_with_digit(text: &str) -> bool {
    text.trim_start().starts_with(|c: char| c.is_ascii_digit())
}

/// A year of four digits or a time of day, and a second number beside it.
fn has_date(text: &str) -> bool {
    let bytes = text.as_bytes();
    let mut numbers = 0;
    let mut telling = false;
    let mut at = 0;
    while at < bytes.len() {
        if !bytes[at].is_ascii_digit() {
            at += 1;
            continue;
        }
        let start = at;
        while bytes.get(at).is_some_and(u8::is_ascii_digit) {
            at += 1;
        }
        numbers += 1;
        let number = &text[start..at];
        let is_year = number.len() == 4 && (number.starts_with("19") || number.starts_with("20"));
        let minutes = bytes.get(at + 1..at + 3);
        let is_time = number.len() <= 2
            && matches!(bytes.get(at), Some(b':' | b'.' | b'h'))
            && minutes.is_some_and(|minutes| minutes.iter().all(u8::is_ascii_digit));
        telling |= is_year || is_time;
    }
    telling && numbers >= 2
}
