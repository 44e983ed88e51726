//! What a letter says about a game that is over: who has won and how, boards on the way to the end, all moves, and the ratings.

use crate::club::rating::{Period, RatingStanding};
use crate::club::{Ending, Game, Head, PlayerId};
use crate::tafl;
use crate::wording::blocks::Block;
use crate::wording::facts::context;
use crate::wording::game_summary;
use crate::wording::locale::Locale;
use crate::wording::templates::{Wording, WordingError};
use crate::wording::time;
use crate::wording::title::title;

/// The most moves that are listed. The letter stays below its size with them, whatever else is in it.
const PLAYS_MAX: usize = 600;

/// Who has won and how: the first words of the letter.
pub(super) fn result(locale: Locale, game: &Game, ending: Ending, reader: &PlayerId) -> Result<String, WordingError> {
    let (words, head) = (locale.words, &game.head);
    let winner = ending.winner().map(|winner| head.player(winner));
    let loser = ending.winner().map(|winner| head.player(winner.opponent()));
    let is_lost = loser == Some(reader);
    let loser = loser.map(PlayerId::as_str).unwrap_or_default();
    let how = |reason: tafl::Reason| {
        let square = king_square(&game.state).map(|square| locale.dialect.written(square).to_string());
        words.phrase(&format!("result/{reason}"), context! { square, lost => is_lost, loser })
    };
    let (key, how) = match ending {
        Ending::Won { reason, .. } => ("won", how(reason)?),
        Ending::Drawn { reason } => ("drawn", how(reason)?),
        Ending::Resigned { .. } => ("resigned", String::new()),
        Ending::Agreed => ("agreed", String::new()),
        Ending::TimedOut { .. } => ("timed-out", String::new()),
        // The organizer's ruling is a letter of its own.
        Ending::Adjudicated { .. } => return Ok(String::new()),
    };
    let facts = context! {
        number => head.number,
        you => winner == Some(reader),
        lost => is_lost,
        winner => winner.map(PlayerId::as_str).unwrap_or_default(),
        loser,
        how,
    };
    words.phrase(&format!("opening/{key}"), facts)
}

/// Where the king stands, or where it was captured with the last move.
fn king_square(state: &tafl::GameState) -> Option<tafl::Square> {
    let captured = state.plays().last().into_iter().flat_map(|played| played.captured.iter().copied());
    captured.chain(state.position().pieces()).find(|(_, piece)| *piece == tafl::Piece::King).map(|(square, _)| square)
}

/// After which moves earlier boards are shown: at about a third and two thirds of the game, where the most was captured around there.
fn moments(plays: &[tafl::Played]) -> Vec<usize> {
    /// A shorter game has no such boards.
    const PLAYS_MIN: usize = 6;
    let all = plays.len();
    if all < PLAYS_MIN {
        return Vec::new();
    }
    let around = all / 12;
    let moment = |near: usize| {
        let captured = |ply: usize| plays.get(ply - 1).map_or(0, |played| played.captured.len());
        (near - around..=near + around).max_by_key(|ply| (captured(*ply), usize::MAX - ply.abs_diff(near)))
    };
    [all / 3, all * 2 / 3].into_iter().filter_map(moment).collect()
}

/// Earlier boards, each below the number of its move, and then all moves.
pub(crate) fn whole_game(locale: Locale, head: &Head, state: &tafl::GameState) -> Result<Vec<Block>, WordingError> {
    let (words, plays) = (locale.words, state.plays());
    let mut blocks = Vec::new();
    let mut earlier = tafl::GameState::new(state.rules().clone());
    for ply in moments(plays) {
        for played in &plays[earlier.plays().len()..ply] {
            if earlier.play(played.play).is_err() {
                return Ok(blocks);
            }
        }
        let play = locale.dialect.play(plays[ply - 1].play).to_string();
        blocks.push(Block::Paragraph(after_move(words, ply, &play)?));
        blocks.push(game_summary::scene(locale, &earlier)?);
    }
    if !plays.is_empty() {
        let (all, shown) = (plays.len(), plays.len().min(PLAYS_MAX));
        let facts = context! { all, left_out => all > shown, number => head.number };
        blocks.push(Block::Paragraph(words.phrase("line/whole-game", facts)?));
        blocks.extend(game_summary::last_plays(locale, head, state, PLAYS_MAX)?);
    }
    Ok(blocks)
}

/// What stands above an earlier board.
pub(crate) fn after_move(words: &Wording, ply: usize, play: &str) -> Result<String, WordingError> {
    words.phrase("line/after-move", context! { ply, play })
}

/// What the game does to the reader's rating.
pub(crate) fn rating(locale: Locale, head: &Head, standing: &RatingStanding) -> Result<String, WordingError> {
    let facts = context! {
        title => title(locale.words, &head.title)?,
        before => standing.rating.points(),
        after => standing.estimate.map(|estimate| estimate.points()),
        day => time::day(locale.words, Period::of(head.touched).ends(), locale.zone)?,
    };
    locale.words.phrase("line/rating", facts)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use crate::tafl::{Catalogue, GameState};
    use std::sync::Arc;

    /// The moves of a game in which a side always makes its first one, and the moments of it.
    fn first_moves(count: usize) -> Vec<usize> {
        let rules = Catalogue::embedded().unwrap().find("hnefatafl").unwrap().rules.clone();
        let mut state = GameState::new(Arc::new(rules));
        while state.plays().len() < count {
            let play = state.moves()[0];
            state.play(play).unwrap();
        }
        moments(state.plays())
    }

    #[test]
    fn two_earlier_boards_are_shown_if_the_game_is_long_enough() {
        assert!(first_moves(0).is_empty());
        assert!(first_moves(5).is_empty());
        assert_eq!(first_moves(6), [2, 4]);
    }
}
