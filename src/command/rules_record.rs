//! An OpenTafl rules record inside a line: `challenge ann bob -rules=dim:7 ks:c start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/`.
//!
//! Records contain blanks and are longer than the lines of a mail, so mail programs wrap them. Therefore the parts of a record are
//! recognized by their shape, and blanks and line ends inside them are accepted:
//!
//! - it continues with every word that begins with the name of an entry and a colon, such as `ka:n`;
//! - a word that cannot be alone belongs to the one before: more rows of a position, more of a list after its comma, a value after its
//!   colon;
//! - it ends when its position has all its rows, or with the first word that is neither. There may be quotes around it.
//!
//! Lines below are joined to a line whose record has not ended, as long as they continue it. A word that is not clearly part of a record
//! never counts as one: it may be a password.

use std::ops::Range;

use crate::command::lexer::{LINE_CHARS_MAX, Line, Word, is_invisible, is_wrapping, plain_sign};
use crate::tafl::{OtnError, Rules};

/// The most lines of one wrapped record.
const LINES_MAX: usize = 40;

/// A record taken from a line.
pub(in crate::command) struct Record {
    /// Without quotes, one blank between entries and none inside.
    text: String,
    /// The place of each of its bytes in the line, in characters.
    places: Vec<usize>,
    /// Its words, by index.
    pub(in crate::command) words: Range<usize>,
    /// Whether its position has all its rows.
    is_whole: bool,
}

impl Record {
    /// The record that begins in the `first`th of these words.
    pub(in crate::command) fn at(words: &[Word], first: usize) -> Record {
        let mut record = Record { text: String::new(), places: Vec::new(), words: first..first, is_whole: false };
        for word in words.get(first..).unwrap_or_default() {
            let begins = record.words.is_empty();
            let piece = piece(word, begins);
            let text: String = piece.iter().map(|(sign, _)| *sign).collect();
            let is_entry = key(&text).is_some();
            if !begins && !is_entry && !goes_on(&record.text, &text) {
                break;
            }
            if !begins && is_entry {
                record.push(' ', word.whole.start);
            }
            piece.into_iter().for_each(|(sign, place)| record.push(sign, place));
            record.words.end += 1;
            if has_all_rows(&record.text) {
                record.is_whole = true;
                break;
            }
        }
        record
    }

    fn push(&mut self, sign: char, place: usize) {
        // Phones begin a line with a capital. Names of entries have no capitals.
        let in_key = !self.text.rsplit(' ').next().unwrap_or_default().contains(':');
        self.text.push(if in_key { sign.to_ascii_lowercase() } else { sign });
        self.places.extend(std::iter::repeat_n(place, sign.len_utf8()));
    }

    /// Its rules; or what is wrong with it, and where in the line.
    pub(in crate::command) fn rules(&self) -> Result<Rules, (Range<usize>, OtnError)> {
        Rules::from_otn(&self.text).map_err(|why| {
            let at = why.place_in(&self.text);
            let last = self.places.last().copied().unwrap_or_default();
            let place = |byte: usize| self.places.get(byte).copied().unwrap_or(last);
            let (start, end) = (place(at.start), place(at.end.saturating_sub(1)));
            (start..end.max(start) + 1, why)
        })
    }
}

/// The words of the record in a line, even if its option is misspelt: none of them is a password.
pub(in crate::command) fn span(words: &[Word]) -> Range<usize> {
    let begins = |word: &Word| {
        if !word.raw.contains(':') {
            return false;
        }
        let text: String = piece(word, true).into_iter().map(|(sign, _)| sign).collect();
        let is_value = word.option().is_some() && word.raw.contains('=');
        key(&text).is_some_and(|key| key == "dim" || is_value && Rules::is_otn_entry(&key))
    };
    words.iter().position(begins).map_or(0..0, |first| Record::at(words, first).words)
}

/// A line with the lines below that continue its record, and the number of these.
pub(in crate::command) fn unbroken(line: &str, below: &[&str]) -> (String, usize) {
    let mut joined = line.to_owned();
    let mut taken = 0;
    if let Some(next) = below.first().filter(|next| begins_with_option(next) && !has_option(line)) {
        joined = format!("{} {}", joined.trim_end(), next.trim());
        taken = 1;
    }
    let mut end = match open_end(&joined) {
        Some(end) if !below.is_empty() => end,
        _ => return (joined, taken),
    };
    for next in below.iter().skip(taken).take(LINES_MAX) {
        if joined.chars().count() >= LINE_CHARS_MAX {
            break;
        }
        let longer = format!("{} {}", joined.trim_end(), next.trim());
        let line = Line::new(&longer);
        let words = line.words();
        let Some(record) = option_of(words).and_then(|(_, first)| Some(Record::at(words, first?))) else {
            break;
        };
        // `chat: well met` has the shape of an entry, but at the beginning of a line it must be a real one.
        let goes_on = words.get(end).is_some_and(|word| {
            let text: String = piece(word, false).into_iter().map(|(sign, _)| sign).collect();
            key(&text).is_none_or(|key| Rules::is_otn_entry(&key))
        });
        if record.words.end <= end || !goes_on {
            break;
        }
        end = record.words.end;
        let is_over = record.is_whole || end < words.len();
        joined = longer;
        taken += 1;
        if is_over {
            break;
        }
    }
    (joined, taken)
}

/// Whether a line may have the option in it. Most have not, and this is quicker than splitting them into words.
fn has_option(line: &str) -> bool {
    line.to_ascii_lowercase().contains("rul") && option_of(Line::new(line).words()).is_some()
}

/// Whether a line continues with the option of the one above.
fn begins_with_option(line: &str) -> bool {
    has_option(line) && option_of(Line::new(line).words()).is_some_and(|(option, _)| option == 0)
}

/// How many words a line has that ends in an incomplete record, or in its option.
fn open_end(line: &str) -> Option<usize> {
    if !has_option(line) {
        return None;
    }
    let line = Line::new(line);
    let words = line.words();
    let end = match option_of(words)? {
        (option, None) => option + 1,
        (_, Some(first)) => {
            let record = Record::at(words, first);
            if record.is_whole {
                return None;
            }
            record.words.end
        }
    };
    (end == words.len()).then_some(end)
}

/// The option `-rules`, and the word in which its record begins, if it has one.
fn option_of(words: &[Word]) -> Option<(usize, Option<usize>)> {
    let is_rules = |(name, _): (String, Option<String>)| is_option(&name);
    let option = words.iter().position(|word| word.option().is_some_and(is_rules))?;
    let begins = |i: &usize| {
        let text = words.get(*i).map(|word| piece(word, true).into_iter().map(|(sign, _)| sign).collect::<String>());
        text.is_some_and(|text| key(&text).is_some())
    };
    Some((option, [option, option + 1].into_iter().find(begins)))
}

/// Whether this is the name of the option that takes a record, or a beginning of it.
fn is_option(name: &str) -> bool {
    name.len() >= 3 && "rules".starts_with(name)
}

/// Whether a word has a record in it, or the beginning of one.
pub(in crate::command) fn begins_in(word: &Word) -> bool {
    piece(word, true).iter().any(|(sign, _)| *sign == ':')
}

/// The characters of a word that count in a record, each with its place in the line. An option may come before the first of them.
fn piece(word: &Word, may_have_option: bool) -> Vec<(char, usize)> {
    let has_option = may_have_option && word.option().is_some();
    let option = if has_option { word.raw.chars().position(|sign| sign == '=').map_or(0, |at| at + 1) } else { 0 };
    let signs = word.raw.chars().zip(word.whole.start..).skip(option);
    let counts = |sign: char| !is_invisible(sign) && !is_wrapping(sign);
    let mut piece: Vec<(char, usize)> =
        signs.filter(|(sign, _)| counts(*sign)).map(|(sign, place)| (plain_sign(sign), place)).collect();
    // The end of a sentence.
    while piece.last().is_some_and(|(sign, _)| matches!(sign, '.' | ';' | '!' | '?')) {
        piece.pop();
    }
    piece
}

/// What has the shape of an entry's name before a colon, in lower case.
fn key(word: &str) -> Option<String> {
    let (key, _) = word.split_once(':')?;
    let is_name = (1..=8).contains(&key.len()) && key.chars().all(|sign| sign.is_ascii_alphabetic());
    is_name.then(|| key.to_ascii_lowercase())
}

/// The last entry of a record so far.
fn last_entry(text: &str) -> (&str, &str) {
    let last = text.rsplit(' ').next().unwrap_or_default();
    last.split_once(':').unwrap_or((last, ""))
}

fn is_position(key: &str) -> bool {
    key == "start" || key == "starti"
}

/// Whether a word cannot be alone after this part of a record.
fn goes_on(text: &str, word: &str) -> bool {
    let (key, value) = last_entry(text);
    let only = |allowed: &str| !word.is_empty() && word.chars().all(|sign| allowed.contains(sign));
    if is_position(key) {
        let has_row = word.contains(|sign: char| sign == '/' || sign.is_ascii_digit());
        return only("0123456789/tcnkmgTCNKMG") && (has_row || value.ends_with('/') || value.is_empty());
    }
    let is_list = word.chars().all(|sign| sign.is_ascii_alphanumeric() || sign == ',' || sign == '-')
        && word.contains(|sign: char| sign.is_ascii_digit());
    if value.ends_with(',') || word.starts_with(',') {
        return is_list;
    }
    let is_value = only("tcnkmgTCNKMG") || word.parse::<i8>().is_ok() || word.chars().count() == 1;
    value.is_empty() && (is_value || is_list && word.contains(','))
}

/// Whether a record ends in a position with all the rows of its board, or more.
fn has_all_rows(text: &str) -> bool {
    let size = text.split(' ').find_map(|entry| entry.strip_prefix("dim:")?.parse::<usize>().ok());
    let (key, rows) = last_entry(text);
    let Some(size) = size.filter(|_| is_position(key)) else {
        return false;
    };
    let rows: Vec<&str> = rows.strip_prefix('/').unwrap_or(rows).split('/').collect();
    rows.len() > size || rows.len() == size && rows.last().is_some_and(|row| squares(row) >= size)
}

/// How many squares a row has.
fn squares(row: &str) -> usize {
    let (signs, run) = row.chars().fold((0usize, 0usize), |(signs, run), sign| match sign.to_digit(10) {
        Some(digit) => (signs, run.saturating_mul(10).saturating_add(digit as usize)),
        None => (signs.saturating_add(run).saturating_add(1), 0),
    });
    signs.saturating_add(run)
}
