//! What the parts of an answer are written with.

use crate::tafl;
use crate::wording::blocks::Block;
use crate::wording::club_identity::ClubIdentity;
use crate::wording::facts::{Facts, context};
use crate::wording::lines::fixed;
use crate::wording::locale::Locale;
use crate::wording::templates::WordingError;

/// What parts are written with.
pub struct AnswerWriter<'a> {
    /// The sentences, and how the reader letters the columns.
    pub locale: Locale<'a>,
    /// Whose server this is.
    pub house: &'a ClubIdentity,
    /// The variants on offer.
    pub catalogue: &'a tafl::Catalogue,
    /// The reader's id; `None` for a stranger.
    pub reader: Option<&'a str>,
}

impl AnswerWriter<'_> {
    /// A part with one list of lines in it.
    pub fn list(&self, part: &str, facts: Facts, name: &str, lines: Vec<String>) -> Result<Vec<Block>, WordingError> {
        self.locale.words.part(part, facts, &|marker| (marker == name).then(|| vec![fixed(&lines)]))
    }

    /// Whose server this is, for a sentence.
    pub fn house_facts(&self) -> Facts {
        context! { house => &self.house.name, address => self.house.address.as_str() }
    }

    /// The variant asked for, or the usual one.
    pub fn or_usual<'b>(&'b self, variant: Option<&'b tafl::Variant>) -> Result<&'b tafl::Variant, WordingError> {
        variant.or_else(|| self.catalogue.find(tafl::DEFAULT_GAME)).ok_or(WordingError::NoUsualGame)
    }
}
