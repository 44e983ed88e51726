//! A line as sentences: its words as people say them, and what ends behind each.

use crate::command::lexer::{Word, is_picture, is_wrapping};
use crate::command::polite_words;

/// What ends behind a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::command) enum End {
    /// Nothing.
    Not,
    /// A part of a sentence: a comma, a colon, a dash, a bracket, a smiley.
    Part,
    /// A sentence: a full stop, an emoji.
    Sentence,
    /// A question.
    Question,
    /// A sentence that trails off: `d1-c1...`
    Trail,
}

/// A word, and what ends behind it.
#[derive(Debug, Clone)]
pub(in crate::command) struct Said {
    /// In lower case, with letters that are drawn out written once: `soooo`. Empty for a sign.
    pub(in crate::command) word: String,
    pub(in crate::command) end: End,
    /// A sign that is not known to be friendly, or a quotation mark.
    pub(in crate::command) is_odd: bool,
    /// Whether it is typed with a capital.
    pub(in crate::command) is_large: bool,
}

impl Said {
    pub(in crate::command) fn is_sign(&self) -> bool {
        self.word.is_empty()
    }

    /// Whether a sentence ends behind it.
    pub(in crate::command) fn ends_sentence(&self) -> bool {
        self.end > End::Part
    }
}

/// The words as they are said. There are as many.
pub(in crate::command) fn said(words: &[Word]) -> Vec<Said> {
    let mut all: Vec<Said> = Vec::new();
    for word in words {
        let mut before = End::Not;
        let is_sign = polite_words::is_face(word) || !word.raw.chars().any(char::is_alphanumeric);
        let begins_bracket = word.raw.starts_with(is_wrapping);
        if let Some(last) = all.last_mut()
            && (is_sign || begins_bracket)
        {
            // What ends behind a sign ends with it: `is it ?`
            before = if is_sign { last.end } else { End::Not };
            last.end = if is_sign { End::Part } else { last.end.max(End::Part) };
        }
        let text = if is_sign {
            String::new()
        } else {
            drawn_in(word.lower().replace('\u{2019}', "'").trim_start_matches(['\u{bf}', '\u{a1}']))
        };
        let end = if is_sign { ends(&word.raw).max(End::Part).max(before) } else { end_of(word) };
        // What `?` asks ends there, even if there is a space before it.
        let only_ends = !all.is_empty() && word.raw.chars().all(|c| matches!(c, '?' | '!'));
        let is_odd = match is_sign {
            true => !only_ends && (polite_words::doubts(&word.raw) || word.raw.contains(is_quote)),
            false => begins_quote(word),
        };
        let is_large = word.raw.starts_with(char::is_uppercase);
        all.push(Said { word: text, end, is_odd, is_large });
    }
    all
}

fn end_of(word: &Word) -> End {
    let bracket = if word.raw.ends_with(')') { End::Part } else { End::Not };
    ends(&word.closing).max(bracket)
}

fn ends(signs: &str) -> End {
    if signs.contains('?') {
        End::Question
    } else if signs.contains('\u{2026}') || signs.contains("..") {
        End::Trail
    } else if signs.contains(['.', '!']) || signs.contains(is_picture) {
        End::Sentence
    } else if signs.contains([',', ';', ':']) {
        End::Part
    } else {
        End::Not
    }
}

/// Quotation marks. Stars only mark bold text.
fn is_quote(c: char) -> bool {
    is_wrapping(c) && !matches!(c, '(' | ')' | '*' | '\'' | '\u{2018}' | '\u{2019}' | '[' | ']' | '<' | '>')
}

/// A quotation mark before or behind the word.
fn begins_quote(word: &Word) -> bool {
    word.raw.starts_with(is_quote) || word.raw.trim_end_matches(['.', ',', '!', '?', ';', ':']).ends_with(is_quote)
}

/// Without letters that are drawn out: `soooo`, `pleaaase`.
fn drawn_in(word: &str) -> String {
    let letters: Vec<char> = word.chars().collect();
    let is_drawn = |at: usize| {
        letters[at.saturating_sub(2)..(at + 3).min(letters.len())]
            .windows(3)
            .any(|three| three.iter().all(|c| *c == letters[at]))
    };
    let mut short = String::new();
    for at in 0..letters.len() {
        let again = at > 0 && letters[at - 1] == letters[at];
        if !(again && is_drawn(at)) {
            short.push(letters[at]);
        }
    }
    short
}

/// The sentences of a line, one after the other.
pub(in crate::command) fn sentences(said: &[Said]) -> Vec<&[Said]> {
    said.split_inclusive(Said::ends_sentence).collect()
}

/// The words of a sentence without its signs.
pub(in crate::command) fn texts(sentence: &[Said]) -> Vec<&str> {
    sentence.iter().filter(|said| !said.is_sign()).map(|said| said.word.as_str()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::lexer::Line;

    #[test]
    fn a_line_is_split_where_a_sentence_ends() {
        let line = Line::new("Soooo, is it you (Bob) ? Well... \u{bf}Se puede? d1-c1 \u{1f914} yes");
        let said = said(line.words());
        assert_eq!(said.len(), line.words().len());
        let split: Vec<String> = sentences(&said).iter().map(|sentence| texts(sentence).join(" ")).collect();
        assert_eq!(split, ["so is it you bob", "well", "se puede", "d1-c1", "yes"]);
        assert_eq!(said[0].end, End::Part);
        assert_eq!(said.iter().filter(|said| said.is_odd).count(), 1, "the thinking face");
    }

    #[test]
    fn letters_that_are_drawn_out_are_written_once() {
        for (typed, expected) in [("sooo", "so"), ("pleaaaase", "please"), ("will", "will"), ("hmmm", "hm"), ("", "")] {
            assert_eq!(drawn_in(typed), expected);
        }
    }
}
