//! What a mailbox of a dialog contains.

use super::Mailboxes;
use crate::laws::subject_of_the_board;
use crate::links;
use crate::world::Received;
use std::fmt::Write;

/// An expectation of fewer signs is met by chance.
const SIGNS_MIN: usize = 5;

pub(super) fn find_parts(boxes: &Mailboxes, who: &str, kinds: &[&str]) -> Result<(), String> {
    let letter = boxes.last.get(who).ok_or("this mailbox has got no letter yet")?;
    let parsed = mailparse::parse_mail(&letter.raw).map_err(|error| error.to_string())?;
    let leaves = parsed.parts().filter(|part| part.subparts.is_empty());
    let found: Vec<&str> = leaves.map(|part| part.ctype.mimetype.as_str()).collect();
    if found == kinds { Ok(()) } else { Err(format!("the parts are {found:?}")) }
}

pub(super) fn find_links(boxes: &Mailboxes, who: &str, labels: &[&str]) -> Result<(), String> {
    let letter = boxes.last.get(who).ok_or("this mailbox has got no letter yet")?;
    let found: Vec<String> = links::all(letter).into_iter().map(|link| link.label).collect();
    if found.join(" ") == labels.join(" ") { Ok(()) } else { Err(format!("the links are {found:?}")) }
}

pub(super) fn get(boxes: &mut Mailboxes, who: &str, subject: &str, lines: &[String]) -> Result<Received, String> {
    if let Some(short) =
        lines.iter().map(|line| line.trim()).find(|line| (1..SIGNS_MIN).contains(&line.chars().count()))
    {
        return Err(format!("\"{short}\" stands in many letters: expect {SIGNS_MIN} signs or more"));
    }
    let unread = boxes.unread.entry(who.to_owned()).or_default();
    let Some(letter) = unread.pop_front() else {
        return Err(format!("no letter has come; unread elsewhere:\n{}", unread_elsewhere(boxes)));
    };
    let shown = format!("the letter was:\nSubject: {}\n\n{}", letter.subject, letter.text);
    // What lets an answer stand apart is named where a dialog is about that.
    if letter.subject != subject && subject_of_the_board(&letter.subject) != subject {
        return Err(format!("another subject; {shown}"));
    }
    // Line breaks are the letter's business: words are compared.
    let folded = fold(&letter.text);
    let mut rest = folded.as_str();
    for line in lines.iter().filter(|line| !line.trim().is_empty()) {
        match rest.split_once(&fold(line)) {
            Some((_, after)) => rest = after,
            None => return Err(format!("missing, in this order: {}\n{shown}", line.trim())),
        }
    }
    boxes.last.insert(who.to_owned(), letter.clone());
    boxes.read.push(letter.clone());
    if std::env::var_os("DIALOG_SHOW").is_some() {
        println!("==== {who}: {}\n{}", letter.subject, letter.text);
    }
    Ok(letter)
}

/// The words with single blanks between them.
pub(super) fn fold(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

pub(super) fn nothing_unread(boxes: &Mailboxes) -> Result<(), String> {
    match unread_elsewhere(boxes) {
        unread if unread.is_empty() => Ok(()),
        unread => Err(format!("letters that nobody spoke of:\n{unread}")),
    }
}

pub(super) fn unread_elsewhere(boxes: &Mailboxes) -> String {
    let mut text = String::new();
    for letter in boxes.unread.values().flatten() {
        writeln!(text, "--- to {}: {}\n{}", letter.to, letter.subject, letter.text).unwrap();
    }
    text
}
