//! Blocks: the text as paragraphs, lists and boards, before a letter or a page gives it its form.
//!
//! A rendered template is turned into blocks. Blank lines separate them. A block whose lines all begin with two blanks keeps its columns. A
//! line `[[name]]` stands for blocks that the code inserts. Players' words come in that way and are never read as a template.

use crate::render::Scene;
use std::collections::BTreeSet;

/// One piece of a letter.
#[derive(Clone, Debug)]
pub enum Block {
    /// Running text, wrapped.
    Paragraph(String),
    /// Lines with columns. Each is indented by at least two blanks, so that no mail program joins them.
    Fixed(String),
    /// A board.
    Board(Box<Board>),
    /// What a player wrote, marked as such.
    Words(String),
    /// Buttons that open a mail with an answer. Only in the HTML part, and only where such an answer counts.
    Links(Links),
}

/// Buttons that open a mail. What is on a button is also the text of its mail.
#[derive(Clone, Debug)]
pub struct Links {
    /// The text above them.
    pub words: String,
    /// The answers, in groups: the men of one column, the squares in one direction.
    pub groups: Vec<Vec<String>>,
    /// An answer that should not be pressed by accident. It is small, and the last.
    pub last: Option<String>,
    /// What happens when one is pressed, in small print below them. May be empty.
    pub note: String,
    /// Whose answers they are.
    pub about: AnswersTo,
}

/// What an answer is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnswersTo {
    /// The board of the letter, or the question that it asks.
    Letter,
    /// Anything that the letter's key makes clear: a command that needs no board, or a yes.
    Any,
}

/// A board, and how the HTML part shows it.
#[derive(Clone, Debug)]
pub struct Board {
    /// What to draw.
    pub scene: Scene,
    /// What the characters in its table mean.
    pub legend: String,
    /// The line below it in the text part: what its marks mean. Empty without marks.
    pub marks: String,
    /// The text for its picture. Without it, the board is a table.
    pub caption: Option<Caption>,
}

/// The text for one picture.
#[derive(Clone, Debug)]
pub struct Caption {
    /// In the place of the picture, where it is not shown.
    pub alt: String,
    /// Every piece with its square, and the last move: for people who hear the letter, and for programs that do not show pictures.
    pub position: String,
    /// What the shapes and marks in it mean.
    pub legend: String,
}

/// Reads a rendered template. `insert` gives the blocks for a `[[name]]`, or `None` if it does not know the name.
pub(crate) fn read(rendered: &str, insert: &dyn Fn(&str) -> Option<Vec<Block>>) -> Result<Vec<Block>, UnknownMarker> {
    let mut blocks = Vec::new();
    for chunk in chunks(rendered) {
        match marker(&chunk) {
            Some(name) => blocks.extend(insert(name).ok_or_else(|| UnknownMarker(name.to_owned()))?),
            None if chunk.iter().all(|line| line.starts_with("  ")) => blocks.push(Block::Fixed(chunk.join("\n"))),
            None => blocks.push(Block::Paragraph(chunk.iter().map(|line| line.trim()).collect::<Vec<_>>().join(" "))),
        }
    }
    Ok(blocks)
}

/// A template has a `[[marker]]` that its letter does not have.
#[derive(Debug, thiserror::Error)]
#[error("this letter has nothing to put in place of [[{0}]]")]
pub struct UnknownMarker(pub String);

/// The `[[markers]]` of a template, in any of its branches.
pub(crate) fn markers(template: &str) -> BTreeSet<String> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    let names = template.split("[[").skip(1).filter_map(|rest| rest.split_once("]]"));
    names.map(|(name, _)| name.to_owned()).filter(|name| name.chars().all(is_part)).collect()
}

fn chunks(rendered: &str) -> Vec<Vec<&str>> {
    let mut chunks = vec![Vec::new()];
    for line in rendered.lines().map(str::trim_end) {
        match (line.is_empty(), chunks.last_mut()) {
            (false, Some(chunk)) => chunk.push(line),
            _ => chunks.push(Vec::new()),
        }
    }
    chunks.retain(|chunk| !chunk.is_empty());
    chunks
}

fn marker<'a>(chunk: &[&'a str]) -> Option<&'a str> {
    match chunk {
        [line] => line.strip_prefix("[[")?.strip_suffix("]]"),
        _ => None,
    }
}
