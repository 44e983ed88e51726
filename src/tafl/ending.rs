//! What a play has decided: the ends of a game, in the order they are asked.

use crate::tafl::capture::{Took, make};
use crate::tafl::compiled_rules::Ground;
use crate::tafl::history::History;
use crate::tafl::parameter::{NoMove, RepetitionEffect};
use crate::tafl::{Piece, Play, Position, Reason, Side, Status, encirclement, exit_fort, plays};

/// Makes a play and says how the game stands then. The history does not know the new position yet.
#[inline]
pub(in crate::tafl) fn advance(
    ground: &Ground,
    history: &History,
    position: &mut Position,
    (piece, play): (Piece, Play),
) -> (Status, Took) {
    let took = make(ground, position, piece, play);
    let side = piece.side();
    if let Some(reason) = by_board(ground, position, (piece, play), took) {
        return (Status::Won { winner: side, reason }, took);
    }
    let rule = ground.repetition.as_ref().filter(|rule| rule.effect != RepetitionEffect::Illegal && !took.any);
    if let Some(rule) = rule.filter(|rule| history.comes_again(rule, side, position.hash)) {
        let reason = Reason::Repetition;
        let status = match rule.effect {
            RepetitionEffect::Draw => Status::Drawn { reason },
            RepetitionEffect::Loses | RepetitionEffect::Illegal => Status::Won { winner: side.opponent(), reason },
        };
        return (status, took);
    }
    let stuck = if took.any {
        !plays::has_play(ground, position)
    } else {
        !history.leaves_a_play(ground, position, history.next())
    };
    (if stuck { no_move(ground, position) } else { Status::Ongoing }, took)
}

/// By what the side that has just moved has won on the board.
#[inline]
fn by_board(ground: &Ground, position: &Position, (piece, play): (Piece, Play), took: Took) -> Option<Reason> {
    if piece == Piece::Attacker {
        if took.king {
            Some(Reason::KingCaptured)
        } else if ground.encirclement
            && (took.any || encirclement::may_close(position, play))
            && encirclement::stands(ground, position)
        {
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
        (ground.exit_fort && exit_fort::stands(ground, position)).then_some(Reason::ExitFort)
    }
}

/// How a game stands that begins with this position, before any play: a puzzle may begin at its end.
pub(in crate::tafl) fn at_start(ground: &Ground, position: &Position) -> Status {
    if position.king.is_some_and(|king| ground.escape.has(king)) {
        Status::Won { winner: Side::Defenders, reason: Reason::KingEscaped }
    } else if ground.encirclement && encirclement::stands(ground, position) {
        Status::Won { winner: Side::Attackers, reason: Reason::Encircled }
    } else if ground.exit_fort && position.to_move == Side::Attackers && exit_fort::stands(ground, position) {
        Status::Won { winner: Side::Defenders, reason: Reason::ExitFort }
    } else if !plays::has_play(ground, position) {
        no_move(ground, position)
    } else {
        Status::Ongoing
    }
}

fn no_move(ground: &Ground, position: &Position) -> Status {
    let reason = Reason::NoMove;
    match ground.no_move {
        NoMove::Loses => Status::Won { winner: position.to_move.opponent(), reason },
        NoMove::Draw => Status::Drawn { reason },
    }
}
