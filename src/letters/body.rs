//! The body of a letter: blocks become plain text for every mail program, and simple HTML for those that show it.

use crate::command;
use crate::letters::links::Answer;
use crate::render;
use crate::wording::blocks::{Block, Caption};
use crate::wording::lines::{COLUMNS, wrap};

/// The most pictures in one letter; later boards are tables. Each picture has 21 KB, and a mail can ask for two dozen boards.
const PICTURES_MAX: usize = 6;
/// The most lines of a player's words that are passed on.
const WORDS_LINES_MAX: usize = 300;

/// All text of the letter as paragraphs, with the text of the links, which are otherwise only in the HTML part.
pub(super) fn whole_text(blocks: &[Block]) -> String {
    let whole = |block: &Block| match block {
        Block::Links { words, commands } => format!("{words}\n\n{}\n", commands.join(" ")),
        block => text(std::slice::from_ref(block)),
    };
    blocks.iter().map(whole).collect::<Vec<_>>().join("\n")
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
    for block in blocks.iter().filter(|block| !matches!(block, Block::Links { .. })) {
        if !text.is_empty() {
            text.push('\n');
        }
        for line in text_lines(block) {
            text.push_str(line.trim_end());
            text.push('\n');
        }
    }
    text
}

fn text_lines(block: &Block) -> Vec<String> {
    match block {
        Block::Paragraph(text) => wrap_prose(text, COLUMNS),
        Block::Fixed(text) => text.lines().map(str::to_owned).collect(),
        Block::Board(board) => render::ascii(&board.scene).lines().map(str::to_owned).collect(),
        Block::Words(words) => words_lines(words).iter().map(|line| format!("  | {line}")).collect(),
        Block::Links { .. } => Vec::new(),
    }
}

/// Put at the start of a line that would otherwise be a command.
const GOES_ON: &str = "...";

/// Wraps text into lines of at most this many columns. No line except the first begins with a word that a command can begin with: a mail
/// program may quote the letter without signs, and then nobody can distinguish its lines from those of the answer. Such a word takes the
/// words before it along to its line.
fn wrap_prose(text: &str, columns: usize) -> Vec<String> {
    let mut lines: Vec<Vec<Word<'_>>> = vec![Vec::new()];
    for word in words(text) {
        let line = lines.last_mut().map(|line| (width(line) + word.gap.len() + word.width(), line));
        match line {
            Some((width, line)) if line.is_empty() || width <= columns => line.push(word),
            Some((_, line)) => {
                let next = next_line(line, word, columns);
                lines.push(next);
            }
            None => {}
        }
    }
    let text = |line: &Vec<Word<'_>>| {
        let mut text = String::new();
        for (at, word) in line.iter().enumerate() {
            text.push_str(if at == 0 { "" } else { word.gap });
            text.push_str(word.text);
        }
        text
    };
    // A word that is longer than a line is split.
    let cut = |line: String| wrap(&line, columns).into_iter().map(|line| line.into_owned()).collect::<Vec<_>>();
    lines.iter().map(text).flat_map(cut).collect()
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

/// The words of a text, each with the blanks before it.
fn words(text: &str) -> impl Iterator<Item = Word<'_>> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let start = rest.find(|c: char| c != ' ')?;
        let (gap, from) = rest.split_at(start);
        let (text, after) = from.split_at(from.find(' ').unwrap_or(from.len()));
        rest = after;
        Some(Word { gap, text })
    })
}

/// A player's words, wrapped and limited.
fn words_lines(words: &str) -> Vec<String> {
    let mut lines: Vec<String> = words
        .trim()
        .lines()
        .flat_map(|line| wrap(line.trim_end(), COLUMNS - 4))
        .map(|line| line.into_owned())
        .take(WORDS_LINES_MAX + 1)
        .collect();
    if lines.len() > WORDS_LINES_MAX {
        lines[WORDS_LINES_MAX] = "...".to_owned();
    }
    lines
}

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
    #![allow(clippy::unwrap_used, reason = "tests")]
    use super::*;
    use crate::wording::blocks::read;

    fn plain(rendered: &str) -> String {
        text(&read(rendered, &|name| (name == "words").then(|| vec![Block::Words("resign\n\nnow".into())])).unwrap())
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

    #[test]
    fn markup_in_words_stays_text() {
        let html = html(&[Block::Words("<b>&</b>".into())], None, "reply above", "en", |_| String::new());
        assert!(html.page.contains("&lt;b&gt;&amp;&lt;/b&gt;"), "{}", html.page);
    }
}
