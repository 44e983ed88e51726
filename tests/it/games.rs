//! Recorded games, played through. They are no part of the project: `TAFLPOST_CORPUS` names the folder that has them.

use std::sync::Arc;
use taflpost::tafl::{Catalogue, Replay, Side, Square, Status};

/// Plays every game of a file through: each play is legal, takes exactly what was recorded and ends no game before the last one,
/// and what the rules decide is what was recorded.
fn check(file: &str, variant: &str, games: usize) {
    let Some(folder) = std::env::var_os("TAFLPOST_CORPUS") else {
        println!("skipped: TAFLPOST_CORPUS names no folder");
        return;
    };
    let text =
        std::fs::read_to_string(std::path::Path::new(&folder).join("games").join(file)).unwrap();
    let rules = Catalogue::embedded()
        .unwrap()
        .find(variant)
        .unwrap()
        .rules
        .with_setting("repetition", "ignore")
        .unwrap();
    let rules = Arc::new(rules);
    let mut ends = std::collections::BTreeMap::new();
    for (line, row) in (1..).zip(text.lines()) {
        let columns: Vec<&str> = row.split(',').collect();
        let replay = Replay::of_line(&rules, columns[0])
            .unwrap_or_else(|wrong| panic!("line {line}, ply {}: {wrong}", wrong.ply));
        let status = replay.course.status();
        *ends.entry(status.to_string()).or_insert(0) += 1;
        match status {
            Status::Won {
                winner: Side::Attackers,
                ..
            } => assert_eq!(columns[3], "Black", "line {line}"),
            Status::Won {
                winner: Side::Defenders,
                ..
            } => assert_eq!(columns[3], "White", "line {line}"),
            Status::Drawn { .. } => panic!("line {line}: the rules know no draw"),
            Status::Ongoing => {}
        }
        let words = columns[0].split(' ').filter(|word| word.contains('-'));
        for (word, played) in words.zip(replay.course.plays()) {
            let mut recorded: Vec<Square> = word
                .split('x')
                .skip(1)
                .map(|square| square.parse().unwrap())
                .collect();
            recorded.sort();
            recorded.dedup();
            let mut taken: Vec<Square> = played
                .captured
                .iter()
                .filter(|(_, piece)| piece.sign() != 'k')
                .map(|(square, _)| *square)
                .collect();
            taken.sort();
            assert_eq!(recorded, taken, "line {line}: {word}");
        }
    }
    println!("{ends:?}");
    assert_eq!(text.lines().count(), games);
}

#[test]
fn recorded_brandubh_games_go_as_they_went() {
    check("brandubh.csv", "brandubh", 263);
}

#[test]
fn recorded_copenhagen_games_go_as_they_went() {
    check("copenhagen.csv", "copenhagen", 876);
}
