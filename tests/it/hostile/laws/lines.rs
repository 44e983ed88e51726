//! Games as lines of plays.

use std::sync::Arc;
use taflpost::tafl::{Replay, Rules};

pub fn hold_for(rules: &Arc<Rules>, line: &str) {
    let words = line.split_ascii_whitespace().count();
    match Replay::of_line(rules, line) {
        Ok(replay) => {
            assert!(replay.course.plays().len() <= words);
            let again = replay.course.plays().iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
            let again = Replay::of_line(rules, &again).unwrap_or_else(|wrong| panic!("{wrong}: {line} -> {again}"));
            assert_eq!(again.course.position(), replay.course.position(), "{line}");
            assert_eq!(again.course.status(), replay.course.status(), "{line}");
        }
        Err(wrong) => assert!(wrong.ply >= 1 && wrong.ply as usize <= words, "{wrong}: {line}"),
    }
}
