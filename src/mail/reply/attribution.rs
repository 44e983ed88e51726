//! The line that a client writes above the letter that it quotes: `On ... wrote:`.
//!
//! ```text
//!  On Tue, 24 Nov 2026 at 10:00, Taflpost <club@example.org> wrote:
//!  Am 24.11.26 um 10:00 schrieb Taflpost:
//!  Taflpost schrieb am Di, 24. Nov 2026:
//!  2026-11-24 10:00 GMT+01:00 Taflpost <club@example.org>:
//! ```
//!
//! Its words depend on the language and the client, but its structure hardly does: it ends in a colon, and it has a date with an address or
//! with a verb such as "wrote". Directly above the letter, less is enough: the date, the year or the colon may be missing. Clients wrap the
//! line, so it is searched from its end upward, and the fewest lines that make an introduction count. A line that is a command by itself is
//! never part of it: `a4-a3` above `Taflpost schrieb am ...` is a move, although Portuguese dates begin with `a`.

use crate::mail::marker;
use crate::mail::reply::line_kind::is_blank;
use crate::mail::reply::line_kind::is_quote;
use crate::mail::reply::words;

/// The most lines of an introduction, empty ones included.
const LINES_MAX: usize = 6;

/// Longer lines are not introductions.
const LINE_BYTES_MAX: usize = 500;

/// The most words of a name before its verb: `Taflpost of the Fjord wrote on ...`.
const NAME_WORDS_MAX: usize = 4;

/// The most words of an introduction without a date.
const DATELESS_WORDS_MAX: usize = 10;

/// The letter must begin within this many lines.
const NEXT_LINES: usize = 3;

/// For each line at which an introduction begins, the line at which it ends.
pub(crate) fn find(lines: &[&str], is_command: &dyn Fn(&str) -> bool) -> Vec<Option<usize>> {
    let mut found = vec![None; lines.len()];
    for end in 0..lines.len() {
        if let Some(start) = ending_at(lines, end, is_command) {
            found[start] = Some(end);
        }
    }
    found
}

fn ending_at(lines: &[&str], end: usize, is_command: &dyn Fn(&str) -> bool) -> Option<usize> {
    let last = lines[end];
    if last.len() > LINE_BYTES_MAX || is_blank(last) {
        return None;
    }
    let last = bare(last);
    let with_colon = ends_in_colon(last);
    if is_quote(lines[end]) {
        // A wrapped address may leave its closing bracket at the beginning of a line.
        let tail = last.trim_start_matches('>');
        if !with_colon || tail.split_whitespace().count() > 3 || !has_open_bracket(lines, end) {
            return None;
        }
    }
    let begins = |is_enough: fn(&str) -> bool| begins_at(lines, end, is_enough, is_command);
    if with_colon {
        let above_letter = || is_before_letter(lines, end).then(|| begins(is_introduction_above_letter)).flatten();
        begins(is_introduction).or_else(above_letter)
    } else if may_end_without_colon(last) && is_before_letter(lines, end) {
        begins(|text| is_date_with_address(text) || is_introduction_without_colon(text))
    } else {
        None
    }
}

/// The first line of the introduction that ends here: the fewest lines upward that are enough.
fn begins_at(
    lines: &[&str],
    end: usize,
    is_enough: fn(&str) -> bool,
    is_command: &dyn Fn(&str) -> bool,
) -> Option<usize> {
    let mut joined = String::new();
    for start in (end.saturating_sub(LINES_MAX - 1)..=end).rev() {
        let line = lines[start];
        if start < end && (is_quote(line) || line.len() > LINE_BYTES_MAX) {
            return None;
        }
        if is_blank(line) {
            // Empty lines are part of it only if the address got lines of its own.
            let below = lines.get(start + 1).map(|line| line.trim_start());
            if !below.is_some_and(|line| line.starts_with('<')) {
                return None;
            }
            continue;
        }
        joined = format!("{} {joined}", bare(line));
        if is_enough(joined.trim_end()) {
            // Checked last, because it is slow.
            let holds_command = lines[start..=end].iter().any(|line| is_command(line));
            return (!holds_command).then(|| with_lines_above(lines, start, joined.trim_end(), is_command));
        }
    }
    None
}

/// Whether the words, which end in a colon, are an introduction at any place.
fn is_introduction(text: &str) -> bool {
    has_date(text)
        && (text.contains('@')
            || words::ends_in_writing_verb(text)
            || (words::has_writing_verb(text)
                && (words::has_opener(text) || starts_with_digit(text) || is_name_with_verb(text))))
}

/// Whether they are one directly above the letter: `Ann wrote:` needs no date, a date needs no year, and `Ann (24.11.2026):` needs no verb.
fn is_introduction_above_letter(text: &str) -> bool {
    let tells = words::has_writing_verb(text) || text.contains('@') || has_date(text);
    tells && text.split_whitespace().count() <= DATELESS_WORDS_MAX
        || has_number(text)
            && (words::has_writing_verb(text) || text.contains('@') || has_date(text))
            && (words::has_opener(text) || starts_with_digit(text))
}

/// The same without the colon. Then every other sign must be there in some form.
fn is_introduction_without_colon(text: &str) -> bool {
    has_number(text)
        && (words::has_opener(text) || starts_with_digit(text))
        && (words::ends_in_writing_verb(text) || (words::has_writing_verb(text) && text.contains('@')))
        || text.contains('@')
            && words::ends_in_writing_verb(text)
            && text.split_whitespace().count() <= DATELESS_WORDS_MAX
}

/// Whether a line can be the last of an introduction without a colon. Most cannot, and are not checked further.
fn may_end_without_colon(last: &str) -> bool {
    last.ends_with('>') || last.contains('@') || words::has_writing_verb(last)
}

/// `Taflpost schrieb am Di, 24. Nov 2026:`, but not `I wrote on 24 Nov 2026:`.
fn is_name_with_verb(text: &str) -> bool {
    let Some(verb) = text.split_whitespace().take(NAME_WORDS_MAX + 1).position(words::has_writing_verb) else {
        return false;
    };
    let mut before = text.split_whitespace().take(verb);
    let ends_a_sentence = |word: &str| word.ends_with(['.', '!', '?', ':']) && word.chars().count() > 4;
    verb > 0 && !starts_with_digit(text) && !words::is_writer_himself(text) && !before.any(ends_a_sentence)
}

/// The lines above that also belong to it: `On Tuesday,` if the date was long, and the name before its address.
fn with_lines_above(lines: &[&str], start: usize, text: &str, is_command: &dyn Fn(&str) -> bool) -> usize {
    let Some(above) = start.checked_sub(1).map(|at| lines[at]) else {
        return start;
    };
    if is_quote(above) || is_blank(above) || above.len() > LINE_BYTES_MAX {
        return start;
    }
    let above = bare(above);
    let count = above.split_whitespace().count();
    if is_broken_off_date(above) && count <= NAME_WORDS_MAX + 1 && !is_command(above) {
        return start - 1;
    }
    if words::has_opener(text) {
        return start;
    }
    let ends_a_sentence = above.ends_with(['.', '!', '?', ':', ')']);
    let opens = words::has_opener(above)
        && !is_name_with_verb(text)
        && (above.contains(|c: char| c.is_ascii_digit()) || above.ends_with(',') || count == 1);
    let names = text.starts_with('<') && count <= NAME_WORDS_MAX && !ends_a_sentence;
    if (opens || names) && !is_command(above) { start - 1 } else { start }
}

/// `On 28 Jan 2016,` and `2016-10-24 15:36`: it continues on the next line, whatever that begins with.
fn is_broken_off_date(line: &str) -> bool {
    let alone = starts_with_digit(line) && has_date(line) && !line.contains(char::is_alphabetic);
    alone || (words::has_opener(line) && line.ends_with(',') && has_number(line))
}

/// `2013/7/20 ann <ann@example.org>`: a date and an address with nothing after it.
fn is_date_with_address(line: &str) -> bool {
    starts_with_digit(line) && line.ends_with('>') && line.contains('@') && has_date(line)
}

/// Whether quotes or our own letter follow.
fn is_before_letter(lines: &[&str], at: usize) -> bool {
    let below = &lines[at + 1..];
    let Some(next) = below.iter().take(NEXT_LINES).position(|line| !is_blank(line)) else {
        return false;
    };
    is_quote(below[next]) || marker::recognise(&below[next..below.len().min(next + NEXT_LINES)]).is_some()
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

/// The line without the stars, underscores and blanks that clients put around it.
fn bare(line: &str) -> &str {
    line.trim_matches(|c: char| c.is_whitespace() || matches!(c, '*' | '_' | '\u{feff}' | '\u{200b}'))
}

fn ends_in_colon(line: &str) -> bool {
    line.ends_with([':', '\u{ff1a}'])
}

fn has_number(text: &str) -> bool {
    text.contains(|c: char| c.is_ascii_digit())
}

fn starts_with_digit(text: &str) -> bool {
    text.trim_start().starts_with(|c: char| c.is_ascii_digit())
}

/// Whether there is a year of four digits or a time of day, and a second number beside it.
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
