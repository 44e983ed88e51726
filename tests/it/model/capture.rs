//! What a move captures.

use super::Law;
use super::board::{Board, STEPS};
use taflpost::tafl::{Piece, Play, Side, Square};

/// The board after a move, and what it took. All captures are judged on the board as the move left it.
pub fn make(law: &Law, before: &Board, play: Play) -> (Board, Vec<Square>) {
    let mut board = before.clone();
    board.put(play.to, before.at(play.from));
    board.put(play.from, None);
    let taken: Vec<Square> = board.squares().filter(|square| is_taken(law, &board, play.to, *square)).collect();
    taken.iter().for_each(|square| board.put(*square, None));
    board.to_move = before.to_move.opponent();
    (board, taken)
}

/// Whether the piece that has just come to stand on `by` takes the one on `victim`.
pub fn is_taken(law: &Law, board: &Board, by: Square, victim: Square) -> bool {
    let (Some(mover), Some(piece)) = (board.at(by), board.at(victim)) else { return false };
    if mover.side() == piece.side() {
        return false;
    }
    if piece == Piece::King {
        return is_king_taken(law, board, by, victim);
    }
    let may = mover != Piece::King || law.king_attacks;
    may && (is_flanked(law, board, by, victim) || is_walled(law, board, by, victim))
}

fn step_between(from: Square, to: Square) -> Option<(i32, i32)> {
    let step = (i32::from(to.file()) - i32::from(from.file()), i32::from(to.rank()) - i32::from(from.rank()));
    STEPS.contains(&step).then_some(step)
}

/// A piece that stands as the second man of a pair against this side.
fn is_helper(law: &Law, board: &Board, square: Square, against: Side) -> bool {
    match board.at(square) {
        Some(Piece::King) => against == Side::Attackers && law.king_helps,
        Some(piece) => piece.side() != against,
        None => false,
    }
}

fn is_flanked(law: &Law, board: &Board, by: Square, victim: Square) -> bool {
    let Some(behind) = step_between(by, victim).and_then(|step| board.beyond(victim, step)) else { return false };
    let against = board.at(victim).unwrap().side();
    let throne_helps = law.throne == Some(behind)
        && match board.at(behind) {
            None => law.empty_throne_takes.contains(&against.to_string()),
            Some(Piece::King) => {
                let beside = board.beside(behind).into_iter();
                let shut_in = beside.filter(|square| board.at(*square) == Some(Piece::Attacker)).count() == 3;
                let linnaean = law.linnaean && against == Side::Defenders && shut_in;
                linnaean || law.kings_throne_takes.contains(&against.to_string())
            }
            Some(_) => false,
        };
    let corner_helps = law.corners.contains(&behind) && law.corners_take_men;
    is_helper(law, board, behind, against) || corner_helps || throne_helps
}

/// The victim stands in a row on the edge, of which the mover is one end; the other end is closed, and each piece of the
/// row faces one of the mover's side.
fn is_walled(law: &Law, board: &Board, by: Square, victim: Square) -> bool {
    let Some((at_least, corner_closes)) = law.shieldwall else { return false };
    let against = board.at(victim).unwrap().side();
    for outward in STEPS {
        let is_edge = |square: Square| board.beyond(square, outward).is_none();
        if !is_edge(by) || !is_edge(victim) {
            continue;
        }
        for along in STEPS.into_iter().filter(|step| step.0.abs() != outward.0.abs()) {
            let mut row = Vec::new();
            let mut next = board.beyond(by, along);
            while let Some(square) = next.filter(|square| board.at(*square).is_some_and(|p| p.side() == against)) {
                row.push(square);
                next = board.beyond(square, along);
            }
            let corner = |square: Square| corner_closes && law.corners.contains(&square);
            let closed = next.is_some_and(|end| is_helper(law, board, end, against) || corner(end));
            let inward = (-outward.0, -outward.1);
            let faced = row
                .iter()
                .all(|square| board.beyond(*square, inward).is_some_and(|front| is_helper(law, board, front, against)));
            if closed && faced && row.len() >= at_least && row.contains(&victim) {
                return true;
            }
        }
    }
    false
}

fn is_king_taken(law: &Law, board: &Board, by: Square, king: Square) -> bool {
    let Some(step) = step_between(by, king) else { return false };
    let closed = |step| match board.beyond(king, step) {
        None => law.king_capture == "four-edge-counts",
        Some(square) => {
            let throne = law.throne == Some(square) && board.at(square).is_none();
            board.at(square) == Some(Piece::Attacker)
                || (law.corners.contains(&square) && law.corners_take_king)
                || (throne && law.empty_throne_takes.contains(&"king".to_owned()))
        }
    };
    let at_throne = law.throne.is_some_and(|throne| throne == king || step_between(throne, king).is_some());
    match law.king_capture.as_str() {
        "two" => closed(step),
        "two-but-four-at-throne" if !at_throne => closed(step),
        _ => STEPS.into_iter().all(closed),
    }
}
