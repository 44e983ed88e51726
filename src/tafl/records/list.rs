//! Plain lists: lines of facts after `#`, then the moves in one line.

use crate::tafl::records::draft::{Draft, Known, add};
use crate::tafl::records::end::{Ended, How, result_word};
use crate::tafl::records::error::Fault;
use crate::tafl::records::game_facts::is_tag_name;
use crate::tafl::records::game_record::GameRecord;
use crate::tafl::records::{game_facts, one_move, ruletext};

/// Writes a record.
pub(in crate::tafl::records) fn write(record: &GameRecord) -> String {
    let mut text = String::from("# game\n");
    let mut say = |name: &str, value: &str| {
        if !value.is_empty() {
            text.push_str(&format!("# {name}: {value}\n"));
        }
    };
    for (name, value) in record.about().named() {
        say(name, value);
    }
    say("rules", &ruletext::line(record.state().rules()));
    say("result", &result_word(record.end()));
    if let Some(end) = record.end() {
        say("termination", &end.how.to_string());
    }
    for (name, value) in &record.about().tags {
        say(name, value);
    }
    for (ply, comment) in record.comments() {
        for line in comment.split('\n') {
            text.push_str(format!("# comment {ply}: {line}").trim_end());
            text.push('\n');
        }
    }
    let mut words: Vec<String> = record.state().plays().iter().map(ToString::to_string).collect();
    match record.end() {
        Some(Ended { how: How::Resignation, .. }) => words.push("resigns".to_owned()),
        Some(Ended { how: How::Time, .. }) => words.push("timeout".to_owned()),
        _ => {}
    }
    if !words.is_empty() {
        text.push_str(&words.join(" "));
        text.push('\n');
    }
    text
}

/// Reads all records of a text.
pub(in crate::tafl::records) fn read(text: &str, known: &Known<'_>) -> Result<Vec<GameRecord>, Fault> {
    let mut records = Vec::new();
    let mut draft = Draft::default();
    let mut at = 0;
    for whole in text.split_inclusive('\n') {
        let start = at;
        at += whole.len();
        let line = whole.trim_start_matches('\u{feff}').trim();
        if line.is_empty() {
            continue;
        }
        let start = start + whole.find(line).unwrap_or(0);
        match line.strip_prefix('#') {
            Some(" game" | "game") => next(&mut records, &mut draft, start, known)?,
            Some(fact) => say(&mut draft, fact, start + 1)?,
            None => {
                if draft.is_blank() {
                    draft = Draft::at(start);
                }
                plays(&mut draft, line, start)?;
                next(&mut records, &mut draft, at, known)?;
            }
        }
    }
    next(&mut records, &mut draft, at, known)?;
    Ok(records)
}

/// Closes a record, if there is one, and begins another.
fn next(records: &mut Vec<GameRecord>, draft: &mut Draft, at: usize, known: &Known<'_>) -> Result<(), Fault> {
    let done = std::mem::replace(draft, Draft::at(at));
    if done.is_blank() { Ok(()) } else { add(records, done, known) }
}

/// Reads one fact. Anything else is a remark, which is dropped.
fn say(draft: &mut Draft, fact: &str, at: usize) -> Result<(), Fault> {
    let Some((name, value)) = fact.split_once(':') else {
        return Ok(());
    };
    let name = name.trim();
    if let Some(ply) = name.strip_prefix("comment ").and_then(|ply| ply.trim().parse().ok()) {
        return draft.comment(ply, value.strip_prefix(' ').unwrap_or(value), at);
    }
    if is_tag_name(name) || game_facts::KNOWN_TAGS.contains(&name.to_ascii_lowercase().as_str()) {
        draft.tag(name, value.trim(), at)?;
    }
    Ok(())
}

fn plays(draft: &mut Draft, line: &str, start: usize) -> Result<(), Fault> {
    let mut at = start;
    for token in line.split(char::is_whitespace) {
        match token {
            "" => {}
            "resigns" => draft.put_how(How::Resignation, at)?,
            "timeout" => draft.put_how(How::Time, at)?,
            _ => {
                let written = one_move::read(token, at, draft.plies() + 1)?;
                draft.play(written, at)?;
            }
        }
        // A blank ends each token. A blank may have more than one byte, so the next token begins at a whole character.
        at += token.len() + line[at - start + token.len()..].chars().next().map_or(0, char::len_utf8);
    }
    Ok(())
}
