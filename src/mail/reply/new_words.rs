//! Judges a body line by line.

use crate::mail::marker;
use crate::mail::reply::attribution;
use crate::mail::reply::line_kind::MARKER_LINES;
use crate::mail::reply::line_kind::is_blank;
use crate::mail::reply::line_kind::is_quote;
use crate::mail::reply::own_news;
use crate::mail::reply::own_words_end;
use crate::mail::reply::own_words_end::Trail;
use crate::mail::reply::words;
use crate::mail::reply_addresses;

/// The most lines of a body that are judged. Our letters have at most two hundred, and each line is checked in many ways.
const LINES_MAX: usize = 5_000;

/// What is new in a body, without any quoted line: LF line ends, no empty lines at either end. Commands are read from this, and it is
/// passed on to an opponent as a comment.
///
/// `is_command` says whether a line is a whole command. Such a line is the sender's, whatever else it looks like.
pub fn written(body: &str, is_command: &dyn Fn(&str) -> bool) -> Written {
    let judged = judge(body, is_command);
    let text = join(judged.kept.iter().filter(|line| !line.quoted).map(|line| line.text));
    let owned = |lines: Vec<&str>| lines.into_iter().map(str::to_owned).collect();
    Written { text, cut: owned(judged.cut), left: owned(judged.left) }
}

/// What the sender wrote.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Written {
    /// Their words.
    pub text: String,
    /// Lines that were left out although the sender may have written them: the first ones, at most [`CUT_LINES_MAX`].
    pub cut: Vec<String>,
    /// The first of the lines that were not judged, because the body is too long.
    pub left: Vec<String>,
}

/// The most lines that are shown if more were left out.
pub const CUT_LINES_MAX: usize = 3;

/// What a person would call the answer: the same as [`written`], plus the quotes that the sender left as the text to answer (quotes without
/// an introduction, with the sender's words below). Only to show to people: a quote may hold the reference of our letter.
pub fn with_answered_quotes(body: &str, is_command: &dyn Fn(&str) -> bool) -> String {
    let mut lines = judge(body, is_command).kept;
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

impl<'a> Kept<'a> {
    fn of_sender(text: &'a str) -> Kept<'a> {
        Kept { text, quoted: false }
    }

    fn is_empty(&self) -> bool {
        is_blank(self.text)
    }
}

/// What was found out about a body.
#[derive(Default)]
struct Judged<'a> {
    /// The lines that stay, in order.
    kept: Vec<Kept<'a>>,
    /// Lines that were left out but may be the sender's.
    cut: Vec<&'a str>,
    /// Lines that were not judged.
    left: Vec<&'a str>,
}

fn judge<'a>(body: &'a str, is_command: &dyn Fn(&str) -> bool) -> Judged<'a> {
    let mut lines: Vec<&str> = body.lines().take(LINES_MAX).collect();
    own_news::take_away(&mut lines);
    let fenced = fenced(&lines);
    let introductions = attribution::find(&lines, is_command);
    let mut judged = Judged::default();
    let kept = &mut judged.kept;
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
                None if written => {
                    judged.cut = below_letter(&lines, end + 1);
                    break;
                }
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
        if let Some(answer) = marker::answer(window) {
            kept.extend(
                [answer.words, answer.behind].into_iter().filter(|words| !is_blank(words)).map(Kept::of_sender),
            );
            (at, written) = (at + answer.lines, true);
            continue;
        }
        if marker::recognise(window).is_some() {
            break;
        }
        if !fenced[at] {
            match own_words_end::of_line(&lines, at, &introductions, is_command) {
                Trail::Words => {}
                Trail::End => break,
                Trail::Signature => match below_signature(&lines, at + 1, &introductions) {
                    Some(next) => {
                        at = next;
                        continue;
                    }
                    None => {
                        judged.cut = in_signature(&lines, at + 1, &introductions, is_command);
                        break;
                    }
                },
                Trail::Letter => match skip_quotes(&lines, at + 1) {
                    Some(next) => {
                        at = next;
                        continue;
                    }
                    None => {
                        let is_certain =
                            words::is_original(line) || words::is_forward(line) || is_of_letter(&lines, at);
                        judged.cut = if is_certain { Vec::new() } else { below_letter(&lines, at + 1) };
                        break;
                    }
                },
                Trail::LastDrop if !is_last(&lines, at + 1, &introductions, is_command) => {}
                Trail::LastRule if written => {}
                Trail::LastRule | Trail::Rule | Trail::Drop | Trail::LastDrop => {
                    at += 1;
                    continue;
                }
            }
        }
        at += 1;
        // Inside a code fence, separators do not count. But a reply token is never passed on.
        if fenced[at - 1] && reply_addresses::is_carried_in(line) {
            continue;
        }
        kept.push(Kept { text: line.trim_end(), quoted: false });
        written = true;
    }
    if at >= lines.len() {
        let beyond = body.lines().skip(LINES_MAX).filter(|line| !is_blank(line) && !is_quote(line));
        judged.left = beyond.map(str::trim).take(CUT_LINES_MAX).collect();
    }
    judged
}

/// Whether nothing of the sender's follows from here on.
fn is_last(lines: &[&str], from: usize, introductions: &[Option<usize>], is_command: &dyn Fn(&str) -> bool) -> bool {
    let Some(next) = (from..lines.len()).find(|at| !is_blank(lines[*at])) else {
        return true;
    };
    introductions[next].is_some()
        || is_quote(lines[next])
        || marker::recognise(&lines[next..lines.len().min(next + MARKER_LINES)]).is_some()
        || own_words_end::of_line(lines, next, introductions, is_command) != Trail::Words
}

/// Whether a line belongs to a quoted letter, or to what a client writes above it.
fn is_of_letter(lines: &[&str], at: usize) -> bool {
    let window = &lines[at..lines.len().min(at + MARKER_LINES)];
    is_quote(lines[at])
        || reply_addresses::is_carried_in(lines[at])
        || own_words_end::is_field_block(lines, at)
        || (marker::recognise(window).is_some() && marker::answer(window).is_none())
}

/// The first lines at the place where a letter should begin, if they do not seem to belong to one.
fn below_letter<'a>(lines: &[&'a str], from: usize) -> Vec<&'a str> {
    let rest = (from..lines.len()).take_while(|at| !is_of_letter(lines, *at));
    rest.map(|at| lines[at].trim()).filter(|line| !is_blank(line)).take(CUT_LINES_MAX).collect()
}

/// The first lines of an assumed signature, if it is too long for one or contains a command.
fn in_signature<'a>(
    lines: &[&'a str],
    from: usize,
    introductions: &[Option<usize>],
    is_command: &dyn Fn(&str) -> bool,
) -> Vec<&'a str> {
    let end = (from..lines.len()).find(|at| introductions[*at].is_some() || is_of_letter(lines, *at));
    let signature = &lines[from..end.unwrap_or(lines.len())];
    let signature = || signature.iter().map(|line| line.trim()).filter(|line| !is_blank(line));
    if signature().count() > SIGNATURE_LINES_MAX {
        return signature().take(CUT_LINES_MAX).collect();
    }
    signature().filter(|line| is_command(line)).take(CUT_LINES_MAX).collect()
}

/// The first line after a block of quotes that begins here, perhaps below empty lines. `None` if something else begins here.
fn skip_quotes(lines: &[&str], from: usize) -> Option<usize> {
    let is_gap = |line: &&str| is_blank(line);
    let first = from + lines.get(from..)?.iter().take_while(|line| is_gap(line)).count();
    if !is_quote(lines.get(first)?) {
        return None;
    }
    let more = lines[first..].iter().take_while(|line| is_blank(line) || is_quote(line)).count();
    Some(first + more)
}

/// The most lines of a signature.
const SIGNATURE_LINES_MAX: usize = 12;

/// The first line below the quoted letter that follows a signature. Some programs put the signature above the letter even if the person
/// answers below it.
fn below_signature(lines: &[&str], from: usize, introductions: &[Option<usize>]) -> Option<usize> {
    let end = lines.len().min(from + SIGNATURE_LINES_MAX);
    let letter = (from..end).find(|at| introductions[*at].is_some() || is_quote(lines[*at]))?;
    skip_quotes(lines, introductions[letter].map_or(letter, |end| end + 1))
}

/// Which lines are between a pair of code fences. Nothing between them is a separator.
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
