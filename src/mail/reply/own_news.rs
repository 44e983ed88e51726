//! The first paragraph of a letter of ours, where a mail program has copied it without quote signs: it stands above the marker line, among
//! the words of the answer. The check in the marker line says which lines it is ([`crate::mail::NewsCheck`]).
//!
//! ```text
//!  d1-c1                                                    the sender's
//!                                                           or here, below the news
//!  Your turn, board 1: bob moved                            ours: together these two lines
//!  c4-c7.                                                   give the check v7qf
//!                                                           or here
//!    reply above this line (ref k7qf-9x2m-pd4w-t3ha-v7qf)
//! ```

use crate::mail::limits::TOKENS_MAX;
use crate::mail::marker;
use crate::mail::news_check::NewsCheck;
use crate::mail::news_check::Signs;
use crate::mail::reply::line_kind::MARKER_LINES;
use crate::mail::reply::line_kind::is_blank;
use crate::mail::reply::line_kind::is_quote;
use std::ops::Range;

/// The most lines above a marker where the news is looked for: what a person writes between the two, and more.
const DISTANCE_MAX: usize = 500;

/// The most lines with words that the news covers after a program has wrapped it.
const NEWS_LINES_MAX: usize = 8;

/// Empties the lines that are the news of a letter of ours. Quoted ones stay: they are not the sender's anyway, and they show where the
/// letter begins.
pub(crate) fn take_away(lines: &mut [&str]) {
    let (mut at, mut checked) = (0, 0);
    while at < lines.len() && checked < TOKENS_MAX {
        let window = &lines[at..lines.len().min(at + MARKER_LINES)];
        let Some(marker) = Some(window).filter(|lines| !is_blank(lines[0])).and_then(marker::recognise) else {
            at += 1;
            continue;
        };
        if let Some(check) = marker.news {
            checked += 1;
            if let Some(news) = above(lines, at, check) {
                lines[news].iter_mut().filter(|line| !is_quote(line)).for_each(|line| *line = "");
            }
        }
        at += marker.lines;
    }
}

/// The lines with this check above a marker. The nearest ones count.
fn above(lines: &[&str], marker: usize, check: NewsCheck) -> Option<Range<usize>> {
    let nearest = (marker.saturating_sub(DISTANCE_MAX)..marker).rev();
    nearest.filter(|at| !is_blank(lines[*at])).find_map(|start| {
        let mut signs = Signs::default();
        let rest = (start..marker).filter(|at| !is_blank(lines[*at])).take(NEWS_LINES_MAX);
        for at in rest {
            signs.add(lines[at]);
            if signs.check() == Some(check) {
                let signs = lines[at + 1..marker].iter().take_while(|line| is_of_signs(line)).count();
                return Some(start..at + 1 + signs);
            }
            if signs.is_too_long() {
                break;
            }
        }
        None
    })
}

/// Whether a line has only signs, as the end of a narrow paragraph may: `_.`.
fn is_of_signs(line: &str) -> bool {
    let line = line.trim();
    !line.is_empty() && line.bytes().all(|byte| byte.is_ascii_punctuation())
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    const NEWS: &str = "Your turn, board 1: bob moved c4-c7.";

    fn check(before: &str, after: &str) {
        let marker = marker::write("en", None, NewsCheck::of(NEWS));
        let whole = before.replace("MARKER", marker.trim());
        let mut lines: Vec<&str> = whole.lines().collect();
        take_away(&mut lines);
        assert_eq!(lines.join("\n"), after.replace("MARKER", marker.trim()), "{before}");
    }

    #[test]
    fn the_news_goes_and_the_words_around_it_stay() {
        check(&format!("d1-c1\n\n{NEWS}\n\nMARKER\nboard"), "d1-c1\n\n\n\nMARKER\nboard");
        check(&format!("{NEWS}\nd1-c1\nhello\n\nMARKER"), "\nd1-c1\nhello\n\nMARKER");
        check("hello\nYour turn, board\n\n1: bob moved\nc4-c7.\nd1-c1\nMARKER", "hello\n\n\n\n\nd1-c1\nMARKER");
        check(&format!("> {NEWS}\nd1-c1\n> MARKER"), &format!("> {NEWS}\nd1-c1\n> MARKER"));
        // A program that quotes only the first line of what it wraps.
        check("> Your turn, board 1: bob moved\nc4-c7.\n> MARKER", "> Your turn, board 1: bob moved\n\n> MARKER");
    }

    #[test]
    fn words_of_the_sender_are_not_the_news() {
        for words in ["Your turn, board 2: bob moved c4-c7.", "Your turn, board 1: bob moved c4-c7. d1-c1", "d1-c1", ""]
        {
            check(&format!("{words}\n\nMARKER"), &format!("{words}\n\nMARKER"));
        }
        let far = format!("{NEWS}\n{}MARKER", "word\n".repeat(DISTANCE_MAX));
        check(&far, &far);
    }

    /// Each letter of a thread has its own news.
    #[test]
    fn the_news_of_an_older_letter_goes_too() {
        check(&format!("{NEWS}\nMARKER\nboard\n{NEWS}\nMARKER"), "\nMARKER\nboard\n\nMARKER");
    }
}
