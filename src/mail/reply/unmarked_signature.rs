//! The block of lines at the end of a text. It may be the author's signature even if nothing above it says so.

use crate::mail::reply::line_kind::is_blank;
use crate::mail::reply::own_words_end;

/// Longer blocks are not signatures.
const LINES_MAX: usize = 12;

/// A text and the block at its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Closed<'a> {
    /// The text above the block.
    pub above: &'a str,
    /// The block.
    pub block: &'a str,
}

impl Closed<'_> {
    /// The block in the form in which it is compared: without blanks at the ends of its lines.
    pub fn folded(&self) -> String {
        self.block.lines().map(str::trim).filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
    }
}

/// Splits a text from its last block: what is below the last ruled line (`-----`), or the last paragraph if that has at least two lines.
/// There must be text above it, and no line of it may be a command.
pub fn closing<'a>(text: &'a str, is_command: &dyn Fn(&str) -> bool) -> Option<Closed<'a>> {
    let text = text.trim_end();
    let mut starts = text.rmatch_indices('\n').map(|(at, _)| at + 1);
    let mut lines = 0;
    // Where the last paragraph begins, as soon as its beginning is found.
    let mut paragraph: Option<Option<usize>> = None;
    // From the end upward, over a limited number of lines.
    let start = loop {
        let Some(start) = starts.next().filter(|_| lines < LINES_MAX) else {
            break paragraph.flatten()?;
        };
        let line = text[start..].lines().next().unwrap_or_default();
        if own_words_end::is_rule(line.trim()) {
            break if lines > 0 { start } else { return None };
        }
        if is_blank(line) {
            // A single line is a signature only below a ruled line.
            paragraph = paragraph.or(Some((lines >= 2).then_some(start + line.len() + 1)));
        } else {
            lines += 1;
        }
    };
    let (above, block) = (text[..start].trim_end(), &text[start..]);
    let is_said = block.lines().any(is_command);
    (!above.is_empty() && !is_said).then_some(Closed { above, block })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_block_that_closes_a_text_stands_below_a_rule_or_is_its_last_paragraph() {
        let check = |text: &str, expected: Option<(&str, &str)>| {
            let found = closing(text, &|line| line == "resign").map(|closed| (closed.above, closed.block));
            assert_eq!(found, expected, "{text}");
        };
        check("e5-e3\n-----\nAnn", Some(("e5-e3", "-----\nAnn")));
        check("e5-e3\n\n***\nAnn\n\nFjord 3\n", Some(("e5-e3", "***\nAnn\n\nFjord 3")));
        check("e5-e3\n\nAnn Berg\nFjord 3", Some(("e5-e3", "Ann Berg\nFjord 3")));
        check("e5-e3\n\nGood luck!", None);
        check("e5-e3\nAnn Berg\nFjord 3", None);
        check("e5-e3\n\nso\nresign", None);
        check("e5-e3\n-----", None);
        check("-----\nAnn", None);
        check("Ann\nBerg", None);
        check("", None);
        check(&format!("e5-e3\n-----\n{}", "line\n".repeat(40)), None);
    }
}
