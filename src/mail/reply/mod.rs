//! What the sender newly wrote, out of a body that also holds the letter he answers.
//!
//! There is no standard for this, only the habits of clients. The body is judged line by line, from
//! the top, and the words of many languages stand in files of their own. What is found decides:
//!
//! ```text
//!  what stands there                          what happens
//!  our marker line, unquoted                  stop
//!  one of our reply addresses                 the quoted letter begins, see below
//!  `-- `                                      stop, unless a letter quoted with `>` follows the signature: then both go
//!  ten underscores, a list's footer           stop
//!  Original Message, Forwarded message,
//!    a block of From: Sent: To: Subject:      stop, unless `>` quotes follow: then those go
//!  On ... wrote:                              with `>` quotes behind it: both go, reading goes on
//!                                             else stop, or go on where nothing was written yet
//!  `>` or `|` in front                        goes; the lines between are answers and stay
//!  `---`, `***` alone on a line               stop, where something was written above
//!  Sent from my phone                         goes
//! ```
//!
//! Cutting is meant to be hard: commands are a closed grammar, so what survives wrongly does
//! nothing, while the words of a quoted letter must not be taken for the sender's. Every rule
//! looks at a bounded number of lines around, so the time grows with the length of the body.

mod attribution;
mod devices;
mod fields;
mod subject;
mod trail;
mod words;

pub use crate::mail::reply::subject::command_subject;
pub use crate::mail::reply::subject::is_forwarded;

use crate::mail::marker;
use crate::mail::reply::trail::Trail;
use crate::mail::token;

/// Lines of a body that are judged. Our letters have two hundred at most, and each line is looked at in many ways.
const LINES_MAX: usize = 5_000;

/// How far a wrapped marker line reaches.
const MARKER_LINES: usize = 3;

/// What is new in a body, without any quoted line: LF line ends, no empty lines at either end.
/// This is what commands are read from and what is passed on to an opponent as a comment.
pub fn new_text(body: &str) -> String {
    join(judge(body).iter().filter(|line| !line.quoted).map(|line| line.text))
}

/// What stands below the first marker line without a quote sign: in an answer to a letter of ours that letter again, as
/// Outlook quotes it, and whatever was written below or into it. Empty lines are left out.
pub fn below_marker(body: &str) -> Vec<&str> {
    let lines: Vec<&str> = body.lines().collect();
    let window = |at: usize| &lines[at..lines.len().min(at + MARKER_LINES)];
    let first = (0..lines.len()).find_map(|at| marker::recognise(window(at)).map(|marker| at + marker.lines));
    let below = lines.get(first.unwrap_or(lines.len())..).unwrap_or_default();
    below.iter().copied().filter(|line| !is_blank(line) && !is_quote(line)).collect()
}

/// What a person would call the answer: as [`new_text`], and with those quotes that the sender
/// left standing as the thing he answers (quotes without an introduction, with his words below).
/// For showing to people only: a quote may hold the reference of our letter.
pub fn with_answered_quotes(body: &str) -> String {
    let mut lines = judge(body);
    if lines.iter().any(|line| !line.quoted && !line.is_empty()) {
        while lines.last().is_some_and(|line| line.quoted || line.is_empty()) {
            lines.pop();
        }
    }
    join(lines.iter().map(|line| line.text))
}

/// A line that stays.
struct Kept<'a> {
    text: &'a str,
    quoted: bool,
}

impl Kept<'_> {
    fn is_empty(&self) -> bool {
        is_blank(self.text)
    }
}

/// The lines that stay, in order.
fn judge(body: &str) -> Vec<Kept<'_>> {
    let lines: Vec<&str> = body.lines().take(LINES_MAX).collect();
    let fenced = fenced(&lines);
    let introductions = attribution::find(&lines);
    let mut kept: Vec<Kept> = Vec::new();
    let mut written = false;
    let mut at = 0;
    while at < lines.len() {
        let line = lines[at];
        if is_blank(line) {
            kept.push(Kept { text: "", quoted: false });
            at += 1;
            continue;
        }
        if let Some(end) = introductions[at] {
            match skip_quotes(&lines, end + 1) {
                Some(next) => at = next,
                None if written => break,
                None => at = end + 1,
            }
            continue;
        }
        if is_quote(line) {
            kept.push(Kept { text: line.trim_end(), quoted: true });
            at += 1;
            continue;
        }
        let window = &lines[at..lines.len().min(at + MARKER_LINES)];
        if marker::recognise(window).is_some() {
            break;
        }
        if !fenced[at] {
            match trail::of_line(&lines, at) {
                Trail::Words => {}
                Trail::End => break,
                Trail::Signature => match below_signature(&lines, at + 1, &introductions) {
                    Some(next) => {
                        at = next;
                        continue;
                    }
                    None => break,
                },
                Trail::Letter => match skip_quotes(&lines, at + 1) {
                    Some(next) => {
                        at = next;
                        continue;
                    }
                    None => break,
                },
                Trail::Rule if written => break,
                Trail::Rule | Trail::Drop => {
                    at += 1;
                    continue;
                }
            }
        }
        at += 1;
        // A fence keeps separators from being seen; a reply token goes no farther for it.
        if fenced[at - 1] && token::is_carried_in(line) {
            continue;
        }
        kept.push(Kept { text: line.trim_end(), quoted: false });
        written = true;
    }
    kept
}

/// The first line after a block of quotes that begins here, perhaps below empty lines; none when
/// something else begins here.
fn skip_quotes(lines: &[&str], from: usize) -> Option<usize> {
    let is_gap = |line: &&str| is_blank(line);
    let first = from + lines.get(from..)?.iter().take_while(|line| is_gap(line)).count();
    if !is_quote(lines.get(first)?) {
        return None;
    }
    let more = lines[first..].iter().take_while(|line| is_blank(line) || is_quote(line)).count();
    Some(first + more)
}

/// Lines that a signature may have.
const SIGNATURE_LINES_MAX: usize = 12;

/// The first line below the quoted letter that follows a signature. Some programs put the signature above the letter even
/// for those who answer below it.
fn below_signature(lines: &[&str], from: usize, introductions: &[Option<usize>]) -> Option<usize> {
    let end = lines.len().min(from + SIGNATURE_LINES_MAX);
    let letter = (from..end).find(|at| introductions[*at].is_some() || is_quote(lines[*at]))?;
    skip_quotes(lines, introductions[letter].map_or(letter, |end| end + 1))
}

/// Which lines stand between a pair of code fences: nothing in there is a separator.
fn fenced(lines: &[&str]) -> Vec<bool> {
    let mut fenced = vec![false; lines.len()];
    let mut open: Option<usize> = None;
    for (at, line) in lines.iter().enumerate() {
        if line.trim_start().starts_with("```") {
            match open.take() {
                Some(start) => fenced[start..=at].fill(true),
                None => open = Some(at),
            }
        }
    }
    fenced
}

/// A quoted line: `>` in front, or a bar with a blank, or the initials that old newsreaders put
/// before the bracket (`AB> `).
pub(crate) fn is_quote(line: &str) -> bool {
    let line = line.trim_start_matches(is_blank_char);
    if line.starts_with('>') {
        return true;
    }
    if let Some(rest) = line.strip_prefix('|') {
        return rest.is_empty() || rest.starts_with([' ', '\t']);
    }
    let initials = line.bytes().take(5).take_while(u8::is_ascii_uppercase).count();
    (1..=4).contains(&initials) && line[initials..].starts_with("> ")
}

/// Nothing to be seen on the line.
fn is_blank(line: &str) -> bool {
    line.chars().all(is_blank_char)
}

fn is_blank_char(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}')
}

/// The lines without the empty ones at either end.
fn join<'a>(lines: impl Iterator<Item = &'a str>) -> String {
    let lines: Vec<&str> = lines.collect();
    let is_text = |line: &&str| !line.is_empty();
    let Some(first) = lines.iter().position(is_text) else {
        return String::new();
    };
    let last = lines.iter().rposition(is_text).unwrap_or(first);
    lines[first..=last].join("\n")
}

#[cfg(test)]
mod tests;
