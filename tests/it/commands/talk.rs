//! What people write around a move, in eight languages: `tests/replies/talk.txt`. Somebody who did not know how mails are read wrote the
//! mails, and what each must do in Brandubh, when it is the turn of the attackers. One mail a line: language, what must come of it, text.
//!
//! - `play d1-c1`: a move in plain, friendly words. It is made at once, or its author is asked about this move.
//! - `may d1-c1`: the move is meant, but its sentence says more. The same.
//! - `ask` names a move, a draw or giving up, but must not do it. `talk` is only talk.

use super::catalogue;
use taflpost::command::{BoardAct, Command, read};
use taflpost::tafl::ParsedPlay;

/// What comes of a mail that answers a letter about the board.
#[derive(Default)]
struct Outcome {
    /// What is done at once.
    done: Vec<String>,
    /// The moves that are asked about.
    asked: Vec<String>,
}

fn outcome(text: &str) -> Outcome {
    let move_of = |play: &ParsedPlay| format!("{}-{}", play.from, play.to);
    let mut outcome = Outcome::default();
    for item in &read("", &text.replace("\\n", "\n"), catalogue()).items {
        match &item.command {
            Err(complaint) => outcome.asked.extend(complaint.play_in_words().as_ref().map(move_of)),
            Ok(Command::OnBoard { act: BoardAct::Move(play), .. }) => match item.manner.doubt {
                None => outcome.done.push(move_of(play)),
                Some(_) => outcome.asked.push(move_of(play)),
            },
            Ok(Command::OnBoard { act: BoardAct::Chat(_), .. }) => {}
            Ok(command @ Command::OnBoard { .. }) if item.manner.is_certain(command.weight(), true) => {
                outcome.done.push(command.to_string());
            }
            Ok(_) => {}
        }
    }
    outcome
}

fn file(name: &str) -> String {
    std::fs::read_to_string(std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/replies").join(name)).unwrap()
}

#[test]
fn a_move_in_words_is_made_or_asked_about() {
    /// Lines below a move that take it back in a way that is not seen yet. The number may only become smaller.
    const UNMEANT_MAX: usize = 9;
    /// Moves in plain sentences are made at once. The number may only become larger.
    const MADE_MIN: usize = 303;
    let file = file("talk.txt");
    let (mut unmeant, mut missed) = (Vec::new(), Vec::new());
    let (mut made, mut asked, mut all) = (0, 0, 0);
    for row in file.lines().filter(|row| !row.starts_with('#')) {
        let [_, expected, text] = row.split('\t').collect::<Vec<_>>()[..] else { panic!("{row}") };
        let outcome = outcome(text);
        let Some((_, play)) = expected.split_once(' ') else {
            if !outcome.done.is_empty() {
                unmeant.push(format!("{row}\n      does {:?}", outcome.done));
            }
            continue;
        };
        all += 1;
        match (outcome.done.as_slice(), outcome.asked.as_slice()) {
            ([one], _) if one == play => made += 1,
            ([], [one]) if one == play => asked += 1,
            _ => missed.push(row),
        }
    }
    eprintln!("{all} moves: {made} made, {asked} asked about; {} unmeant", unmeant.len());
    assert!(unmeant.len() <= UNMEANT_MAX, "done, but not meant:\n{}", unmeant.join("\n"));
    assert!(made >= MADE_MIN, "only {made} are made at once");
    assert!((made + asked) * 100 >= all * 97, "{} neither made nor asked about:\n{}", missed.len(), missed.join("\n"));
}

/// An attacker who knows the lists finds mails that they let through. Their number may only become smaller.
#[test]
fn few_mails_of_an_attacker_do_something() {
    const DONE_MAX: usize = 162;
    let file = file("talk-attacks.txt");
    let mails = file.lines().filter(|row| !row.starts_with('#')).filter_map(|row| row.split_once('\t'));
    let unmeant: Vec<&str> =
        mails.clone().map(|(_, text)| text).filter(|text| !outcome(text).done.is_empty()).collect();
    eprintln!("{} mails, {} unmeant", mails.count(), unmeant.len());
    assert!(unmeant.len() <= DONE_MAX, "{} do something:\n{}", unmeant.len(), unmeant.join("\n"));
}
