//! The HTML part of a letter: blocks become simple HTML for mail programs that show it.

use crate::letters::body::words_lines;
use crate::letters::links::Answer;
use crate::render;
use crate::wording::blocks::{Block, Caption};
use crate::wording::lines::{COLUMNS, wrap};

/// The most pictures in one letter; later boards are tables. Each picture has 21 KB, and a mail can ask for two dozen boards.
const PICTURES_MAX: usize = 6;

/// The HTML part, and the pictures in it by their Content-IDs.
pub(super) struct Html {
    /// The HTML text.
    pub page: String,
    /// Content-ID and file of each picture.
    pub pictures: Vec<(String, Vec<u8>)>,
}

/// The HTML part: only inline styles, and no colours except those of the board, so that dark mode works. Its lines are as short as those of
/// the text, so that it is sent without encoding. Only a link may be longer. `answer` is the target of the links; `None` means no links.
/// `id` makes the Content-IDs of pictures, which must differ from those of any other letter.
pub(super) fn html(
    blocks: &[Block],
    answer: Option<&Answer>,
    marker: &str,
    language: &str,
    id: impl Fn(usize) -> String,
) -> Html {
    let mut pictures = Vec::new();
    let mut html = format!(
        "<!DOCTYPE html>\n<html lang=\"{language}\">\n<head><meta charset=\"utf-8\"></head>\n\
         <body style=\"font-family:sans-serif;font-size:16px;line-height:1.4\">\n"
    );
    for (at, block) in blocks.iter().enumerate() {
        if at == 1 {
            html.push_str(&self::marker(marker));
        }
        html.push_str(&match block {
            Block::Paragraph(text) => {
                format!("<p>\n{}\n</p>\n", wrap(&spaced(text), COLUMNS).join("\n"))
            }
            // A single line has no columns to keep, and a phone may be narrower.
            Block::Fixed(text) if !text.contains('\n') => {
                format!("<p style=\"font-size:14px\">\n{}\n</p>\n", wrap(&spaced(text.trim()), COLUMNS).join("\n"))
            }
            // A line end after a tag or before the last one is not shown, and a line of the text may have any length. Without the wrap, a
            // phone would shrink the whole letter until the widest line fits.
            Block::Fixed(text) => {
                format!("<pre style=\"font-size:14px;white-space:pre-wrap\">\n{}\n</pre>\n", escape(text))
            }
            Block::Board(board) => match &board.caption {
                Some(caption) if pictures.len() < PICTURES_MAX => {
                    let (picture, id) = (render::picture(&board.scene), id(pictures.len()));
                    let shown = image(&id, picture.shown_px, caption);
                    pictures.push((id, picture.png));
                    shown
                }
                _ => render::html(&board.scene) + &legend(&board.legend),
            },
            Block::Words(words) => format!(
                "<p style=\"border-left:3px solid #888888;padding-left:8px\">\n{}\n</p>\n",
                words_lines(words).iter().map(|line| escape(line)).collect::<Vec<_>>().join("<br>\n")
            ),
            Block::Links { words, commands } => answer.map(|answer| links(answer, words, commands)).unwrap_or_default(),
        });
    }
    if blocks.len() < 2 {
        html.push_str(&self::marker(marker));
    }
    html.push_str("</body>\n</html>\n");
    Html { page: html, pictures }
}

/// The marker line, in small print.
fn marker(marker: &str) -> String {
    format!("<p style=\"font-size:12px\">\n{}\n</p>\n", escape(marker))
}

/// A picture as wide as the space allows, up to its own width. Outlook for Windows knows only the attributes.
fn image(id: &str, shown_px: usize, Caption { alt, legend }: &Caption) -> String {
    let legend = self::legend(legend);
    let alt = escape(alt).replace('"', "&quot;");
    let alt = wrap(&alt, COLUMNS).join("\n");
    format!(
        "<p>\n<img src=\"cid:{id}\" width=\"{shown_px}\"\nstyle=\"width:100%;max-width:{shown_px}px;height:auto\"\n\
         alt=\"{alt}\">\n</p>\n{legend}"
    )
}

/// What the characters of a board mean, in small print below it.
fn legend(words: &str) -> String {
    // As in the cells, so that no line ends between the brackets.
    let words = escape(words).replace("[ ]", "[&nbsp;]").replace("( )", "(&nbsp;)");
    format!("<p style=\"font-size:13px;margin:4px 0\">\n{}\n</p>\n", wrap(&words, COLUMNS).join("\n"))
}

/// Links far enough apart for a thumb. The mail program chooses their colour, because in dark mode it knows better.
fn links(answer: &Answer, words: &str, commands: &[String]) -> String {
    let link = |command: &String| format!("<a href=\"{}\">{}</a>", escape(&answer.link(command)), escape(command));
    let links: Vec<String> = commands.iter().map(link).collect();
    format!(
        "<p>\n{}\n</p>\n<p style=\"font-size:18px;line-height:2\">\n{}\n</p>\n",
        wrap(&escape(words), COLUMNS).join("\n"),
        links.join(" &nbsp; &nbsp;\n")
    )
}

/// Text as HTML text, keeping the gap before an example.
fn spaced(text: &str) -> String {
    escape(text).replace("   ", " &nbsp; ")
}

/// Text as HTML text. Quotes need no escape there, and an escape would make lines longer. Characters beyond ASCII are written as numbers,
/// so that the part needs no encoding in any language.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            character if !character.is_ascii() => escaped.push_str(&format!("&#{};", u32::from(character))),
            _ => escaped.push(character),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_in_words_stays_text() {
        let html = html(&[Block::Words("<b>&</b>".into())], None, "reply above", "en", |_| String::new());
        assert!(html.page.contains("&lt;b&gt;&amp;&lt;/b&gt;"), "{}", html.page);
    }
}
