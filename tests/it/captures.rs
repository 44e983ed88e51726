//! The boards in `tests/captures`: a board, moves tried on it one at a time, and what each move captures and decides under which rules.
//!
//! Rows from the top with `o`, `x`, `k` and dots. Then lines `RULES: MOVE takes SQUARES, STATUS`, with the call for the move at the end.
//! After `RULES` there may be `with KEY=VALUE`, once or several times.

use std::sync::Arc;
use taflpost::tafl::{Catalogue, GameState, Play, Position, Side};

fn check(name: &str, text: &str, catalogue: &Catalogue) {
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    let (tries, rows): (Vec<&str>, Vec<&str>) = lines.partition(|line| line.contains(':'));
    let rows = notation(&rows);
    for line in &tries {
        let (rules, what) = line.split_once(": ").unwrap();
        let (play, expected) = what.split_once(' ').unwrap();
        let play: Play = play.parse().unwrap();
        let mut settings = rules.split(" with ");
        let mut rules = catalogue.parse_choice(settings.next().unwrap()).unwrap().rules;
        for setting in settings {
            let (key, value) = setting.split_once('=').unwrap();
            rules = rules.with_setting(key, value).unwrap();
        }
        let rules = Arc::new(rules);
        let mover = Position::parse(&rows, Side::Attackers).unwrap().piece_at(play.from).unwrap().side();
        let mut state = GameState::from_position(rules.clone(), rules.position(&rows, mover).unwrap());
        assert_eq!(state.status().to_string(), "ongoing", "{name}: {line}");
        let taken: Vec<String> =
            state.play(play).unwrap().captured.iter().map(|(square, _)| square.to_string()).collect();
        let taken = if taken.is_empty() { "nothing".to_owned() } else { taken.join(" ") };
        let call = state.call().map_or(String::new(), |call| format!(", {call}"));
        let found = format!("takes {taken}, {}{call}", state.status());
        assert_eq!(found, expected, "{name}: {line}\n{text}");
    }
    assert!(!tries.is_empty(), "{name} tries nothing");
}

/// The notation for positions: runs of dots become numbers.
fn notation(rows: &[&str]) -> String {
    let mut written = String::new();
    let mut run = 0;
    for sign in rows.join("/").chars() {
        if sign == '.' {
            run += 1;
            continue;
        }
        if run > 0 {
            written.push_str(&run.to_string());
        }
        run = 0;
        written.push(sign);
    }
    if run > 0 { written + &run.to_string() } else { written }
}

#[test]
fn every_drawing_comes_out_as_it_says() {
    let catalogue = Catalogue::embedded().unwrap();
    let mut drawings = 0;
    for entry in std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/captures")).unwrap() {
        let path = entry.unwrap().path();
        check(&path.file_name().unwrap().to_string_lossy(), &std::fs::read_to_string(&path).unwrap(), &catalogue);
        drawings += 1;
    }
    assert!(drawings >= 30, "{drawings} drawings");
}
