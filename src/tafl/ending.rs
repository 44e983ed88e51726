//! Whether a move has ended the game: the endings, in the order in which they are checked.

use crate::tafl::capture::{Took, make};
use crate::tafl::compiled_rules::CompiledRules;
use crate::tafl::history::History;
use crate::tafl::parameter::{NoMove, RepetitionEffect};
use crate::tafl::{Piece, Play, Position, Reason, Side, Status, encirclement, exit_fort, legal_plays};

/// Makes a move and says what the state of the game is then. The history does not hold the new position yet.
#[inline]
pub(in crate::tafl) fn advance(
    compiled: &CompiledRules,
    history: &History,
    position: &mut Position,
    piece: Piece,
    play: Play,
) -> (Status, Took) {
    let took = make(compiled, position, piece, play);
    let side = piece.side();
    if let Some(reason) = by_board(compiled, position, piece, play, took) {
        return (Status::Won { winner: side, reason }, took);
    }
    let rule = compiled.repetition.as_ref().filter(|rule| rule.effect != RepetitionEffect::Illegal && !took.any);
    if let Some(rule) = rule.filter(|rule| history.comes_again(rule, side, position.hash)) {
        let reason = Reason::Repetition;
        let status = match rule.effect {
            RepetitionEffect::Draw => Status::Drawn { reason },
            RepetitionEffect::Loses | RepetitionEffect::Illegal => Status::Won { winner: side.opponent(), reason },
        };
        return (status, took);
    }
    let stuck = if took.any {
        !legal_plays::has_play(compiled, position)
    } else {
        !history.leaves_a_play(compiled, position, history.next())
    };
    (if stuck { no_move(compiled, position) } else { Status::Ongoing }, took)
}

/// The reason for which the side that has just moved has won on the board.
#[inline]
fn by_board(compiled: &CompiledRules, position: &Position, piece: Piece, play: Play, took: Took) -> Option<Reason> {
    if piece == Piece::Attacker {
        if took.king {
            Some(Reason::KingCaptured)
        } else if compiled.encirclement
            && (took.any || encirclement::may_close(position, play))
            && encirclement::stands(compiled, position)
        {
            Some(Reason::Encircled)
        } else {
            (took.any && position.count(Side::Defenders) == 0).then_some(Reason::NoMen)
        }
    } else if piece == Piece::King && compiled.escape.has(play.to) {
        Some(Reason::KingEscaped)
    } else if took.any && position.count(Side::Attackers) <= compiled.attackers_left_loses {
        // V5: a double capture may skip the exact number.
        Some(Reason::NoMen)
    } else {
        (compiled.exit_fort && exit_fort::stands(compiled, position)).then_some(Reason::ExitFort)
    }
}

/// The state of a game that begins with this position, before any move. A puzzle may begin at its end.
pub(in crate::tafl) fn at_start(compiled: &CompiledRules, position: &Position) -> Status {
    if position.king.is_some_and(|king| compiled.escape.has(king)) {
        Status::Won { winner: Side::Defenders, reason: Reason::KingEscaped }
    } else if compiled.encirclement && encirclement::stands(compiled, position) {
        Status::Won { winner: Side::Attackers, reason: Reason::Encircled }
    } else if compiled.exit_fort && position.to_move == Side::Attackers && exit_fort::stands(compiled, position) {
        Status::Won { winner: Side::Defenders, reason: Reason::ExitFort }
    } else if !legal_plays::has_play(compiled, position) {
        no_move(compiled, position)
    } else {
        Status::Ongoing
    }
}

fn no_move(compiled: &CompiledRules, position: &Position) -> Status {
    let reason = Reason::NoMove;
    match compiled.no_move {
        NoMove::Loses => Status::Won { winner: position.to_move.opponent(), reason },
        NoMove::Draw => Status::Drawn { reason },
    }
}
