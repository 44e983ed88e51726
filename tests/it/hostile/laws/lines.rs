//! Games as lines of moves.

use std::sync::Arc;
use taflpost::tafl::{Replay, Rules};

pub fn hold_for(rules: &Arc<Rules>, line: &str) {
    let words = line.split_ascii_whitespace().count();
    match Replay::of_line(rules, line) {
        Ok(replay) => {
            assert!(replay.state.plays().len() <= words);
            let again = replay.state.plays().iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
            let again = Replay::of_line(rules, &again).unwrap_or_else(|wrong| panic!("{wrong}: {line} -> {again}"));
            assert_eq!(again.state.position(), replay.state.position(), "{line}");
            assert_eq!(again.state.status(), replay.state.status(), "{line}");
        }
        Err(wrong) => assert!(wrong.ply >= 1 && wrong.ply as usize <= words, "{wrong}: {line}"),
    }
}
