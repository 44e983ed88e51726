//! Writes all letters.

use crate::chance::Chance;
use crate::club::{NewToken, Notice, PlayerId, Purpose, Reply, Settings};
use crate::letters::assemble::Unfinished;
use crate::letters::closing_lines::{self, Besides};
use crate::letters::confirmations::{self, AskedSignup, Asking};
use crate::letters::draft::Draft;
use crate::letters::letter::{Addressee, Answered, Letter, UNSUBSCRIBE};
use crate::letters::letter_error::LetterError;
use crate::letters::{answer_letter, body, club_name, notice, own_words};
use crate::mail;
use crate::render::Pictures;
use crate::tafl::Catalogue;
use crate::wording::answer_writer::AnswerWriter;
use crate::wording::locale::Locale;
use crate::wording::{ClubIdentity, Wordings};
use chrono::{DateTime, Utc};
use std::sync::Arc;

/// Everything that is needed to write letters.
pub struct Composer {
    /// The name and address of the club.
    pub club: ClubIdentity,
    /// The sentences, in every language.
    pub words: Wordings,
    /// The variants on offer.
    pub catalogue: Catalogue,
    /// The pictures of boards that were drawn lately.
    pub pictures: Arc<Pictures>,
}

impl Composer {
    /// Checks that an operator's sentences about variants belong to sentences of these variants.
    ///
    /// # Errors
    /// The first that does not.
    pub fn check_variants(&self) -> Result<(), LetterError> {
        Ok(self.words.all().iter().try_for_each(|words| words.check_variants(&self.catalogue))?)
    }

    /// Checks our Subjects that contain the name of the club, in every language.
    ///
    /// # Errors
    /// If an answer to one of these letters would be read as a command because of its Subject.
    pub fn check_name(&self) -> Result<(), LetterError> {
        club_name::check(&self.club.name, &self.words, &self.catalogue)
    }

    /// Writes the letter for a notice. With the token `unsubscribe`, it names an address that turns off letters of its kind.
    ///
    /// # Errors
    /// If a template cannot be used, or a part of the mail cannot be built.
    pub fn write(
        &self,
        notice: &Notice,
        answered: &Answered,
        unsubscribe: Option<&NewToken>,
        besides: &Besides,
        now: DateTime<Utc>,
        chance: &mut Chance,
    ) -> Result<Letter, LetterError> {
        self.begin(notice, answered, unsubscribe, besides, now, chance)?.finish()
    }

    /// The content of that letter.
    ///
    /// # Errors
    /// If a template cannot be used.
    pub fn begin(
        &self,
        notice: &Notice,
        answered: &Answered,
        unsubscribe: Option<&NewToken>,
        besides: &Besides,
        now: DateTime<Utc>,
        chance: &mut Chance,
    ) -> Result<Unfinished, LetterError> {
        let writer = self.writer(notice.reader.as_ref(), notice.settings, now);
        let mut draft = notice::draft(&writer, notice, besides)?;
        if let Some(token) = unsubscribe {
            let address = mail::reply_address(&self.club.address, UNSUBSCRIBE, &token.text)?;
            draft.list_unsubscribe = Some(address);
        }
        draft.blocks.extend(closing_lines::blocks(&writer, besides)?);
        Ok(self.unfinished(&writer, draft, notice.token.as_ref(), answered, chance))
    }

    /// The content of the letter that answers a mail: all parts in one.
    ///
    /// # Errors
    /// If a template cannot be used.
    pub fn begin_answer(
        &self,
        addressee: Addressee<'_>,
        replies: &[Reply],
        token: Option<&NewToken>,
        answered: &Answered,
        now: DateTime<Utc>,
        chance: &mut Chance,
    ) -> Result<Unfinished, LetterError> {
        let writer = AnswerWriter {
            has_password: addressee.has_password,
            ..self.writer(addressee.player, addressee.settings, now)
        };
        let draft = answer_letter::draft(&writer, addressee, replies)?;
        Ok(self.unfinished(&writer, draft, token, answered, chance))
    }

    fn unfinished(
        &self,
        writer: &AnswerWriter,
        draft: Draft,
        token: Option<&NewToken>,
        answered: &Answered,
        chance: &mut Chance,
    ) -> Unfinished {
        Unfinished {
            club: self.club.clone(),
            draft,
            reader: writer.reader.map(str::to_owned),
            token: token.cloned(),
            answered: answered.clone(),
            now: writer.locale.now,
            pictures: self.pictures.clone(),
            drawn: chance.bytes(),
        }
    }

    /// The text of an answer without a letter around it: for an operator on the command line, and for the fingerprint by which an answer
    /// that holds only mistakes is recognized.
    ///
    /// # Errors
    /// If a template cannot be used.
    pub fn said(
        &self,
        reader: Option<&PlayerId>,
        replies: &[Reply],
        now: DateTime<Utc>,
    ) -> Result<String, LetterError> {
        let writer = self.writer(reader, Settings::default(), now);
        Ok(body::text(&answer_letter::parts(&writer, replies)?))
    }

    /// The text of the letter that asks for a yes and whose token has this purpose. `None` if no letter of that purpose asks for one.
    /// `signup_id` is the id of a sign-up.
    pub fn asking(&self, purpose: &Purpose, signup: AskedSignup<'_>) -> Result<Option<Asking>, LetterError> {
        confirmations::asking(&self.club, &self.words, &self.catalogue, purpose, signup)
    }

    /// Whether words contain the key of a letter or lines of one. Such words are not passed on.
    pub fn is_ours(&self, words: &str) -> bool {
        own_words::is_ours(&self.words, words)
    }

    /// What is needed for a letter to this reader: the sentences and column letters that the player has chosen. A stranger has no settings.
    pub(super) fn writer<'a>(
        &'a self,
        reader: Option<&'a PlayerId>,
        settings: Settings,
        now: DateTime<Utc>,
    ) -> AnswerWriter<'a> {
        let settings = Settings { zone: settings.zone.or(Some(self.club.zone)), ..settings };
        AnswerWriter {
            locale: Locale::new(self.words.of(settings.language), settings, now),
            club: &self.club,
            catalogue: &self.catalogue,
            reader: reader.map(PlayerId::as_str),
            has_password: false,
            turn_told: None,
        }
    }
}
