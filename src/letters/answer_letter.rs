//! The letter that answers a mail: all its parts in one.

use crate::club::{Reply, Stage};
use crate::letters::draft::Draft;
use crate::letters::letter::Addressee;
use crate::letters::{attachment, closing_lines, thread};
use crate::mail::AutoSubmitted;
use crate::wording::answer_parts;
use crate::wording::answer_writer::AnswerWriter;
use crate::wording::blocks::Block;
use crate::wording::facts::context;
use crate::wording::opening;
use crate::wording::{ClubIdentity, Wording, WordingError};

/// The text of the answer.
pub(super) fn draft(writer: &AnswerWriter, addressee: Addressee<'_>, replies: &[Reply]) -> Result<Draft, WordingError> {
    let words = writer.locale.words;
    let game = thread::board_of(replies);
    let reader = addressee.player;
    let running = game.filter(|game| game.head.stage == Stage::Running);
    let writer = &AnswerWriter { turn_told: running.map(|game| game.head.number), ..*writer };
    let mut parts = opening::of_answer(words, game.map(|game| &game.head), reader, replies, parts(writer, replies)?)?;
    parts.extend(closing_lines::note(words, addressee.note)?);
    let subject = match game {
        Some(game) => {
            let subject = thread::subject(words, &game.head)?;
            opening::subject_of_answer(words, &game.head, reader, replies, subject)?
        }
        None => subject(words, writer.club)?,
    };
    let (subject, blocks) =
        words.letter("answer", context! { subject }, &|marker| (marker == "parts").then(|| parts.clone()))?;
    Ok(Draft {
        kind: "answer",
        to: addressee.to.clone(),
        number: game.map(|game| game.head.number),
        subject,
        blocks,
        language: words.language,
        style: addressee.settings.letters,
        ends_game: false,
        attachments: replies.iter().filter_map(attachment::attachment).collect(),
        auto: AutoSubmitted::Replied,
        list_unsubscribe: None,
    })
}

/// The parts, one after the other.
pub(super) fn parts(writer: &AnswerWriter, replies: &[Reply]) -> Result<Vec<Block>, WordingError> {
    let mut parts = Vec::new();
    for reply in replies {
        parts.extend(answer_parts::part(writer, reply)?);
    }
    Ok(parts)
}

/// The Subject of an answer that is not about a board.
pub(super) fn subject(words: &Wording, club: &ClubIdentity) -> Result<String, WordingError> {
    words.phrase("line/answer", context! { club => &club.name })
}
