//! The first paragraph of a letter: its news, which a list of mails shows. The marker line stands directly below it, so it must be short.

use crate::command;
use crate::letters::body;
use crate::mail::NewsCheck;
use crate::wording::blocks::Block;
use crate::wording::lines::COLUMNS;

/// The most lines of the first paragraph.
const LINES_MAX: usize = 2;

/// The digits of a year.
const YEAR_DIGITS: usize = 4;

/// Words whose full stop ends no sentence: `pr. mail`, `z. B.`.
const ABBREVIATIONS: [&str; 18] =
    ["a", "b", "bzw", "ca", "d", "dvs", "e", "eks", "f", "g", "h", "i", "kl", "nr", "pr", "u", "vs", "z"];

/// A letter in two pieces.
pub(super) struct Opened {
    /// The news, in the form in which its check is in the marker line.
    pub(super) check: Option<NewsCheck>,
    /// Whether the news is at least one whole sentence.
    pub(super) is_whole: bool,
    /// All blocks. The first one is the news, and the rest of its paragraph follows.
    pub(super) blocks: Vec<Block>,
}

/// Splits the first paragraph if it is too long: the news is what fits of its whole sentences. A sentence that announces what follows
/// (`These lines have not been done:`) stays with it, and an example of a command stays below the marker. If not even one sentence fits, the
/// paragraph is split between two words.
pub(super) fn opened(mut blocks: Vec<Block>) -> Opened {
    let Some(Block::Paragraph(first)) = blocks.first() else {
        return Opened { check: None, is_whole: false, blocks };
    };
    let ends = || std::iter::once(first.len()).chain(sentence_ends(first).rev());
    let is_short = |end: &usize| {
        let news = &first[..*end];
        news.chars().count() <= LINES_MAX * COLUMNS && body::prose(news).len() <= LINES_MAX
    };
    let is_told = |end: &usize| !first[..*end].ends_with(':') && !first[..*end].contains("   ");
    let end = ends().filter(is_short).find(is_told).or_else(|| ends().find(is_short));
    let cut = || spaces(first).rev().find(is_short).unwrap_or(first.len());
    let (news, more) = first.split_at(end.unwrap_or_else(cut));
    let (check, is_whole) = (NewsCheck::of(news), end.is_some());
    let (news, more) = (news.to_owned(), more.trim().to_owned());
    blocks[0] = Block::Paragraph(news);
    if !more.is_empty() {
        blocks.insert(1, Block::Paragraph(more));
    }
    Opened { check, is_whole, blocks }
}

/// Where a text can be split between two words, of which the second begins no command.
fn spaces(text: &str) -> impl DoubleEndedIterator<Item = usize> {
    let is_space = |at: &usize| {
        let next = text[at + 1..].split(' ').next().unwrap_or_default();
        !text[..*at].ends_with(' ') && !next.is_empty() && !command::may_begin_with(next)
    };
    text.match_indices(' ').map(|(at, _)| at).filter(is_space)
}

/// Where sentences of a text end, except the last one.
fn sentence_ends(text: &str) -> impl DoubleEndedIterator<Item = usize> {
    let is_end = |(at, sign): &(usize, &str)| {
        let word = text[..*at].rsplit(' ').next().unwrap_or_default();
        // `2. c4-c7` and `1. Dez` go on, `on board 1?` does not.
        let is_numbered = *sign == "." && word.chars().all(|c| c.is_ascii_digit());
        let is_short = ABBREVIATIONS.iter().any(|short| word.eq_ignore_ascii_case(short));
        // Nor does the month end one in `1. dec. 2026`.
        let year = text[at + 2..].chars().take_while(char::is_ascii_digit).count();
        let goes_on = text[at + 1..].starts_with("  ") || year == YEAR_DIGITS;
        !is_numbered && !is_short && !goes_on
    };
    text.match_indices(['.', '?', '!'])
        .filter(|(at, _)| text[at + 1..].starts_with(' '))
        .filter(is_end)
        .map(|(at, _)| at + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(first: &str, news: &str) {
        let opened = opened(vec![Block::Paragraph(first.to_owned())]);
        let paragraphs: Vec<&str> = opened
            .blocks
            .iter()
            .map(|block| match block {
                Block::Paragraph(text) => text.as_str(),
                _ => "",
            })
            .collect();
        assert_eq!(paragraphs.first(), Some(&news));
        assert_eq!(paragraphs.join(" "), first);
    }

    #[test]
    fn the_news_is_what_fits_of_whole_sentences() {
        check("ann moved 2. c4-c7. It is your turn.", "ann moved 2. c4-c7. It is your turn.");
        let long = "and this sentence is longer than the whole room that the first paragraph of a letter has, which is two lines of a mail.";
        check(&format!("ann moved 2. c4-c7. It is your turn. So {long}"), "ann moved 2. c4-c7. It is your turn.");
        check(&format!("Do you want a draw on board 1? So {long}"), "Do you want a draw on board 1?");
        check(&format!("Vi spiller pr. mail, siger z. B. Ann. So {long}"), "Vi spiller pr. mail, siger z. B. Ann.");
        check(&format!("Ann svarer. Til 3. dec. 2026 {long}"), "Ann svarer.");
    }

    #[test]
    fn what_announces_the_next_block_stays_above_it() {
        check("This was not done. These are the lines:", "This was not done.");
        check("These are the lines:", "These are the lines:");
    }

    #[test]
    fn a_letter_that_begins_with_something_else_has_no_news() {
        let opened = opened(vec![Block::Fixed("  a board".to_owned())]);
        assert!(opened.check.is_none() && opened.blocks.len() == 1);
    }
}
