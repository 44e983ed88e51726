//! What must be true of every letter we send, whoever reads it: checked for each letter of each dialog.

use crate::world::{CLUB, Received};
use mailparse::MailHeaderMap;
use taflpost::command;
use taflpost::mail::reply;
use taflpost::tafl::Catalogue;

/// Fails with the letter that breaks a law.
pub fn hold_for(story: &str, letters: &[Received]) {
    let catalogue = Catalogue::embedded().unwrap();
    for letter in letters {
        let broken = broken_laws(letter, &catalogue);
        assert!(
            broken.is_empty(),
            "{story}: {}\nto {}: {}\n\n{}",
            broken.join("; "),
            letter.to,
            letter.subject,
            letter.text
        );
    }
    for letter in letters {
        for other in letters.iter().filter(|other| other.to != letter.to) {
            for key in keys(other) {
                let raw = String::from_utf8_lossy(&letter.raw).to_lowercase();
                assert!(!raw.contains(&key), "{story}: a key of {} stands in a letter to {}", other.to, letter.to);
            }
        }
    }
}

/// What has been sent and handled leaves no reply token behind: a stolen copy of the file moves no man.
pub fn no_token_is_kept(story: &str, letters: &[Received], file: &[u8]) {
    let file = String::from_utf8_lossy(file).to_lowercase();
    for letter in letters {
        for key in keys(letter) {
            assert!(!file.contains(&key), "{story}: the file keeps a key of {}", letter.to);
        }
    }
}

fn broken_laws(letter: &Received, catalogue: &Catalogue) -> Vec<String> {
    let mut broken = Vec::new();
    let mut law = |holds: bool, what: &str| {
        if !holds {
            broken.push(what.to_owned());
        }
    };
    for line in letter.text.lines() {
        law(line.chars().count() <= 72, &format!("wider than 72 columns: {line}"));
        law(line.trim_end() == line, &format!("trailing blanks: {line:?}"));
        law(
            !line.starts_with(['>', '.']) && !line.starts_with("From "),
            &format!("a client may change this line: {line}"),
        );
    }
    let board = letter.text.lines().filter(|line| line.contains(" o ") || line.contains(" x "));
    for row in board {
        law(row.starts_with("  "), &format!("Outlook joins lines that are not indented: {row}"));
    }
    law(letter.text.trim_start().starts_with("reply above this line"), "no marker at its top");

    let parsed = mailparse::parse_mail(&letter.raw).unwrap();
    let header = |name: &str| parsed.headers.get_first_value(name).unwrap_or_default();
    let whole = if letter.files.is_empty() { &parsed } else { &parsed.subparts[0] };
    law(whole.ctype.mimetype == "multipart/alternative", "not multipart/alternative");
    let kinds: Vec<&str> = whole.subparts.iter().map(|part| part.ctype.mimetype.as_str()).collect();
    law(kinds == ["text/plain", "text/html"], "its parts are not text, then HTML");
    for part in whole.subparts.iter().filter(|part| part.get_body().is_ok_and(|body| body.is_ascii())) {
        let encoding = part.headers.get_first_value("Content-Transfer-Encoding");
        law(encoding.as_deref() == Some("7bit"), "plain letters are encoded: a line of it is too long");
    }
    law(header("Auto-Submitted").starts_with("auto-"), "no Auto-Submitted");
    law(header("X-Auto-Response-Suppress") == "All", "no X-Auto-Response-Suppress");
    law(header("From").contains(CLUB), "not from the club");
    law(!header("Message-ID").is_empty() && !header("Date").is_empty(), "no Message-ID or Date");
    law(parsed.headers.get_all_values("To").len() == 1, "more than one reader");

    // Quoted without any quote signs, as Outlook does, and below an answer, whole or without its first line: nothing in it
    // is a command.
    let (_, body) = letter.text.trim_start().split_once('\n').unwrap_or_default();
    law(!body.contains("reply above this line"), "more than one marker");
    let below = |text: &str| format!("thanks\n\nFrom: Taflpost\n{text}");
    for text in [letter.text.clone(), below(&letter.text), body.to_owned()] {
        for item in command::read("", &reply::new_text(&text), catalogue).items {
            law(item.command.is_err(), &format!("quoted, this line of it is a command: {}", item.line));
        }
    }
    for subject in [letter.subject.clone(), format!("Re: {}", letter.subject), format!("AW: [club] {}", letter.subject)]
    {
        let reading = command::read(reply::command_subject(&subject), "", catalogue);
        law(reading.items.is_empty(), "its subject is read as a command");
    }
    broken
}

/// The reply keys of a letter in both spellings.
fn keys(letter: &Received) -> Vec<String> {
    let dashed = letter
        .text
        .lines()
        .next()
        .and_then(|line| line.split_once("(ref "))
        .map(|(_, rest)| rest.trim_end_matches(')'));
    dashed.into_iter().flat_map(|key| [key.to_owned(), key.replace('-', "")]).collect()
}
