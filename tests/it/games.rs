//! Recorded games, replayed. They are not part of the project: `TAFLPOST_CORPUS` names the folder that has them.

use std::sync::Arc;
use taflpost::tafl::{Catalogue, GameState, Illegal, RecordFault, Replay, Side, Square, Status};

/// Plays every game of a file through: each play is legal, takes exactly what was recorded and ends no game before the last one,
/// and what the rules decide is what was recorded.
fn check(file: &str, variant: &str, games: usize) {
    let Some(folder) = std::env::var_os("TAFLPOST_CORPUS") else {
        println!("skipped: TAFLPOST_CORPUS names no folder");
        return;
    };
    let text = std::fs::read_to_string(std::path::Path::new(&folder).join("games").join(file)).unwrap();
    let rules =
        Catalogue::embedded().unwrap().find(variant).unwrap().rules.with_setting("repetition", "ignore").unwrap();
    let rules = Arc::new(rules);
    let mut ends = std::collections::BTreeMap::new();
    for (line, row) in (1..).zip(text.lines()) {
        let columns: Vec<&str> = row.split(',').collect();
        let replay = Replay::of_line(&rules, columns[0])
            .unwrap_or_else(|wrong| panic!("line {line}, ply {}: {wrong}", wrong.ply));
        let status = replay.state.status();
        *ends.entry(status.to_string()).or_insert(0) += 1;
        match status {
            Status::Won { winner: Side::Attackers, .. } => assert_eq!(columns[3], "Black", "line {line}"),
            Status::Won { winner: Side::Defenders, .. } => assert_eq!(columns[3], "White", "line {line}"),
            Status::Drawn { .. } => panic!("line {line}: the rules know no draw"),
            Status::Ongoing => {}
        }
        let words = columns[0].split(' ').filter(|word| word.contains('-'));
        for (word, played) in words.zip(replay.state.plays()) {
            let mut recorded: Vec<Square> = word.split('x').skip(1).map(|square| square.parse().unwrap()).collect();
            recorded.sort();
            recorded.dedup();
            let mut taken: Vec<Square> =
                played.captured.iter().filter(|(_, piece)| piece.sign() != 'k').map(|(square, _)| *square).collect();
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

/// The games of a file as lines of plays; none without the corpus.
fn lines(file: &str) -> Vec<String> {
    let Some(folder) = std::env::var_os("TAFLPOST_CORPUS") else {
        println!("skipped: TAFLPOST_CORPUS names no folder");
        return Vec::new();
    };
    let text = std::fs::read_to_string(std::path::Path::new(&folder).join("games").join(file)).unwrap();
    text.lines().map(|row| row.split(',').next().unwrap().to_owned()).collect()
}

/// Three forts that a simple test misses. Kings who are shut in without a fort, and play goes on, stand in lines 81, 86, 226
/// and 245: a game that ended there would not have been played through above.
#[test]
fn forts_that_a_simple_test_misses_are_found() {
    let rules = Catalogue::embedded().unwrap().find("copenhagen").unwrap().rules.clone();
    let rules = Arc::new(rules.with_setting("repetition", "ignore").unwrap());
    let lines = lines("copenhagen.csv");
    let status =
        |rules, line: usize| lines.get(line - 1).map(|line| Replay::of_line(rules, line).unwrap().state.status());
    for line in [306, 599, 687] {
        if let Some(status) = status(&rules, line) {
            assert_eq!(status.to_string(), "defenders:exit-fort", "line {line}");
        }
    }
}

/// With the ban on, a game is refused exactly where a defender's play first brings back a board with the same side to move.
#[test]
fn what_the_ban_on_repeating_refuses_is_the_first_repeat_of_a_defender() {
    let banned = Arc::new(Catalogue::embedded().unwrap().find("copenhagen").unwrap().rules.clone());
    let ignored = Arc::new(banned.with_setting("repetition", "ignore").unwrap());
    let mut refused = 0;
    let lines = lines("copenhagen.csv");
    for (number, line) in (1..).zip(&lines) {
        let game = Replay::of_line(&ignored, line).unwrap().state;
        let mut again = GameState::new(ignored.clone());
        let mut seen = std::collections::BTreeSet::from([format!("{} {}", again.position(), again.to_move())]);
        let mut first = None;
        for (ply, played) in (1..).zip(game.plays()) {
            again.play(played.play).unwrap();
            // Both sides' plays are seen; only a defender's leaves the attackers to move.
            let board = format!("{} {}", again.position(), again.to_move());
            if !seen.insert(board) && played.side == Side::Defenders {
                assert!(played.captured.is_empty(), "line {number}: a capture repeats nothing");
                first = first.or(Some(ply));
            }
        }
        let error = Replay::of_line(&banned, line).err().map(|wrong| (wrong.ply, wrong.why));
        assert_eq!(error.as_ref().map(|(ply, _)| *ply), first, "line {number}");
        if let Some((_, why)) = error {
            assert_eq!(why, RecordFault::Illegal(Illegal::Repeats), "line {number}");
            refused += 1;
        }
    }
    println!("{refused} games refused");
    assert!(lines.is_empty() || refused > 10, "{refused}");
}
