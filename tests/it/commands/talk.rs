//! What people write around a move, in eight languages: `tests/replies/talk.txt`. Somebody who did not know how mails are read wrote the
//! mails, and what each must do in Brandubh, when it is the turn of the attackers. One mail a line: language, what must come of it, text.
//!
//! - `play d1-c1`: a move in plain, friendly words. It is made at once.
//! - `may d1-c1`: the move is meant, but its sentence says more. It is made, or its author is asked.
//! - `ask` names a move, a draw or giving up, but must not do it. `talk` is only talk.

use super::catalogue;
use std::collections::BTreeMap;
use taflpost::command::{BoardAct, Command, read};

/// What is done at once for a mail that answers a letter about the board.
fn done(text: &str) -> Vec<String> {
    let reading = read("", text, catalogue());
    let mut done = Vec::new();
    for item in &reading.items {
        let Ok(command) = &item.command else { continue };
        let Command::OnBoard { act, .. } = command else { continue };
        match act {
            BoardAct::Move(play) if item.manner.doubt.is_none() => done.push(format!("play {}-{}", play.from, play.to)),
            BoardAct::Move(_) | BoardAct::Chat(_) => {}
            _ if item.manner.is_certain(command.weight(), true) => done.push(command.to_string()),
            _ => {}
        }
    }
    done
}

#[test]
fn a_move_is_made_when_it_is_meant_and_never_when_it_is_only_talked_about() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/replies/talk.txt");
    let file = std::fs::read_to_string(path).unwrap();
    let (mut unmeant, mut missed, mut plays) = (Vec::new(), Vec::new(), BTreeMap::new());
    let mut mails = 0;
    for row in file.lines().filter(|row| !row.starts_with('#')) {
        let [language, expected, text] = row.split('\t').collect::<Vec<_>>()[..] else { panic!("{row}") };
        mails += 1;
        let done = done(&text.replace("\\n", "\n"));
        let (made, all): &mut (u32, u32) = plays.entry(language).or_default();
        *all += u32::from(expected.starts_with("play"));
        match done.as_slice() {
            [one] if one == expected => *made += 1,
            [one] if expected.strip_prefix("may") == one.strip_prefix("play") => {}
            [] if expected.starts_with("play") => missed.push(row),
            [] => {}
            _ => unmeant.push(format!("{row}\n      does {done:?}")),
        }
    }
    let (made, all) = plays.values().fold((0, 0), |(made, all), (more, of)| (made + more, all + of));
    eprintln!("{mails} mails, {made} of {all} moves made at once, {} unmeant: {plays:?}", unmeant.len());
    if std::env::var_os("TALK").is_some() {
        eprintln!("{}", missed.join("\n"));
    }
    assert!(unmeant.is_empty(), "done, but not meant:\n{}", unmeant.join("\n"));
    assert!(made * 100 >= all * 92, "{made} of {all} moves were made at once, not these:\n{}", missed.join("\n"));
}

/// An attacker who knows the lists finds mails that they let through. Their number may only become smaller.
#[test]
fn few_mails_of_an_attacker_do_something() {
    const DONE_MAX: usize = 52;
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/replies/talk-attacks.txt");
    let file = std::fs::read_to_string(path).unwrap();
    let mails = file.lines().filter(|row| !row.starts_with('#')).filter_map(|row| row.split_once('\t'));
    let unmeant: Vec<&str> =
        mails.clone().map(|(_, text)| text).filter(|text| !done(&text.replace("\\n", "\n")).is_empty()).collect();
    eprintln!("{} mails, {} unmeant", mails.count(), unmeant.len());
    assert!(unmeant.len() <= DONE_MAX, "{} do something:\n{}", unmeant.len(), unmeant.join("\n"));
}
