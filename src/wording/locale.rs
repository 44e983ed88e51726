//! What a reader has chosen: language, column letters, characters of the board, time zone.

use crate::clock::Zone;
use crate::club::Settings;
use crate::command::{BoardStyle, LetterStyle, PlainWords};
use crate::render::Signs;
use crate::tafl;
use crate::wording::templates::Wording;
use chrono::{DateTime, Utc};

/// The sentences, and the reader's choices for boards and times.
#[derive(Clone, Copy)]
pub(crate) struct Locale<'a> {
    /// The sentences.
    pub words: &'a Wording,
    /// The reader's column letters.
    pub dialect: tafl::Dialect,
    /// The time zone in which times are shown.
    pub zone: Zone,
    /// When the letter is written.
    pub now: DateTime<Utc>,
    /// The reader's characters for pieces.
    pub signs: Signs,
    /// Whether the reader gets pictures.
    pub pictures: bool,
    /// Whether an answer with words alone goes to the other player.
    pub plain_words: bool,
}

impl<'a> Locale<'a> {
    /// The locale for a reader with these settings, in a letter that is written now.
    pub(crate) fn new(words: &'a Wording, settings: Settings, now: DateTime<Utc>) -> Locale<'a> {
        let signs = match settings.board {
            BoardStyle::Ascii => Signs::Ascii,
            BoardStyle::Unicode => Signs::Unicode,
        };
        let (dialect, zone) = (settings.dialect, settings.zone.unwrap_or_default());
        let (pictures, plain_words) = (settings.letters == LetterStyle::Picture, settings.words != PlainWords::Off);
        Locale { words, dialect, zone, now, signs, pictures, plain_words }
    }

    /// The character for a side's men on the board.
    pub(crate) fn sign(&self, side: tafl::Side) -> String {
        let man = match side {
            tafl::Side::Attackers => tafl::Piece::Attacker,
            tafl::Side::Defenders => tafl::Piece::Defender,
        };
        self.signs.piece(man).to_string()
    }
}
