//! How one reader is spoken to: language, lettering, signs, and by whose clocks.

use crate::clock::Zone;
use crate::club::Settings;
use crate::command::{BoardStyle, LetterStyle};
use crate::render::Signs;
use crate::tafl;
use crate::wording::templates::Wording;
use chrono::{DateTime, Utc};

/// The sentences, and how their reader likes boards.
#[derive(Clone, Copy)]
pub struct Locale<'a> {
    /// The sentences.
    pub words: &'a Wording,
    /// The reader's lettering.
    pub dialect: tafl::Dialect,
    /// By whose clocks he is told what time it is.
    pub zone: Zone,
    /// When the letter is written.
    pub now: DateTime<Utc>,
    /// The reader's signs.
    pub signs: Signs,
    /// Whether he gets pictures.
    pub pictures: bool,
}

impl<'a> Locale<'a> {
    /// The voice for a reader who has set this, in a letter that is written now.
    pub fn new(words: &'a Wording, settings: Settings, now: DateTime<Utc>) -> Locale<'a> {
        let signs = match settings.board {
            BoardStyle::Ascii => Signs::Ascii,
            BoardStyle::Unicode => Signs::Unicode,
        };
        let (dialect, zone) = (settings.dialect, settings.zone.unwrap_or_default());
        Locale { words, dialect, zone, now, signs, pictures: settings.letters == LetterStyle::Picture }
    }

    /// The sign of a side's men on the board.
    pub fn sign(&self, side: tafl::Side) -> String {
        let man = match side {
            tafl::Side::Attackers => tafl::Piece::Attacker,
            tafl::Side::Defenders => tafl::Piece::Defender,
        };
        self.signs.piece(man).to_string()
    }
}
