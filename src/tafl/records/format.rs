//! The four formats: which one a text has, and reading and writing records in each of them.

use crate::tafl::records::error::{ImportError, ImportFault, Unsayable};
use crate::tafl::records::game_record::GameRecord;
use crate::tafl::records::limits::TEXT_BYTES_MAX;
use crate::tafl::records::{draft, json, list, otg, pgn};
use crate::tafl::{Catalogue, Variant};

/// The format of a game record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RecordFormat {
    /// A plain list of moves.
    List,
    /// An OpenTafl game.
    Otg,
    /// Like the records of chess games.
    Pgn,
    /// For programs.
    Json,
}

impl RecordFormat {
    /// All of them.
    pub const ALL: [RecordFormat; 4] = [RecordFormat::List, RecordFormat::Otg, RecordFormat::Pgn, RecordFormat::Json];

    /// The word for it.
    pub const fn word(self) -> &'static str {
        match self {
            RecordFormat::List => "list",
            RecordFormat::Otg => "otg",
            RecordFormat::Pgn => "pgn",
            RecordFormat::Json => "json",
        }
    }

    /// The format that a word names, in any case. `text` also means the plain list.
    pub fn from_word(word: &str) -> Option<RecordFormat> {
        let is = |known: &str| word.eq_ignore_ascii_case(known);
        let known = RecordFormat::ALL.into_iter().find(|format| is(format.word()));
        known.or_else(|| (is("text") || is("txt")).then_some(RecordFormat::List))
    }

    /// The ending of the names of such files.
    pub const fn file_ending(self) -> &'static str {
        match self {
            RecordFormat::List => "txt",
            RecordFormat::Otg | RecordFormat::Pgn | RecordFormat::Json => self.word(),
        }
    }

    /// The format of a text, recognized by its beginning.
    pub fn of_text(text: &str) -> RecordFormat {
        let text = text.trim_start_matches('\u{feff}').trim_start();
        let Some(inner) = text.strip_prefix('[') else {
            let numbered = text.split(['.', ' ']).next().is_some_and(|word| word.parse::<u32>().is_ok());
            return match text.chars().next() {
                Some('{') if text[1..].trim_start().starts_with(['"', '}']) => RecordFormat::Json,
                Some('{' | ';' | '%') => RecordFormat::Pgn,
                _ if numbered => RecordFormat::Pgn,
                _ => RecordFormat::List,
            };
        };
        let name = inner.trim_start().split(|sign: char| !(sign.is_ascii_alphanumeric() || "-_".contains(sign))).next();
        let behind = inner.trim_start()[name.map_or(0, str::len)..].trim_start();
        match (name, behind.chars().next()) {
            (Some(""), _) => RecordFormat::Json,
            (_, Some(':')) => RecordFormat::Otg,
            _ => RecordFormat::Pgn,
        }
    }

    /// What comes before the first record, between two records, and after the last one.
    pub const fn frame(self) -> [&'static str; 3] {
        match self {
            RecordFormat::Json => ["[\n", ",\n", "\n]\n"],
            RecordFormat::List | RecordFormat::Otg | RecordFormat::Pgn => ["", "\n", ""],
        }
    }
    /// A record as text, without the [frame](RecordFormat::frame) of a file.
    ///
    /// # Errors
    /// If the format cannot express something in the record.
    pub fn write(self, record: &GameRecord) -> Result<String, Unsayable> {
        match self {
            RecordFormat::List => Ok(list::write(record)),
            RecordFormat::Otg => otg::write(record),
            RecordFormat::Pgn => pgn::write(record),
            RecordFormat::Json => Ok(json::write(record)),
        }
    }

    /// Records as a whole file.
    ///
    /// # Errors
    /// If the format cannot express something in one of them.
    pub fn write_all(self, records: &[GameRecord]) -> Result<String, Unsayable> {
        let [before, between, behind] = self.frame();
        let texts: Result<Vec<String>, Unsayable> = records.iter().map(|record| self.write(record)).collect();
        Ok(format!("{before}{}{behind}", texts?.join(between)))
    }

    /// Reads all records of a text. `variant` is the game of those that name neither rules nor a variant of the catalogue.
    ///
    /// # Errors
    /// At the first place that cannot be read or replayed.
    pub fn read_all(
        self,
        text: &str,
        catalogue: &Catalogue,
        variant: Option<&Variant>,
    ) -> Result<Vec<GameRecord>, ImportError> {
        if text.len() > TEXT_BYTES_MAX {
            return Err(ImportError {
                line: 1,
                column: 1,
                why: ImportFault::TooMuch { what: "bytes", max: TEXT_BYTES_MAX },
            });
        }
        let known = draft::Known { catalogue, variant };
        let read = match self {
            RecordFormat::List => list::read(text, &known),
            RecordFormat::Otg => otg::read(text, &known),
            RecordFormat::Pgn => pgn::read(text, &known),
            RecordFormat::Json => json::read(text, &known),
        };
        read.map_err(|fault| fault.in_text(text))
    }
}
