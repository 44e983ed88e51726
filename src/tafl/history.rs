//! The positions a game has been through, as hashes: what the repetition rule looks at (C8, R3).

use crate::tafl::ground::Ground;
use crate::tafl::parameter::{Binds, Repetition, RepetitionEffect};
use crate::tafl::plays::each_play;
use crate::tafl::{Piece, Play, Position, Side, capture};
use std::ops::ControlFlow;

/// The hashes of all positions so far, the opening first. Board and side to move make a position.
#[derive(Clone, Debug)]
pub(in crate::tafl) struct History {
    seen: Vec<u64>,
    /// Positions before this one have more men on the board and cannot come again.
    since: usize,
}

impl History {
    pub fn new(opening: &Position) -> History {
        History {
            seen: vec![opening.hash],
            since: 0,
        }
    }

    /// Notes the position a play led to. What it returns undoes this in [`History::pop`].
    #[inline]
    pub fn push(&mut self, hash: u64, took: bool) -> usize {
        let since = self.since;
        if took {
            self.since = self.seen.len();
        }
        self.seen.push(hash);
        since
    }

    /// Forgets the last position.
    #[inline]
    pub fn pop(&mut self, since: usize) {
        self.seen.pop();
        self.since = since;
    }

    /// How often a position that is about to come has been there since the last capture.
    #[inline]
    pub fn times(&self, hash: u64) -> usize {
        // The same side is to move every second half-move, and it takes four to come back.
        let alike = self.seen[self.since..].iter().rev().skip(3).step_by(2);
        alike.filter(|seen| **seen == hash).count()
    }

    /// Whether a repetition rule has something to say about the play a side is about to make.
    #[inline]
    pub fn comes_again(&self, rule: &Repetition, side: Side, hash: u64) -> bool {
        let bound = match rule.binds {
            Binds::Both => true,
            Binds::Attackers => side == Side::Attackers,
            Binds::Defenders => side == Side::Defenders,
        };
        bound && self.times(hash) + 1 >= usize::from(rule.count)
    }

    /// Whether the side to move may not make this play because it repeats.
    #[inline]
    pub fn forbids(&self, ground: &Ground, position: &Position, piece: Piece, play: Play) -> bool {
        let Some(rule) = ground
            .repetition
            .as_ref()
            .filter(|rule| rule.effect == RepetitionEffect::Illegal)
        else {
            return false;
        };
        let hash = position.hash_after(piece, play.from, play.to);
        self.comes_again(rule, position.to_move, hash) && {
            // R3: what counts is the board after captures, and a capture makes a board that is new.
            !capture::make(ground, &mut position.clone(), piece, play).any
        }
    }

    /// Whether the side to move has a play that repeats nothing it may not.
    #[inline]
    pub fn leaves_a_play(&self, ground: &Ground, position: &Position) -> bool {
        each_play(ground, position, |piece, play| {
            if self.forbids(ground, position, piece, play) {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        })
        .is_break()
    }
}
