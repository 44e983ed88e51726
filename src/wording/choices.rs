//! What a reader can answer without typing: buttons that open a mail with the answer already written.
//!
//! A move needs two of them if there are many moves: the first mail names a man, and its answer has a button for each square where that man
//! can go. So every legal move can be made in this way, on every board.

use crate::club::{Game, PlayerId, Stage};
use crate::command;
use crate::command::Verb;
use crate::tafl;
use crate::tafl::Square;
use crate::wording::blocks::{AnswersTo, Block, Links};
use crate::wording::expected_answers;
use crate::wording::expected_answers::Awaited;
use crate::wording::facts::context;
use crate::wording::locale::Locale;
use crate::wording::templates::{Wording, WordingError};

/// The most moves of a side that have a button each. If there are more, each man has one.
const MOVES_MAX: usize = 12;

/// Asks whether to resign. Nobody should lose a game by a slip of the thumb.
const RESIGN: &str = "resign?";

/// The buttons for what the board waits for. None if it waits for somebody else.
pub(crate) fn blocks(locale: Locale, game: &Game, reader: &PlayerId) -> Result<Vec<Block>, WordingError> {
    let answer = |words: &[&str]| vec![words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>()];
    let words = locale.words;
    match expected_answers::awaited(&game.head, reader) {
        Awaited::Invitation | Awaited::Offer => answers(words, answer(&["accept", "decline"]), AnswersTo::Letter),
        Awaited::Move => {
            let mut blocks = moves(locale, &game.state)?;
            // A player who has offered something cannot offer again, but can withdraw the offer.
            let offer = if game.head.offer.is_some() { "withdraw" } else { "draw" };
            let words = words.phrase("links/others", context! {})?;
            let (groups, last) = (answer(&[offer, "show"]), Some(RESIGN.to_owned()));
            blocks.push(Block::Links(Links { words, groups, last, note: String::new(), about: AnswersTo::Letter }));
            Ok(blocks)
        }
        // In a tournament, the two players do not choose their opponents.
        Awaited::Over if game.head.tournament.is_none() && matches!(game.head.stage, Stage::Ended(_)) => {
            let rematch = format!("{} {}", command::table::entry(Verb::Rematch).name, game.head.number);
            answers(words, vec![vec![rematch]], AnswersTo::Letter)
        }
        Awaited::Over | Awaited::Invited | Awaited::Offered | Awaited::Wait | Awaited::Dead => Ok(Vec::new()),
    }
}

/// Buttons for answers to the letter.
pub(crate) fn answers(words: &Wording, groups: Vec<Vec<String>>, about: AnswersTo) -> Result<Vec<Block>, WordingError> {
    let (above, note) = (words.phrase("links/answers", context! {})?, words.phrase("links/answers-note", context! {})?);
    Ok(vec![Block::Links(Links { words: above, groups, last: None, note, about })])
}

/// Buttons for commands that need no board.
pub(crate) fn commands(words: &Wording, group: Vec<String>) -> Result<Vec<Block>, WordingError> {
    let (above, note) =
        (words.phrase("links/commands", context! {})?, words.phrase("links/commands-note", context! {})?);
    Ok(vec![Block::Links(Links { words: above, groups: vec![group], last: None, note, about: AnswersTo::Any })])
}

/// Buttons for the moves of the side to move if they are few, and for its men otherwise.
fn moves(locale: Locale, state: &tafl::GameState) -> Result<Vec<Block>, WordingError> {
    let side = state.to_move();
    let own = |square: &Square| state.position().piece_at(*square).is_some_and(|piece| piece.side() == side);
    let men = state.rules().squares().filter(own);
    let mut men: Vec<(Square, Vec<Square>)> = men.map(|from| (from, state.destinations(from))).collect();
    men.retain(|(_, reach)| !reach.is_empty());
    men.sort_by_key(|(from, _)| (from.file(), from.rank()));
    if men.iter().map(|(_, reach)| reach.len()).sum::<usize>() <= MOVES_MAX {
        let groups = men.iter().map(|(from, reach)| plays(locale, *from, reach)).collect();
        return of_moves(locale, "moves", groups, expected_answers::example(state, locale.dialect));
    }
    let columns = men.chunk_by(|(one, _), (other, _)| one.file() == other.file());
    let name = |(from, _): &(Square, Vec<Square>)| locale.dialect.written(*from).to_string();
    let groups = columns.map(|column| column.iter().map(name).collect()).collect();
    of_moves(locale, "men", groups, expected_answers::example(state, locale.dialect))
}

/// Buttons for the moves of one man.
pub(crate) fn moves_of(
    locale: Locale,
    from: Square,
    reach: &[Square],
    state: &tafl::GameState,
) -> Result<Vec<Block>, WordingError> {
    let (mut along, mut across): (Vec<Square>, Vec<Square>) = reach.iter().partition(|to| to.file() == from.file());
    along.sort_by_key(|to| to.rank());
    across.sort_by_key(|to| to.file());
    let groups = [along, across].iter().filter(|line| !line.is_empty()).map(|line| plays(locale, from, line)).collect();
    of_moves(locale, "moves", groups, expected_answers::example_of(state, from, locale.dialect))
}

fn plays(locale: Locale, from: Square, reach: &[Square]) -> Vec<String> {
    reach.iter().map(|to| locale.dialect.play(tafl::Play { from, to: *to }).to_string()).collect()
}

fn of_moves(
    locale: Locale,
    kind: &str,
    groups: Vec<Vec<String>>,
    example: Option<String>,
) -> Result<Vec<Block>, WordingError> {
    if groups.is_empty() {
        return Ok(Vec::new());
    }
    let phrase = |name: String| locale.words.phrase(&name, context! { example => &example });
    let (words, note) = (phrase(format!("links/{kind}"))?, phrase(format!("links/{kind}-note"))?);
    Ok(vec![Block::Links(Links { words, groups, last: None, note, about: AnswersTo::Letter })])
}
