//! Game records: whole games as text, read and written in four formats.
//!
//! A record holds who played, when and where, the variant's name and the whole rule record, the plays, how the game ended and
//! comments. All four formats hold all of it, so that a game that is written is read again as the same game and replays to the
//! same end; what a format has no sign for is an error that names it. Squares are written as everywhere: letters from a without
//! a gap, rank 1 at the bottom.
//!
//! The rules stand in one line in every format but JSON: as an OpenTafl rules record where that says all of them, else as a JSON
//! object with the parameters of a rule record. A record without rules is played by those of its variant, and one without either
//! by those the reader names.
//!
//! **Plain list** (`list`). Lines that begin with `#` say what is known, one fact each; the next line is the game, its plays with
//! blanks between them. `resigns` or `timeout` may end it. A game line may also stand alone.
//!
//! ```text
//! # game
//! # attackers: ann
//! # defenders: bob
//! # variant: brandubh
//! # rules: dim:7 tfr:l ks:c start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/
//! # result: defenders
//! # termination: king-escaped
//! # comment 3: Got you.
//! a4-a3 c4-c7 b4-b7xc7 d4-a4 d1-f1 e4-e1xf1 g4-g2 e1-d1xd2 f4-f7 a4-a7
//! ```
//!
//! **OpenTafl game** (`otg`). `[tag:value]` lines, `[rules:...]` last, an empty line, then `N. play play` lines, each of which may
//! have `[comment|comment]` below it. `result` is 1 for the attackers, -1 for the defenders, 0 for a draw, ? for none. Rules that
//! no OpenTafl record can say stand in `[taflpost-rules:...]`, and `[rules:...]` is left out: a program that does not know them
//! must not play by others.
//!
//! **PGN** (`pgn`). `[Tag "value"]` lines, an empty line, numbered plays with comments in braces, and `1-0` for the attackers,
//! `0-1` for the defenders, `1/2-1/2` or `*`.
//!
//! **JSON** (`json`). An array of objects; one object alone is read as well.
//!
//! The tags are `event`, `round`, `date` and `end-date` (when the game began and ended), `attackers`, `defenders`, `variant`,
//! `rules`, `result`, `termination`; any other name is kept with its text. `termination` is the reason by which the rules ended
//! the game, or `resignation`, `agreement`, `time`, `adjudication`, or `unstated` where somebody has won and nobody says how.

mod about;
mod draft;
mod end;
mod error;
mod json;
mod list;
mod movetext;
mod otg;
mod pgn;
mod ruletext;
mod word;

pub use about::About;
pub use end::{BadEnded, Ended, How};
pub use error::{ImportError, ImportFault, Misfit, Unsayable};

use crate::tafl::{Catalogue, GameState, Variant};
use std::collections::BTreeMap;

/// Longest text that is read, in bytes.
pub const TEXT_BYTES_MAX: usize = 16 * 1024 * 1024;
/// Most records in one text.
pub(in crate::tafl::records) const RECORDS_MAX: usize = 10_000;
/// Most half-moves in one record.
pub(in crate::tafl::records) const PLIES_MAX: u32 = 5_000;
/// Longest comment, in bytes; all comments on one half-move count as one.
pub(in crate::tafl::records) const COMMENT_BYTES_MAX: usize = 16 * 1024;

/// How a game is written down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RecordFormat {
    /// A plain list of plays.
    List,
    /// An OpenTafl game.
    Otg,
    /// Like the games of chess players.
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

    /// The format a word in any case names; `text` is the plain list too.
    pub fn from_word(word: &str) -> Option<RecordFormat> {
        let is = |known: &str| word.eq_ignore_ascii_case(known);
        let known = RecordFormat::ALL.into_iter().find(|format| is(format.word()));
        known.or_else(|| (is("text") || is("txt")).then_some(RecordFormat::List))
    }

    /// How the name of such a file ends.
    pub const fn file_ending(self) -> &'static str {
        match self {
            RecordFormat::List => "txt",
            RecordFormat::Otg | RecordFormat::Pgn | RecordFormat::Json => self.word(),
        }
    }

    /// The format a text is in, by how it begins.
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

    /// What stands before the first record, between two, and behind the last one.
    pub const fn frame(self) -> [&'static str; 3] {
        match self {
            RecordFormat::Json => ["[\n", ",\n", "\n]\n"],
            RecordFormat::List | RecordFormat::Otg | RecordFormat::Pgn => ["", "\n", ""],
        }
    }
}

/// One game: what is known about it, its plays, its end and the comments on it.
#[derive(Clone, Debug)]
pub struct GameRecord {
    about: About,
    state: GameState,
    end: Option<Ended>,
    comments: BTreeMap<u32, String>,
}

impl PartialEq for GameRecord {
    fn eq(&self, other: &GameRecord) -> bool {
        let game = |record: &GameRecord| (record.about.clone(), record.end, record.comments.clone());
        game(self) == game(other)
            && self.state.rules() == other.state.rules()
            && self.state.plays() == other.state.plays()
    }
}

impl Eq for GameRecord {}

impl GameRecord {
    /// A record of a game from its opening. `end` is `None` for one that has not ended; comments stand under the half-move they
    /// follow, 0 for those before the first.
    ///
    /// # Errors
    /// When the end is not one this course can have had, or a text is too long or not on one line.
    pub fn new(
        about: About,
        state: GameState,
        end: Option<Ended>,
        comments: BTreeMap<u32, String>,
    ) -> Result<GameRecord, Misfit> {
        if state.ply() > PLIES_MAX {
            return Err(Misfit::TooLong { what: "The game".to_owned(), max: PLIES_MAX as usize, of: "half-moves" });
        }
        end::check(end, state.status())?;
        let mut kept = BTreeMap::new();
        for (ply, comment) in comments {
            let comment = about::clean_comment(ply, &comment)?;
            if ply > state.ply() {
                return Err(Misfit::NoSuchPly { ply, plies: state.ply() });
            }
            if !comment.is_empty() {
                kept.insert(ply, comment);
            }
        }
        Ok(GameRecord { about: about.cleaned()?, state, end, comments: kept })
    }

    /// Who, when and where.
    pub fn about(&self) -> &About {
        &self.about
    }

    /// The plays, under the rules of the game.
    pub fn state(&self) -> &GameState {
        &self.state
    }

    /// How it ended; `None` where it has not.
    pub fn end(&self) -> Option<Ended> {
        self.end
    }

    /// Comments, by the half-move they follow.
    pub fn comments(&self) -> &BTreeMap<u32, String> {
        &self.comments
    }

    /// Whether an OpenTafl record of this game can be played by other programs, or which rule it cannot say.
    ///
    /// # Errors
    /// The rule.
    pub fn is_open_tafl(&self) -> Result<(), crate::tafl::OtnError> {
        self.state.rules().to_otn().map(drop)
    }

    /// The record as text, without the [frame](RecordFormat::frame) of a file.
    ///
    /// # Errors
    /// When the format has no sign for something that is in the record.
    pub fn write(&self, format: RecordFormat) -> Result<String, Unsayable> {
        match format {
            RecordFormat::List => Ok(list::write(self)),
            RecordFormat::Otg => otg::write(self),
            RecordFormat::Pgn => pgn::write(self),
            RecordFormat::Json => Ok(json::write(self)),
        }
    }

    /// Records as a whole file.
    ///
    /// # Errors
    /// When the format has no sign for something that is in one of them.
    pub fn write_all(records: &[GameRecord], format: RecordFormat) -> Result<String, Unsayable> {
        let [before, between, behind] = format.frame();
        let texts: Result<Vec<String>, Unsayable> = records.iter().map(|record| record.write(format)).collect();
        Ok(format!("{before}{}{behind}", texts?.join(between)))
    }

    /// Reads all records of a text. `variant` is the game of those that name neither rules nor a variant of the catalogue.
    ///
    /// # Errors
    /// At the first place that cannot be read or played.
    pub fn read_all(
        text: &str,
        format: RecordFormat,
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
        let read = match format {
            RecordFormat::List => list::read(text, &known),
            RecordFormat::Otg => otg::read(text, &known),
            RecordFormat::Pgn => pgn::read(text, &known),
            RecordFormat::Json => json::read(text, &known),
        };
        read.map_err(|fault| fault.in_text(text))
    }
}
