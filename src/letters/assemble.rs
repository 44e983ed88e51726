//! From what a letter says to the bytes that go out.

use crate::chance::Chance;
use crate::club;
use crate::club::{NewToken, Purpose};
use crate::command::LetterStyle;
use crate::letters::{Answered, Composer, Draft, Letter, LetterError, body, links};
use crate::mail;
use crate::mail::{Errand, Html, Inline, Outgoing};
use chrono::{DateTime, Utc};

impl Composer {
    /// Puts the key, the boards as HTML and the headers around what a letter says.
    pub(in crate::letters) fn finish(
        &self,
        draft: Draft,
        reader: Option<&club::PlayerId>,
        token: Option<&NewToken>,
        answered: &Answered,
        now: DateTime<Utc>,
        chance: &mut Chance,
    ) -> Result<Letter, LetterError> {
        let host = self.house.address.domain();
        let errand = match draft.number {
            Some(number) => Errand::Board(number),
            None => Errand::Letter('a'),
        };
        let drawn = chance.bytes::<16>();
        let boundary: String = drawn.iter().map(|byte| format!("{byte:02x}")).collect();
        let (marker, reply_to, message_id) = match token {
            Some(token) => {
                let serial = match token.purpose {
                    Purpose::Game { ply, .. } => ply,
                    _ => 0,
                };
                let own = &self.house.address;
                let reply_to = self.house.plus.then(|| mail::reply_address(own, errand, &token.text)).transpose()?;
                (mail::marker::write(&token.text), reply_to, mail::message_id(errand, serial, &token.text, host))
            }
            // The line stands in every letter, so that a quoted one is never read as new.
            None => (mail::marker::bare(), None, format!("{boundary}@{host}")),
        };
        let text = format!("{marker}\n\n{}", body::text(&draft.blocks));
        let root = draft.number.zip(reader).map(|(number, reader)| mail::thread_root(number, reader.as_str(), host));
        // A key that is for no board, or for another than the letter's, would not say which board is meant.
        let counts = token.is_some_and(|token| match token.purpose {
            Purpose::Game { number, .. } => Some(number) == draft.number,
            Purpose::Signup | Purpose::Confirm { .. } | Purpose::Address { .. } => true,
            _ => false,
        });
        let answer = counts.then(|| links::Answer {
            to: reply_to.clone().unwrap_or_else(|| self.house.address.clone()),
            subject: format!("Re: {}", draft.subject),
            reference: reply_to.is_none().then(|| marker.trim().to_owned()),
        });
        let html = match draft.style {
            LetterStyle::Text => None,
            LetterStyle::Html | LetterStyle::Picture => {
                let id = |at: usize| format!("board{}.{boundary}@{host}", at + 1);
                let body::Html { page, pictures } =
                    body::html(&draft.blocks, answer.as_ref(), marker.trim(), draft.language.word(), id);
                let pictures = pictures.into_iter().map(|(id, png)| Inline { id, png }).collect();
                Some(Html { page, pictures })
            }
        };
        let references: Vec<String> = root.into_iter().chain(answered.message_id.clone()).collect();
        let in_reply_to = references.last().cloned();
        let outgoing = Outgoing {
            from_name: self.house.name.clone(),
            from: self.house.address.clone(),
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
