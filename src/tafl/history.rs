//! The positions a game has been through, as hashes: what the repetition rule looks at (C8, R3).
//!
//! Two positions are the same when board and side to move are. Sides take turns, so positions an even number of plies apart have
//! the same side to move, and the hash need not hold it. It takes four plies without a capture to bring a position back.

use crate::tafl::ground::Ground;
use crate::tafl::parameter::{Binds, Repetition, RepetitionEffect};
use crate::tafl::plays::{each_play, has_play};
use crate::tafl::{Piece, Play, Position, Side, capture};
use std::ops::ControlFlow;

/// The hashes of all positions so far by side, the opening first.
#[derive(Clone, Debug)]
pub(in crate::tafl) struct History {
    seen: Vec<[u64; 2]>,
    /// Positions before this one have more men on the board and cannot come again.
    since: usize,
}

impl History {
    pub fn new(opening: &Position) -> History {
        History { seen: vec![opening.hash], since: 0 }
    }

    /// Notes the position a play led to. What it returns undoes this in [`History::pop`].
    #[inline]
    pub fn push(&mut self, position: &Position, took: bool) -> usize {
        let since = self.since;
        if took {
            self.since = self.seen.len();
        }
        self.seen.push(position.hash);
        since
    }

    /// Forgets the last position.
    #[inline]
    pub fn pop(&mut self, since: usize) {
        self.seen.pop();
        self.since = since;
    }

    /// How many of the positions that could come again as number `next` are like this.
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

    /// Whether the repetition rule speaks up when a side's play leads to this position, which has not been noted yet.
    #[inline]
    pub fn comes_again(&self, rule: &Repetition, side: Side, hash: [u64; 2]) -> bool {
        binds(rule, side) && self.count(self.seen.len(), |seen| *seen == hash) + 1 >= usize::from(rule.count)
    }

    /// The last position noted, which is the one the side to move looks at.
    #[inline]
    pub fn last(&self) -> usize {
        self.seen.len() - 1
    }

    /// The number of a position that a play leads to, before it is noted.
    #[inline]
    pub fn next(&self) -> usize {
        self.seen.len()
    }

    /// Whether the side to move in position number `at` might be forbidden a play: the rule binds it, and its opponent stands as
    /// he stood some time before.
    #[inline]
    pub fn looms(&self, ground: &Ground, position: &Position, at: usize) -> bool {
        let Some(rule) = ground.repetition.as_ref().filter(|rule| rule.effect == RepetitionEffect::Illegal) else {
            return false;
        };
        let other = position.to_move.opponent().index();
        binds(rule, position.to_move) && self.count(at + 1, |seen| seen[other] == position.hash[other]) > 0
    }

    /// Whether the side to move in position number `at` may not make this play because it repeats. Ask only where it
    /// [looms](History::looms).
    pub fn forbids(&self, ground: &Ground, position: &Position, at: usize, (piece, play): (Piece, Play)) -> bool {
        let Some(rule) = &ground.repetition else {
            return false;
        };
        let hash = position.hash_after(piece, play);
        self.count(at + 1, |seen| *seen == hash) + 1 >= usize::from(rule.count) && {
            // R3: what counts is the board after captures, and a capture makes a board that is new.
            !capture::make(ground, &mut position.clone(), piece, play).any
        }
    }

    /// Whether the side to move in position number `at` has a legal play (P10, C8).
    #[inline]
    pub fn leaves_a_play(&self, ground: &Ground, position: &Position, at: usize) -> bool {
        if self.looms(ground, position, at) {
            self.leaves_another(ground, position, at)
        } else {
            has_play(ground, position)
        }
    }

    fn leaves_another(&self, ground: &Ground, position: &Position, at: usize) -> bool {
        each_play(ground, position, |piece, play| {
            if self.forbids(ground, position, at, (piece, play)) {
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
