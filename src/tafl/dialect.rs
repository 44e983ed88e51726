//! How columns are lettered: without a gap, as everywhere in this program, or without I, as some sites and books do (C1).
//!
//! A square is the same square in both. Text for a player is [converted](Dialect::written) as the last step before printing, and text from
//! a player is [converted back](Dialect::meant) as the first step after reading. Nothing in between knows about it. The player says which
//! dialect it is; it is never guessed.

use crate::tafl::{Illegal, ParsedPlay, Play, Played, Square};

/// How columns are lettered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Dialect {
    /// A to S, without a gap (P13).
    #[default]
    Plain,
    /// A to H, then J to T (S004).
    NoI,
}

/// The first column with another letter.
const I: u8 = 8;

impl Dialect {
    /// Both dialects.
    pub const ALL: [Dialect; 2] = [Dialect::Plain, Dialect::NoI];

    /// The word for it.
    pub const fn word(self) -> &'static str {
        match self {
            Dialect::Plain => "plain",
            Dialect::NoI => "no-i",
        }
    }

    /// A square with the letter of this dialect. Only for printing: it may be beyond the largest board.
    pub const fn written(self, square: Square) -> Square {
        match self {
            Dialect::NoI if square.file() >= I => Square::new(square.file() + 1, square.rank()),
            Dialect::Plain | Dialect::NoI => square,
        }
    }

    /// The square that is meant if this is typed. `None` if there is no such letter.
    pub const fn meant(self, typed: Square) -> Option<Square> {
        match self {
            Dialect::NoI if typed.file() == I => None,
            Dialect::NoI if typed.file() > I => Some(Square::new(typed.file() - 1, typed.rank())),
            Dialect::Plain | Dialect::NoI => Some(typed),
        }
    }

    /// The letter of a column counted from 0, as a capital.
    pub fn letter(self, file: u8) -> char {
        char::from(b'A'.saturating_add(self.written(Square::new(file, 0)).file()))
    }

    /// A move for printing.
    pub const fn play(self, play: Play) -> Play {
        Play { from: self.written(play.from), to: self.written(play.to) }
    }

    /// A move that was made, for printing.
    pub fn played(self, played: &Played) -> Played {
        let captured = played.captured.iter().map(|(square, piece)| (self.written(*square), *piece));
        let Played { side, piece, .. } = *played;
        Played { play: self.play(played.play), side, piece, captured: captured.collect() }
    }

    /// A move as typed, for printing.
    pub fn parsed(self, parsed: &ParsedPlay) -> ParsedPlay {
        let captures = parsed.captures.iter().map(|square| self.written(*square)).collect();
        ParsedPlay { from: self.written(parsed.from), to: self.written(parsed.to), captures, ply: parsed.ply }
    }

    /// The move that is meant if this is typed, or the first square with a letter that does not exist.
    pub fn meant_play(self, typed: &ParsedPlay) -> Result<ParsedPlay, Square> {
        let meant = |square: Square| self.meant(square).ok_or(square);
        let captures: Result<Vec<Square>, Square> = typed.captures.iter().map(|square| meant(*square)).collect();
        Ok(ParsedPlay { from: meant(typed.from)?, to: meant(typed.to)?, captures: captures?, ply: typed.ply })
    }

    /// Why a move is not legal, for printing.
    pub fn illegal(self, why: &Illegal) -> Illegal {
        let mut why = why.clone();
        let written = |square: &mut Square| *square = self.written(*square);
        match &mut why {
            Illegal::GameOver | Illegal::Repeats => {}
            Illegal::OffBoard(square)
            | Illegal::NothingThere(square)
            | Illegal::SameSquare(square)
            | Illegal::NotYours { square, .. }
            | Illegal::MayNotLand { square, .. } => written(square),
            Illegal::NotALine { from, to } | Illegal::TooFar { from, to, .. } => {
                [from, to].into_iter().for_each(written)
            }
            Illegal::Blocked { from, to, by: square, .. } | Illegal::MayNotPass { from, to, square, .. } => {
                [from, to, square].into_iter().for_each(written);
            }
            Illegal::WrongCaptures { claimed, real } => claimed.iter_mut().chain(real).for_each(written),
        }
        why
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use crate::tafl::square::SIZE_MAX;

    #[test]
    fn what_is_written_is_meant_and_no_square_has_the_letter_i() {
        for file in 0..SIZE_MAX {
            let square = Square::new(file, 3);
            for dialect in Dialect::ALL {
                assert_eq!(dialect.meant(dialect.written(square)), Some(square));
            }
            assert_ne!(Dialect::NoI.letter(file), 'I');
        }
        let letters: String = (0..SIZE_MAX).map(|file| Dialect::NoI.letter(file)).collect();
        assert_eq!(letters, "ABCDEFGHJKLMNOPQRST");
        let letters: String = (0..SIZE_MAX).map(|file| Dialect::Plain.letter(file)).collect();
        assert_eq!(letters, "ABCDEFGHIJKLMNOPQRS");
        assert_eq!(Dialect::NoI.meant(Square::new(8, 0)), None);
    }

    #[test]
    fn a_typed_play_is_understood_in_its_dialect() {
        let meant = |dialect: Dialect, typed: &str| {
            let play = dialect.meant_play(&ParsedPlay::parse(typed).unwrap());
            play.map(|play| format!("{}-{} {:?} {:?}", play.from, play.to, play.captures, play.ply))
        };
        assert_eq!(meant(Dialect::NoI, "j3-l3xk3/h3#6").unwrap(), "i3-k3 [j3, h3] Some(6)");
        assert_eq!(meant(Dialect::Plain, "j3-l3xk3/h3#6").unwrap(), "j3-l3 [k3, h3] Some(6)");
        assert_eq!(meant(Dialect::NoI, "t19-t1").unwrap(), "s19-s1 [] None");
        assert_eq!(meant(Dialect::NoI, "h3-i3").unwrap_err().to_string(), "i3");
        assert_eq!(meant(Dialect::NoI, "h3-j3xi2").unwrap_err().to_string(), "i2");
    }
}
