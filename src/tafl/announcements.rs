//! Calls: the server announces what a move threatens (V6, V7). They change nothing about which moves are legal.

use crate::tafl::compiled_rules::CompiledRules;
use crate::tafl::legal_plays::{each_play, reach};
use crate::tafl::parameter::Call;
use crate::tafl::{Piece, Position, Side, capture};
use std::collections::BTreeSet;
use std::ops::ControlFlow;

/// The call for the move that led to this position, if it is among those that this game uses. The position shows who moved: raichi and
/// tuichi are only called after a move of the defenders, so a way that the attackers open themselves is not called.
pub(in crate::tafl) fn after_play(
    compiled: &CompiledRules,
    called: &BTreeSet<Call>,
    position: &Position,
) -> Option<Call> {
    if called.is_empty() {
        return None;
    }
    let call = match position.to_move {
        Side::Attackers => match ways_out(compiled, position) {
            0 => return None,
            1 => Call::Raichi,
            // If the game uses only the one word, it is called for any number of ways.
            _ if !called.contains(&Call::Tuichi) => Call::Raichi,
            _ => Call::Tuichi,
        },
        Side::Defenders if is_king_in_danger(compiled, position) => Call::WatchYourKing,
        Side::Defenders => return None,
    };
    called.contains(&call).then_some(call)
}

/// In how many directions the king could escape with one move. Two corners never count for one direction, unless a rule set has several
/// squares for a corner. Those count as one way then, like the squares of one edge.
pub(in crate::tafl) fn ways_out(compiled: &CompiledRules, position: &Position) -> usize {
    let Some(king) = position.king else {
        return 0;
    };
    let (files, ranks) = reach(compiled, position, Piece::King, king);
    let (file, rank) = (king.file(), king.rank());
    let along = files & compiled.escape.rows[usize::from(rank)];
    let across = ranks & compiled.escape.cols[usize::from(file)];
    [along >> file, across >> rank, along & ((1 << file) - 1), across & ((1 << rank) - 1)]
        .into_iter()
        .filter(|ways| *ways != 0)
        .count()
}

/// Whether the attackers could capture the king if they moved again.
fn is_king_in_danger(compiled: &CompiledRules, position: &Position) -> bool {
    let again = Position { to_move: Side::Attackers, ..*position };
    each_play(compiled, &again, |piece, play| {
        if capture::make(compiled, &mut again.clone(), piece, play).king {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    })
    .is_break()
}
