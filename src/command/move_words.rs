//! Moves among the words of a line. One move can be one word or several: `e5-e3`, `e5 e3`, `e5 to e3`, `e5-e3 #6`.

use crate::command::lexer::{Word, is_square_shape};
use crate::tafl::ParsedPlay;

/// The longest move without captures and `#n`: `e5 to e3`.
const WORDS_MAX: usize = 3;

/// Words for `to` between two squares, in the languages of our letters and others. Dutch and French `en` is not one of them: it may mean
/// `and`.
const TO: [&str; 11] = ["nach", "auf", "zu", "til", "till", "p\u{e5}", "naar", "vers", "\u{e0}", "a", "hasta"];

/// How many words at the beginning form a move; 0 if there is none.
pub(in crate::command) fn play_length(words: &[&Word]) -> usize {
    if !words.first().is_some_and(|word| begins_with_a_square(word)) {
        return 0;
    }
    let Some(mut length) = (1..=WORDS_MAX).find(|length| read(words, *length).is_some()) else {
        return 0;
    };
    // `e5. E3 ...` are two sentences.
    if length > 1 && !words[0].closing.is_empty() {
        return 0;
    }
    while let Some(more) = more(words, length) {
        length += more;
    }
    length
}

/// A move among words.
pub(in crate::command) struct Found {
    /// The index of its first word.
    pub at: usize,
    /// The move.
    pub play: ParsedPlay,
}

/// Whether there may be a move among the words. A square has a digit, and most lines have none.
pub(in crate::command) fn may_be_among(words: &[Word]) -> bool {
    words.iter().any(|word| word.plain.bytes().any(|byte| byte.is_ascii_digit()))
}

/// The moves among the words, in their order.
pub(in crate::command) fn plays(words: &[&Word]) -> Vec<Found> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < words.len() {
        let length = play_length(&words[at..]);
        found.extend(read(&words[at..], length).filter(|_| length > 0).map(|play| Found { at, play }));
        at += length.max(1);
    }
    found
}

/// How many of the words after a move of this length belong to it: `#6`, `xd7`, `x d7`, and `e8` after `xd7,`.
fn more(words: &[&Word], length: usize) -> Option<usize> {
    let next = words.get(length)?;
    let listed = || words[length - 1].closing == "," && is_square_shape(&next.plain);
    let follows_a_capture = || read(words, length).is_some_and(|play| !play.captures.is_empty());
    let belongs = next.plain.starts_with(['#', 'x', 'X']) || (listed() && follows_a_capture());
    let count = if matches!(next.plain.as_str(), "x" | "X") { 2 } else { 1 };
    (belongs && read(words, length + count).is_some()).then_some(count)
}

/// The move in the first `length` words.
pub(in crate::command) fn read(words: &[&Word], length: usize) -> Option<ParsedPlay> {
    let mut words: Vec<&str> = words.get(..length)?.iter().map(|word| word.plain.as_str()).collect();
    if let [from, between, to, ..] = words.as_mut_slice()
        && is_square_shape(from)
        && is_square_shape(to)
        && TO.contains(&between.to_lowercase().as_str())
    {
        *between = "to";
    }
    // Halves of a move that a phone has separated: `e5 -e3`, `e5- e3`.
    let text = words.join(" ").replace("- ", "-").replace(" -", "-");
    ParsedPlay::parse(&text).ok()
}

/// Whether a word is a move, or has the shape of one: `e5-e3`, `e5-z9`, `e5e3`.
pub(in crate::command) fn is_play_shape(word: &Word) -> bool {
    if !begins_with_a_square(word) {
        return false;
    }
    let lower = word.lower();
    let divided = lower
        .split_once(['-', ':', '>'])
        .is_some_and(|(from, to)| is_square_shape(from) && to.chars().any(|c| c.is_ascii_digit()));
    divided || ParsedPlay::looks_like(&lower)
}

/// Every move does. Most words do not, and need no further check.
fn begins_with_a_square(word: &Word) -> bool {
    matches!(word.plain.as_bytes(), [file, rank, ..] if file.is_ascii_alphabetic() && rank.is_ascii_digit())
}

/// Whether a word is a move or was meant as one.
pub(in crate::command) fn is_of_play(word: &Word) -> bool {
    is_play_shape(word) || fails_to_be_a_play(word)
}

/// Whether a word begins like a move but is not one: `e5-e`, `e5-z9`.
pub(in crate::command) fn fails_to_be_a_play(word: &Word) -> bool {
    const REST_MAX: usize = 12;
    let begun = word
        .plain
        .split_once(['-', ':', '>'])
        .is_some_and(|(from, to)| is_square_shape(from) && to.chars().count() <= REST_MAX);
    begun && !ParsedPlay::looks_like(&word.plain)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::lexer::Line;

    #[test]
    fn a_play_may_take_several_words() {
        let check = |typed: &str, expected: usize| {
            let line = Line::new(typed);
            let words: Vec<&Word> = line.words().iter().collect();
            assert_eq!(play_length(&words), expected, "{typed}");
        };
        check("e5-e3 well", 1);
        check("e5 e3 well", 2);
        check("e5 to e3 well", 3);
        check("e5 -e3", 2);
        check("e5- e3", 2);
        check("e5 - e3", 3);
        check("e5-e3 #6 well", 2);
        check("d4-d8 xd7 #6", 3);
        check("d4 d8 x d7, e8 #12", 6);
        check("d4-d8xd7, e8 fell too", 2);
        check("d4-d8 xd7 e8 fell too", 2);
        check("e5-e3 x", 1);
        check("e5. E3 is better", 0);
        check("e5", 0);
        check("well e5-e3", 0);
        check("", 0);
    }
}
