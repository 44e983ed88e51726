//! The entries of a rules record and the types of their values. The meaning of the values is in other files.

use crate::tafl::Square;
use crate::tafl::otn::error::{OtnError, TEXT_BYTES_MAX, quoted};
use crate::tafl::square::SIZE_MAX;
use std::fmt;

/// Every entry with its default. The defaults of `cor` and `cen` depend on the board.
const ENTRIES: [(&str, &str); 40] = [
    ("dim", ""),
    ("name", ""),
    ("esc", "c"),
    ("surf", "y"),
    ("atkf", "y"),
    ("tfr", "d"),
    ("ka", "y"),
    ("ks", "s"),
    ("kj", "n"),
    ("nj", "r"),
    ("cj", "c"),
    ("mj", "n"),
    ("gj", "n"),
    ("spd", "-1"),
    ("cor", ""),
    ("cen", ""),
    ("afor", ""),
    ("dfor", ""),
    ("corh", "tTK"),
    ("cenh", "t"),
    ("cenhe", "tTK"),
    ("aforh", "TK"),
    ("dforh", "t"),
    ("corp", "K"),
    ("cenp", "tTK"),
    ("aforp", "tTK"),
    ("dforp", "TK"),
    ("cors", "K"),
    ("cens", "K"),
    ("afors", "tTK"),
    ("dfors", "TK"),
    ("corre", "tTK"),
    ("cenre", "tTK"),
    ("aforre", "tTK"),
    ("dforre", "tTK"),
    ("sw", "n"),
    ("swf", "y"),
    ("efe", "n"),
    ("linc", "n"),
    ("ber", "n"),
];

/// The two ways to write the position.
const POSITIONS: [&str; 2] = ["start", "starti"];

/// The letters of all pieces that OpenTafl knows.
const LETTERS: &str = "tcnkmgTCNKMG";

/// The default of an entry.
pub(in crate::tafl::otn) fn default_of(key: &str) -> &'static str {
    let entry = ENTRIES.iter().find(|(known, _)| *known == key);
    entry.map_or("", |(_, default)| default)
}

/// A parsed record.
pub(in crate::tafl::otn) struct Entries<'a> {
    written: Vec<(&'static str, &'a str)>,
}

impl<'a> Entries<'a> {
    /// Parses a record: `dim` must be first and the position last, and no entry may be unknown or occur twice.
    pub(super) fn read(text: &'a str) -> Result<Entries<'a>, OtnError> {
        if text.len() > TEXT_BYTES_MAX {
            return Err(OtnError::TooLong);
        }
        let first = text.split_whitespace().next().unwrap_or("");
        if !first.starts_with("dim:") {
            return Err(OtnError::NotFirst { found: quoted(first) });
        }
        let mut written: Vec<(&'static str, &'a str)> = Vec::new();
        for word in text.split_whitespace() {
            let (key, value) = word.split_once(':').ok_or_else(|| unknown(word))?;
            let mut keys = ENTRIES.iter().map(|(known, _)| *known).chain(POSITIONS);
            let key = keys.find(|known| *known == key).ok_or_else(|| unknown(key))?;
            if written.iter().any(|(known, _)| *known == key) {
                return Err(OtnError::Twice { entry: key });
            }
            if let Some((last, _)) = written.last().filter(|(last, _)| is_position(last)) {
                return Err(if is_position(key) {
                    OtnError::Twice { entry: last }
                } else {
                    OtnError::NotLast { found: quoted(word) }
                });
            }
            written.push((key, value));
        }
        let last = text.split_whitespace().last().unwrap_or("");
        match written.last() {
            Some((key, _)) if is_position(key) => Ok(Entries { written }),
            _ => Err(OtnError::NotLast { found: quoted(last) }),
        }
    }

    /// The position: the name of its entry, and its text.
    pub(super) fn position(&self) -> (&'static str, &'a str) {
        self.written.last().copied().unwrap_or_default()
    }

    /// The value of an entry, if it is there.
    pub(super) fn written(&self, key: &str) -> Option<&'a str> {
        let entry = self.written.iter().find(|(known, _)| *known == key);
        entry.map(|(_, value)| *value)
    }

    /// The value of an entry, or its default.
    pub(super) fn value(&self, key: &str) -> &'a str {
        self.written(key).unwrap_or(default_of(key))
    }

    /// An entry whose value is one of some letters. A letter without a meaning is a rule that this server does not support.
    pub(super) fn choice<T: Copy>(&self, entry: &'static str, letters: &[(&str, Option<T>)]) -> Result<T, OtnError> {
        let value = self.value(entry);
        let (found, allowed) = (
            quoted(value),
            letters
                .iter()
                .filter(|(_, meaning)| meaning.is_some())
                .map(|(letter, _)| *letter)
                .collect::<Vec<_>>()
                .join(" or "),
        );
        match letters.iter().find(|(letter, _)| *letter == value) {
            Some((_, Some(meaning))) => Ok(*meaning),
            Some((_, None)) => Err(OtnError::NotPlayed { entry, found, allowed }),
            None => Err(OtnError::Wrong { entry, found, allowed }),
        }
    }

    /// An entry whose value is yes or no.
    pub(super) fn is_yes(&self, entry: &'static str) -> Result<bool, OtnError> {
        self.choice(entry, &[("y", Some(true)), ("n", Some(false))])
    }

    /// An entry that lists pieces.
    pub(super) fn pieces(&self, entry: &'static str) -> Result<Pieces, OtnError> {
        let value = self.value(entry);
        match value.chars().find(|letter| !LETTERS.contains(*letter)) {
            None => Ok(Pieces::of(value)),
            Some(letter) => Err(OtnError::Wrong {
                entry,
                found: quoted(&letter.to_string()),
                allowed: format!("letters of {LETTERS}, or nothing"),
            }),
        }
    }

    /// An entry that lists squares of a board of this size, if it is there.
    pub(super) fn squares(&self, entry: &'static str, size: u8) -> Result<Option<Vec<Square>>, OtnError> {
        let Some(value) = self.written(entry) else {
            return Ok(None);
        };
        let mut squares: Vec<Square> = Vec::new();
        for word in listed(value) {
            let square = word.parse().ok().filter(|square: &Square| square.file() < size && square.rank() < size);
            let square = square.ok_or_else(|| OtnError::Wrong {
                entry,
                found: quoted(word),
                allowed: "squares of the board with commas between them, as in a1,a9, or nothing".to_owned(),
            })?;
            if !squares.contains(&square) {
                squares.push(square);
            }
        }
        Ok(Some(squares))
    }

    /// An entry of numbers of squares. `None` means without a limit.
    pub(super) fn numbers(&self, entry: &'static str) -> Result<Vec<Option<u8>>, OtnError> {
        let number = |word: &str| match word.parse::<i8>() {
            Ok(-1) => Ok(None),
            Ok(number @ 1..) if number as u8 <= SIZE_MAX => Ok(Some(number as u8)),
            _ => Err(OtnError::Wrong {
                entry,
                found: quoted(word),
                allowed: format!("-1, or a number from 1 to {SIZE_MAX}"),
            }),
        };
        listed(self.value(entry)).map(number).collect()
    }
}

/// The parts of a list with commas. A comma after the last part is usual.
fn listed(value: &str) -> impl Iterator<Item = &str> {
    let value = value.strip_suffix(',').unwrap_or(value);
    (!value.is_empty()).then(|| value.split(',')).into_iter().flatten()
}

/// Whether there is an entry with this name.
pub(in crate::tafl::otn) fn is_known(name: &str) -> bool {
    ENTRIES.iter().map(|(known, _)| *known).chain(POSITIONS).any(|known| known == name)
}

/// The entry with this name, if it is one for a position.
pub(in crate::tafl::otn) fn position_entry(name: &str) -> Option<&'static str> {
    POSITIONS.into_iter().find(|known| *known == name)
}

fn is_position(key: &str) -> bool {
    POSITIONS.contains(&key)
}

fn unknown(word: &str) -> OtnError {
    OtnError::Unknown { found: quoted(word), known: ENTRIES.iter().map(|(known, _)| *known).chain(POSITIONS).collect() }
}

/// Whether this is one of the four corners of a board of this size.
pub(in crate::tafl::otn) fn is_corner_of_board(size: u8, square: Square) -> bool {
    let mut sides = [square.file(), square.rank()].into_iter();
    sides.all(|at| at == 0 || at + 1 == size)
}

/// Whether these squares, each named once, are the four corners of a board of this size.
pub(in crate::tafl::otn) fn are_corners_of_board(size: u8, squares: &[Square]) -> bool {
    squares.len() == 4 && squares.iter().all(|square| is_corner_of_board(size, *square))
}

/// A list of pieces. Only those that this server supports are kept.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::tafl::otn) struct Pieces {
    pub attackers: bool,
    pub defenders: bool,
    pub king: bool,
}

impl Pieces {
    pub(super) const ALL: Pieces = Pieces { attackers: true, defenders: true, king: true };
    pub(super) const KING: Pieces = Pieces { king: true, ..Pieces::NONE };
    pub(super) const NONE: Pieces = Pieces { attackers: false, defenders: false, king: false };

    /// The pieces that these letters mean.
    pub(super) fn of(letters: &str) -> Pieces {
        Pieces { attackers: letters.contains('t'), defenders: letters.contains('T'), king: letters.contains('K') }
    }

    /// Whether these include all of the others.
    pub(super) fn hold(self, other: Pieces) -> bool {
        (self.attackers || !other.attackers) && (self.defenders || !other.defenders) && (self.king || !other.king)
    }
}

impl fmt::Display for Pieces {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letters = [(self.attackers, "t"), (self.defenders, "T"), (self.king, "K")];
        let listed = letters.iter().filter(|(is_listed, _)| *is_listed);
        listed.into_iter().try_for_each(|(_, letter)| f.write_str(letter))
    }
}
