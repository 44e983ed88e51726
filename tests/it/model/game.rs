//! A game: moves, repetition, ends.

use super::board::Board;
use super::{Law, capture, fort};
use std::sync::Arc;
use taflpost::tafl::{Piece, Play, Side, Square};

#[derive(Clone)]
pub struct Game {
    pub law: Arc<Law>,
    pub board: Board,
    seen: Vec<Arc<Board>>,
    pub status: String,
}

impl Game {
    pub fn begin(law: Arc<Law>, board: Board) -> Game {
        let seen = vec![Arc::new(board.clone())];
        let mut game = Game { law, board, seen, status: String::new() };
        game.status = game.status_at_start();
        game
    }

    pub fn is_over(&self) -> bool {
        self.status != "ongoing"
    }

    /// The moves that may be made.
    pub fn moves(&self) -> Vec<Play> {
        if self.is_over() {
            return Vec::new();
        }
        self.open_moves()
    }

    fn open_moves(&self) -> Vec<Play> {
        let mut moves = self.board.moves(&self.law);
        if self.law.repetition("illegal", self.board.to_move).is_some() {
            moves.retain(|play| !self.repeats("illegal", &capture::make(&self.law, &self.board, *play).0));
        }
        moves.sort();
        moves
    }

    /// Whether the repetition rule has this effect when the side to move brings about this board.
    fn repeats(&self, effect: &str, after: &Board) -> bool {
        let times = self.seen.iter().filter(|seen| ***seen == *after).count() + 1;
        self.law.repetition(effect, after.to_move.opponent()).is_some_and(|rule| times >= rule.count)
    }

    /// The game after a move, and what the move took.
    pub fn after(&self, play: Play) -> (Game, Vec<Square>) {
        let piece = self.board.at(play.from).unwrap();
        let (board, taken) = capture::make(&self.law, &self.board, play);
        let repeats = ["draw", "loses"].into_iter().find(|effect| self.repeats(effect, &board));
        let mut game = self.clone();
        game.board = board;
        game.seen.push(Arc::new(game.board.clone()));
        let king_taken = game.board.king().is_none() && self.board.king().is_some();
        game.status = game.decided((piece, play), king_taken, repeats);
        (game, taken)
    }

    fn decided(&self, (piece, play): (Piece, Play), king_taken: bool, repeats: Option<&str>) -> String {
        let by_board = match piece.side() {
            Side::Attackers if king_taken => Some("king-captured"),
            Side::Attackers if self.law.encirclement && fort::is_ring(&self.board) => Some("encircled"),
            Side::Attackers if self.board.count(Side::Defenders) == 0 => Some("no-men"),
            Side::Attackers => None,
            Side::Defenders if piece == Piece::King && self.law.escape.contains(&play.to) => Some("king-escaped"),
            Side::Defenders if self.board.count(Side::Attackers) <= self.law.attackers_left_loses => Some("no-men"),
            Side::Defenders if self.law.exit_fort && fort::is_fort(&self.law, &self.board) => Some("exit-fort"),
            Side::Defenders => None,
        };
        if let Some(reason) = by_board {
            return format!("{}:{reason}", piece.side());
        }
        match repeats {
            Some("draw") => "draw:repetition".to_owned(),
            Some(_) => format!("{}:repetition", piece.side().opponent()),
            None => self.stuck_or_ongoing(),
        }
    }

    fn stuck_or_ongoing(&self) -> String {
        if !self.open_moves().is_empty() {
            "ongoing".to_owned()
        } else if self.law.no_move_is_draw {
            "draw:no-move".to_owned()
        } else {
            format!("{}:no-move", self.board.to_move.opponent())
        }
    }

    /// A game may begin with any position, also with one that is over.
    fn status_at_start(&self) -> String {
        let (law, board) = (&self.law, &self.board);
        if board.king().is_some_and(|king| law.escape.contains(&king)) {
            "defenders:king-escaped".to_owned()
        } else if law.encirclement && fort::is_ring(board) {
            "attackers:encircled".to_owned()
        } else if law.exit_fort && board.to_move == Side::Attackers && fort::is_fort(law, board) {
            "defenders:exit-fort".to_owned()
        } else {
            self.stuck_or_ongoing()
        }
    }
}
