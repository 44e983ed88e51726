//! The text for a board: what its characters and marks mean and, for a picture, the position in words for people who hear it.

use crate::render::has_room_for_both_marks;
use crate::tafl;
use crate::wording::blocks::Caption;
use crate::wording::facts::{Facts, context};
use crate::wording::locale::Locale;
use crate::wording::templates::WordingError;

/// The text for the board after the last move.
pub(crate) fn caption(locale: Locale, state: &tafl::GameState) -> Result<Caption, WordingError> {
    let last = state.plays().last();
    let facts = context! {
        last => last.map(|played| locale.dialect.play(played.play).to_string()).unwrap_or_default(),
        captured => last.map(|played| captured(locale.dialect, played)).unwrap_or_default(),
        from => "",
    };
    written(locale, state, facts)
}

/// The text for a board with a piece and where it can go.
pub(crate) fn reach_caption(
    locale: Locale,
    state: &tafl::GameState,
    from: tafl::Square,
) -> Result<Caption, WordingError> {
    let from = locale.dialect.written(from).to_string();
    written(locale, state, context! { last => "", captured => "", from })
}

fn written(locale: Locale, state: &tafl::GameState, facts: Facts) -> Result<Caption, WordingError> {
    let of = |side: tafl::Side| on(locale.dialect, state, |piece| piece.side() == side && piece != tafl::Piece::King);
    let facts = context! {
        attackers => of(tafl::Side::Attackers),
        defenders => of(tafl::Side::Defenders),
        king => on(locale.dialect, state, |piece| piece == tafl::Piece::King),
        special => has_special(state.rules()),
        ..facts
    };
    let phrase = |name: &str| locale.words.phrase(&format!("picture/{name}"), facts.clone());
    Ok(Caption { alt: phrase("alt")?, position: phrase("position")?, legend: phrase("legend")? })
}

/// What the characters in the table of a board with a piece and its squares mean.
pub(crate) fn reach_legend(locale: Locale, state: &tafl::GameState) -> Result<String, WordingError> {
    locale
        .words
        .phrase("picture/table", signs(locale, state, context! { moved => false, captured => false, reach => true }))
}

/// What the characters in the table of a board mean.
pub(crate) fn table_legend(locale: Locale, state: &tafl::GameState) -> Result<String, WordingError> {
    let last = state.plays().last();
    let facts = context! {
        moved => last.is_some(),
        captured => last.is_some_and(|played| !played.captured.is_empty()),
        reach => false,
    };
    locale.words.phrase("picture/table", signs(locale, state, facts))
}

/// What the marks around squares mean, in the text part. Empty if the board has none.
pub(crate) fn marks(locale: Locale, state: &tafl::GameState, reach: bool) -> Result<String, WordingError> {
    let last = state.plays().last().map(|played| played.play);
    match reach || last.is_some() {
        true => {
            let left = last.is_some_and(has_room_for_both_marks);
            let from = last.filter(|_| !left).map(|play| locale.dialect.written(play.from).to_string());
            locale.words.phrase("picture/marks", context! { reach, left, from => from.unwrap_or_default() })
        }
        false => Ok(String::new()),
    }
}

fn signs(locale: Locale, state: &tafl::GameState, facts: Facts) -> Facts {
    let sign = |piece| locale.signs.piece(piece).to_string();
    context! {
        attacker => sign(tafl::Piece::Attacker),
        defender => sign(tafl::Piece::Defender),
        king => sign(tafl::Piece::King),
        special => if has_special(state.rules()) { locale.signs.special().to_string() } else { String::new() },
        ..facts
    }
}

fn has_special(rules: &tafl::Rules) -> bool {
    rules.squares().any(|square| rules.is_throne(square) || rules.is_corner(square))
}

/// The squares of these pieces, from the top rank down and from left to right: `d7, d6, a4`.
fn on(dialect: tafl::Dialect, state: &tafl::GameState, such: impl Fn(tafl::Piece) -> bool) -> String {
    let stands = |square: &tafl::Square| state.position().piece_at(*square).is_some_and(&such);
    let mut squares: Vec<tafl::Square> = state.rules().squares().filter(stands).collect();
    squares.sort_by_key(|square| (std::cmp::Reverse(square.rank()), square.file()));
    let names: Vec<String> = squares.iter().map(|square| dialect.written(*square).to_string()).collect();
    names.join(", ")
}

fn captured(dialect: tafl::Dialect, played: &tafl::Played) -> String {
    let names: Vec<String> = dialect.played(played).captured.iter().map(|(square, _)| square.to_string()).collect();
    names.join(", ")
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use crate::club::Settings;
    use crate::tafl::Dialect;
    use crate::wording::Wordings;
    use std::sync::Arc;

    fn played(game: &str, plays: &[&str]) -> tafl::GameState {
        let catalogue = tafl::Catalogue::embedded().unwrap();
        let mut state = tafl::GameState::new(Arc::new(catalogue.find(game).unwrap().rules.clone()));
        for play in plays {
            state.play(play.parse().unwrap()).unwrap();
        }
        state
    }

    fn said(game: &str, plays: &[&str], dialect: Dialect) -> Caption {
        let state = played(game, plays);
        let words = Wordings::embedded(Default::default()).unwrap();
        let settings = Settings { dialect, ..Settings::default() };
        caption(Locale::new(words.of(None), settings, chrono::DateTime::UNIX_EPOCH), &state).unwrap()
    }

    #[test]
    fn a_board_can_be_played_by_ear() {
        assert_eq!(
            said("small", &["d1-d3", "e4-h4", "f9-f7", "e3-h3", "d9-d7"], Dialect::Plain).position,
            "Attackers: e9, e8, d7, f7, a6, i6, a5, b5, h5, i5, a4, i4, d3, e2, e1, f1. \
             Defenders: e6, c5, d5, f5, g5, h4, h3. King: e5. Last move: d9-d7, captured: e7."
        );
        assert!(said("small", &[], Dialect::NoI).position.contains(" j6, a5, b5, h5, j5,"));
        assert!(!said("small", &[], Dialect::Plain).position.contains("Last move"));
    }

    /// Mail programs wrap this text where they like.
    #[test]
    fn no_squares_side_by_side_are_a_move() {
        let catalogue = tafl::Catalogue::embedded().unwrap();
        for line in ["d7, d6", "d7, d6,", "e5, e3, c2", "f1.", "e5, e3. King: e4.", "King: e4", ": e5, e3, c2"] {
            assert!(crate::command::parse_line(line, &catalogue).is_err(), "{line}");
        }
    }

    #[test]
    fn the_largest_board_is_said_in_a_minute() {
        let large = said("large", &["f1-i1"], Dialect::Plain);
        assert!(large.position.len() < 600 && large.alt.len() < 80);
    }

    fn table(plays: &[&str]) -> String {
        let words = Wordings::embedded(Default::default()).unwrap();
        table_legend(
            Locale::new(words.of(None), Settings::default(), chrono::DateTime::UNIX_EPOCH),
            &played("small", plays),
        )
        .unwrap()
    }

    #[test]
    fn only_what_is_on_the_board_is_explained() {
        let words = |plays: &[&str]| said("small", plays, Dialect::Plain).legend;
        assert!(!words(&[]).contains("frame") && words(&[]).contains("hatched"));
        assert!(words(&["d1-d3"]).contains("frame") && !words(&["d1-d3"]).contains("star"));
        assert!(words(&["d1-d3", "e4-h4", "f9-f7", "e3-h3", "d9-d7"]).contains("star"));
        let all =
            "o attackers, x defenders, k king, = throne or corner; [ ] moved here, ( ) came from here, * captured here";
        assert_eq!(table(&["d1-d3", "e4-h4", "f9-f7", "e3-h3", "d9-d7"]), all);
        assert_eq!(table(&[]), "o attackers, x defenders, k king, = throne or corner");
        let words = Wordings::embedded(Default::default()).unwrap();
        let locale = Locale::new(words.of(None), Settings::default(), chrono::DateTime::UNIX_EPOCH);
        let marked = |plays: &[&str]| marks(locale, &played("small", plays), false).unwrap();
        assert_eq!(marked(&[]), "");
        assert_eq!(marked(&["d1-d3"]), "( ) moved from here, [ ] moved to here");
        assert_eq!(marked(&["d1-c1"]), "[ ] moved to here from d1");
    }
}
