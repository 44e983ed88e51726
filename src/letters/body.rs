//! The text part of a letter: blocks become plain text for every mail program.

use crate::command;
use crate::render;
use crate::wording::blocks::{Block, Links};
use crate::wording::lines::{COLUMNS, wrap};

/// The most lines of a player's words that are passed on.
const WORDS_LINES_MAX: usize = 300;

/// All text of the letter as paragraphs, with the text of the links, which are otherwise only in the HTML part.
pub(super) fn whole_text(blocks: &[Block]) -> String {
    let whole = |block: &Block| match block {
        Block::Links(links) => format!("{}\n\n{}\n\n{}\n", links.words, on_buttons(links).join(" "), links.note),
        block => text(std::slice::from_ref(block)),
    };
    blocks.iter().map(whole).collect::<Vec<_>>().join("\n")
}

/// What is on the buttons, in their order.
fn on_buttons(links: &Links) -> Vec<&str> {
    links.groups.iter().flatten().chain(&links.last).map(String::as_str).collect()
}

/// The text part with LF line ends. The marker line stands below the first block.
pub(super) fn marked(blocks: &[Block], marker: &str) -> String {
    let (news, rest) = blocks.split_at(blocks.len().min(1));
    let pieces = [text(news), format!("{marker}\n"), text(rest)];
    pieces.iter().filter(|piece| !piece.is_empty()).map(String::as_str).collect::<Vec<_>>().join("\n")
}

/// The lines of a paragraph.
pub(super) fn prose(text: &str) -> Vec<String> {
    wrap_prose(text, COLUMNS)
}

/// The text part without the marker line.
pub(super) fn text(blocks: &[Block]) -> String {
    let mut text = String::new();
    for block in blocks.iter().filter(|block| !matches!(block, Block::Links(_))) {
        if !text.is_empty() {
            text.push('\n');
        }
        let mut add = |line: &str| {
            text.push_str(line.trim_end());
            text.push('\n');
        };
        match block {
            Block::Paragraph(text) => wrap_prose(text, COLUMNS).iter().for_each(|line| add(line)),
            Block::Fixed(text) => text.lines().for_each(add),
            Block::Board(board) => {
                render::ascii(&board.scene).lines().for_each(&mut add);
                if !board.marks.is_empty() {
                    add(&format!("  {}", board.marks));
                }
            }
            Block::Words(words) => words_lines(words).iter().for_each(|line| add(&format!("  | {line}"))),
            Block::Links(_) => {}
        }
    }
    text
}

/// Put at the start of a line that would otherwise be a command.
const GOES_ON: &str = "...";

/// Wraps text into lines of at most this many columns. No line except the first begins with a word that a command can begin with: a mail
/// program may quote the letter without signs, and then nobody can distinguish its lines from those of the answer. Such a word takes the
/// words before it along to its line.
fn wrap_prose(text: &str, columns: usize) -> Vec<String> {
    let (mut lines, mut line, mut filled) = (Vec::new(), Vec::new(), 0);
    for word in words(text) {
        let gap = if line.is_empty() { 0 } else { word.gap.len() };
        let wanted = filled + gap + word.width();
        if line.is_empty() || wanted <= columns {
            line.push(word);
            filled = wanted;
        } else {
            let next = next_line(&mut line, word, columns);
            lines.extend(written(&line, columns));
            filled = width(&next);
            line = next;
        }
    }
    lines.extend(written(&line, columns));
    lines
}

/// The text of a line. A word that is longer than a line is split.
fn written(line: &[Word<'_>], columns: usize) -> Vec<String> {
    let mut text = String::with_capacity(columns);
    for (at, word) in line.iter().enumerate() {
        text.push_str(if at == 0 { "" } else { word.gap });
        text.push_str(word.text);
    }
    if text.chars().count() <= columns && !text.contains('\n') {
        return vec![text];
    }
    wrap(&text, columns).into_iter().map(|line| line.into_owned()).collect()
}

/// A word of a text.
#[derive(Clone, Copy)]
struct Word<'a> {
    /// The blanks before it.
    gap: &'a str,
    text: &'a str,
}

impl Word<'_> {
    fn width(&self) -> usize {
        self.text.chars().count()
    }

    /// Whether a line that begins with it could be a command, or an example of one.
    fn begins_command(&self) -> bool {
        self.gap.len() > 1 || command::may_begin_with(self.text)
    }
}

/// The line that begins with `word`. If `word` could begin a command, words of the previous `line` come with it.
fn next_line<'a>(line: &mut Vec<Word<'a>>, word: Word<'a>, columns: usize) -> Vec<Word<'a>> {
    if !word.begins_command() {
        return vec![word];
    }
    let room = columns.saturating_sub(word.gap.len() + word.width());
    let harmless = |at: &usize| !line[*at].begins_command() && width(&line[*at..]) <= room;
    let mut next = match (1..line.len()).rev().find(harmless) {
        Some(at) => line.split_off(at),
        None => vec![Word { gap: " ", text: GOES_ON }],
    };
    next.push(word);
    next
}

fn width(line: &[Word<'_>]) -> usize {
    let gaps: usize = line.iter().skip(1).map(|word| word.gap.len()).sum();
    gaps + line.iter().map(Word::width).sum::<usize>()
}

/// The longest example of a command that is never split.
const EXAMPLE_COLUMNS: usize = 50;

/// The words of a text, each with the blanks before it. An example of a command behind a wide gap is one word: split over two lines, it
/// could not be copied.
fn words(text: &str) -> impl Iterator<Item = Word<'_>> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let start = rest.find(|c: char| c != ' ')?;
        let (gap, from) = rest.split_at(start);
        let example = Some(gap).filter(|gap| gap.len() > 1).map(|_| from.find("  ").unwrap_or(from.len()));
        // As a list of one, each character is looked at. Words are so short that a search for the next blank is slower.
        let end_of_word = || from.find([' ']).unwrap_or(from.len());
        let end = example.filter(|end| *end <= EXAMPLE_COLUMNS).unwrap_or_else(end_of_word);
        let (text, after) = from.split_at(end);
        rest = after;
        Some(Word { gap, text })
    })
}

/// A player's words, wrapped and limited.
pub(super) fn words_lines(words: &str) -> Vec<String> {
    wrapped_lines(words).concat()
}

/// The same, line by line as they were written.
pub(super) fn wrapped_lines(words: &str) -> Vec<Vec<String>> {
    let mut left = WORDS_LINES_MAX;
    let mut lines = Vec::new();
    for line in command::unbroken(words.trim()) {
        let wrapped: Vec<String> = wrap(&line, COLUMNS - 4).into_iter().map(|part| part.into_owned()).collect();
        if wrapped.len() > left {
            lines.push(wrapped.into_iter().take(left).chain(["...".to_owned()]).collect());
            break;
        }
        left -= wrapped.len();
        lines.push(wrapped);
    }
    lines
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]
    use super::*;
    use crate::wording::blocks::read;

    fn plain(rendered: &str) -> String {
        text(&read(rendered, &|name| (name == "words").then(|| vec![Block::Words("resign\n\nnow".into())])).unwrap())
    }

    #[test]
    fn words_are_wrapped_as_they_were_written_and_not_as_they_were_broken() {
        let broken = "Omar, big words for a man who has never played this before! I have a free\nperiod, so let us see what you do.\n\nYour move.\nSami";
        let lines = [
            "Omar, big words for a man who has never played this before! I have a",
            "free period, so let us see what you do.",
            "",
            "Your move.",
            "Sami",
        ];
        assert_eq!(words_lines(broken), lines);
    }

    #[test]
    fn paragraphs_are_wrapped_and_fixed_lines_kept() {
        let long = "word ".repeat(30);
        let shown = plain(&format!("{long}\n\n    a   b\n  c\n\nend\n"));
        assert!(shown.lines().all(|line| line.len() <= COLUMNS), "{shown}");
        assert!(shown.ends_with("\n\n    a   b\n  c\n\nend\n"), "{shown}");
    }

    #[test]
    fn no_line_of_prose_begins_as_a_command() {
        let shown = wrap_prose("To answer, reply above the top line show:   resign 17 and nothing", 44);
        assert_eq!(shown, ["To answer, reply above the top", "line show:   resign 17 and nothing"]);
        let shown = wrap_prose("Then it goes to e5-e3 e3-e4 e5-e6 e7-e8 e9-e8 e5-e3", 20);
        assert_eq!(shown, ["Then it goes", "to e5-e3 e3-e4 e5-e6", "... e7-e8 e9-e8", "... e5-e3"]);
        let shown = wrap_prose("To get none of these letters, send:   set receipts off", 44);
        assert_eq!(shown, ["To get none of these letters,", "send:   set receipts off"]);
        assert_eq!(wrap_prose(&"x".repeat(50), 40), ["x".repeat(40), "x".repeat(10)]);
        assert_eq!(wrap_prose("", 40), [""]);
    }

    #[test]
    fn words_of_a_player_are_set_apart() {
        assert_eq!(plain("[[words]]"), "  | resign\n  |\n  | now\n");
    }

    #[test]
    fn an_unknown_marker_is_an_error() {
        assert!(read("[[nothing]]", &|_| None).is_err());
    }
}
