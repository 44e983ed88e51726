//! How each board of a letter is shown in its HTML part: as a picture, as a table, or as text. Mail programs cut off an HTML part that is too
//! long, and mailboxes refuse letters that are too large. So a letter with many boards shows the later ones in a smaller form.

use crate::letters::html_text::{escape, small};
use crate::render;
use crate::render::Pictures;
use crate::wording::blocks::{Board, Caption};
use crate::wording::lines::{COLUMNS, wrap};
use std::collections::VecDeque;

/// The most bytes of an HTML part. Gmail shows the first 102 KB of a letter.
pub(super) const HTML_BYTES_MAX: usize = 80_000;

/// The most that the boards of a letter may take.
#[derive(Clone, Copy)]
pub(super) struct Room {
    /// Bytes of the HTML part that are left.
    pub(super) html: usize,
    /// Bytes of the whole letter that are left, pictures included.
    pub(super) letter: usize,
    /// Pictures that are left. More of them make a long letter slow to read, and each has about 25 KB.
    pub(super) pictures: usize,
}

/// A board as HTML, and its picture if it has one.
pub(super) struct Shown {
    pub(super) html: String,
    /// What must be read with it, but can stand further below: what the signs mean, and the position in words.
    pub(super) notes: String,
    /// Its Content-ID and file.
    pub(super) picture: Option<(String, Vec<u8>)>,
}

/// Each board in the largest form for which there is room. The first ones come first, and for each of the others there is always room as
/// text. `id` makes the Content-IDs.
pub(super) fn shown<'a>(
    boards: impl Iterator<Item = &'a Board>,
    mut room: Room,
    drawn: &Pictures,
    id: impl Fn(usize) -> String,
) -> Vec<Shown> {
    let boards: Vec<&Board> = boards.collect();
    let mut later: VecDeque<Shown> = boards.iter().skip(1).map(|board| as_text(board)).collect();
    let mut reserved: usize = later.iter().map(Shown::bytes).sum();
    let (mut shown, mut text, mut pictures) = (Vec::new(), None, 0);
    for board in boards {
        let fits = |larger: &Shown| {
            let taken = larger.bytes() + reserved;
            taken <= room.html && taken + larger.encoded() <= room.letter
        };
        let caption = board.caption.as_ref().filter(|_| pictures < room.pictures);
        let picture = caption.map(|caption| as_picture(board, caption, drawn, id(pictures))).filter(&fits);
        let larger = picture.or_else(|| Some(as_table(board)).filter(&fits));
        let form = larger.or(text).unwrap_or_else(|| as_text(board));
        room.html = room.html.saturating_sub(form.bytes());
        room.letter = room.letter.saturating_sub(form.bytes() + form.encoded());
        pictures += usize::from(form.picture.is_some());
        shown.push(form);
        // It needs no room any more besides its own form.
        text = later.pop_front();
        reserved -= text.as_ref().map_or(0, Shown::bytes);
    }
    shown
}

impl Shown {
    /// Bytes in the HTML part.
    pub(super) fn bytes(&self) -> usize {
        self.html.len() + self.notes.len()
    }

    /// Bytes of the picture in the mail, with its headers. Base64 makes four characters of three bytes, in lines of 76.
    fn encoded(&self) -> usize {
        self.picture.as_ref().map_or(0, |(id, png)| png.len() * 4 * 78 / (3 * 76) + id.len() + 300)
    }
}

/// As wide as the space allows, up to its own width. Outlook for Windows knows only the attributes.
fn as_picture(board: &Board, Caption { alt, position, legend }: &Caption, drawn: &Pictures, id: String) -> Shown {
    let picture = drawn.draw(&board.scene);
    let shown_px = picture.shown_px;
    let alt = escape(alt).replace('"', "&quot;");
    let alt = wrap(&alt, COLUMNS).join("\n");
    let html = format!(
        "<p>\n<img src=\"cid:{id}\" width=\"{shown_px}\"\nstyle=\"width:100%;max-width:{shown_px}px;height:auto\"\n\
         alt=\"{alt}\">\n</p>\n"
    );
    Shown { html, notes: small(legend) + &small(position), picture: Some((id, picture.png.clone())) }
}

fn as_table(board: &Board) -> Shown {
    Shown { html: render::html(&board.scene), notes: small(&board.legend), picture: None }
}

/// As in the text part, so small that a phone shows all columns.
fn as_text(board: &Board) -> Shown {
    let text = escape(&render::ascii(&board.scene));
    let html = format!("<pre style=\"font-size:11px;line-height:1.2\">\n{text}</pre>\n");
    Shown { html, notes: small(&board.legend), picture: None }
}
