//! A law: what is asked of the club beside a move or a yes changes neither. The questions are in `tests/replies/club-questions.txt`.

use super::catalogue;
use taflpost::command::{self, ClubTopic, Manner, read};

/// The questions, and whether one of them may be about the move beside it: then it may be asked about.
fn questions() -> Vec<(String, bool)> {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/replies/club-questions.txt");
    let file = std::fs::read_to_string(path).unwrap();
    let rows = file.lines().filter(|line| !line.starts_with('#'));
    let row = |line: &str| {
        let [_, topic, question] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("{line}") };
        (question.to_owned(), ClubTopic::from_word(topic).is_some_and(ClubTopic::may_be_about_a_move))
    };
    rows.map(row).collect()
}

/// The commands of a mail, with what is doubted about them.
fn commands(text: &str) -> Vec<(String, Manner)> {
    let items = read("", text, catalogue()).items.into_iter();
    items.filter_map(|item| Some((item.command.ok()?.to_string(), item.manner))).collect()
}

#[test]
fn a_question_to_the_club_beside_a_move_changes_no_move() {
    let alone = commands("d1-c1");
    let mut changed = Vec::new();
    for (question, may_be_about_it) in questions() {
        // A line that begins small goes on with the move above it, and a sign may judge it.
        let (first, rest) = question.split_at(1);
        let question = format!("{}{}?", first.to_uppercase(), rest.trim_end_matches('?'))
            .replace(" das = in", " das Zeichen in")
            .replace('=', "sign");
        for text in [format!("d1-c1\n\n{question}"), format!("d1-c1\n{question}"), format!("d1-c1. {question}")] {
            let found = commands(&text);
            let is_same = |(found, of_alone): (&(String, Manner), &(String, Manner))| {
                found.0 == of_alone.0 && (may_be_about_it || found.1.doubt == of_alone.1.doubt)
            };
            if found.len() != alone.len() || !found.iter().zip(&alone).all(is_same) {
                changed.push(format!("{text:?} {found:?}"));
            }
        }
    }
    assert!(changed.is_empty(), "{changed:#?}");
}

#[test]
fn a_question_to_the_club_beside_a_yes_leaves_it_one() {
    let mut changed = Vec::new();
    for (question, _) in questions() {
        let text = format!("Yes.\n\n{question}");
        let reading = read("", &command::without_questions(&text, catalogue()), catalogue());
        if !reading.answer.is_some_and(|answer| command::says_yes(&answer.agreement)) {
            changed.push(text);
        }
    }
    assert!(changed.is_empty(), "{changed:#?}");
}
