//! The HTML part of a letter: blocks become simple HTML for mail programs that show it.

use crate::letters::body::wrapped_lines;
use crate::letters::html_boards;
use crate::letters::html_boards::{HTML_BYTES_MAX, Room, Shown};
use crate::letters::html_text::{escape, prose, small};
use crate::letters::links::Answer;
use crate::render::Pictures;
use crate::wording::blocks::Block;

/// The HTML part, and the pictures in it by their Content-IDs.
pub(super) struct Html {
    /// The HTML text.
    pub page: String,
    /// Content-ID and file of each picture.
    pub pictures: Vec<(String, Vec<u8>)>,
}

/// What the HTML part of a letter needs besides its blocks.
pub(super) struct Around<'a> {
    /// The target of the links; `None` means no links.
    pub(super) answer: Option<&'a Answer>,
    /// The marker line.
    pub(super) marker: &'a str,
    /// The language of the letter.
    pub(super) language: &'a str,
    /// Draws the boards.
    pub(super) drawn: &'a Pictures,
    /// The most pictures.
    pub(super) pictures_max: usize,
    /// Bytes of the letter that are left for this part and its pictures.
    pub(super) room_bytes: usize,
}

/// The HTML part: only inline styles, and no colours except those of the board, so that dark mode works. Its lines are as short as those of
/// the text, so that it is sent without encoding. Only a link may be longer. `id` makes the Content-IDs of pictures, which must differ from
/// those of any other letter.
pub(super) fn html(blocks: &[Block], around: &Around, id: impl Fn(usize) -> String) -> Html {
    let head = format!(
        "<!DOCTYPE html>\n<html lang=\"{}\">\n<head><meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n\
         <meta name=\"color-scheme\" content=\"light dark\"></head>\n\
         <body style=\"margin:12px;font:16px/1.45\n{FONT}\">\n<div style=\"max-width:540px\">\n",
        around.language
    );
    let marker = small(around.marker);
    let mut pieces: Vec<String> = blocks.iter().map(|block| piece(block, around.answer)).collect();
    if let (Some(Block::Paragraph(text)), Some(piece)) = (blocks.first(), pieces.first_mut()) {
        *piece = news(text);
    }
    let taken = head.len() + marker.len() + END.len() + pieces.iter().map(String::len).sum::<usize>();
    let room = Room {
        html: HTML_BYTES_MAX.saturating_sub(taken),
        letter: around.room_bytes.saturating_sub(taken),
        pictures: around.pictures_max,
    };
    let boards = blocks.iter().filter_map(|block| match block {
        Block::Board(board) => Some(&**board),
        _ => None,
    });
    let boards = html_boards::shown(boards, room, around.drawn, id);
    let boards_bytes: usize = boards.iter().map(Shown::bytes).sum();
    let mut boards = boards.into_iter();

    let (mut page, mut pictures, mut notes) = (head, Vec::new(), String::new());
    page.reserve(taken + boards_bytes - page.len());
    for (at, (block, piece)) in blocks.iter().zip(pieces).enumerate() {
        if at == 1 {
            page.push_str(&marker);
        }
        // The buttons stand directly below the board that they are about, and what explains it below them.
        if !matches!(block, Block::Links(_)) {
            page.push_str(&std::mem::take(&mut notes));
        }
        page.push_str(&piece);
        let board = if matches!(block, Block::Board(_)) { boards.next() } else { None };
        if let Some(shown) = board {
            page.push_str(&shown.html);
            notes = shown.notes;
            pictures.extend(shown.picture);
        }
    }
    page.push_str(&notes);
    if blocks.len() < 2 {
        page.push_str(&marker);
    }
    page.push_str(END);
    Html { page, pictures }
}

const END: &str = "</div>\n</body>\n</html>\n";

/// The font of the reader's system.
const FONT: &str = "-apple-system,Segoe UI,Roboto,Arial,sans-serif";

/// A block that is not a board. A board becomes nothing: its form depends on the room that all others leave.
fn piece(block: &Block, answer: Option<&Answer>) -> String {
    match block {
        Block::Paragraph(text) => format!("<p>\n{}\n</p>\n", prose(text)),
        // A single line has no columns to keep, and a phone may be narrower.
        Block::Fixed(text) if !text.contains('\n') => {
            format!("<p style=\"font-size:14px\">\n{}\n</p>\n", prose(text.trim()))
        }
        // A line end after a tag or before the last one is not shown, and a line of the text may have any length. Without the wrap, a
        // phone would shrink the whole letter until the widest line fits.
        Block::Fixed(text) => {
            format!("<pre style=\"font-size:14px;white-space:pre-wrap\">\n{}\n</pre>\n", escape(text))
        }
        Block::Board(_) => String::new(),
        Block::Words(words) => said(words),
        Block::Links(links) => answer.map(|answer| answer.shown(links)).unwrap_or_default(),
    }
}

/// The first paragraph.
fn news(text: &str) -> String {
    format!("<p style=\"font-size:20px;line-height:1.3;font-weight:bold;margin:0\">\n{}\n</p>\n", prose(text))
}

/// The most bytes of a player's words. In some scripts a letter takes seven of them.
const WORDS_BYTES_MAX: usize = 24_000;

/// What a player wrote.
fn said(words: &str) -> String {
    let (mut lines, mut bytes) = (Vec::new(), 0);
    for line in wrapped_lines(words) {
        // It may be of any width, so it is not broken where the text is.
        let escaped: Vec<String> = line.iter().flat_map(|part| rewrapped(&escape(part))).collect();
        let line = escaped.join("\n");
        bytes += line.len();
        if bytes > WORDS_BYTES_MAX {
            lines.push("...".to_owned());
            break;
        }
        lines.push(line);
    }
    let lines = lines.join("<br>\n");
    format!("<p style=\"border-left:3px solid #9c8f73;padding:2px 0 2px 12px\">\n{lines}\n</p>\n")
}

/// A line in which signs have become longer, in lines that are short enough for every mail program.
fn rewrapped(escaped: &str) -> Vec<String> {
    const COLUMNS_MAX: usize = 72;
    let options = textwrap::Options::new(COLUMNS_MAX).break_words(false);
    let options = options.word_splitter(textwrap::WordSplitter::NoHyphenation);
    textwrap::wrap(escaped, options).into_iter().map(|part| part.into_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_in_any_script_leave_room_for_the_board() {
        let words = "\u{1f600}".repeat(60) + "\n";
        let said = said(&words.repeat(200));
        assert!(said.len() < WORDS_BYTES_MAX + 2_000 && said.contains("<br>\n...\n"), "{}", said.len());
    }
}
