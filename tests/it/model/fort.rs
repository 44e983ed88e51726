//! Rings and forts.

use super::Law;
use super::board::Board;
use super::capture;
use taflpost::tafl::{Piece, Side, Square};

/// No defender can be reached from the edge without passing an attacker.
pub fn is_ring(board: &Board) -> bool {
    let free = |square: Square| board.at(square) != Some(Piece::Attacker);
    let rim = board.squares().filter(|square| board.is_rim(*square) && free(*square)).collect();
    let wet = board.flood(rim, free);
    board.count(Side::Defenders) > 0
        && !wet.iter().any(|square| board.at(*square).is_some_and(|piece| piece.side() == Side::Defenders))
}

/// The king stands on the edge with a move, and however many attackers came, wherever they can come to, the walls hold.
pub fn is_fort(law: &Law, board: &Board) -> bool {
    let Some(king) = board.king() else { return false };
    if !board.is_rim(king) || board.moves_of(law, king).is_empty() {
        return false;
    }
    let attackers = board.all(Piece::Attacker);
    let mut walls = board.all(Piece::Defender);
    let come = loop {
        let walk = |square: Square| {
            let (stop, pass) = (law.may_stop(Piece::Attacker, square), law.may_pass(Piece::Attacker, square));
            let throne = law.throne == Some(square);
            !walls.contains(&square) && (stop || (throne && pass))
        };
        let come = board.flood(attackers.clone(), walk);
        let fallen = breakable(law, board, &walls, &come);
        if fallen.is_empty() {
            break come;
        }
        walls.retain(|wall| !fallen.contains(wall));
    };
    let chamber = board.flood(vec![king], |square| !walls.contains(&square));
    let intruders = chamber.iter().filter(|square| attackers.contains(square)).count();
    if !chamber.iter().any(|square| come.contains(square)) {
        return true;
    }
    // Attackers shut in with the king: too few to hem him in, and it is he who has the smaller part of the board.
    let most = if ["four", "four-edge-counts"].contains(&law.king_capture.as_str()) { 3 } else { 0 };
    let outside = come.iter().filter(|square| !chamber.contains(square)).count();
    let roomy = chamber
        .iter()
        .all(|square| board.beside(*square).iter().filter(|beside| chamber.contains(beside)).count() > intruders);
    intruders <= most && outside > chamber.len() && roomy
}

/// The men of the walls that could be captured if attackers stood on every square they can come to. The last one of them
/// has to move in: an attacker walled up on one square is there already.
fn breakable(law: &Law, board: &Board, walls: &[Square], come: &[Square]) -> Vec<Square> {
    let stands = |square: &Square| law.may_stop(Piece::Attacker, *square) && board.king() != Some(*square);
    let stands: Vec<Square> = come.iter().copied().filter(stands).collect();
    let mut full = board.clone();
    board.all(Piece::Attacker).into_iter().for_each(|square| full.put(square, None));
    board.all(Piece::Defender).into_iter().filter(|man| !walls.contains(man)).for_each(|man| full.put(man, None));
    stands.iter().for_each(|stand| full.put(*stand, Some(Piece::Attacker)));
    let may_move_in = |to: &Square| board.beside(*to).iter().any(|from| come.contains(from));
    let last_ones: Vec<Square> = stands.into_iter().filter(may_move_in).collect();
    let falls = |wall: &Square| last_ones.iter().any(|last| capture::is_taken(law, &full, *last, *wall));
    walls.iter().copied().filter(falls).collect()
}
