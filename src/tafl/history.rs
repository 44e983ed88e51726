//! The positions of a game as hashes, for the repetition rule (C8, R3).
//!
//! Two positions are the same if the board and the side to move are the same. The sides take turns, so positions an even number of plies
//! apart have the same side to move, and the hash need not include it. It takes four plies without a capture to repeat a position.
//!
//! A short history is searched. A longer one has a [tally](Tally), which knows at once if a position is new. So the thousandth move costs
//! as much as the tenth.

use crate::tafl::compiled_rules::CompiledRules;
use crate::tafl::legal_plays::{each_play, has_play};
use crate::tafl::parameter::{Binds, Repetition, RepetitionEffect};
use crate::tafl::{Piece, Play, Position, Side, capture};
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::ops::ControlFlow;

/// A history of this length or more has a tally.
const TALLIED_FROM: usize = 32;

/// The hashes of all positions so far, for each side, the opening first.
#[derive(Clone, Debug)]
pub(in crate::tafl) struct History {
    seen: Vec<[u64; 2]>,
    /// Positions before this one have more men on the board, so they cannot repeat.
    since: usize,
    /// Whether a repetition rule will use it.
    is_asked: bool,
    tally: Option<Tally>,
}

/// How often each board, and each side's men on it, have occurred. It uses only 64 bits of the hash, so it may say yes where the answer is
/// no.
#[derive(Clone, Debug, Default)]
struct Tally {
    times: HashMap<u64, u32, BuildHasherDefault<AsItIs>>,
}

impl Tally {
    fn of(seen: &[[u64; 2]]) -> Tally {
        let mut tally = Tally::default();
        seen.iter().enumerate().for_each(|(at, hash)| tally.add(at, *hash));
        tally
    }

    fn add(&mut self, at: usize, hash: [u64; 2]) {
        for key in keys(at, hash) {
            *self.times.entry(key).or_default() += 1;
        }
    }

    fn remove(&mut self, at: usize, hash: [u64; 2]) {
        for key in keys(at, hash) {
            if let Some(times) = self.times.get_mut(&key) {
                *times -= 1;
                if *times == 0 {
                    self.times.remove(&key);
                }
            }
        }
    }
}

/// The keys for position number `at` in the tally: the men of both sides together, then of each side.
fn keys(at: usize, hash: [u64; 2]) -> [u64; 3] {
    [both(at, hash), one(at, 0, hash), one(at, 1, hash)]
}

fn both(at: usize, [attackers, defenders]: [u64; 2]) -> u64 {
    attackers ^ defenders.rotate_left(23) ^ turn(at)
}

fn one(at: usize, side: usize, hash: [u64; 2]) -> u64 {
    hash[side].rotate_left(41 + 11 * u32::from(side == 1)) ^ turn(at)
}

/// Only positions with the same side to move can be the same.
fn turn(at: usize) -> u64 {
    if at.is_multiple_of(2) { 0 } else { 0x9e37_79b9_7f4a_7c15 }
}

/// A hasher that changes nothing, because the keys are already hashes.
#[derive(Default)]
struct AsItIs(u64);

impl Hasher for AsItIs {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.0 = self.0.rotate_left(8) ^ u64::from(*byte));
    }

    fn write_u64(&mut self, value: u64) {
        self.0 = value;
    }
}

impl History {
    pub(super) fn new(compiled: &CompiledRules, opening: &Position) -> History {
        History { seen: vec![opening.hash], since: 0, is_asked: compiled.repetition.is_some(), tally: None }
    }

    /// Adds the position after a move. Pass the result to [`History::pop`] to undo this.
    #[inline]
    pub(super) fn push(&mut self, position: &Position, took: bool) -> usize {
        let since = self.since;
        if took {
            self.since = self.seen.len();
        }
        match &mut self.tally {
            Some(tally) => tally.add(self.seen.len(), position.hash),
            None if self.is_asked && self.seen.len() == TALLIED_FROM => {
                let mut tally = Tally::of(&self.seen);
                tally.add(self.seen.len(), position.hash);
                self.tally = Some(tally);
            }
            None => {}
        }
        self.seen.push(position.hash);
        since
    }

    /// Removes the last position.
    #[inline]
    pub(super) fn pop(&mut self, since: usize) {
        let last = self.seen.pop();
        if let (Some(tally), Some(last)) = (&mut self.tally, last) {
            tally.remove(self.seen.len(), last);
        }
        self.since = since;
    }

    /// Whether a key may be in the tally. Without a tally the history is short, and a search is quicker.
    #[inline]
    fn may_have(&self, key: impl Fn() -> u64) -> bool {
        self.tally.as_ref().is_none_or(|tally| tally.times.contains_key(&key()))
    }

    /// How often the position that would be number `next` has occurred.
    #[inline]
    fn times(&self, next: usize, hash: [u64; 2]) -> usize {
        if self.may_have(|| both(next, hash)) { self.count(next, |seen| *seen == hash) } else { 0 }
    }

    /// How many positions that could repeat as number `next` are like this.
    #[inline]
    fn count(&self, next: usize, like: impl Fn(&[u64; 2]) -> bool) -> usize {
        let mut count = 0;
        let mut at = next;
        let mut back = 4;
        while at >= self.since + back {
            at -= back;
            back = 2;
            count += usize::from(self.seen.get(at).is_some_and(&like));
        }
        count
    }

    /// Whether the repetition rule applies when a side's move leads to this position, which is not in the history yet.
    #[inline]
    pub(super) fn comes_again(&self, rule: &Repetition, side: Side, hash: [u64; 2]) -> bool {
        binds(rule, side) && self.times(self.seen.len(), hash) + 1 >= usize::from(rule.count)
    }

    /// How often the last position has occurred, with this time.
    pub(super) fn times_of_last(&self) -> usize {
        let last = self.last();
        self.seen.get(last).map_or(0, |hash| self.times(last, *hash) + 1)
    }

    /// The number of the last position, in which the side to move now is.
    #[inline]
    pub(super) fn last(&self) -> usize {
        self.seen.len() - 1
    }

    /// The number of the position after the next move.
    #[inline]
    pub(super) fn next(&self) -> usize {
        self.seen.len()
    }

    /// Whether a move might be illegal for the side to move in position number `at`: the rule applies to it, and its opponent's men are (or
    /// may be) where they were some time before.
    #[inline]
    pub(super) fn looms(&self, compiled: &CompiledRules, position: &Position, at: usize) -> bool {
        let Some(rule) = compiled.repetition.as_ref().filter(|rule| rule.effect == RepetitionEffect::Illegal) else {
            return false;
        };
        let other = position.to_move.opponent().index();
        binds(rule, position.to_move)
            && match &self.tally {
                Some(tally) => tally.times.contains_key(&one(at + 1, other, position.hash)),
                None => self.count(at + 1, |seen| seen[other] == position.hash[other]) > 0,
            }
    }

    /// Whether this move is illegal for the side to move in position number `at` because it repeats. Ask only if it
    /// [looms](History::looms).
    pub(super) fn forbids(
        &self,
        compiled: &CompiledRules,
        position: &Position,
        at: usize,
        piece: Piece,
        play: Play,
    ) -> bool {
        let Some(rule) = &compiled.repetition else {
            return false;
        };
        let hash = position.hash_after(piece, play);
        self.times(at + 1, hash) + 1 >= usize::from(rule.count) && {
            // R3: the board after captures counts, and a capture makes a board that is new.
            !capture::make(compiled, &mut position.clone(), piece, play).any
        }
    }

    /// Whether the side to move in position number `at` has a legal move (P10, C8).
    #[inline]
    pub(super) fn leaves_a_play(&self, compiled: &CompiledRules, position: &Position, at: usize) -> bool {
        if self.looms(compiled, position, at) {
            self.leaves_another(compiled, position, at)
        } else {
            has_play(compiled, position)
        }
    }

    fn leaves_another(&self, compiled: &CompiledRules, position: &Position, at: usize) -> bool {
        each_play(compiled, position, |piece, play| {
            if self.forbids(compiled, position, at, piece, play) {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        })
        .is_break()
    }
}

#[inline]
fn binds(rule: &Repetition, side: Side) -> bool {
    match rule.binds {
        Binds::Both => true,
        Binds::Attackers => side == Side::Attackers,
        Binds::Defenders => side == Side::Defenders,
    }
}
