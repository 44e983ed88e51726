//! Lines at the end of a letter that is about something else.

use crate::club::rating::RatingStanding;
use crate::club::{Downtime, Game, GameEvent, PlayerId, Reply};
use crate::wording::answer_parts;
use crate::wording::answer_writer::AnswerWriter;
use crate::wording::blocks::Block;
use crate::wording::facts::context;
use crate::wording::time;
use crate::wording::{Wording, WordingError};
use std::collections::BTreeMap;

/// Facts that get a line of their own at the end of a letter that is about something else.
#[derive(Clone, Debug, Default)]
pub struct Besides {
    /// Clocks got time back.
    pub downtime: Option<Downtime>,
    /// Times are shown in another time zone than before.
    pub zone: bool,
    /// The letter is the last of its kind for now, with this sentence.
    pub last: Option<Reply>,
    /// Words of the reader's own went to the other player.
    pub sent: Option<SentWords>,
    /// The reader's rating in the variant of the game that is over, if it counts.
    pub rating: Option<RatingStanding>,
    /// Whether the reader has never got the rules of the game that begins.
    pub rules: bool,
    /// What the reader has noted about boards. It stands beside them.
    pub notes: BTreeMap<u32, String>,
}

/// Words that went to another player.
#[derive(Clone, Debug)]
pub struct SentWords {
    /// To whom.
    pub to: PlayerId,
    /// The words.
    pub words: String,
}

/// What the reader has noted about a board, for nobody else.
pub(super) fn note(words: &Wording, note: Option<&str>) -> Result<Vec<Block>, WordingError> {
    Ok(match note {
        Some(note) => vec![Block::Paragraph(words.phrase("line/note", context! {})?), Block::Words(note.to_owned())],
        None => Vec::new(),
    })
}

/// What the other player has written, below a line that says who. Where the first words of the letter say it, no line does.
pub(super) fn words_of_other(
    words: &Wording,
    game: &Game,
    event: &GameEvent,
    reader: &PlayerId,
    said: &str,
) -> Result<Vec<Block>, WordingError> {
    let said = said.trim();
    if said.is_empty() {
        return Ok(Vec::new());
    }
    let side = game.head.side_of(reader).filter(|_| !matches!(event, GameEvent::Chatted { .. }));
    let who = side.map(|side| game.head.player(side.opponent()).as_str());
    let writes = who.map(|who| words.phrase("line/writes", context! { who })).transpose()?;
    Ok(writes.map(Block::Paragraph).into_iter().chain([Block::Words(said.to_owned())]).collect())
}

/// These lines, each as a block.
pub(super) fn blocks(writer: &AnswerWriter, besides: &Besides) -> Result<Vec<Block>, WordingError> {
    let mut blocks = Vec::new();
    if let Some(SentWords { to, words }) = &besides.sent {
        let said = vec![Block::Words(words.clone())];
        let facts = context! { to => to.as_str() };
        let insert = |marker: &str| (marker == "words").then(|| said.clone());
        blocks.extend(writer.locale.words.part("words-sent", facts, &insert)?);
    }
    if let Some(downtime) = &besides.downtime {
        blocks.push(Block::Paragraph(given_back(writer, downtime)?));
    }
    if besides.zone {
        blocks.push(Block::Paragraph(time::zone_of_mails(&writer.locale)?));
    }
    if let Some(last) = &besides.last {
        blocks.extend(answer_parts::part(writer, last)?);
    }
    Ok(blocks)
}

fn given_back(writer: &AnswerWriter, downtime: &Downtime) -> Result<String, WordingError> {
    let words = writer.locale.words;
    let told = |at| time::date(words, at, writer.locale.zone);
    let (gone, back) = (told(downtime.gone)?, told(downtime.back)?);
    let given = time::span(words, downtime.given)?;
    words.phrase("line/given-back", context! { club => &writer.club.name, gone, back, given })
}
