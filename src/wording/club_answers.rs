//! The answers to what people ask the club that is no question about rules, each a part of an answer: `config/letters/*/questions.toml`.

use crate::club;
use crate::command::ClubTopic;
use crate::wording::answer_writer::AnswerWriter;
use crate::wording::blocks::Block;
use crate::wording::facts::context;
use crate::wording::templates::WordingError;

/// In the place of the reader's id, for a reader who has none yet.
const SOMEBODY: &str = "ann";

/// The answer to one question, with the question in front of it.
pub(super) fn answer(writer: &AnswerWriter, topic: ClubTopic) -> Result<Vec<Block>, WordingError> {
    let player = writer.reader.unwrap_or(SOMEBODY);
    let facts = context! { days => club::CONFIRM_DAYS, player, ..writer.club_facts() };
    writer.locale.words.part(&format!("question-{}", topic.word()), facts, &|_| None)
}

/// All questions with their answers.
pub(super) fn all(writer: &AnswerWriter) -> Result<Vec<Block>, WordingError> {
    let answers = ClubTopic::ALL.iter().map(|topic| answer(writer, *topic));
    Ok(answers.collect::<Result<Vec<_>, _>>()?.concat())
}
