//! The board in plain text, in the style of the old server.
//!
//! ```text
//!       A B C D E F G
//!    7  = . . o . . =   7
//!    6  . . . o . . .   6
//!    5  . . .(.). . .   5
//!    4  o o x k x o o   4
//!    3  . . .[x]. . .   3
//! ```
//!
//! The brackets around the piece that moved last and around the square that it left are in the blanks between the columns, so no column
//! moves. Between two neighbours there is room for one bracket: it is that of the piece, `. .[o].`, and the square that it left has none.
//! Every line begins with blanks, because mail programs then leave its line ends alone. No line ends in a blank.

use crate::render::scene::{Mark, Scene};
use crate::tafl::Play;

/// Draws the scene. Lines end in `\n`, the last one too.
pub fn ascii(scene: &Scene) -> String {
    let columns = usize::from(scene.rules.size());
    let mut header = "     ".to_owned();
    for letter in scene.letters() {
        header.push(' ');
        header.push(letter);
    }
    header.push('\n');
    let mut board = String::with_capacity((columns + 2) * (2 * columns + 12));
    board.push_str(&header);
    for rank in scene.ranks() {
        let number = format!("{:>2}", rank + 1);
        board.push_str("  ");
        board.push_str(&number);
        board.push(' ');
        row(&mut board, scene, rank);
        board.push(' ');
        board.push_str(&number);
        board.push('\n');
    }
    board.push_str(&header);
    board
}

/// The cells of one rank with a gap before, between and after them: `' = . .[x]. . = '`.
fn row(board: &mut String, scene: &Scene, rank: u8) {
    let shows_left = scene.last.is_none_or(has_room_for_both_marks);
    let mut before = Mark::None;
    for square in scene.rank(rank) {
        let mark = match scene.mark(square) {
            Mark::Left if !shows_left => Mark::None,
            mark => mark,
        };
        board.push(gap(before, mark));
        board.push(scene.sign(square));
        before = mark;
    }
    board.push(gap(before, Mark::None));
}

/// Whether a board of characters marks both squares of a move. One bracket of a pair looks like a slip.
pub fn has_room_for_both_marks(play: Play) -> bool {
    play.from.rank() != play.to.rank() || play.from.file().abs_diff(play.to.file()) > 1
}

/// The character between two neighbours.
fn gap(left: Mark, right: Mark) -> char {
    match (left, right) {
        (Mark::Reached, _) => ']',
        (_, Mark::Reached) => '[',
        (Mark::Left, _) => ')',
        (_, Mark::Left) => '(',
        _ => ' ',
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
pub(in crate::render) mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::render::scene::{Reach, Signs};
    use crate::tafl::{Catalogue, Dialect, GameState, Play, Side, Square};

    fn check(scene: &Scene, expected: &str) {
        let drawn = ascii(scene);
        assert_eq!(drawn, expected.trim_start_matches('\n'), "\n{drawn}");
        for line in drawn.lines() {
            assert!(line.starts_with("  ") && !line.ends_with(' ') && line.len() <= 72, "{line:?}");
        }
    }

    /// The scene after these moves in a game of the catalogue.
    pub(in crate::render) fn after(game: &str, plays: &[&str]) -> Scene {
        let rules = Arc::new(Catalogue::embedded().unwrap().find(game).unwrap().rules.clone());
        let mut state = GameState::new(Arc::clone(&rules));
        for play in plays {
            state.play(play.parse().unwrap()).unwrap();
        }
        let last = state.plays().last();
        Scene {
            rules,
            position: *state.position(),
            last: last.map(|played| played.play),
            captured: last.map_or(Vec::new(), |played| played.captured.iter().map(|(square, _)| *square).collect()),
            reach: None,
            dialect: Dialect::Plain,
            signs: Signs::Ascii,
        }
    }

    /// Any position, with a move that need not have led to it.
    pub(in crate::render) fn scene(game: &str, rows: &str, last: &str) -> Scene {
        let rules = Arc::new(Catalogue::embedded().unwrap().find(game).unwrap().rules.clone());
        let position = rules.position(rows, Side::Attackers).unwrap();
        Scene {
            rules,
            position,
            last: Some(last.parse::<Play>().unwrap()),
            captured: Vec::new(),
            reach: None,
            dialect: Dialect::Plain,
            signs: Signs::Ascii,
        }
    }

    #[test]
    fn where_a_piece_can_go_is_marked_in_the_place_of_the_last_move() {
        let scene = after("brandubh", &["a4-a3", "c4-c7"]);
        let square = |name: &str| name.parse().unwrap();
        let reach = Some(Reach { from: square("b4"), to: ["b3", "b5", "c4"].map(square).to_vec() });
        check(
            &Scene { reach, ..scene },
            "
      A B C D E F G
   7  = . x o . . =   7
   6  . . . o . . .   6
   5  . + . x . . .   5
   4  .[o]+ k x o o   4
   3  o + . x . . .   3
   2  . . . o . . .   2
   1  = . . o . . =   1
      A B C D E F G
",
        );
    }

    #[test]
    fn an_opening_bears_no_mark() {
        check(
            &after("brandubh", &[]),
            "
      A B C D E F G
   7  = . . o . . =   7
   6  . . . o . . .   6
   5  . . . x . . .   5
   4  o o x k x o o   4
   3  . . . x . . .   3
   2  . . . o . . .   2
   1  = . . o . . =   1
      A B C D E F G
",
        );
    }

    #[test]
    fn shapes_take_the_place_of_signs_and_no_more_room() {
        let scene = Scene { signs: Signs::Unicode, ..after("brandubh", &["a4-a3", "c4-c7"]) };
        assert_eq!(
            ascii(&scene),
            "
      A B C D E F G
   7  ▒ ·[□]● · · ▒   7
   6  · · · ● · · ·   6
   5  · · · □ · · ·   5
   4  · ●(·)▲ □ ● ●   4
   3  ● · · □ · · ·   3
   2  · · · ● · · ·   2
   1  ▒ · · ● · · ▒   1
      A B C D E F G
"
            .trim_start_matches('\n')
        );
    }

    #[test]
    fn the_last_play_is_marked_without_moving_a_column() {
        check(
            &after("small", &["d1-d3", "e4-h4"]),
            "
      A B C D E F G H I
   9  = . . o o o . . =   9
   8  . . . . o . . . .   8
   7  . . . . x . . . .   7
   6  o . . . x . . . o   6
   5  o o x x k x x o o   5
   4  o . . .(.). .[x]o   4
   3  . . . o x . . . .   3
   2  . . . . o . . . .   2
   1  = . . . o o . . =   1
      A B C D E F G H I
",
        );
    }

    #[test]
    fn a_piece_that_moved_to_the_next_column_has_the_only_marks() {
        check(
            &scene("brandubh", "3o3/3o3/7/oox1xoo/3k3/3o3/3o3", "d4-d3"),
            "
      A B C D E F G
   7  = . . o . . =   7
   6  . . . o . . .   6
   5  . . . . . . .   5
   4  o o x(=)x o o   4
   3  . . .[k]. . .   3
   2  . . . o . . .   2
   1  = . . o . . =   1
      A B C D E F G
",
        );
        check(
            &scene("brandubh", "3o3/3o3/3x3/oox1xoo/3x3/3o3/k2o3", "b1-a1"),
            "
      A B C D E F G
   7  = . . o . . =   7
   6  . . . o . . .   6
   5  . . . x . . .   5
   4  o o x = x o o   4
   3  . . . x . . .   3
   2  . . . o . . .   2
   1 [k]. . o . . =   1
      A B C D E F G
",
        );
        check(
            &scene("brandubh", "3o3/3o3/3x3/oox1xoo/3x3/3o3/3o2k", "f1-g1"),
            "
      A B C D E F G
   7  = . . o . . =   7
   6  . . . o . . .   6
   5  . . . x . . .   5
   4  o o x = x o o   4
   3  . . . x . . .   3
   2  . . . o . . .   2
   1  = . . o . .[k]  1
      A B C D E F G
",
        );
    }

    /// The two characters around a square.
    fn around(drawn: &str, square: Square, size: u8) -> (char, char) {
        let line = drawn.lines().nth(usize::from(size - square.rank())).unwrap();
        let at = 6 + 2 * usize::from(square.file());
        let around: Vec<char> = line.chars().skip(at - 1).step_by(2).take(2).collect();
        (around[0], around[1])
    }

    #[test]
    fn both_marks_of_every_move_are_seen_and_no_other_square_has_one() {
        let size = 7;
        let squares = || (0..size).flat_map(|rank| (0..size).map(move |file| Square::new(file, rank)));
        let mut moves = 0;
        for from in squares() {
            for to in squares() {
                let (files, ranks) = (to.file().abs_diff(from.file()), to.rank().abs_diff(from.rank()));
                if (files == 0) == (ranks == 0) {
                    continue;
                }
                moves += 1;
                let drawn = ascii(&Scene { last: Some(Play { from, to }), ..after("brandubh", &[]) });
                let are_beside = ranks == 0 && files == 1;
                if !are_beside {
                    assert_eq!(around(&drawn, from, size), ('(', ')'), "{from}-{to}\n{drawn}");
                }
                assert_eq!(around(&drawn, to, size), ('[', ']'), "{from}-{to}\n{drawn}");
                let marks = drawn.chars().filter(|sign| "()[]".contains(*sign)).count();
                assert_eq!(marks, if are_beside { 2 } else { 4 }, "{from}-{to}\n{drawn}");
            }
        }
        assert_eq!(moves, 49 * 12);
    }

    #[test]
    fn the_largest_board_fits_a_letter() {
        check(
            &after("large", &["f1-i1"]),
            "
      A B C D E F G H I J K L M N O P Q R S
  19  = . o . . o . . . . . . . o . . o . =  19
  18  . . . . . . . . . . . . . . . . . . .  18
  17  o . . . . o . . . . . . . o . . . . o  17
  16  . . . . . . . o . o . o . . . . . . .  16
  15  . . . . . . o . x . x . o . . . . . .  15
  14  o . o . . o . . . . . . . o . . o . o  14
  13  . . . . o . . . . x . . . . o . . . .  13
  12  . . . o . . . . x . x . . . . o . . .  12
  11  . . . . x . . x . x . x . . x . . . .  11
  10  . . . o . . x . x k x . x . . o . . .  10
   9  . . . . x . . x . x . x . . x . . . .   9
   8  . . . o . . . . x . x . . . . o . . .   8
   7  . . . . o . . . . x . . . . o . . . .   7
   6  o . o . . o . . . . . . . o . . o . o   6
   5  . . . . . . o . x . x . o . . . . . .   5
   4  . . . . . . . o . o . o . . . . . . .   4
   3  o . . . . o . . . . . . . o . . . . o   3
   2  . . . . . . . . . . . . . . . . . . .   2
   1  = . o . .(.). .[o]. . . . o . . o . =   1
      A B C D E F G H I J K L M N O P Q R S
",
        );
    }
}
