//! The daily digest: each board with news as it is now, what was written about it, and a line that answers it by its number.

use crate::club::{Game, GameEvent, Head, Offer, PlayerId, Stage};
use crate::letters::closing_lines;
use crate::tafl;
use crate::wording::WordingError;
use crate::wording::answer_writer::AnswerWriter;
use crate::wording::blocks::Block;
use crate::wording::expected_answers;
use crate::wording::expected_answers::Awaited;
use crate::wording::facts::context;
use crate::wording::game_summary;
use crate::wording::lines::fixed;
use crate::wording::lists::game_lines;
use crate::wording::title::title;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The content of the digest: boards with the words about them, boards for which there is no space, and boards that wait without news.
pub(super) struct News<'a> {
    /// The boards shown.
    pub boards: &'a [(Arc<Game>, String)],
    /// More boards with news.
    pub others: &'a [Head],
    /// Boards without news that wait for the reader.
    pub waiting: &'a [Head],
    /// Whether an earlier letter that told some of this has come back.
    pub again: bool,
    /// Whether the reader gets a digest every day.
    pub daily: bool,
    /// What the reader has noted about boards.
    pub notes: &'a BTreeMap<u32, String>,
}

/// Subject and blocks.
pub(super) fn letter(
    writer: &AnswerWriter,
    reader: &PlayerId,
    news: &News,
) -> Result<(String, Vec<Block>), WordingError> {
    let mut boards = Vec::new();
    for (game, words) in news.boards {
        let note = closing_lines::note(writer.locale.words, news.notes.get(&game.head.number).map(String::as_str))?;
        boards.extend(board(writer, reader, game, words, &note)?);
    }
    let (others, waiting) =
        (fixed(&game_lines(writer.locale, news.others)?), fixed(&game_lines(writer.locale, news.waiting)?));
    let facts = context! {
        club => &writer.club.name,
        player => reader.as_str(),
        waits => waiting_boards(reader, news),
        boards => news.boards.len() + news.others.len(),
        others => !news.others.is_empty(),
        waiting => !news.waiting.is_empty(),
        again => news.again,
        daily => news.daily,
    };
    writer.locale.words.letter("digest", facts, &|marker| match marker {
        "boards" => Some(boards.clone()),
        "others" => Some(vec![others.clone()]),
        "waiting" => Some(vec![waiting.clone()]),
        _ => None,
    })
}

/// How many boards wait for the reader, with news or without.
fn waiting_boards(reader: &PlayerId, news: &News) -> usize {
    let waits = |head: &&Head| {
        matches!(expected_answers::awaited(head, reader), Awaited::Move | Awaited::Invitation | Awaited::Offer)
    };
    let with_news = news.boards.iter().map(|(game, _)| &game.head).chain(news.others);
    with_news.filter(waits).count() + news.waiting.len()
}

fn board(
    writer: &AnswerWriter,
    reader: &PlayerId,
    game: &Game,
    words: &str,
    note: &[Block],
) -> Result<Vec<Block>, WordingError> {
    let (locale, head) = (writer.locale, &game.head);
    let side = head.side_of(reader).unwrap_or(tafl::Side::Attackers);
    let standing = match (head.stage, head.offer) {
        (Stage::Invited, _) => {
            let invited = GameEvent::Invited { asked_as: None, crossed: None, awaited: None, instead: None };
            let event = game_summary::event(locale, game, &invited, reader)?;
            format!("{event} {}", game_summary::details(locale, game, &invited, reader)?)
        }
        (_, Some(Offer { kind, by, .. })) => {
            let offered = game_summary::event(locale, game, &GameEvent::Offered { kind, by }, reader)?;
            format!("{offered} {}", game_summary::standing(locale, head, Some(reader))?)
        }
        _ => game_summary::standing(locale, head, Some(reader))?,
    };
    let facts = context! {
        number => head.number,
        title => title(locale.words, &head.title)?,
        opponent => head.player(side.opponent()).as_str(),
        standing,
        call => game_summary::call_to(locale.words, game, reader)?,
        words => !words.is_empty(),
        score => format!("  {}", game_summary::score(locale, &game.state)?),
        answers => answer(writer, reader, game)?,
    };
    let scene = game_summary::scene(locale, &game.state)?;
    let said = vec![Block::Words(words.to_owned())];
    locale.words.part("digest-board", facts, &|marker| match marker {
        "board" => Some(vec![scene.clone()]),
        "comment" => Some(said.clone()),
        "note" => Some(note.to_vec()),
        _ => None,
    })
}

/// The line that answers one of several boards. A move has its ply, because the letter's key is not for one position.
fn answer(writer: &AnswerWriter, reader: &PlayerId, game: &Game) -> Result<String, WordingError> {
    let key = match expected_answers::awaited(&game.head, reader) {
        Awaited::Move => "move",
        Awaited::Invitation => "invitation",
        Awaited::Offer => "offer",
        _ => return Ok(String::new()),
    };
    let example = expected_answers::example(&game.state, writer.locale.dialect).unwrap_or_default();
    let facts = context! { number => game.head.number, example, ply => game.head.plies + 1 };
    writer.locale.words.phrase(&format!("digest/{key}"), facts)
}
