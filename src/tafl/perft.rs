//! Counting: how many sequences of plays there are, the proof of a rule set.

use crate::tafl::ending::{advance, at_start};
use crate::tafl::ground::Ground;
use crate::tafl::history::History;
use crate::tafl::plays::each_play;
use crate::tafl::{Play, Position, Rules, Status};
use std::ops::ControlFlow;

/// How many sequences of exactly `depth` plays a position has. A finished game has none. Every play is made and judged, also the
/// last one of each sequence. The position counts as having been there once.
pub fn perft(rules: &Rules, position: &Position, depth: u32) -> u64 {
    let mut history = History::new(position);
    if at_start(&rules.ground, &history, position).is_over() {
        return u64::from(depth == 0);
    }
    count(&rules.ground, &mut history, position, depth)
}

/// The same count for each play separately, in the order of the squares.
pub fn divide(rules: &Rules, position: &Position, depth: u32) -> Vec<(Play, u64)> {
    let mut counts = Vec::new();
    let mut history = History::new(position);
    if depth == 0 || at_start(&rules.ground, &history, position).is_over() {
        return counts;
    }
    each(
        &rules.ground,
        &mut history,
        position,
        |history, play, after, status| {
            let goes_on = status == Status::Ongoing || depth == 1;
            counts.push((
                play,
                if goes_on {
                    count(&rules.ground, history, after, depth - 1)
                } else {
                    0
                },
            ));
        },
    );
    counts.sort();
    counts
}

fn count(ground: &Ground, history: &mut History, position: &Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut total = 0;
    each(ground, history, position, |history, _, after, status| {
        if depth == 1 {
            total += 1;
        } else if status == Status::Ongoing {
            total += count(ground, history, after, depth - 1);
        }
    });
    total
}

/// Makes every play in turn and hands over what comes of it.
#[inline]
fn each(
    ground: &Ground,
    history: &mut History,
    position: &Position,
    mut then: impl FnMut(&mut History, Play, &Position, Status),
) {
    let _ = each_play(ground, position, |piece, play| {
        if !history.forbids(ground, position, piece, play) {
            let mut after = *position;
            let (status, _, since) = advance(ground, history, &mut after, (piece, play));
            then(history, play, &after, status);
            history.pop(since);
        }
        ControlFlow::Continue(())
    });
}
