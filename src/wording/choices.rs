//! What a reader can answer with one tap: a letter has links that open a mail with the answer already written.

use crate::club::{Game, PlayerId};
use crate::tafl;
use crate::wording::blocks::Block;
use crate::wording::expected_answers;
use crate::wording::expected_answers::Awaited;
use crate::wording::facts::context;
use crate::wording::locale::Locale;
use crate::wording::templates::WordingError;

/// The most moves of one piece that are offered as links. If there are more, the board is quicker to read than the links.
const MOVES_MAX: usize = 12;

/// What this reader can answer with a link: what the board waits for. Nothing if it waits for somebody else.
pub(crate) fn blocks(locale: Locale, game: &Game, reader: &PlayerId) -> Result<Vec<Block>, WordingError> {
    let (moves, answers): (_, &[&str]) = match expected_answers::awaited(&game.head, reader) {
        Awaited::Invitation | Awaited::Offer => (Vec::new(), &["accept", "decline"]),
        // A player who is to move and has offered something cannot offer again, but can withdraw the offer.
        Awaited::Move if game.head.offer.is_some() => {
            (moves_again(locale, game, reader), &["withdraw", "resign", "show"])
        }
        Awaited::Move => (moves_again(locale, game, reader), &["draw", "resign", "show"]),
        _ => return Ok(Vec::new()),
    };
    let answers: Vec<String> = answers.iter().map(|answer| (*answer).to_owned()).collect();
    let mut blocks = Vec::new();
    for (key, commands) in [("moves", moves), ("answers", answers)] {
        if !commands.is_empty() {
            let words = locale.words.phrase(&format!("links/{key}"), context! { moves => !blocks.is_empty() })?;
            blocks.push(Block::Links { words, commands });
        }
    }
    Ok(blocks)
}

/// Where the reader's last moved piece can go, if that is a short list.
fn moves_again(locale: Locale, game: &Game, reader: &PlayerId) -> Vec<String> {
    let side = game.head.side_of(reader);
    let Some(last) = game.state.plays().iter().rfind(|played| Some(played.side) == side) else {
        return Vec::new();
    };
    // Nowhere, if it has been captured since.
    let from = last.play.to;
    let reach = game.state.destinations(from);
    if reach.len() > MOVES_MAX {
        return Vec::new();
    }
    let written = |to| locale.dialect.play(tafl::Play { from, to }).to_string();
    reach.into_iter().map(written).collect()
}
