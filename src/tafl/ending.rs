//! What a play has decided: the ends of a game, in the order they are asked.

use crate::tafl::capture::{Took, make};
use crate::tafl::ground::Ground;
use crate::tafl::history::History;
use crate::tafl::parameter::{NoMove, RepetitionEffect};
use crate::tafl::{Piece, Play, Position, Reason, Side, Status, fort, plays, ring};

/// Makes a play, notes it in the history and says how the game stands then. The second value undoes [`History::push`].
#[inline]
pub(in crate::tafl) fn advance(
    ground: &Ground,
    history: &mut History,
    position: &mut Position,
    (piece, play): (Piece, Play),
) -> (Status, Took, usize) {
    let took = make(ground, position, piece, play);
    let again = ground.repetition.as_ref().filter(|rule| {
        rule.effect != RepetitionEffect::Illegal
            && history.comes_again(rule, piece.side(), position.hash)
    });
    let effect = again.map(|rule| rule.effect);
    let since = history.push(position.hash, took.any);
    let won = |reason| Status::Won {
        winner: piece.side(),
        reason,
    };
    let status = match by_board(ground, position, (piece, play), took) {
        Some(reason) => won(reason),
        None => match effect {
            Some(RepetitionEffect::Loses) => Status::Won {
                winner: piece.side().opponent(),
                reason: Reason::Repetition,
            },
            Some(_) => Status::Drawn {
                reason: Reason::Repetition,
            },
            None if is_stuck(ground, history, position) => stuck(ground, position),
            None => Status::Ongoing,
        },
    };
    (status, took, since)
}

/// By what the side that has just moved has won on the board.
#[inline]
fn by_board(
    ground: &Ground,
    position: &Position,
    (piece, play): (Piece, Play),
    took: Took,
) -> Option<Reason> {
    if piece == Piece::Attacker {
        if took.king {
            Some(Reason::KingCaptured)
        } else if ground.encirclement && ring::is_closed(ground, position, play, took.any) {
            Some(Reason::Encircled)
        } else {
            (took.any && position.count(Side::Defenders) == 0).then_some(Reason::NoMen)
        }
    } else if piece == Piece::King && ground.escape.has(play.to) {
        Some(Reason::KingEscaped)
    } else if took.any && position.count(Side::Attackers) <= ground.attackers_left_loses {
        // V5: a double capture may skip the number itself.
        Some(Reason::NoMen)
    } else {
        (ground.exit_fort && fort::stands(ground, position)).then_some(Reason::ExitFort)
    }
}

/// How a game stands that begins with this position, before any play: a puzzle may begin at its end.
pub(in crate::tafl) fn at_start(ground: &Ground, history: &History, position: &Position) -> Status {
    if position.king.is_some_and(|king| ground.escape.has(king)) {
        Status::Won {
            winner: Side::Defenders,
            reason: Reason::KingEscaped,
        }
    } else if is_stuck(ground, history, position) {
        stuck(ground, position)
    } else {
        Status::Ongoing
    }
}

/// Whether the side to move has no legal play (P10, C8).
#[inline]
fn is_stuck(ground: &Ground, history: &History, position: &Position) -> bool {
    match &ground.repetition {
        Some(rule) if rule.effect == RepetitionEffect::Illegal => {
            !history.leaves_a_play(ground, position)
        }
        _ => !plays::has_play(ground, position),
    }
}

fn stuck(ground: &Ground, position: &Position) -> Status {
    let reason = Reason::NoMove;
    match ground.no_move {
        NoMove::Loses => Status::Won {
            winner: position.to_move.opponent(),
            reason,
        },
        NoMove::Draw => Status::Drawn { reason },
    }
}
