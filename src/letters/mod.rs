//! Words: a notice or the answer to a mail becomes a finished letter. Knows no rules and decides nothing.

mod account;
mod attachment;
mod club_name;
mod digest;
mod links;
mod own_words;
#[cfg(test)]
mod tests;
mod thread;
mod tournament_news;

mod body;
mod notice;

mod assemble;
mod confirmations;

use crate::chance::Chance;
use crate::club;
use crate::club::{NewToken, Notice, Reply};
use crate::command;
use crate::command::LetterStyle;
use crate::mail;
use crate::mail::{Address, Attachment, AutoSubmitted, Errand};
use crate::tafl;
use crate::wording::answer;
use crate::wording::answer_writer::AnswerWriter;
use crate::wording::blocks::Block;
use crate::wording::facts::context;
use crate::wording::locale::Locale;
use crate::wording::{ClubIdentity, Wording, WordingError, Wordings};
use chrono::{DateTime, Utc};

pub use account::{CAME_BACK, LETTER_LOST};
pub use club_name::check_name;
pub use notice::{DIGEST, MESSAGE};
pub use thread::{board_of, board_shown};

/// What every letter is written with.
pub struct Composer {
    /// Whose server it is.
    pub house: ClubIdentity,
    /// The sentences, in every language.
    pub words: Wordings,
    /// The variants on offer.
    pub catalogue: tafl::Catalogue,
}

/// The mail that is answered.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answered {
    /// Its Message-ID without brackets; `None` where it had none or nothing is answered.
    pub message_id: Option<String>,
}

/// What stands in a line of its own at the end of a letter that is about something else.
#[derive(Clone, Debug, Default)]
pub struct Besides {
    /// Clocks got time back.
    pub amends: Option<club::Downtime>,
    /// Times are told in another zone than before.
    pub zone: bool,
    /// The letter is the last of its kind for now, in these words.
    pub last: Option<Reply>,
}

/// Why a letter could not be written: a fault of this program or its templates, never of a mail.
#[derive(Debug, thiserror::Error)]
pub enum LetterError {
    /// A template.
    #[error(transparent)]
    Wording(#[from] WordingError),
    /// An answer would bring the Subject back, and it would be obeyed.
    #[error(
        "the Subject \"{0}\" of a letter would be read as a command when it is answered: choose another name for the club"
    )]
    CommandSubject(String),
    /// A header or part that cannot be built.
    #[error("a letter cannot be built: {0}")]
    Unwritable(#[from] mail::Unwritable),
    /// The club's address has no room for a token.
    #[error("the club's address is too long to carry a reply token: {0}")]
    Address(#[from] mail::BadAddress),
}

/// A finished letter.
#[derive(Clone, Debug)]
pub struct Letter {
    /// What it is, in one word, for the operator's lists.
    pub kind: &'static str,
    /// Where it goes.
    pub to: Address,
    /// The board whose thread it belongs to.
    pub number: Option<u32>,
    /// All of it, ready to send.
    pub bytes: Vec<u8>,
}

/// A letter that asks for a yes, as its reader has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asking {
    /// Its Subject, in every language it can have been written in.
    pub subjects: Vec<String>,
    /// Its text, in every language, without the marker line, and that of the letter that asks once more.
    pub text: String,
    /// The lines that say yes to it, in every language.
    pub yes: Vec<String>,
    /// Whether `text` is all that the letter said; where it showed what a line would do, that is missing.
    pub is_whole: bool,
}

/// The errand of the address that turns off letters of a kind.
pub const UNSUBSCRIBE: Errand = Errand::Letter('u');

struct Draft {
    kind: &'static str,
    to: Address,
    number: Option<u32>,
    subject: String,
    blocks: Vec<Block>,
    language: command::Language,
    style: LetterStyle,
    attachments: Vec<Attachment>,
    auto: AutoSubmitted,
    list_unsubscribe: Option<Address>,
}

/// That times are told in another zone, and how to name a place.
fn told_zone(locale: Locale<'_>) -> Result<String, WordingError> {
    locale.words.phrase("line/zone", context! { zone => locale.zone.name() })
}

impl Composer {
    /// Writes the letter for a notice. With the token `unsubscribe` it names an address that turns off letters of its kind.
    pub fn write(
        &self,
        notice: &Notice,
        (answered, unsubscribe, news): (&Answered, Option<&NewToken>, &Besides),
        now: DateTime<Utc>,
        chance: &mut Chance,
    ) -> Result<Letter, LetterError> {
        let mut draft = self.draft(notice, now)?;
        if let Some(token) = unsubscribe {
            let address = mail::reply_address(&self.house.address, UNSUBSCRIBE, &token.text)?;
            draft.list_unsubscribe = Some(address);
        }
        let locale = self.locale(notice.settings, now);
        if let Some(amends) = &news.amends {
            draft.blocks.push(Block::Paragraph(self.given_back(locale, amends)?));
        }
        if news.zone {
            draft.blocks.push(Block::Paragraph(told_zone(locale)?));
        }
        if let Some(last) = &news.last {
            let writer = self.writer(notice.reader.as_ref().map(|id| (id, notice.settings)), now);
            draft.blocks.extend(answer::part(&writer, last)?);
        }
        self.finish(draft, notice.reader.as_ref(), notice.token.as_ref(), answered, now, chance)
    }

    /// Writes the letter that answers a mail: all parts in one.
    pub fn write_answer(
        &self,
        (to, reader): (&Address, Option<(&club::PlayerId, club::Settings)>),
        replies: &[Reply],
        token: Option<&NewToken>,
        answered: &Answered,
        now: DateTime<Utc>,
        chance: &mut Chance,
    ) -> Result<Letter, LetterError> {
        let draft = self.answer_draft((to, reader), replies, now)?;
        self.finish(draft, reader.map(|(id, _)| id), token, answered, now, chance)
    }

    /// What an answer would say, as plain text without a letter around it: for an operator at the server.
    ///
    /// # Errors
    /// When a template is at fault.
    pub fn said(
        &self,
        reader: Option<&club::PlayerId>,
        replies: &[Reply],
        now: DateTime<Utc>,
    ) -> Result<String, LetterError> {
        let writer = self.writer(reader.map(|reader| (reader, club::Settings::default())), now);
        let parts: Vec<Vec<Block>> =
            replies.iter().map(|reply| answer::part(&writer, reply)).collect::<Result<_, _>>()?;
        Ok(body::text(&parts.concat()))
    }

    fn given_back(&self, locale: Locale<'_>, amends: &club::Downtime) -> Result<String, WordingError> {
        let told = |at| crate::wording::time::date(locale.words, at, locale.zone);
        let (gone, back) = (told(amends.gone)?, told(amends.back)?);
        let given = crate::wording::time::span(locale.words, amends.given)?;
        locale.words.phrase("line/given-back", context! { house => &self.house.name, gone, back, given })
    }

    fn answer_draft(
        &self,
        (to, reader): (&Address, Option<(&club::PlayerId, club::Settings)>),
        replies: &[Reply],
        now: DateTime<Utc>,
    ) -> Result<Draft, WordingError> {
        let writer = self.writer(reader, now);
        let settings = reader.map(|(_, settings)| settings).unwrap_or_default();
        let words = writer.locale.words;
        let mut parts = Vec::new();
        for reply in replies {
            parts.extend(answer::part(&writer, reply)?);
        }
        let game = thread::board_of(replies);
        let subject = match game {
            Some(game) => thread::subject(words, &game.head)?,
            None => self.answer_subject(words)?,
        };
        let (subject, blocks) =
            words.letter("answer", context! { subject }, &|marker| (marker == "parts").then(|| parts.clone()))?;
        Ok(Draft {
            kind: "answer",
            to: to.clone(),
            number: game.map(|game| game.head.number),
            subject,
            blocks,
            language: words.language,
            style: settings.letters,
            attachments: replies.iter().filter_map(attachment::attachment).collect(),
            auto: AutoSubmitted::Replied,
            list_unsubscribe: None,
        })
    }

    /// The Subject of an answer that is about no board.
    fn answer_subject(&self, words: &Wording) -> Result<String, WordingError> {
        words.phrase("line/answer", context! { house => &self.house.name })
    }

    fn writer<'a>(
        &'a self,
        reader: Option<(&'a club::PlayerId, club::Settings)>,
        now: DateTime<Utc>,
    ) -> AnswerWriter<'a> {
        AnswerWriter {
            locale: self.locale(reader.map(|(_, settings)| settings).unwrap_or_default(), now),
            house: &self.house,
            catalogue: &self.catalogue,
            reader: reader.map(|(id, _)| id.as_str()),
        }
    }

    /// The sentences and the lettering that a player reads, and a stranger without settings.
    fn locale(&self, settings: club::Settings, now: DateTime<Utc>) -> Locale<'_> {
        let settings = club::Settings { zone: settings.zone.or(Some(self.house.zone)), ..settings };
        Locale::new(self.words.of(settings.language), settings, now)
    }
}
