//! The board as a small table, for mail programs that do not show plain text in columns.
//!
//! Mail programs drop style sheets and classes, so every cell has its own colours as attributes. Several of them invert colours in dark
//! mode. Therefore no meaning depends on colour alone, and never on light and dark: the sides differ in letter and in hue, which an
//! inversion keeps, and the marks of the last move are brackets and stars as well as colours. Only the table and its rows have sizes, which
//! keeps a board of 19x19 under 25 KB.
//!
//! Every background is pale and every letter dark. Chromium's dark mode inverts backgrounds brighter than 205 of 255 and letters darker
//! than 150, each separately. With a background between the two limits, the letter became pale but the background did not, and nothing
//! could be read. A test checks the limits.

use crate::render::scene::{Mark, Scene};
use crate::tafl::{Piece, Square};

/// Width and height of a cell, and of its letters, in pixels.
struct Measure {
    cell_px: usize,
    letter_px: usize,
}

impl Measure {
    /// For a board of so many squares to a side: a phone that is 360 pixels wide shows all columns, the largest ones a little narrower.
    const fn of(size: u8) -> Measure {
        match size {
            ..=11 => Measure { cell_px: 26, letter_px: 15 },
            12..=13 => Measure { cell_px: 22, letter_px: 13 },
            _ => Measure { cell_px: 18, letter_px: 11 },
        }
    }
}

/// Background and letter of a cell.
struct Paint {
    ground: &'static str,
    #[cfg(test)]
    ink: &'static str,
    /// Both as attributes, without the end of the last.
    attributes: &'static str,
    /// The same behind the beginning of a cell. A board has hundreds of them.
    cell: &'static str,
}

macro_rules! paint {
    ($ground:literal, $ink:literal) => {
        Paint {
            ground: $ground,
            #[cfg(test)]
            ink: $ink,
            attributes: concat!("bgcolor=\"", $ground, "\" style=\"color:", $ink),
            cell: concat!("<td bgcolor=\"", $ground, "\" style=\"color:", $ink),
        }
    };
}

const FRAME: Paint = paint!("#f6f1e4", "#111");
const EMPTY: Paint = paint!("#f5eedd", "#654");
const SPECIAL: Paint = paint!("#ead9a6", "#431");
const ATTACKER: Paint = paint!("#ffcdb8", "#610");
const DEFENDER: Paint = paint!("#bcd9ff", "#036");
const KING: Paint = paint!("#e2cfff", "#307");
const TOUCHED: Paint = paint!("#f0e88a", "#440");

/// Bytes of a cell, to make room for a whole table at once.
const CELL_BYTES: usize = 56;

/// Draws the scene as a `table`. There are brackets around the piece that moved last, parentheses around the square that it left, and stars
/// for captured pieces. All columns are equally wide, on any screen.
pub fn html(scene: &Scene) -> String {
    let measure = Measure::of(scene.rules.size());
    let columns = usize::from(scene.rules.size()) + 2;
    // With a line of one pixel around each cell.
    let width_px = columns * (measure.cell_px + 1) + 1;
    let head = format!(
        "<table border=\"0\" cellspacing=\"1\" cellpadding=\"0\" width=\"{width_px}\"\n\
         style=\"table-layout:fixed;max-width:100%;font:bold {}px monospace\"\n\
         bgcolor=\"#9c8f73\">\n",
        measure.letter_px
    );
    let mut page = String::with_capacity(head.len() + columns * columns * CELL_BYTES);
    page.push_str(&head);
    let files = files(scene, &measure);
    page.push_str(&files);
    for rank in scene.ranks() {
        let number = name("row", &(rank + 1).to_string());
        row(&mut page, &measure, |page| {
            page.push_str(&number);
            scene.rank(rank).for_each(|square| cell(page, scene, square));
            page.push_str(&number);
        });
    }
    page.push_str(&files);
    page.push_str("</table>\n");
    page
}

/// A row of the table, each cell on its own line. Lines of at most 75 characters are sent as they are. One longer line would make the whole
/// letter encoded.
fn row(page: &mut String, measure: &Measure, cells: impl FnOnce(&mut String)) {
    page.push_str(&format!("<tr align=\"center\" height=\"{}\">\n", measure.cell_px));
    cells(page);
    page.push_str("</tr>\n");
}

/// The row with the names of the files.
fn files(scene: &Scene, measure: &Measure) -> String {
    let corner = |page: &mut String| add(page, &["<td bgcolor=\"", FRAME.ground, "\"></td>\n"]);
    let mut files = String::new();
    row(&mut files, measure, |page| {
        corner(page);
        scene.letters().for_each(|letter| page.push_str(&name("col", letter.encode_utf8(&mut [0; 4]))));
        corner(page);
    });
    files
}

/// The name of a file or a rank.
fn name(scope: &str, name: &str) -> String {
    ["<th scope=\"", scope, "\" ", FRAME.attributes, "\">", name, "</th>\n"].concat()
}

fn cell(page: &mut String, scene: &Scene, square: Square) {
    let mark = scene.mark(square);
    let piece = scene.piece(square);
    let is_special = scene.is_special(square);
    let paint = match (piece, mark) {
        (Some(Piece::Attacker), _) => ATTACKER,
        (Some(Piece::Defender), _) => DEFENDER,
        (Some(Piece::King), _) => KING,
        (None, Mark::None) if is_special => SPECIAL,
        (None, Mark::None) => EMPTY,
        (None, _) => TOUCHED,
    };
    // Three characters are as wide as a cell if they are close together.
    let (before, after) = match mark {
        Mark::None | Mark::Captured | Mark::Reachable => ("\">", "</td>\n"),
        Mark::Reached => (";letter-spacing:-2px\">[", "]</td>\n"),
        Mark::Left => (";letter-spacing:-2px\">(", ")</td>\n"),
    };
    add(page, &[paint.cell, before]);
    match mark {
        Mark::Captured => page.push('*'),
        Mark::Reachable => write(page, scene.sign(square)),
        Mark::None | Mark::Reached | Mark::Left if piece.is_some() || is_special => write(page, scene.sign(square)),
        Mark::None | Mark::Reached | Mark::Left => page.push_str("&nbsp;"),
    }
    page.push_str(after);
}

/// A character; as a number if it is not ASCII, so that the whole part needs no encoding.
fn write(page: &mut String, sign: char) {
    match sign.is_ascii() {
        true => page.push(sign),
        false => page.push_str(&format!("&#{};", u32::from(sign))),
    }
}

fn add(page: &mut String, pieces: &[&str]) {
    pieces.iter().for_each(|piece| page.push_str(piece));
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use crate::render::ascii::tests::{after, scene};
    use crate::render::scene::Signs;
    use crate::tafl::Dialect;

    /// The characters in the cells, row by row, without marks.
    fn read_back(page: &str) -> Vec<String> {
        let rows = page.split("</tr>").filter(|row| row.contains("scope=\"row\""));
        rows.map(|row| {
            let cells = row.split("</td>").filter_map(|cell| cell.split_once("<td"));
            cells
                .map(|(_, cell)| {
                    let text = cell.split_once('>').unwrap().1;
                    text.trim_matches(['[', ']', '(', ')']).replace("&nbsp;", ".").replace('*', ".")
                })
                .collect()
        })
        .collect()
    }

    fn all() -> Vec<Scene> {
        vec![
            after("brandubh", &[]),
            after("small", &["d1-d3", "e4-h4", "f9-f7", "e3-h3", "d9-d7"]),
            after("hnefatafl", &["d1-d4"]),
            after("large", &["f1-i1"]),
            scene("brandubh", "3o3/3o3/7/oox1xoo/3k3/3o3/3o3", "d4-d3"),
        ]
    }

    #[test]
    fn the_table_shows_what_the_text_shows() {
        for scene in all() {
            let text: Vec<String> =
                scene.ranks().map(|rank| scene.rank(rank).map(|square| scene.sign(square)).collect()).collect();
            assert_eq!(read_back(&html(&scene)), text);
        }
    }

    #[test]
    fn columns_bear_the_letters_of_the_dialect() {
        let page = html(&Scene { dialect: Dialect::NoI, ..after("large", &[]) });
        assert_eq!(page.matches(">I<").count(), 0);
        for letter in ['A', 'H', 'J', 'T'] {
            assert_eq!(page.matches(&format!(">{letter}<")).count(), 2, "{letter}");
        }
        assert_eq!(html(&after("large", &[])).matches(">I<").count(), 2);
    }

    #[test]
    fn shapes_stand_where_signs_stood() {
        for scene in all() {
            let (signs, shapes) = (html(&scene), html(&Scene { signs: Signs::Unicode, ..scene }));
            let shape_of = [("&#9679;", "o"), ("&#9633;", "x"), ("&#9650;", "k"), ("&#9618;", "=")];
            let cells = |page: &str| shape_of.iter().fold(read_back(page).concat(), |all, (a, b)| all.replace(a, b));
            assert!(shapes.is_ascii());
            assert_eq!(cells(&shapes), cells(&signs));
        }
    }

    #[test]
    fn a_board_is_small_enough_for_every_mail_program() {
        for (game, bytes_max) in [("brandubh", 5_000), ("hnefatafl", 10_000), ("large", 25_000)] {
            let page = html(&after(game, &[]));
            assert!(page.len() < bytes_max, "{game}: {} bytes", page.len());
            assert!(page.is_ascii());
            assert!(page.lines().all(|line| line.len() <= 75), "{game}");
        }
    }

    #[test]
    fn every_cell_brings_its_own_colours_and_nothing_needs_a_style_sheet() {
        for scene in all() {
            let page = html(&scene);
            assert!(!page.contains("<style") && !page.contains("class="));
            let cells = page.matches("<td").count() + page.matches("<th").count();
            assert_eq!(page.matches("bgcolor=").count(), cells + 1);
            assert_eq!(page.matches("style=\"color:").count(), cells - 4);
        }
    }

    #[test]
    fn the_last_play_and_its_captures_are_marked_by_signs() {
        let page = html(&after("small", &["d1-d3", "e4-h4", "f9-f7", "e3-h3", "d9-d7"]));
        for (mark, times) in [(">[o]<", 1), (">(&nbsp;)<", 1), (">*<", 1)] {
            assert_eq!(page.matches(mark).count(), times, "{mark}");
        }
    }

    #[test]
    fn no_ground_is_left_standing_when_its_ink_is_turned_over() {
        for paint in [FRAME, EMPTY, SPECIAL, ATTACKER, DEFENDER, KING, TOUCHED] {
            assert!(brightness(paint.ground) > 205, "{}", paint.ground);
            assert!(brightness(paint.ink) < 150, "{}", paint.ink);
        }
    }

    /// Brightness from 0 to 255, weighted as the eye does.
    fn brightness(colour: &str) -> u32 {
        let digits: Vec<u32> = colour.chars().filter_map(|c| c.to_digit(16)).collect();
        let part = |i: usize| match digits.len() {
            3 => digits[i] * 17,
            _ => digits[2 * i] * 16 + digits[2 * i + 1],
        };
        (part(0) * 299 + part(1) * 587 + part(2) * 114) / 1000
    }
}
