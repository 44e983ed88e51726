//! OpenTafl games: `[tag:value]` lines, then a line for each turn, which may have a line of comments below it.
//!
//! Variations (`7a.1. e5-e3 ...`) are kept as comments, word for word. A tag ends at the first `]` that ends its line, a comment at the
//! first `]`.

use crate::tafl::Side;
use crate::tafl::records::draft::{Draft, Known, add};
use crate::tafl::records::end::Ended;
use crate::tafl::records::error::{Fault, Unsayable};
use crate::tafl::records::game_facts::OWN_RULES;
use crate::tafl::records::game_record::GameRecord;
use crate::tafl::records::{game_facts, movetext, ruletext};

/// Writes a record.
pub(in crate::tafl::records) fn write(record: &GameRecord) -> Result<String, Unsayable> {
    let mut text = String::new();
    let mut say = |name: &str, value: &str| {
        if value.contains("][") {
            return Err(unsayable(format!("the tag {name}"), "\"][\""));
        }
        if !value.is_empty() {
            text.push_str(&format!("[{name}:{value}]\n"));
        }
        Ok(())
    };
    for (name, value) in record.about().named() {
        say(name, value)?;
    }
    say(
        "result",
        match record.end() {
            None => "?",
            Some(Ended { winner: Some(Side::Attackers), .. }) => "1",
            Some(Ended { winner: Some(Side::Defenders), .. }) => "-1",
            Some(Ended { winner: None, .. }) => "0",
        },
    )?;
    if let Some(end) = record.end() {
        say("termination", &end.how.to_string())?;
    }
    for (name, value) in &record.about().tags {
        say(name, value)?;
    }
    if let Some(comment) = record.comments().get(&0) {
        say("start-comment", in_brackets(0, comment)?)?;
    }
    let rules = record.state().rules();
    match ruletext::open_tafl(rules) {
        Some(rules) => say("rules", &rules)?,
        None => say(OWN_RULES, &ruletext::json(rules).to_string())?,
    }
    let mut ply = 0;
    for (turn, plays) in (1..).zip(record.state().plays().chunks(2)) {
        let words: Vec<String> = plays.iter().map(ToString::to_string).collect();
        text.push_str(&format!("{}{turn}. {}\n", if turn == 1 { "\n" } else { "" }, words.join(" ")));
        let mut comments = Vec::new();
        for _ in plays {
            ply += 1;
            comments.push(record.comments().get(&ply).map_or(Ok(""), |comment| in_brackets(ply, comment))?);
        }
        if comments.iter().any(|comment| !comment.is_empty()) {
            text.push_str(&format!("[{}]\n", comments.join("|")));
        }
    }
    Ok(text)
}

fn unsayable(what: String, sign: &'static str) -> Unsayable {
    Unsayable { format: "otg", what, sign }
}

/// A comment, if it fits between brackets.
fn in_brackets(ply: u32, comment: &str) -> Result<&str, Unsayable> {
    match comment.find([']', '|']) {
        None => Ok(comment),
        Some(_) => Err(unsayable(format!("the comment on move {ply}"), "] or |")),
    }
}

/// Reads all records of a text.
pub(in crate::tafl::records) fn read(text: &str, known: &Known<'_>) -> Result<Vec<GameRecord>, Fault> {
    let mut reader =
        Reader { text, at: 0, known, records: Vec::new(), draft: Draft::default(), turn: None, aside: None };
    let mut after_empty = true;
    while reader.at < text.len() {
        let rest = &text[reader.at..];
        let line = rest.split_inclusive('\n').next().unwrap_or(rest);
        let inner = line.trim_start_matches('\u{feff}').trim_start();
        let blank = line.len() - inner.len();
        if inner.is_empty() {
            after_empty = true;
            reader.at += line.len();
            continue;
        }
        reader.at += blank;
        match inner.strip_prefix('[') {
            Some(inside) if reader.draft.plies() == 0 || (after_empty && is_tag(inside)) => {
                if after_empty && (reader.draft.plies() > 0 || reader.draft.has_rules()) {
                    reader.close()?;
                }
                reader.tag()?;
            }
            Some(_) => reader.comments()?,
            None => reader.turn(inner)?,
        }
        reader.end_of_line();
        after_empty = false;
    }
    reader.close()?;
    Ok(reader.records)
}

/// Whether the bracket holds a tag and not a comment.
fn is_tag(inside: &str) -> bool {
    inside.split_once(':').is_some_and(|(name, _)| {
        let name = name.trim();
        game_facts::is_tag_name(name)
            || game_facts::KNOWN_TAGS.contains(&name.to_ascii_lowercase().as_str())
            || name == OWN_RULES
    })
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    known: &'a Known<'a>,
    records: Vec<GameRecord>,
    draft: Draft,
    /// The plies of the last line of moves, first and last.
    turn: Option<(u32, u32)>,
    /// The ply at which a variation has just been read.
    aside: Option<u32>,
}

impl Reader<'_> {
    fn close(&mut self) -> Result<(), Fault> {
        let done = std::mem::replace(&mut self.draft, Draft::at(self.at));
        (self.turn, self.aside) = (None, None);
        if done.is_blank() { Ok(()) } else { add(&mut self.records, done, self.known) }
    }

    /// Skips the end of a line that was read, so that it does not count as an empty line.
    fn end_of_line(&mut self) {
        let rest = &self.text[self.at..];
        let end = rest.trim_start_matches([' ', '\t', '\r']);
        if end.starts_with('\n') {
            self.at += rest.len() - end.len() + 1;
        }
    }

    /// `[name:value]`, up to the first `]` that ends its line.
    fn tag(&mut self) -> Result<(), Fault> {
        if self.draft.is_blank() {
            self.draft = Draft::at(self.at);
        }
        let rest = &self.text[self.at..];
        let mut length = 0;
        let end = rest.split_inclusive('\n').find_map(|line| {
            let kept = line.trim_end();
            let end = kept.ends_with(']').then_some(length + kept.len());
            length += line.len();
            end
        });
        let Some(end) = end else {
            return Err(Fault::instead(self.at, "a [ without its ]", "[tag:value]"));
        };
        let inside = &rest[1..end - 1];
        let Some((name, value)) = inside.split_once(':') else {
            return Err(Fault::unexpected(self.at, inside, "[tag:value]"));
        };
        if value.contains("][") {
            return Err(Fault::instead(self.at, "two tags in one line", "one tag in a line"));
        }
        self.draft.tag(name.trim(), value.trim(), self.at)?;
        self.at += end;
        Ok(())
    }

    /// `[comment|comment]`, one for each move of the turn. Any more belong to the last move.
    fn comments(&mut self) -> Result<(), Fault> {
        let rest = &self.text[self.at..];
        let Some(end) = rest.find(']') else {
            return Err(Fault::instead(self.at, "a [ without its ]", "[comment|comment]"));
        };
        let inside = &rest[1..end];
        if let Some(ply) = self.aside {
            self.draft.comment(ply, inside, self.at)?;
        } else if let Some((first, last)) = self.turn {
            for (ply, comment) in (first..).zip(inside.split('|')) {
                if !comment.trim().is_empty() {
                    self.draft.comment(ply.min(last), comment, self.at)?;
                }
            }
        }
        self.at += end + 1;
        Ok(())
    }

    /// `3. e5-e3 d1-d4`, up to the end of the line or a comment in it.
    fn turn(&mut self, line: &str) -> Result<(), Fault> {
        if self.draft.is_blank() {
            self.draft = Draft::at(self.at);
        }
        let line = line.trim_end();
        let first = line.split_whitespace().next().unwrap_or_default();
        let number = first.trim_end_matches('.');
        let is_variation = first.starts_with(|sign: char| sign.is_ascii_digit())
            && first.ends_with('.')
            && number.bytes().all(|sign| sign.is_ascii_alphanumeric() || sign == b'.')
            && number.parse::<u32>().is_err();
        if is_variation {
            let ply = self.draft.plies();
            self.draft.comment(ply, line, self.at)?;
            self.aside = Some(ply);
            self.at += line.len();
            return Ok(());
        }
        self.aside = None;
        let before = self.draft.plies();
        let line = line.split('[').next().unwrap_or(line);
        let start = self.at;
        for token in line.split_whitespace() {
            let offset = token.as_ptr() as usize - line.as_ptr() as usize;
            movetext::word(&mut self.draft, token, start + offset)?;
        }
        let after = self.draft.plies();
        if after > before {
            // A turn may be on two lines.
            self.turn = Some((before + 1, after));
        }
        self.at += line.len();
        Ok(())
    }
}
