//! What is drawn: a position, and what the last move did.

use std::sync::Arc;

use crate::tafl::{Dialect, Piece, Play, Position, Rules, Square};

/// A board at one moment.
#[derive(Debug, Clone)]
pub struct Scene {
    /// The rules give the size, the throne and the corners.
    pub rules: Arc<Rules>,
    /// The pieces on the board.
    pub position: Position,
    /// The move that led here; `None` at the opening.
    pub last: Option<Play>,
    /// The squares of the pieces that the last move captured.
    pub captured: Vec<Square>,
    /// What is marked in the place of the last move: a piece, and where it can go.
    pub reach: Option<Reach>,
    /// How its columns are lettered.
    pub dialect: Dialect,
    /// The characters for pieces and squares.
    pub signs: Signs,
}

/// A piece, and where it can go.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reach {
    /// Its square.
    pub from: Square,
    /// The squares to which it can go.
    pub to: Vec<Square>,
}

/// The characters for pieces and squares.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Signs {
    /// `o`, `x`, `k`, `=` and `.`, in the style of the old server.
    #[default]
    Ascii,
    /// A disc, an empty square, a triangle, a shade and a middle dot. All of them are in the fonts that Windows has had since 1995 (WGL4),
    /// are one column wide outside East Asia, and are not drawn as an emoji. The sides differ in shape, so no dark mode can swap them.
    Unicode,
}

impl Signs {
    /// The character of a piece.
    pub const fn piece(self, piece: Piece) -> char {
        match (self, piece) {
            (Signs::Ascii, piece) => piece.sign(),
            (Signs::Unicode, Piece::Attacker) => '\u{25cf}',
            (Signs::Unicode, Piece::Defender) => '\u{25a1}',
            (Signs::Unicode, Piece::King) => '\u{25b2}',
        }
    }

    /// The character of an empty throne or corner.
    pub const fn special(self) -> char {
        match self {
            Signs::Ascii => '=',
            Signs::Unicode => '\u{2592}',
        }
    }

    /// The character of any other empty square.
    pub const fn empty(self) -> char {
        match self {
            Signs::Ascii => '.',
            Signs::Unicode => '\u{b7}',
        }
    }
}

/// The character of a square to which the piece that is asked about can go.
pub(in crate::render) const REACHABLE: char = '+';

/// What the last move did on a square.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::render) enum Mark {
    /// Nothing.
    None,
    /// A piece left it.
    Left,
    /// A piece moved to it.
    Reached,
    /// A man was captured on it.
    Captured,
    /// The piece that is asked about can go to it.
    Reachable,
}

impl Scene {
    /// The character of a square.
    pub(in crate::render) fn sign(&self, square: Square) -> char {
        match self.position.piece_at(square) {
            Some(piece) => self.signs.piece(piece),
            None if self.reach.is_some() && self.mark(square) == Mark::Reachable => REACHABLE,
            None if self.is_special(square) => self.signs.special(),
            None => self.signs.empty(),
        }
    }

    /// The piece on a square.
    pub(in crate::render) fn piece(&self, square: Square) -> Option<Piece> {
        self.position.piece_at(square)
    }

    /// Whether the square is a throne or a corner of this game.
    pub(in crate::render) fn is_special(&self, square: Square) -> bool {
        self.rules.is_throne(square) || self.rules.is_corner(square)
    }

    /// What the last move did on a square, or whether the piece that is asked about can go there.
    pub(in crate::render) fn mark(&self, square: Square) -> Mark {
        if let Some(Reach { from, to }) = &self.reach {
            return match square {
                square if square == *from => Mark::Reached,
                square if to.contains(&square) => Mark::Reachable,
                _ => Mark::None,
            };
        }
        match self.last {
            Some(play) if play.to == square => Mark::Reached,
            Some(play) if play.from == square => Mark::Left,
            _ if self.captured.contains(&square) => Mark::Captured,
            _ => Mark::None,
        }
    }

    /// The ranks from the top, 0-based as squares count them.
    pub(in crate::render) fn ranks(&self) -> impl Iterator<Item = u8> {
        (0..self.rules.size()).rev()
    }

    /// The letters of the columns from the left.
    pub(in crate::render) fn letters(&self) -> impl Iterator<Item = char> {
        (0..self.rules.size()).map(|file| self.dialect.letter(file))
    }

    /// The squares of a rank from the left.
    pub(in crate::render) fn rank(&self, rank: u8) -> impl Iterator<Item = Square> {
        (0..self.rules.size()).map(move |file| Square::new(file, rank))
    }
}
