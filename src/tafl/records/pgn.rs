//! Records in the manner of PGN: `[Tag "value"]` lines, then numbered moves, comments in braces, and the result.
//!
//! Variations in round brackets and numbers after a dollar are kept as comments, word for word. After a semicolon, the rest of a line is a
//! comment. A line that begins with `%` is skipped.

use crate::tafl::Side;
use crate::tafl::records::draft::{Draft, Known, add};
use crate::tafl::records::end::{Ended, claim};
use crate::tafl::records::error::{Fault, Unsayable};
use crate::tafl::records::game_record::GameRecord;
use crate::tafl::records::{movetext, ruletext};

/// Columns of the moves.
const COLUMNS: usize = 79;

/// Writes a record.
pub(in crate::tafl::records) fn write(record: &GameRecord) -> Result<String, Unsayable> {
    let mut text = String::new();
    let mut say = |name: &str, value: &str| {
        if !value.is_empty() {
            let value = value.replace('\\', "\\\\").replace('"', "\\\"");
            text.push_str(&format!("[{name} \"{value}\"]\n"));
        }
    };
    for (name, value) in record.about().named() {
        say(&capital(name), value);
    }
    let result = match record.end() {
        None => "*",
        Some(Ended { winner: Some(Side::Attackers), .. }) => "1-0",
        Some(Ended { winner: Some(Side::Defenders), .. }) => "0-1",
        Some(Ended { winner: None, .. }) => "1/2-1/2",
    };
    say("Result", result);
    if let Some(end) = record.end() {
        say("Termination", &end.how.to_string());
    }
    for (name, value) in &record.about().tags {
        say(name, value);
    }
    say("Rules", &ruletext::line(record.state().rules()));
    text.push('\n');
    text.push_str(&wrapped(words(record, result)?));
    Ok(text)
}

/// `end-date` as `EndDate`.
fn capital(name: &str) -> String {
    let parts = name.split('-').map(|part| part[..1].to_ascii_uppercase() + &part[1..]);
    parts.collect()
}

/// Everything after the tags, word by word. A comment is one word.
fn words(record: &GameRecord, result: &str) -> Result<Vec<String>, Unsayable> {
    let mut words = Vec::new();
    let comment = |ply: u32| match record.comments().get(&ply) {
        Some(comment) if comment.contains('}') => {
            Err(Unsayable { format: "pgn", what: format!("the comment on move {ply}"), sign: "}" })
        }
        Some(comment) => Ok(Some(format!("{{{comment}}}"))),
        None => Ok(None),
    };
    words.extend(comment(0)?);
    let mut interrupted = false;
    for (ply, played) in (1_u32..).zip(record.state().plays()) {
        let turn = ply.div_ceil(2);
        if ply % 2 == 1 {
            words.push(format!("{turn}."));
        } else if interrupted {
            words.push(format!("{turn}..."));
        }
        words.push(played.to_string());
        let said = comment(ply)?;
        interrupted = said.is_some();
        words.extend(said);
    }
    words.push(result.to_owned());
    Ok(words)
}

/// The words in lines. Each comment keeps its own line ends.
fn wrapped(words: Vec<String>) -> String {
    let mut text = String::new();
    let mut column = 0;
    for word in words {
        let first = word.split('\n').next().unwrap_or_default().chars().count();
        if column > 0 && column + 1 + first > COLUMNS {
            text.push('\n');
            column = 0;
        }
        if column > 0 {
            text.push(' ');
            column += 1;
        }
        column = match word.rsplit_once('\n') {
            Some((_, last)) => last.chars().count(),
            None => column + first,
        };
        text.push_str(&word);
    }
    text.push('\n');
    text
}

/// Reads all records of a text.
pub(in crate::tafl::records) fn read(text: &str, known: &Known<'_>) -> Result<Vec<GameRecord>, Fault> {
    let mut reader = Reader { text, at: 0, known, records: Vec::new(), draft: Draft::default() };
    while let Some(sign) = reader.next_sign() {
        match sign {
            '[' => reader.tag()?,
            '{' => {
                let comment = reader.until('}', "a { without its }")?;
                reader.comment(comment)?;
            }
            '(' => reader.variation()?,
            ';' => {
                let comment = &reader.line()[1..];
                reader.comment(comment)?;
                reader.at += reader.line().len();
            }
            '%' if reader.begins_line() => reader.at += reader.line().len(),
            _ => reader.word()?,
        }
    }
    reader.close()?;
    Ok(reader.records)
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    known: &'a Known<'a>,
    records: Vec<GameRecord>,
    draft: Draft,
}

impl<'a> Reader<'a> {
    /// The next character that is not a blank. The reader is then before it.
    fn next_sign(&mut self) -> Option<char> {
        let rest = &self.text[self.at..];
        let kept = rest.trim_start_matches(|sign: char| sign.is_whitespace() || sign == '\u{feff}');
        self.at += rest.len() - kept.len();
        kept.chars().next()
    }

    fn begins_line(&self) -> bool {
        self.at == 0 || self.text[..self.at].ends_with('\n')
    }

    /// The rest of this line.
    fn line(&self) -> &'a str {
        self.text[self.at..].split('\n').next().unwrap_or_default()
    }

    fn close(&mut self) -> Result<(), Fault> {
        let done = std::mem::replace(&mut self.draft, Draft::at(self.at));
        if done.is_blank() { Ok(()) } else { add(&mut self.records, done, self.known) }
    }

    /// Makes sure that what comes belongs to a game that is not closed.
    fn open(&mut self) -> Result<(), Fault> {
        if self.draft.closed {
            self.close()?;
        } else if self.draft.is_blank() {
            self.draft = Draft::at(self.at);
        }
        Ok(())
    }

    fn comment(&mut self, comment: &str) -> Result<(), Fault> {
        // After the result, it is the last comment on that game.
        if !self.draft.closed {
            self.open()?;
        }
        self.draft.comment(self.draft.plies(), comment, self.at)
    }

    /// The text after the character at which the reader is, up to a closing one. The reader is then after that.
    fn until(&mut self, closing: char, found: &str) -> Result<&'a str, Fault> {
        let inside = &self.text[self.at + 1..];
        let Some(end) = inside.find(closing) else {
            return Err(Fault::instead(self.at, found, "it to end"));
        };
        self.at += 1 + end + closing.len_utf8();
        Ok(&inside[..end])
    }

    /// `[Tag "value"]`. In the value, a quote and a backslash have a backslash before them.
    fn tag(&mut self) -> Result<(), Fault> {
        if self.draft.closed || self.draft.plies() > 0 {
            self.close()?;
        }
        self.open()?;
        let wrong = |at: usize, found: &str| Fault::unexpected(at, found, "[Tag \"value\"]");
        let start = self.at;
        // There may be many tags in one line, so no tag may search the whole line.
        let tag = &self.text[start..];
        let quote = tag.find(['"', '\n']).filter(|at| tag[*at..].starts_with('"'));
        let Some(quote) = quote else {
            return Err(wrong(start, self.line()));
        };
        let (name, rest) = (&tag[1..quote], &tag[quote + 1..]);
        let mut value = String::new();
        let mut signs = rest.char_indices();
        let end = loop {
            match signs.next().filter(|(_, sign)| *sign != '\n') {
                None => return Err(wrong(start, self.line())),
                Some((at, '"')) => break at,
                Some((_, '\\')) => match signs.next().filter(|(_, sign)| *sign != '\n') {
                    None => return Err(wrong(start, self.line())),
                    Some((_, sign)) => value.push(sign),
                },
                Some((_, sign)) => value.push(sign),
            }
        };
        let behind = &rest[end + 1..];
        let kept = behind.trim_start_matches(|sign: char| sign.is_whitespace() && sign != '\n');
        if !kept.starts_with(']') {
            return Err(wrong(start, self.line()));
        }
        self.draft.tag(name.trim(), &value, start)?;
        self.at = self.text.len() - kept.len() + 1;
        Ok(())
    }

    /// A variation with everything in it, which may include other variations.
    fn variation(&mut self) -> Result<(), Fault> {
        let rest = &self.text[self.at..];
        let mut depth = 0_usize;
        let mut in_comment = false;
        for (offset, sign) in rest.char_indices() {
            match sign {
                '{' => in_comment = true,
                '}' => in_comment = false,
                '(' if !in_comment => depth += 1,
                ')' if !in_comment => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                // Braces would end the comment too early when it is written.
                let kept = rest[..=offset].replace('{', "[").replace('}', "]");
                self.comment(&kept)?;
                self.at += offset + 1;
                return Ok(());
            }
        }
        Err(Fault::instead(self.at, "a ( without its )", "it to end"))
    }

    fn word(&mut self) -> Result<(), Fault> {
        self.open()?;
        let rest = &self.text[self.at..];
        let ends = |sign: char| sign.is_whitespace() || matches!(sign, '{' | '(' | ';' | '[');
        let first = rest.chars().next().map_or(0, char::len_utf8);
        let end = rest[first..].find(ends).map_or(rest.len(), |end| first + end);
        let word = &rest[..end];
        match claim(word) {
            // A plain number is a turn without its dot.
            Some(claim) if matches!(word, "*" | "1-0" | "0-1" | "1/2-1/2") => self.draft.put_result(claim, self.at)?,
            _ => movetext::word(&mut self.draft, word, self.at)?,
        }
        self.at += end;
        Ok(())
    }
}
