//! What every letter is written with, and all that it writes.

use crate::chance::Chance;
use crate::club::{NewToken, Notice, PlayerId, Purpose, Reply, Settings};
use crate::letters::besides::{self, Besides};
use crate::letters::confirmations::{self, Asking};
use crate::letters::letter::{Addressee, Answered, Letter, UNSUBSCRIBE};
use crate::letters::letter_error::LetterError;
use crate::letters::{answer_letter, assemble, body, club_name, notice, own_words};
use crate::mail;
use crate::tafl::Catalogue;
use crate::wording::answer_writer::AnswerWriter;
use crate::wording::locale::Locale;
use crate::wording::{ClubIdentity, Wordings};
use chrono::{DateTime, Utc};

/// What every letter is written with.
pub struct Composer {
    /// Whose server it is.
    pub house: ClubIdentity,
    /// The sentences, in every language.
    pub words: Wordings,
    /// The variants on offer.
    pub catalogue: Catalogue,
}

impl Composer {
    /// Looks at the Subjects that name the club, in every language.
    ///
    /// # Errors
    /// When an answer to one of these letters would be read as a command because of its Subject.
    pub fn check_name(&self) -> Result<(), LetterError> {
        club_name::check(&self.house.name, &self.words, &self.catalogue)
    }

    /// Writes the letter for a notice. With the token `unsubscribe` it names an address that turns off letters of its kind.
    pub fn write(
        &self,
        notice: &Notice,
        answered: &Answered,
        unsubscribe: Option<&NewToken>,
        besides: &Besides,
        now: DateTime<Utc>,
        chance: &mut Chance,
    ) -> Result<Letter, LetterError> {
        let writer = self.writer(notice.reader.as_ref(), notice.settings, now);
        let mut draft = notice::draft(&writer, notice)?;
        if let Some(token) = unsubscribe {
            let address = mail::reply_address(&self.house.address, UNSUBSCRIBE, &token.text)?;
            draft.list_unsubscribe = Some(address);
        }
        draft.blocks.extend(besides::blocks(&writer, besides)?);
        assemble::finish(&writer, draft, notice.token.as_ref(), answered, chance)
    }

    /// Writes the letter that answers a mail: all parts in one.
    pub fn write_answer(
        &self,
        addressee: Addressee<'_>,
        replies: &[Reply],
        token: Option<&NewToken>,
        answered: &Answered,
        now: DateTime<Utc>,
        chance: &mut Chance,
    ) -> Result<Letter, LetterError> {
        let writer = self.writer(addressee.player, addressee.settings, now);
        let draft = answer_letter::draft(&writer, addressee, replies)?;
        assemble::finish(&writer, draft, token, answered, chance)
    }

    /// What an answer would say, as plain text without a letter around it: for an operator at the server.
    ///
    /// # Errors
    /// When a template is at fault.
    pub fn said(
        &self,
        reader: Option<&PlayerId>,
        replies: &[Reply],
        now: DateTime<Utc>,
    ) -> Result<String, LetterError> {
        let writer = self.writer(reader, Settings::default(), now);
        Ok(body::text(&answer_letter::parts(&writer, replies)?))
    }

    /// What a letter that asks for a yes says, of the kind whose token has this purpose; `None` where a letter asks for none.
    pub fn asking(&self, purpose: &Purpose) -> Result<Option<Asking>, LetterError> {
        confirmations::asking(&self.house, &self.words, &self.catalogue, purpose)
    }

    /// Whether words hold the key of a letter, or lines of one: then they are passed on to nobody.
    pub fn is_ours(&self, words: &str) -> bool {
        own_words::is_ours(&self.words, words)
    }

    /// What a letter to this reader is written with: the sentences and the lettering that a player reads, and a stranger without settings.
    pub(super) fn writer<'a>(
        &'a self,
        reader: Option<&'a PlayerId>,
        settings: Settings,
        now: DateTime<Utc>,
    ) -> AnswerWriter<'a> {
        let settings = Settings { zone: settings.zone.or(Some(self.house.zone)), ..settings };
        AnswerWriter {
            locale: Locale::new(self.words.of(settings.language), settings, now),
            house: &self.house,
            catalogue: &self.catalogue,
            reader: reader.map(PlayerId::as_str),
        }
    }
}
