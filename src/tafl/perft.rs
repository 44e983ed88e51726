//! Counts sequences of moves, to prove a rule set.

use crate::tafl::capture::Took;
use crate::tafl::compiled_rules::CompiledRules;
use crate::tafl::ending::{advance, at_start};
use crate::tafl::history::History;
use crate::tafl::legal_plays::each_play;
use crate::tafl::{Play, Position, Rules, Status};
use std::ops::ControlFlow;

/// How many sequences of exactly `depth` moves there are from a position. A finished game has none. Every move is made and judged, also the
/// last one of each sequence. The position counts as its first occurrence.
pub fn perft(rules: &Rules, position: &Position, depth: u32) -> u64 {
    if at_start(&rules.compiled, position).is_over() {
        return u64::from(depth == 0);
    }
    count(&rules.compiled, &mut History::new(&rules.compiled, position), position, depth)
}

/// The same count for each move separately, in the order of the squares.
pub fn divide(rules: &Rules, position: &Position, depth: u32) -> Vec<(Play, u64)> {
    let mut counts = Vec::new();
    if depth == 0 || at_start(&rules.compiled, position).is_over() {
        return counts;
    }
    let compiled = &rules.compiled;
    let mut history = History::new(compiled, position);
    each(compiled, &mut history, position, |history, play, after, status, took| {
        counts.push((play, follow(compiled, history, after, status, took, depth)));
    });
    counts.sort();
    counts
}

fn count(compiled: &CompiledRules, history: &mut History, position: &Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut total = 0;
    each(compiled, history, position, |history, _, after, status, took| {
        total += follow(compiled, history, after, status, took, depth);
    });
    total
}

/// What a move that was made adds to the count.
#[inline]
fn follow(
    compiled: &CompiledRules,
    history: &mut History,
    after: &Position,
    status: Status,
    took: Took,
    depth: u32,
) -> u64 {
    if depth == 1 {
        return 1;
    }
    if status.is_over() {
        return 0;
    }
    let since = history.push(after, took.any);
    let total = count(compiled, history, after, depth - 1);
    history.pop(since);
    total
}

/// Makes every move in turn and passes the result on.
#[inline]
fn each(
    compiled: &CompiledRules,
    history: &mut History,
    position: &Position,
    mut then: impl FnMut(&mut History, Play, &Position, Status, Took),
) {
    let at = history.last();
    let looms = history.looms(compiled, position, at);
    let _ = each_play(compiled, position, |piece, play| {
        if !looms || !history.forbids(compiled, position, at, piece, play) {
            let mut after = *position;
            let (status, took) = advance(compiled, history, &mut after, piece, play);
            then(history, play, &after, status, took);
        }
        ControlFlow::Continue(())
    });
}
