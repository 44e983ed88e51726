//! Lines with columns, and how wide they may be.

use crate::wording::blocks::Block;

/// Columns of the text part.
pub(crate) const COLUMNS: usize = 72;

/// Lines of at most this many columns. A word is never split at its hyphen: e5-e3 is one word.
pub(crate) fn wrap(text: &str, columns: usize) -> Vec<std::borrow::Cow<'_, str>> {
    textwrap::wrap(text, textwrap::Options::new(columns).word_splitter(textwrap::WordSplitter::NoHyphenation))
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
