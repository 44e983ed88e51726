//! What is a command and what is chat. Three laws: ordinary prose does nothing that cannot be undone and makes no move; below a move it is
//! passed on to the opponent completely and in order, or the answer asks; and players who resign, accept, decline or offer are understood.
//!
//! The paragraphs are in `tests/replies/paragraphs.txt`. If the environment variable `TAFLPOST_PROSE` names the folder of texts that
//! `.ci/run` makes from the manual pages of ten languages, ten thousand more are read. The answers are in `tests/replies/answers.txt`.

use std::fs;
use std::path::Path;

use taflpost::command::{BoardAct, Command, ComplaintKind, Reading, Verb, Weight, read, read_among};

use super::catalogue;
use crate::share::share;

/// What a mail would do at once of what cannot be taken back, were every question open and every board the answered one; and its moves.
fn done(reading: &Reading) -> Vec<String> {
    let is_done = |item: &&taflpost::command::Item| match &item.command {
        Ok(command) if command.verb() == Verb::Move => item.manner.doubt.is_none(),
        Ok(command) => command.weight() != Weight::Light && item.manner.is_certain(command.weight(), true),
        Err(_) => false,
    };
    reading.items.iter().filter(is_done).map(|item| item.command.as_ref().unwrap().to_string()).collect()
}

/// A paragraph in lines of at most so many signs.
fn wrapped(paragraph: &str, width: usize) -> String {
    let (mut text, mut used) = (String::new(), 0);
    for word in paragraph.split_whitespace() {
        let length = word.chars().count();
        match used {
            0 => {}
            _ if used + 1 + length > width => {
                text.push('\n');
                used = 0;
            }
            _ => {
                text.push(' ');
                used += 1;
            }
        }
        text.push_str(word);
        used += length;
    }
    text
}

/// Whether a paragraph that begins with `Note:` is kept whole as a note, which the answer says: a note that went to the opponent could not
/// be taken back, words that did not can be sent again.
fn is_noted_whole(reading: &Reading, text: &str) -> bool {
    let noted = reading.items.iter().find_map(|item| match &item.command {
        Ok(Command::OnBoard { act: BoardAct::Note(noted), .. }) => Some(noted),
        _ => None,
    });
    noted.is_some_and(|noted| noted.split_whitespace().eq(text.split_whitespace().skip(1)))
}

/// Whether what stands below a move is told to the opponent whole and in order.
fn is_told_whole(reading: &Reading, text: &str) -> bool {
    let told = reading.items.iter().map(|item| item.beside.as_str()).chain([reading.comment.as_str()]);
    told.flat_map(str::split_whitespace).eq(text.split_whitespace())
}

/// Whether the answer asks about something or holds a line back.
fn is_asked_about(reading: &Reading) -> bool {
    let asks = |item: &taflpost::command::Item| match &item.command {
        Ok(command) => item.manner.doubt.is_some() || !item.manner.is_certain(command.weight(), true),
        Err(_) => true,
    };
    reading.items.iter().any(asks)
}

/// What the paragraph does that it must not, at any of these widths; and how often the answer asks about it below a move.
fn wrongs(paragraph: &str, widths: impl Iterator<Item = usize>, asked: &mut usize) -> Vec<String> {
    let mut wrong = Vec::new();
    for width in widths {
        let text = wrapped(paragraph, width);
        let read = |text: &str| read_among("", text, catalogue(), &super::in_use);
        let alone = done(&read(&text));
        let below = [format!("e5-e3\n{text}"), format!("e5-e3\n\n{text}")].map(|text| read(&text));
        let is_wrong = |reading: &Reading| {
            let is_kept = is_told_whole(reading, &text) || is_noted_whole(reading, &text);
            done(reading) != ["move e5-e3"] || !is_kept && !is_asked_about(reading)
        };
        *asked += below.iter().filter(|reading| is_asked_about(reading)).count();
        if !alone.is_empty() || below.iter().any(is_wrong) {
            let [below, apart] = below.map(|reading| (super::words(&reading), reading.comment));
            wrong.push(format!("{width}: {alone:?} {below:?} {apart:?}\n{text}\n"));
        }
    }
    wrong
}

#[test]
fn no_paragraph_of_ours_ends_a_game_or_makes_a_move() {
    let file = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/replies/paragraphs.txt")).unwrap();
    let paragraphs: Vec<&str> = file.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).collect();
    assert!(paragraphs.len() >= 300, "{}", paragraphs.len());
    let mut asked = 0;
    let wrong: Vec<String> =
        paragraphs.iter().flat_map(|paragraph| wrongs(paragraph, share(60..=78, 8), &mut asked)).collect();
    eprintln!("{} paragraphs of ours, asked about {asked} times", paragraphs.len());
    assert!(wrong.is_empty(), "{} times\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn no_paragraph_of_a_manual_ends_a_game_or_makes_a_move() {
    let Some(folder) = std::env::var_os("TAFLPOST_PROSE") else {
        eprintln!("skipped: TAFLPOST_PROSE is not set");
        return;
    };
    let (mut read, mut wrong, mut languages, mut asked) = (0, Vec::new(), 0, 0);
    for file in fs::read_dir(folder).unwrap() {
        let text = fs::read_to_string(file.unwrap().path()).unwrap();
        languages += 1;
        for (at, paragraph) in text.lines().enumerate() {
            read += 1;
            // Another width for each, and three widths in all.
            wrong.extend(wrongs(paragraph, (60 + at % 7..=78).step_by(7), &mut asked));
        }
    }
    eprintln!("{read} paragraphs in {languages} languages, asked about {asked} times");
    assert!(read >= 10_000 && languages >= 10, "{read} paragraphs in {languages} languages");
    assert!(wrong.is_empty(), "{} times\n{}", wrong.len(), wrong.join("\n"));
}

/// What came of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outcome {
    Done,
    Asked,
    PassedOver,
}

fn outcome(wanted: &str, text: &str) -> Outcome {
    let reading = read("Re: Brandubh board 1: ann v bob", &crate::world::new_text(text), catalogue());
    let asks = |answer: bool| matches!((wanted, answer), ("accept 1", true) | ("decline 1", false));
    if reading.answer.as_ref().is_some_and(|answer| asks(answer.agreement.yes)) {
        return Outcome::Done;
    }
    let word = wanted.split(' ').next().unwrap();
    let outcomes = reading.items.iter().filter_map(|item| match &item.command {
        Ok(command) if command.word() == word && command.number().is_none_or(|number| number == 1) => {
            Some(if item.manner.is_certain(command.weight(), true) { Outcome::Done } else { Outcome::Asked })
        }
        Ok(_) => None,
        Err(complaint) => match &complaint.kind {
            ComplaintKind::CommandLater { name } => (name == word).then_some(Outcome::Asked),
            ComplaintKind::Question { command } => (*command == word).then_some(Outcome::Asked),
            ComplaintKind::AnswerInWords { .. } => Some(Outcome::Asked),
            _ => None,
        },
    });
    outcomes.min_by_key(|outcome| *outcome as u8).unwrap_or(Outcome::PassedOver)
}

#[test]
fn who_gives_up_accepts_declines_or_offers_is_understood() {
    let file = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/replies/answers.txt")).unwrap();
    let (mut wanted, mut language) = (String::new(), String::new());
    let (mut all, mut done, mut passed_over, mut asked) = (0, 0, Vec::new(), Vec::new());
    for line in file.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        if let Some(of) = line.strip_prefix("= ") {
            let (what, of) = of.rsplit_once(' ').unwrap();
            (wanted, language) = (what.to_owned(), of.to_owned());
            continue;
        }
        let [greeting, regards, wrote, chat] = match language.as_str() {
            "de" => [
                "Hallo Bob,",
                "Viele Gr\u{fc}\u{df}e\nAnn",
                "Am 24.11.26 um 10:00 schrieb Taflpost <club@tafl.example>:",
                "Das war eine lehrreiche Partie.",
            ],
            "da" => [
                "Hej Bob",
                "Hilsen Ann",
                "Den 24. nov. 2026 kl. 10.00 skrev Taflpost <club@tafl.example>:",
                "Det var et godt parti, synes jeg.",
            ],
            _ => [
                "Hi Bob,",
                "Best wishes,\nAnn",
                "On Tue, 24 Nov 2026 at 10:00, Taflpost <club@tafl.example> wrote:",
                "I have learnt a lot from this one.",
            ],
        };
        let quote = "> bob moved 12. c4-c7. It is your turn, ann.\n> bob offers you a draw.\n";
        for text in [
            line.to_owned(),
            format!("{greeting}\n\n{line}\n"),
            format!("{line}\n\n{regards}"),
            format!("{greeting}\n\n{line}\n\n{regards}"),
            format!("{line}\n\n{chat}\n\nAnn"),
            format!("{line}\n\n{wrote}\n{quote}"),
            format!("{wrote}\n{quote}\n{greeting}\n\n{line}\n\n{regards}\n"),
            format!("{wrote}\n{quote}\n{line}\n-- \nAnn Ek, Odense"),
        ] {
            all += 1;
            match outcome(&wanted, &text) {
                Outcome::Done => done += 1,
                Outcome::Asked => asked.push(line),
                Outcome::PassedOver => passed_over.push(text),
            }
        }
    }
    eprintln!("{done} of {all} done at once, {} asked about", asked.len());
    assert!(all >= 300, "{all}");
    assert!(passed_over.is_empty(), "{} passed over:\n{}", passed_over.len(), passed_over.join("\n---\n"));
    asked.dedup();
    assert!(done * 100 >= all * 90, "{done} of {all}; asked: {asked:#?}");
}
