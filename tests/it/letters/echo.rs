//! Our own text never comes back as a command: a line of a letter that is quoted without signs, or alone, is not one.

use crate::clients::letter::{as_text, body};
use crate::world::new_text;
use std::collections::HashMap;
use std::path::Path;
use taflpost::command;
use taflpost::mail::{Message, Own};
use taflpost::tafl::{Catalogue, ParsedPlay};

/// The lines that a letter asks about stand in its HTML without a sign. The line above which an answer stands keeps them from being read.
const ASKED_ABOUT: [(&str, &str); 5] = [
    ("confirm.html", "brandubh challenge ann bob"),
    ("preview.html", "tournament start spring"),
    ("asked-meanwhile.html", "resign 1"),
    ("asked-meanwhile.html", "set letters text"),
    ("last-question.html", "limit 9"),
];

/// What the reader takes for a command in a line that stands alone.
fn understood(line: &str, catalogue: &Catalogue) -> bool {
    command::read("", &new_text(line), catalogue).commands().next().is_some()
}

/// A text as the reader has it when it comes as the body of a mail of this type, which says in two ways where it ends and what it is.
fn by_mail(text: &str, kind: &str) -> [String; 2] {
    let head = "From: ann@fjord.test\nTo: tafl@club.test\nMIME-Version: 1.0\n";
    let part = format!("Content-Type: text/{kind}; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\n{text}");
    let alone = format!("{head}{part}\n");
    let empty = "--b\nContent-Type: text/plain\n\n\n";
    let among = format!("{head}Content-Type: multipart/alternative; boundary=\"b\"\n\n{empty}--b\n{part}\n--b--\n");
    let read = |mail: String| Message::read(mail.replace('\n', "\r\n").as_bytes(), &Own::default()).unwrap().text;
    [read(alone), read(among)]
}

#[test]
fn no_line_of_a_letter_is_a_command() {
    let catalogue = Catalogue::embedded().unwrap();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    let (mut lines, mut wrong) = (0, Vec::new());
    // Most lines stand in many letters, and in each in many shapes.
    let mut known: HashMap<String, bool> = HashMap::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let Ok(text) = std::fs::read_to_string(&path) else {
            continue;
        };
        let text = text.replace("KEY", "k7qf9x2mpd4wt3ha");
        let shapes = match name.ends_with(".html") {
            // As programs write it: the cells of a board apart by blanks or by tabs, links with their address or without.
            true => {
                let bare = text.replace("<a href", "<b href").replace("</a>", "</b>");
                let part = |html: &str| if html.contains("<body") { body(html).to_owned() } else { html.to_owned() };
                let read = [by_mail(&text, "html"), by_mail(&bare, "html"), by_mail(&part(&text), "html")];
                let as_programs_do =
                    [as_text(&part(&text), " "), as_text(&part(&text), "\t"), as_text(&part(&bare), " ")];
                read.into_iter().flatten().chain(as_programs_do).collect()
            }
            false => by_mail(&text, "plain").into_iter().chain([text]).collect::<Vec<_>>(),
        };
        for shape in shapes {
            for line in shape.lines() {
                lines += 1;
                // Of several moves in a row none is known to be meant; that is the reader's own law.
                let moves = line.split_whitespace().filter(|word| ParsedPlay::looks_like(word)).count();
                let may_be = moves < 2 && !ASKED_ABOUT.contains(&(name.as_str(), line.trim()));
                if may_be && *known.entry(line.to_owned()).or_insert_with(|| understood(line, &catalogue)) {
                    wrong.push(format!("{name}: {line}"));
                }
            }
        }
    }
    assert!(lines > 5_000, "{lines}");
    assert!(wrong.is_empty(), "{} of {lines} lines:\n{}", wrong.len(), wrong.join("\n"));
}
