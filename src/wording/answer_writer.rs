//! What is needed to write the parts of an answer.

use crate::tafl;
use crate::wording::blocks::Block;
use crate::wording::club_identity::ClubIdentity;
use crate::wording::facts::{Facts, context};
use crate::wording::lines::fixed;
use crate::wording::locale::Locale;
use crate::wording::templates::WordingError;

/// What is needed to write the parts of an answer.
pub(crate) struct AnswerWriter<'a> {
    /// The sentences, and the reader's choice of column letters.
    pub locale: Locale<'a>,
    /// The name and address of the club.
    pub club: &'a ClubIdentity,
    /// The variants on offer.
    pub catalogue: &'a tafl::Catalogue,
    /// The reader's id; `None` for a stranger.
    pub reader: Option<&'a str>,
    /// Whether the reader has a password. If not, forms with one are not shown.
    pub has_password: bool,
    /// The board of which the first words of the letter say whose turn it is. What is below need not say it again.
    pub turn_told: Option<u32>,
}

impl AnswerWriter<'_> {
    /// A part with one list of lines in it.
    pub(crate) fn list(
        &self,
        part: &str,
        facts: Facts,
        name: &str,
        lines: Vec<String>,
    ) -> Result<Vec<Block>, WordingError> {
        self.locale.words.part(part, facts, &|marker| (marker == name).then(|| vec![fixed(&lines)]))
    }

    /// The name and address of the club, for a sentence.
    pub(crate) fn club_facts(&self) -> Facts {
        context! { club => &self.club.name, address => self.club.address.as_str() }
    }

    /// The variant that was asked for, or the default one.
    pub(crate) fn or_usual<'b>(
        &'b self,
        variant: Option<&'b tafl::Variant>,
    ) -> Result<&'b tafl::Variant, WordingError> {
        variant.or_else(|| self.catalogue.find(tafl::DEFAULT_GAME)).ok_or(WordingError::NoUsualGame)
    }
}
