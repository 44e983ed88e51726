//! What people write around a move, in eight languages: `tests/replies/talk.txt`. Somebody who did not know how mails are read wrote the
//! mails, and what each must do in Brandubh, when it is the turn of the attackers. One mail a line: language, what must come of it, text.
//!
//! - `play d1-c1`: a move in plain, friendly words. It is made at once; of few, their author is asked first.
//! - `may d1-c1`: the move is meant, but its sentence says more. It is made, or its author is asked.
//! - `ask` names a move, a draw or giving up, but must not do it. `talk` is only talk.
//!
//! The mails in `talk-later.txt` were written when the phrasebooks were complete: they show how well these do with words that they were not
//! made from. When they came, 72 and 57 of 100 plain moves were made at once, and nearly all others were asked about. `talk-games.txt` are
//! the moves of whole games that people played who knew only the club's address (at first 69 of 100 were made), and in `talk-voices.txt`
//! fifty people with very different voices, dialects among them, were invented (44 of 100 English and 22 of 100 German and Danish moves).
//! `talk-letters.txt` are moves with a word to a friend beside them (at first 154 of 226).

use super::catalogue;
use std::collections::BTreeSet;
use taflpost::command::{BoardAct, Command, kings_squares, read, with_kings_origin};
use taflpost::tafl::{ParsedPlay, Square};

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
    let text = crate::world::new_text(&text.replace("\\n", "\n"));
    for item in &read("", &text, catalogue()).items {
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

/// What comes of the mails of a file.
#[derive(Default)]
struct Tally {
    /// The rows with a move in plain words, and how many of these moves are made.
    plain: usize,
    made: usize,
    /// The rows with a move that is meant, and how many of these moves are asked about.
    all: usize,
    asked: usize,
    /// The rows that do what is not meant.
    unmeant: Vec<String>,
    /// The rows with a move that is neither made nor asked about.
    missed: Vec<String>,
}

fn tally(name: &str) -> Tally {
    let file = file(name);
    let mut tally = Tally::default();
    for row in file.lines().filter(|row| !row.starts_with('#')) {
        let [_, expected, text] = row.split('\t').collect::<Vec<_>>()[..] else { panic!("{row}") };
        let outcome = outcome(text);
        let Some((kind, play)) = expected.split_once(' ') else {
            if !outcome.done.is_empty() {
                tally.unmeant.push(format!("{row}\n      does {:?}", outcome.done));
            }
            continue;
        };
        tally.all += 1;
        tally.plain += usize::from(kind == "play");
        match (outcome.done.as_slice(), outcome.asked.as_slice()) {
            ([one], _) if one == play => tally.made += usize::from(kind == "play"),
            ([], [one]) if one == play => tally.asked += 1,
            ([], _) => tally.missed.push(row.to_owned()),
            (other, _) => tally.unmeant.push(format!("{row}\n      does {other:?}")),
        }
    }
    let Tally { plain, made, all, asked, unmeant, missed } = &tally;
    eprintln!(
        "{name}: {plain} plain moves of {all}: {made} made, {asked} of all asked about, {} neither; {} unmeant",
        missed.len(),
        unmeant.len()
    );
    tally
}

#[test]
fn a_move_in_plain_words_is_made_and_no_other() {
    // Of the plain moves, at least so many percent are made at once; of all moves, at most so many are neither made nor asked about.
    for (name, made_min, missed_max) in [
        ("talk.txt", 95, 3),
        ("talk-later.txt", 80, 10),
        ("talk-games.txt", 90, 3),
        ("talk-voices.txt", 55, 10),
        ("talk-letters.txt", 94, 0),
    ] {
        let Tally { plain, made, all, unmeant, missed, .. } = tally(name);
        assert!(unmeant.is_empty(), "{name}: done, but not meant:\n{}", unmeant.join("\n"));
        assert!(made * 100 >= plain * made_min, "{name}: only {made} of {plain} are made at once");
        let missed_percent = missed.len() * 100 / all;
        assert!(missed_percent <= missed_max, "{name}: neither made nor asked about:\n{}", missed.join("\n"));
    }
}

/// An attacker who knows the lists finds mails that they let through. Their number may only become smaller. The second looked for mails that
/// people could really send, and all 130 that he found did something; most of the rest are for another opponent.
#[test]
fn few_mails_of_an_attacker_do_something() {
    for (name, done_max) in [("talk-attacks.txt", 6), ("talk-attacks-later.txt", 29)] {
        let file = file(name);
        let mails = file.lines().filter(|row| !row.starts_with('#')).filter_map(|row| row.split_once('\t'));
        let unmeant: Vec<&str> =
            mails.clone().map(|(_, text)| text).filter(|text| !outcome(text).done.is_empty()).collect();
        eprintln!("{name}: {} mails, {} unmeant", mails.count(), unmeant.len());
        assert!(unmeant.len() <= done_max, "{name}: {} do something:\n{}", unmeant.len(), unmeant.join("\n"));
    }
}

/// There is one king, so his square says the move. It is made where the whole move in its place would be made.
#[test]
fn the_king_moves_by_his_square_where_the_whole_move_would_be_made() {
    let from: Square = "d3".parse().unwrap();
    let is_made = |text: &str| {
        let text = text.replace("\\n", "\n");
        let made = kings_squares(&text).into_iter().filter(|named| {
            let whole = format!("{from}-{}", named.square);
            with_kings_origin(&text, named, from).iter().any(|text| outcome(text).done == [whole.as_str()])
        });
        let made: BTreeSet<Square> = made.map(|named| named.square).collect();
        made.len() == 1
    };
    let (mut asked, mut unmeant, mut plays) = (Vec::new(), Vec::new(), 0);
    for row in file("kings-square.txt").lines().filter(|row| !row.starts_with('#')) {
        let [_, expected, text] = row.split('\t').collect::<Vec<_>>()[..] else { panic!("{row}") };
        match (expected, is_made(text)) {
            ("play", made) => {
                plays += 1;
                asked.extend((!made).then(|| text.to_owned()));
            }
            (_, true) => unmeant.push(text.to_owned()),
            (_, false) => {}
        }
    }
    eprintln!("kings-square.txt: {plays} moves: {} asked about; {} unmeant", asked.len(), unmeant.len());
    assert!(unmeant.is_empty(), "done, but not meant:\n{}", unmeant.join("\n"));
    assert!(asked.len() * 100 <= plays * 10, "asked about:\n{}", asked.join("\n"));
}
