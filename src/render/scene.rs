//! What is to be drawn: a position, and what the last play did.

use std::sync::Arc;

use crate::tafl::{Dialect, Piece, Play, Position, Rules, Square};

/// A board at one moment.
#[derive(Debug, Clone)]
pub struct Scene {
    /// The rules tell size, throne and corners.
    pub rules: Arc<Rules>,
    /// Where the men stand.
    pub position: Position,
    /// The play that led here; `None` at the opening.
    pub last: Option<Play>,
    /// The squares that the last play emptied by capture.
    pub captured: Vec<Square>,
    /// How its columns are lettered.
    pub dialect: Dialect,
    /// The signs for what stands on it.
    pub signs: Signs,
}

/// The signs that pieces and squares are written with.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Signs {
    /// `o`, `x`, `k`, `=` and `.`, in the look of the old server.
    #[default]
    Ascii,
    /// A disc, an empty square, a triangle, a shade and a middle dot. All of them are in the fonts that Windows has had since 1995 (WGL4), one
    /// column wide outside East Asia, and none is drawn as an emoji. The sides differ in shape, so no dark mode can swap them.
    Unicode,
}

impl Signs {
    /// The sign of a piece.
    pub const fn piece(self, piece: Piece) -> char {
        match (self, piece) {
            (Signs::Ascii, piece) => piece.sign(),
            (Signs::Unicode, Piece::Attacker) => '\u{25cf}',
            (Signs::Unicode, Piece::Defender) => '\u{25a1}',
            (Signs::Unicode, Piece::King) => '\u{25b2}',
        }
    }

    /// The sign of an empty throne or corner.
    pub const fn special(self) -> char {
        match self {
            Signs::Ascii => '=',
            Signs::Unicode => '\u{2592}',
        }
    }

    /// The sign of any other empty square.
    pub const fn empty(self) -> char {
        match self {
            Signs::Ascii => '.',
            Signs::Unicode => '\u{b7}',
        }
    }
}

/// How the last play concerns a square.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::render) enum Mark {
    /// Not at all.
    None,
    /// A piece has left it.
    Left,
    /// A piece has come to it.
    Reached,
    /// A man was captured on it.
    Captured,
}

impl Scene {
    /// The sign of a square.
    pub(in crate::render) fn sign(&self, square: Square) -> char {
        match self.position.piece_at(square) {
            Some(piece) => self.signs.piece(piece),
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

    /// How the last play concerns a square.
    pub(in crate::render) fn mark(&self, square: Square) -> Mark {
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
