//! The rules of one game: a record that has been read and checked, and its compiled form. A game keeps the record that it began with.

use crate::tafl::compiled_rules::CompiledRules;
use crate::tafl::parameter::First;
use crate::tafl::position::BadPosition;
use crate::tafl::rules_error::{line_of, middle_cut};
use crate::tafl::variant_file::Record;
use crate::tafl::{Call, Piece, Position, RulesError, Side, Square, announcements, ending, validate};

/// The rules of one game, complete and consistent.
#[derive(Clone, Debug)]
pub struct Rules {
    pub(in crate::tafl) record: Record,
    pub(in crate::tafl) compiled: CompiledRules,
    opening: Position,
}

impl PartialEq for Rules {
    fn eq(&self, other: &Rules) -> bool {
        // Everything else follows from the record.
        self.record == other.record
    }
}

impl Eq for Rules {}

impl Rules {
    /// Reads a rule record.
    pub fn from_record(text: &str) -> Result<Rules, RulesError> {
        Rules::checked(Record::read(text)?, text)
    }

    /// Reads the rules from a variant file or a rule record.
    pub fn from_toml(text: &str) -> Result<Rules, RulesError> {
        Rules::checked(Record::read_any(text)?, text)
    }

    /// The record as text. It reads back to the same rules, and the same rules give the same text.
    pub fn to_record(&self) -> String {
        self.record.write()
    }

    /// These rules with one parameter changed. The key is the parameter's name, with a dot for one inside a table (`throne.pass`). The
    /// value is TOML or a plain word.
    pub fn with_setting(&self, key: &str, value: &str) -> Result<Rules, RulesError> {
        let unreadable = |what: String| RulesError::Unreadable(what);
        let mut record: toml::Table =
            toml::from_str(&self.to_record()).map_err(|wrong| unreadable(wrong.to_string()))?;
        let value = toml::from_str::<toml::Table>(&format!("value = {value}"))
            .ok()
            .and_then(|mut table| table.remove("value"))
            .unwrap_or_else(|| toml::Value::String(value.to_owned()));
        let mut table = &mut record;
        let path: Vec<String> = key.split('.').map(|part| part.replace('-', "_")).collect();
        let (last, outer) = path.split_last().ok_or_else(|| unreadable(format!("\"{key}\" is not a parameter")))?;
        for part in outer {
            table = table
                .get_mut(part)
                .and_then(toml::Value::as_table_mut)
                .ok_or_else(|| unreadable(format!("\"{key}\": these rules have no table \"{part}\"")))?;
        }
        table.insert(last.clone(), value);
        let text = toml::to_string(&record).map_err(|wrong| unreadable(wrong.to_string()))?;
        Rules::from_record(&text)
    }

    pub(in crate::tafl) fn checked(record: Record, text: &str) -> Result<Rules, RulesError> {
        validate::check(&record, text)?;
        let corners = validate::corners(&record, text)?;
        let compiled = CompiledRules::new(&record, &corners);
        let opening = opening(&record, &compiled, text)?;
        Ok(Rules { record, compiled, opening })
    }

    /// The length of a side of the board, in squares.
    pub fn size(&self) -> u8 {
        self.record.size
    }

    /// Who moves first.
    pub fn first(&self) -> Side {
        match self.record.first {
            First::Attackers => Side::Attackers,
            First::Defenders => Side::Defenders,
        }
    }

    /// Whether this square is a throne with rules of its own.
    pub fn is_throne(&self, square: Square) -> bool {
        self.compiled.throne == Some(square)
    }

    /// Whether this square is a corner with rules of its own.
    pub fn is_corner(&self, square: Square) -> bool {
        self.record.corners.is_some() && self.has(square) && self.compiled.corners.has(square)
    }

    /// Whether the board has this square.
    pub fn has(&self, square: Square) -> bool {
        square.file() < self.size() && square.rank() < self.size()
    }

    /// Every square of the board, rank by rank from the bottom, each from file a.
    pub fn squares(&self) -> impl Iterator<Item = Square> {
        let size = self.size();
        (0..size).flat_map(move |rank| (0..size).map(move |file| Square::new(file, rank)))
    }

    /// The opening position.
    pub fn opening(&self) -> Position {
        self.opening
    }

    /// Reads a position of this board.
    pub fn position(&self, rows: &str, to_move: Side) -> Result<Position, BadPosition> {
        let position = Position::parse(rows, to_move)?;
        if position.size() == self.size() {
            Ok(position)
        } else {
            Err(BadPosition::Size { found: position.size(), size: self.size() })
        }
    }

    /// The call that these rules demand for the move that led to a position.
    pub fn call(&self, position: &Position) -> Option<Call> {
        announcements::after_play(&self.compiled, &self.record.announce, position)
    }
}

/// Builds the position of a record's layout.
fn opening(record: &Record, compiled: &CompiledRules, text: &str) -> Result<Position, RulesError> {
    let first = if record.first == First::Attackers { Side::Attackers } else { Side::Defenders };
    let size = record.size;
    let wrong = |found: String, expected: &str| RulesError::Wrong {
        key: "layout",
        line: line_of(text, "layout"),
        found,
        expected: expected.to_owned(),
    };
    let mut position = Position::empty(size, first);
    let rows: Vec<&str> = record.layout.lines().collect();
    if rows.len() != usize::from(size) {
        return Err(wrong(format!("{} rows", rows.len()), &format!("expected {size}")));
    }
    for (rank, row) in (0..size).rev().zip(rows) {
        if row.chars().count() != usize::from(size) {
            return Err(wrong(format!("the row \"{}\"", middle_cut(row)), &format!("expected {size} squares")));
        }
        for (file, sign) in (0..size).zip(row.chars()) {
            let square = Square::new(file, rank);
            let piece = match sign {
                '.' => continue,
                't' => Piece::Attacker,
                'T' => Piece::Defender,
                'K' => Piece::King,
                _ => {
                    return Err(wrong(format!("\"{sign}\" in the row \"{row}\""), "expected t, T, K or a dot"));
                }
            };
            if piece == Piece::King && position.king.is_some() {
                return Err(wrong(format!("a second king on {square}"), "expected one"));
            }
            if piece != Piece::King && !compiled.stop[piece.index()].has(square) {
                return Err(wrong(format!("a man on {square}"), "no man may stop there"));
            }
            position.put(square, piece);
        }
    }
    if position.king.is_none_or(|king| compiled.escape.has(king)) {
        return Err(wrong(
            "there is no king, or it has already escaped".to_owned(),
            "expected one K on a square where it has not won",
        ));
    }
    if position.count(Side::Attackers) <= compiled.attackers_left_loses {
        return Err(wrong(
            format!("{} attackers", position.count(Side::Attackers)),
            "expected more, because the game is over with this number",
        ));
    }
    if ending::at_start(compiled, &position).is_over() {
        return Err(wrong(format!("the {first} cannot move"), "they move first, so they must have a move"));
    }
    Ok(position)
}
