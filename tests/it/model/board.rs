//! Pieces on squares, and which squares each may go to.

use super::Law;
use taflpost::tafl::{Piece, Play, Position, Side, Square};

pub const STEPS: [(i32, i32); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    pub size: i32,
    cells: Vec<Option<Piece>>,
    pub to_move: Side,
}

impl Board {
    pub fn of(position: &Position) -> Board {
        let size = usize::from(position.size());
        let (cells, to_move) = (vec![None; size * size], position.to_move());
        let mut board = Board { size: position.size().into(), cells, to_move };
        board.squares().for_each(|square| board.put(square, position.piece_at(square)));
        board
    }

    pub fn at(&self, square: Square) -> Option<Piece> {
        self.cells[self.cell(square)]
    }

    pub fn put(&mut self, square: Square, piece: Option<Piece>) {
        let cell = self.cell(square);
        self.cells[cell] = piece;
    }

    fn cell(&self, square: Square) -> usize {
        usize::from(square.rank()) * usize::try_from(self.size).unwrap() + usize::from(square.file())
    }

    /// Where pieces of this kind stand.
    pub fn all(&self, piece: Piece) -> Vec<Square> {
        self.squares().filter(|square| self.at(*square) == Some(piece)).collect()
    }

    pub fn king(&self) -> Option<Square> {
        self.all(Piece::King).first().copied()
    }

    pub fn count(&self, side: Side) -> usize {
        self.cells.iter().flatten().filter(|piece| piece.side() == side).count()
    }

    /// All squares, in the order of squares.
    pub fn squares(&self) -> impl Iterator<Item = Square> + use<> {
        let last = u8::try_from(self.size).unwrap();
        (0..last).flat_map(move |file| (0..last).map(move |rank| Square::new(file, rank)))
    }

    /// The square so many files and ranks away.
    pub fn beyond(&self, from: Square, (files, ranks): (i32, i32)) -> Option<Square> {
        let (file, rank) = (i32::from(from.file()) + files, i32::from(from.rank()) + ranks);
        let on_board = (0..self.size).contains(&file) && (0..self.size).contains(&rank);
        on_board.then(|| Square::new(u8::try_from(file).unwrap(), u8::try_from(rank).unwrap()))
    }

    pub fn beside(&self, square: Square) -> Vec<Square> {
        STEPS.iter().filter_map(|step| self.beyond(square, *step)).collect()
    }

    pub fn is_rim(&self, square: Square) -> bool {
        self.beside(square).len() < 4
    }

    /// Every square that can be walked to from `from` over squares that are free in this sense.
    pub fn flood(&self, from: Vec<Square>, free: impl Fn(Square) -> bool) -> Vec<Square> {
        let mut wet = vec![false; self.cells.len()];
        let mut next = from;
        while let Some(square) = next.pop() {
            if !wet[self.cell(square)] {
                wet[self.cell(square)] = true;
                next.extend(self.beside(square).into_iter().filter(|square| free(*square)));
            }
        }
        self.squares().filter(|square| wet[self.cell(*square)]).collect()
    }

    /// The moves of the piece on a square, whoever's turn it is.
    pub fn moves_of(&self, law: &Law, from: Square) -> Vec<Play> {
        let Some(piece) = self.at(from) else { return Vec::new() };
        let mut moves = Vec::new();
        for step in STEPS {
            let mut here = from;
            for _ in 0..law.speed(piece) {
                let Some(to) = self.beyond(here, step) else { break };
                if self.at(to).is_some() {
                    break;
                }
                if law.may_stop(piece, to) {
                    moves.push(Play { from, to });
                }
                if !law.may_pass(piece, to) {
                    break;
                }
                here = to;
            }
        }
        moves
    }

    /// The moves of the side to move, before the repetition rule.
    pub fn moves(&self, law: &Law) -> Vec<Play> {
        let own = self.squares().filter(|square| self.at(*square).is_some_and(|piece| piece.side() == self.to_move));
        own.flat_map(|from| self.moves_of(law, from)).collect()
    }
}
