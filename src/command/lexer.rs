//! One line as it was typed, split into words with their places.
//!
//! Phones and word processors change what people type: a capital at the beginning, a no-break space, an en dash instead of a hyphen, curly
//! quotes, a full stop at the end, invisible characters around a pasted word, letters as wide as Chinese ones, an emoji after a move. So a
//! [`Word`] exists twice: `raw` as typed, which a password needs, and `plain` without the decoration, which everything else reads. Places
//! are counted in characters of the line as typed. The complaint converts them to columns.

use std::ops::Range;

use crate::command::table::{self, Match};
use crate::tafl::{ParsedPlay, Square};

/// Words before a number that only say what the number is.
pub(in crate::command) const FILLERS: [&str; 4] = ["board", "game", "challenge", "number"];

/// The most characters of one line that are read. The rest is ignored.
///
/// It is enough for the longest text after its command and recipients.
pub(super) const LINE_CHARS_MAX: usize = 5_000;

/// The most words of one line. It is enough for forty moves of three words each.
const WORDS_MAX: usize = 200;

/// A line and its words.
#[derive(Debug, Clone)]
pub(super) struct Line {
    chars: Vec<char>,
    words: Vec<Word>,
}

/// A run of characters without white space.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Word {
    /// Its place, in characters of the line as typed, without the decoration that `plain` has lost.
    pub at: Range<usize>,
    /// Its place with its decoration.
    pub whole: Range<usize>,
    /// The word as typed.
    pub raw: String,
    /// Without quotes and closing punctuation around it, with every kind of dash as `-`. Case is kept. May be empty.
    pub plain: String,
    /// The punctuation removed from the end.
    pub closing: String,
    /// Whether it is the id of a player, where that was looked up.
    pub is_player: Option<bool>,
}

impl Line {
    /// Splits a line into words. Line ends inside it count as white space.
    pub(super) fn new(typed: &str) -> Line {
        let chars: Vec<char> = typed.chars().take(LINE_CHARS_MAX).collect();
        let mut words = Vec::new();
        let mut start = None;
        for i in 0..=chars.len() {
            let blank = chars.get(i).is_none_or(|c| is_blank(*c));
            match (start, blank) {
                (None, false) => start = Some(i),
                (Some(from), true) => {
                    let cut = number_behind_command(&chars, from..i, &words)
                        .or_else(|| words.is_empty().then(|| number_before_play(&chars, from..i)).flatten())
                        .or_else(|| picture_behind_square(&chars, from..i))
                        .or_else(|| square_behind_king(&chars, from..i, words.is_empty()));
                    words.extend(Word::new(&chars, from..cut.unwrap_or(i)));
                    words.extend(cut.and_then(|cut| Word::new(&chars, cut..i)));
                    start = None;
                }
                _ => {}
            }
            if words.len() == WORDS_MAX {
                break;
            }
        }
        Line { chars, words }
    }

    /// The same with what is known about its words: `is_player` says of a place and a word whether it is a player's id, if it looks that up.
    pub(super) fn among(mut self, is_player: impl Fn(usize, &Word) -> Option<bool>) -> Line {
        let known: Vec<Option<bool>> = self.words.iter().enumerate().map(|(at, word)| is_player(at, word)).collect();
        self.words.iter_mut().zip(known).for_each(|(word, known)| word.is_player = known);
        self
    }

    /// Another line about the same players.
    pub(super) fn in_other_words(&self, typed: &str) -> Line {
        let known = |word: &Word| self.words.iter().find(|known| known.lower() == word.lower())?.is_player;
        Line::new(typed).among(|_, word| known(word))
    }

    /// The characters as typed.
    pub(super) fn chars(&self) -> &[char] {
        &self.chars
    }

    /// The words, in order. Words of only invisible characters are left out.
    pub(super) fn words(&self) -> &[Word] {
        &self.words
    }

    /// The text from a place to the end of the line as typed, without white space at its ends.
    pub(super) fn text_from(&self, at: usize) -> String {
        let rest: String = self.chars.iter().skip(at).collect();
        rest.trim_matches(is_unseen).to_owned()
    }
}

impl Word {
    fn new(chars: &[char], at: Range<usize>) -> Option<Word> {
        let raw: String = chars[at.clone()].iter().collect();
        // Nearly all words bear no decoration.
        if !raw.is_empty() && raw.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-') {
            let (place, plain) = (at.clone(), raw.clone());
            return Some(Word { at: place, whole: at, raw, plain, closing: String::new(), is_player: None });
        }
        let mut from = at.start;
        let mut to = at.end;
        let wraps = |c: char| is_invisible(c) || is_wrapping(plain_sign(c));
        while from < to && wraps(chars[from]) {
            from += 1;
        }
        while from < to && (wraps(chars[to - 1]) || is_closing(plain_sign(chars[to - 1]))) {
            to -= 1;
        }
        if chars[at.clone()].iter().all(|c| is_invisible(*c)) {
            return None;
        }
        let closing = chars[to..at.end].iter().map(|c| plain_sign(*c)).filter(|c| is_closing(*c)).collect();
        let plain: String = chars[from..to].iter().filter(|c| !is_invisible(**c)).map(|c| plain_sign(*c)).collect();
        // A word of only punctuation still needs a place to point at.
        let place = if plain.is_empty() { at.clone() } else { from..to };
        Some(Word { at: place, whole: at, raw, plain, closing, is_player: None })
    }

    /// `plain` in lower case.
    pub(super) fn lower(&self) -> String {
        self.plain.to_lowercase()
    }

    /// The number in this word: `17`, `#17`. `None` if it is not made of digits. The error means that the number is too large.
    pub(super) fn number(&self) -> Option<Result<u32, NumberTooLarge>> {
        let digits = self.plain.strip_prefix('#').unwrap_or(&self.plain);
        if digits.is_empty() || !digits.chars().all(|c| c.is_ascii_digit()) {
            return None;
        }
        Some(digits.parse().map_err(|_| NumberTooLarge))
    }

    /// The name and the value of the option in this word: `-strong`, `--variant=tablut`. A dash before a square (`-e3`) is half a move.
    pub(super) fn option(&self) -> Option<(String, Option<String>)> {
        let body = self.plain.trim_start_matches('-');
        if body.len() == self.plain.len() {
            return None;
        }
        let (name, value) = match body.split_once('=') {
            Some((name, value)) => (name, Some(value.trim_matches(is_wrapping).to_owned())),
            None => (body, None),
        };
        let begins_as_a_name = name.chars().next().is_some_and(char::is_alphabetic);
        (begins_as_a_name && !is_square_shape(name)).then(|| (name.to_lowercase(), value))
    }
}

/// The digits of a number that does not fit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct NumberTooLarge;

/// Whether the word has the shape of a square: one letter and one or two digits.
pub(super) fn is_square_shape(word: &str) -> bool {
    let mut chars = word.chars();
    let file = chars.next().is_some_and(|c| c.is_ascii_alphabetic());
    let rank = chars.as_str();
    file && (1..=2).contains(&rank.len()) && rank.chars().all(|c| c.is_ascii_digit())
}

/// A square, with the letter as typed.
pub(super) fn square(word: &str) -> Option<Square> {
    if is_square_shape(word) { word.to_ascii_lowercase().parse().ok() } else { None }
}

/// Whether the next word may be a command: it is the first, or the second if the first is not a command and may be a game.
fn may_be_command(words: &[Word]) -> bool {
    match words {
        [] => true,
        [game] => {
            let word = game.lower();
            !matches!(table::find(&word), Match::Beginning(_)) && !table::is_or_was_to_be(&word)
        }
        _ => false,
    }
}

/// Where the number begins in `resign1`, `move(17)`, `chat:17`: a command, perhaps mistyped, and a number without a blank between.
fn number_behind_command(chars: &[char], at: Range<usize>, before: &[Word]) -> Option<usize> {
    let cut = at.clone().find(|i| matches!(plain_sign(chars[*i]), '0'..='9' | '#'))?;
    if cut == at.start || chars[cut..at.end].iter().any(|c| c.is_alphabetic()) {
        return None;
    }
    let command = Word::new(chars, at.start..cut)?;
    (table::is_or_was_to_be(&command.lower()) && may_be_command(before)).then_some(cut)
}

/// Where the move begins in `1.d1-c1`, with the number of the move right before it.
fn number_before_play(chars: &[char], at: Range<usize>) -> Option<usize> {
    let digits = chars[at.clone()].iter().take_while(|c| c.is_ascii_digit()).count();
    let signs =
        chars[at.start + digits..at.end].iter().take_while(|c| matches!(plain_sign(**c), '.' | ')' | ':')).count();
    if digits == 0 || signs == 0 {
        return None;
    }
    let cut = at.start + digits + signs;
    let play = Word::new(chars, cut..at.end)?;
    ParsedPlay::looks_like(&play.plain).then_some(cut)
}

/// Where the emoji begins in `e5-e3👍` and in the last word of `e5 to e3👍`. At other places it stays: a password may contain one.
fn picture_behind_square(chars: &[char], at: Range<usize>) -> Option<usize> {
    let cut = at.clone().find(|i| is_picture(chars[*i]))?;
    let word = Word::new(chars, at.start..cut)?.lower();
    (is_square_shape(&word) || ParsedPlay::looks_like(&word)).then_some(cut)
}

/// Where the squares begin in `Kd4-d5`, as chess players write, and in `Kd5` at the beginning of a line. Elsewhere that may be a password.
fn square_behind_king(chars: &[char], at: Range<usize>, is_first: bool) -> Option<usize> {
    let cut = at.start + 1;
    let is_king = matches!(chars[at.start], 'K' | 'k') && chars.get(cut).is_some_and(char::is_ascii_alphabetic);
    if !is_king || at.len() < 3 {
        return None;
    }
    let behind = Word::new(chars, cut..at.end)?;
    let is_play = || behind.plain.contains(['-', ':']) && ParsedPlay::looks_like(&behind.plain);
    (is_first && is_square_shape(&behind.plain) || is_play()).then_some(cut)
}

/// An emoji: dingbats and symbols, and everything in the planes of the emoji.
pub(super) fn is_picture(c: char) -> bool {
    matches!(c, '\u{2300}'..='\u{23ff}' | '\u{2600}'..='\u{27bf}' | '\u{2b00}'..='\u{2bff}' | '\u{1f000}'..='\u{1faff}')
}

/// White space, or a control character instead.
pub(super) fn is_blank(c: char) -> bool {
    (c.is_whitespace() || c.is_control()) && !is_invisible(c)
}

/// Invisible characters: zero-width ones, marks of writing direction, the soft hyphen, the byte order mark.
pub(super) fn is_invisible(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{fe0e}' | '\u{fe0f}' | '\u{feff}')
}

/// White space or an invisible character: not part of a text at its end.
pub(super) fn is_unseen(c: char) -> bool {
    is_blank(c) || is_invisible(c)
}

/// The character, with a hyphen for every kind of dash, and the normal character for a full-width one.
pub(super) fn plain_sign(c: char) -> char {
    const WIDE: u32 = 0xff01 - '!' as u32;
    match c {
        c if is_dash(c) => '-',
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(c) - WIDE).unwrap_or(c),
        '\u{3002}' => '.',
        c => c,
    }
}

fn is_dash(c: char) -> bool {
    matches!(c, '-' | '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{fe58}' | '\u{fe63}' | '\u{ff0d}')
}

/// Quotes, brackets and the stars of a mail client that shows bold text.
pub(super) fn is_wrapping(c: char) -> bool {
    matches!(
        c,
        '"' | '\'' | '`' | '*' | '<' | '>' | '(' | ')' | '[' | ']' | '\u{ab}' | '\u{bb}' | '\u{2018}'..='\u{201f}'
    )
}

fn is_closing(c: char) -> bool {
    matches!(c, '.' | ',' | ';' | ':' | '!' | '?' | '\u{2026}')
}

/// The only word of a line, in lower case. Empty for a line without letters and digits.
pub(in crate::command) fn sole_word(line: &str) -> Option<String> {
    // No word that is asked for is longer, even with decoration.
    const WORD_BYTES_MAX: usize = 60;
    if line.trim_matches(is_unseen).len() > WORD_BYTES_MAX {
        return None;
    }
    // Most lines have several. To split them as exactly as a line is read takes longer.
    if line.split(is_blank).filter(|word| word.contains(char::is_alphanumeric)).nth(1).is_some() {
        return None;
    }
    match Line::new(line).words() {
        [] => Some(String::new()),
        [only] => Some(only.lower()),
        _ => None,
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    fn plain(typed: &str) -> Vec<String> {
        let line = Line::new(typed);
        line.words().iter().map(|word| word.plain.clone()).collect()
    }

    #[test]
    fn what_phones_add_is_taken_away() {
        for typed in [
            "move 17 e5-e3",
            "move\u{a0}17\u{a0}e5\u{2013}e3.",
            "\u{feff}move 17\u{200b} e5\u{2212}e3",
            "  move\t17: \u{201c}e5\u{2014}e3\u{201d}  ",
            "move 17 *e5-e3*!",
            "move 17 <e5-e3>",
            "ｍｏｖｅ　１７：　ｅ５－ｅ３。",
        ] {
            assert_eq!(plain(typed), ["move", "17", "e5-e3"], "{typed:?}");
        }
    }

    #[test]
    fn a_word_knows_its_place_in_the_line_as_typed() {
        let line = Line::new("  move \u{201c}e5-e3\u{201d}.");
        assert_eq!(line.words()[0].at, 2..6);
        assert_eq!(line.words()[1].at, 8..13);
        assert_eq!(line.words()[1].raw, "\u{201c}e5-e3\u{201d}.");
        assert_eq!(line.words()[1].closing, ".");
    }

    #[test]
    fn a_password_is_kept_as_typed() {
        for password in ["\u{201c}S\u{2013}3cret!", "ｓｅｃｒｅｔ", "secret👍", "1👍"] {
            assert_eq!(Line::new(&format!("a {password}")).words()[1].raw, password);
        }
    }

    #[test]
    fn a_picture_behind_a_move_is_a_word_of_its_own() {
        assert_eq!(plain("e5-e3👍🏼 well"), ["e5-e3", "👍🏼", "well"]);
        assert_eq!(plain("move e5 to e3\u{2764}\u{fe0f}"), ["move", "e5", "to", "e3", "\u{2764}"]);
    }

    #[test]
    fn options_are_told_from_half_a_play() {
        let option = |typed: &str| Line::new(typed).words()[0].option();
        assert_eq!(option("-Strong."), Some(("strong".to_owned(), None)));
        assert_eq!(option("\u{2014}edge"), Some(("edge".to_owned(), None)));
        assert_eq!(option("--variant=Tablut"), Some(("variant".to_owned(), Some("Tablut".to_owned()))));
        assert_eq!(option("-e3"), None);
        assert_eq!(option("-"), None);
        assert_eq!(option("-3"), None);
        assert_eq!(option("e5-e3"), None);
    }

    #[test]
    fn numbers_may_carry_a_hash_and_must_fit() {
        let number = |typed: &str| Line::new(typed).words()[0].number();
        assert_eq!(number("17:"), Some(Ok(17)));
        assert_eq!(number("#17"), Some(Ok(17)));
        assert_eq!(number("99999999999"), Some(Err(NumberTooLarge)));
        assert_eq!(number("17a"), None);
        assert_eq!(number("#"), None);
    }

    #[test]
    fn a_number_glued_to_a_command_is_a_word_of_its_own() {
        assert_eq!(plain("resign1 bob secret"), ["resign", "1", "bob", "secret"]);
        assert_eq!(plain("hnefatafl mvoee17 bob"), ["hnefatafl", "mvoee", "17", "bob"]);
        assert_eq!(plain("Move(17): e5-e3"), ["Move", "17", "e5-e3"]);
        assert_eq!(plain("show#6"), ["show", "#6"]);
        assert_eq!(plain("1.d1-c1 well"), ["1", "d1-c1", "well"]);
        assert_eq!(plain("12...d1-c1"), ["12", "d1-c1"]);
        assert_eq!(plain("Kd4-d5 well"), ["K", "d4-d5", "well"]);
        assert_eq!(plain("kd5."), ["k", "d5"]);
        assert_eq!(plain("k4-k5 ok5"), ["k4-k5", "ok5"]);
        assert_eq!(plain("my Kd5"), ["my", "Kd5"]);
        assert_eq!(plain("well 1.d1-c1"), ["well", "1.d1-c1"]);
        for typed in ["show draw2", "mess draw2", "e5-e3", "bob2 hello", "hnefatafl move e5e3", "signup2ann"] {
            assert_eq!(plain(typed).join(" "), typed);
        }
    }

    #[test]
    fn length_is_bounded() {
        assert_eq!(Line::new(&"a ".repeat(100_000)).words().len(), WORDS_MAX);
        assert_eq!(Line::new(&"a".repeat(100_000)).words()[0].raw.len(), LINE_CHARS_MAX);
    }
}
