//! Lines with columns, and how wide they may be.

use crate::wording::blocks::Block;
use std::borrow::Cow;

/// Columns of the text part.
pub(crate) const COLUMNS: usize = 72;

/// Lines of at most this many columns. A word is never split at its hyphen: e5-e3 is one word.
pub(crate) fn wrap(text: &str, columns: usize) -> Vec<Cow<'_, str>> {
    wrap_ascii(text, columns).unwrap_or_else(|| wrap_any(text, columns))
}

fn wrap_any(text: &str, columns: usize) -> Vec<Cow<'_, str>> {
    textwrap::wrap(text, textwrap::Options::new(columns).word_splitter(textwrap::WordSplitter::NoHyphenation))
}

/// The same for ASCII words that fit into a line, which nearly all texts are made of, and only for these: there is no width to look up and
/// no word to split.
fn wrap_ascii(text: &str, columns: usize) -> Option<Vec<Cow<'_, str>>> {
    if text.starts_with(' ') || !text.bytes().all(|byte| byte == b' ' || byte.is_ascii_graphic()) {
        return None;
    }
    let mut lines = Vec::new();
    let (mut start, mut end, mut from) = (0, 0, 0);
    for word in text.as_bytes().split(|byte| *byte == b' ') {
        let to = from + word.len();
        if word.len() > columns {
            return None;
        }
        if !word.is_empty() {
            if to - start > columns {
                lines.push(Cow::Borrowed(&text[start..end]));
                start = from;
            }
            end = to;
        }
        from = to + 1;
    }
    lines.push(Cow::Borrowed(&text[start..end]));
    Some(lines)
}

/// Lines with columns.
pub(crate) fn fixed(lines: &[String]) -> Block {
    let lines = lines.iter().flat_map(|line| line.split('\n'));
    Block::Fixed(lines.map(|line| format!("  {line}").trim_end().to_owned()).collect::<Vec<_>>().join("\n"))
}

/// The same for lines that are made one by one. None of them is wrapped.
pub(crate) fn indented(lines: impl IntoIterator<Item = String>) -> Block {
    let lines = lines.into_iter().map(|line| format!("  {line}").trim_end().to_owned());
    Block::Fixed(lines.collect::<Vec<_>>().join("\n"))
}

/// The columns of one line of a list. What does not fit continues on the next line, indented.
pub(crate) fn lines_of(columns: &[&str]) -> String {
    const INDENT: &str = "\n           ";
    let (mut text, mut width) = (String::new(), 0);
    for column in columns {
        let length = column.trim_end().chars().count();
        if width > 0 && width + 1 + length > COLUMNS - 2 {
            text = text.trim_end().to_owned() + INDENT;
            width = INDENT.len() - 1;
        } else if width > 0 {
            text.push(' ');
            width += 1;
        }
        text.push_str(column);
        width += column.chars().count();
    }
    text.trim_end().to_owned()
}

/// Each text as a paragraph.
pub(crate) fn paragraphs(texts: &[String]) -> Vec<Block> {
    texts.iter().map(|text| Block::Paragraph(text.clone())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn plain_text_is_wrapped_as_any_other(text in "([!-~]{0,12} {0,3}){0,30}", columns in 1usize..40) {
            if let Some(lines) = wrap_ascii(&text, columns) {
                prop_assert_eq!(lines, wrap_any(&text, columns));
            }
        }
    }

    #[test]
    fn no_line_is_too_wide_and_no_word_is_lost() {
        assert_eq!(wrap("bob moved  e5-e3. It is your turn.", 12), ["bob moved", "e5-e3. It is", "your turn."]);
        assert_eq!(wrap("b\u{e6}dre e5-e3, please", 12), ["b\u{e6}dre e5-e3,", "please"]);
        assert_eq!(wrap("abcdefgh ij", 5), ["abcde", "fgh", "ij"]);
        assert_eq!(wrap("", 5), [""]);
    }
}
