//! From the text of a letter to the bytes that are sent.

use crate::club::{NewToken, Purpose};
use crate::command::LetterStyle;
use crate::letters::draft::Draft;
use crate::letters::letter::{Answered, Letter};
use crate::letters::letter_error::LetterError;
use crate::letters::{body, first_paragraph, links, page};
use crate::mail;
use crate::mail::{Address, Attachment, Errand, Html, Inline, Outgoing};
use crate::render::Pictures;
use crate::wording::ClubIdentity;
use chrono::{DateTime, Utc};
use std::sync::Arc;

/// The most bytes of a letter, unless its text alone has more.
const LETTER_BYTES_MAX: usize = 100_000;
/// The same of a letter that tells the end of a game.
const LAST_LETTER_BYTES_MAX: usize = 160_000;
/// Room for the headers of a letter and of its parts.
const HEADERS_BYTES: usize = 4_000;

/// A letter whose content is settled, before it becomes a mail. It depends on nothing else any more: another thread may finish it.
pub struct Unfinished {
    pub(super) club: ClubIdentity,
    pub(super) draft: Draft,
    /// The player who reads it.
    pub(super) reader: Option<String>,
    pub(super) token: Option<NewToken>,
    pub(super) answered: Answered,
    pub(super) now: DateTime<Utc>,
    pub(super) pictures: Arc<Pictures>,
    /// Separates its parts from those of every other letter.
    pub(super) drawn: [u8; 16],
}

impl Unfinished {
    /// Its kind in one word, for the operator's lists.
    pub fn kind(&self) -> &'static str {
        self.draft.kind
    }

    /// The recipient.
    pub fn to(&self) -> &Address {
        &self.draft.to
    }

    /// The board whose thread it belongs to.
    pub fn number(&self) -> Option<u32> {
        self.draft.number
    }

    /// The same under another kind.
    pub fn as_kind(mut self, kind: &'static str) -> Unfinished {
        self.draft.kind = kind;
        self
    }

    /// Adds the key, the boards as HTML and the headers to the text of the letter.
    ///
    /// # Errors
    /// If a header or a part cannot be built.
    pub fn finish(self) -> Result<Letter, LetterError> {
        let Unfinished { club, draft, reader, token, answered, now, pictures, drawn } = self;
        let token = token.as_ref();
        let host = club.address.domain();
        let errand = match draft.number {
            Some(number) => Errand::Board(number),
            None => Errand::Letter('a'),
        };
        let boundary = format!("{:032x}", u128::from_be_bytes(drawn));
        let opened = first_paragraph::opened(draft.blocks);
        // Every letter has the marker, so that a quoted letter is never read as new text.
        let key = token.map(|token| &token.text);
        let marker = mail::marker::write(draft.language.word(), key, opened.check);
        let (reply_to, message_id) = match token {
            Some(token) => {
                let serial = match token.purpose {
                    Purpose::Game { ply, .. } => ply,
                    _ => 0,
                };
                let own = &club.address;
                let reply_to = club.plus.then(|| mail::reply_address(own, errand, &token.text)).transpose()?;
                (reply_to, mail::message_id(errand, serial, &token.text, host))
            }
            None => (None, format!("{boundary}@{host}")),
        };
        let text = body::marked(&opened.blocks, &marker);
        let root = draft.number.zip(reader.as_deref()).map(|(number, reader)| mail::thread_root(number, reader, host));
        // A key without a board, or for another board than the letter's, would not say which board is meant.
        let is_of_letter = |purpose: &Purpose| match purpose {
            Purpose::Game { number, .. } => Some(*number) == draft.number,
            Purpose::Signup | Purpose::Confirm { .. } | Purpose::Address { .. } => true,
            _ => false,
        };
        let answer = token.map(|token| links::Answer {
            to: club.address.clone(),
            subject: format!("Re: {}", draft.subject),
            key: token.text.clone(),
            is_of_letter: is_of_letter(&token.purpose),
        });
        let html = match draft.style {
            LetterStyle::Text => None,
            LetterStyle::Html | LetterStyle::Picture => {
                let id = |at: usize| format!("board{}.{boundary}@{host}", at + 1);
                let (bytes_max, pictures_max) = match draft.ends_game {
                    true => (LAST_LETTER_BYTES_MAX, 3),
                    false => (LETTER_BYTES_MAX, 2),
                };
                let around = page::Around {
                    answer: answer.as_ref(),
                    marker: marker.trim(),
                    language: draft.language.word(),
                    drawn: &pictures,
                    pictures_max,
                    room_bytes: bytes_max.saturating_sub(bytes_without_html(&text, &draft.attachments)),
                };
                let page::Html { page, pictures } = page::html(&opened.blocks, &around, id);
                let pictures = pictures.into_iter().map(|(id, png)| Inline { id, png }).collect();
                Some(Html { page, pictures })
            }
        };
        let references: Vec<String> = root.into_iter().chain(answered.message_id).collect();
        let in_reply_to = references.last().cloned();
        let outgoing = Outgoing {
            from_name: club.name.clone(),
            from: club.address.clone(),
            to: draft.to.clone(),
            reply_to,
            subject: draft.subject,
            date: now,
            message_id,
            in_reply_to,
            references,
            auto: draft.auto,
            text,
            html,
            attachments: draft.attachments,
            boundary,
            list_unsubscribe: draft.list_unsubscribe,
        };
        let bytes = outgoing.bytes()?;
        Ok(Letter { kind: draft.kind, to: draft.to, number: draft.number, bytes })
    }
}

/// About how many bytes a letter has besides its HTML part and pictures. Each byte beyond ASCII is sent as three.
fn bytes_without_html(text: &str, attachments: &[Attachment]) -> usize {
    let sent = |text: &str| text.bytes().map(|byte| if byte.is_ascii() { 1 } else { 3 }).sum::<usize>();
    let lines = text.bytes().filter(|byte| *byte == b'\n').count();
    HEADERS_BYTES + sent(text) + lines + attachments.iter().map(|file| sent(&file.text)).sum::<usize>()
}
