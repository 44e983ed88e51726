//! Text as HTML, in lines that are as short as those of the text part, so that the HTML part is sent without encoding.

use crate::tafl::ParsedPlay;
use crate::wording::lines::{COLUMNS, wrap};

/// The words of a paragraph, between its tags. A move is never broken at its hyphen, and the gap before an example stays.
pub(super) fn prose(text: &str) -> String {
    let mut words = String::with_capacity(text.len() + text.len() / 4);
    // As a list of one, each character is looked at. Words are so short that a search for the next blank is slower.
    for (at, word) in text.split([' ']).enumerate() {
        if at > 0 {
            words.push(' ');
        }
        add_word(&mut words, word);
    }
    if text.contains("   ") {
        words = words.replace("   ", " &nbsp; ");
    }
    wrap(&words, COLUMNS).join("\n")
}

/// A paragraph in small print. The grey can be read on white and on black, so no dark mode needs to change it.
pub(super) fn small(text: &str) -> String {
    // As in the cells of a board, so that no line ends between the brackets.
    let words = prose(&text.replace("[ ]", "[\u{a0}]").replace("( )", "(\u{a0})"));
    format!("<p style=\"font-size:13px;color:#767676;margin:6px 0\">\n{words}\n</p>\n")
}

fn add_word(words: &mut String, word: &str) {
    let play = word.trim_matches(|c: char| !c.is_ascii_alphanumeric());
    match play.contains('-') && ParsedPlay::looks_like(play) {
        true => {
            words.push_str("<span style=\"white-space:nowrap\">");
            add(words, word);
            words.push_str("</span>");
        }
        false => add(words, word),
    }
}

/// Text as HTML text. Quotes need no escape there, and an escape would make lines longer. Characters beyond ASCII are written as numbers,
/// so that the part needs no encoding in any language.
pub(super) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    add(&mut escaped, text);
    escaped
}

fn add(html: &mut String, text: &str) {
    if text.bytes().all(|byte| byte.is_ascii() && !matches!(byte, b'&' | b'<' | b'>')) {
        html.push_str(text);
        return;
    }
    for character in text.chars() {
        match character {
            '&' => html.push_str("&amp;"),
            '<' => html.push_str("&lt;"),
            '>' => html.push_str("&gt;"),
            character if !character.is_ascii() => html.push_str(&format!("&#{};", u32::from(character))),
            _ => html.push(character),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_stays_in_one_line() {
        assert_eq!(prose("bob moved (c4-c7)."), "bob moved <span style=\"white-space:nowrap\">(c4-c7).</span>");
        assert_eq!(prose("a well-known move"), "a well-known move");
        assert_eq!(prose("for example:   d3"), "for example: &nbsp; d3");
    }

    #[test]
    fn markup_stays_text() {
        assert_eq!(prose("<b>&</b> \u{e6}"), "&lt;b&gt;&amp;&lt;/b&gt; &#230;");
    }
}
