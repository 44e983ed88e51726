//! What stands with the picture of a board: the words for those who hear it, and what its signs mean.

use crate::letters::board::Voice;
use crate::letters::wording::WordingError;
use crate::tafl;
use minijinja::context;

/// Pictures in one letter; the boards after them are tables. Each costs 21 KB, and a mail can ask for two dozen boards.
pub const PICTURES_MAX: usize = 6;

/// The words of one picture.
#[derive(Clone, Debug)]
pub struct Caption {
    /// In the place of the picture, for whoever hears it or has no pictures shown: every piece by its square, and the last move.
    pub alt: String,
    /// What the shapes and marks in it mean.
    pub legend: String,
}

/// The words for the board after a course.
pub fn caption(voice: Voice, course: &tafl::Course) -> Result<Caption, WordingError> {
    let last = course.plays().last();
    let rules = course.rules();
    let of = |side: tafl::Side| on(voice.dialect, course, |piece| piece.side() == side && piece != tafl::Piece::King);
    let facts = context! {
        size => rules.size(),
        attackers => of(tafl::Side::Attackers),
        defenders => of(tafl::Side::Defenders),
        king => on(voice.dialect, course, |piece| piece == tafl::Piece::King),
        last => last.map(|played| voice.dialect.play(played.play).to_string()).unwrap_or_default(),
        captured => last.map(|played| captured(voice.dialect, played)).unwrap_or_default(),
        special => rules.squares().any(|square| rules.is_throne(square) || rules.is_corner(square)),
    };
    Ok(Caption {
        alt: voice.words.phrase("picture/alt", facts.clone())?,
        legend: voice.words.phrase("picture/legend", facts)?,
    })
}

/// The squares of such pieces, from the top rank down and from left to right: `d7, d6, a4`.
fn on(dialect: tafl::Dialect, course: &tafl::Course, such: impl Fn(tafl::Piece) -> bool) -> String {
    let stands = |square: &tafl::Square| course.position().piece_at(*square).is_some_and(&such);
    let mut squares: Vec<tafl::Square> = course.rules().squares().filter(stands).collect();
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
    use crate::letters::Wordings;
    use crate::tafl::Dialect;
    use std::sync::Arc;

    fn said(game: &str, plays: &[&str], dialect: Dialect) -> Caption {
        let catalogue = tafl::Catalogue::embedded().unwrap();
        let mut course = tafl::Course::new(Arc::new(catalogue.find(game).unwrap().rules.clone()));
        for play in plays {
            course.play(play.parse().unwrap()).unwrap();
        }
        let words = Wordings::embedded(Default::default()).unwrap();
        let settings = Settings { dialect, ..Settings::default() };
        caption(Voice::new(words.of(None), settings, chrono::DateTime::UNIX_EPOCH), &course).unwrap()
    }

    #[test]
    fn a_board_can_be_played_by_ear() {
        assert_eq!(
            said("small", &["d1-d3", "e4-h4", "f9-f7", "e3-h3", "d9-d7"], Dialect::Plain).alt,
            "Board of 9 by 9 squares. Attackers on e9, e8, d7, f7, a6, i6, a5, b5, h5, i5, a4, i4, d3, e2, e1, f1. \
             Defenders on e6, c5, d5, f5, g5, h4, h3. King on e5. Last move d9-d7, with captures on e7."
        );
        assert!(said("small", &[], Dialect::NoI).alt.contains(" j6, a5, b5, h5, j5,"));
        assert!(!said("small", &[], Dialect::Plain).alt.contains("Last move"));
    }

    #[test]
    fn the_largest_board_is_said_in_a_minute() {
        assert!(said("large", &["f1-i1"], Dialect::Plain).alt.len() < 600);
    }

    #[test]
    fn only_what_is_on_the_board_is_explained() {
        let words = |plays: &[&str]| said("small", plays, Dialect::Plain).legend;
        assert!(!words(&[]).contains("frame") && words(&[]).contains("hatched"));
        assert!(words(&["d1-d3"]).contains("frame") && !words(&["d1-d3"]).contains("star"));
        assert!(words(&["d1-d3", "e4-h4", "f9-f7", "e3-h3", "d9-d7"]).contains("star"));
    }
}
