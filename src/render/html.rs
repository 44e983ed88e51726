//! The board as a small table for mail programs that show no columns in plain text.
//!
//! Mail programs drop style sheets and classes, so every cell carries its own colours as attributes. Several of them invert colours in
//! dark mode. Therefore nothing is said by colour alone, and never by light and dark: the sides differ in letter and in hue, which an
//! inversion keeps, and marks of the last play are brackets and stars before they are colours. Sizes stand on rows and on the first line
//! only, which keeps a board of 19x19 under 25 KB.
//!
//! Every ground is pale and every ink dark. Chromium's dark mode turns over grounds brighter than 205 of 255 and inks darker than 150, each
//! by itself: on a ground between the two the letter turned pale and the ground did not, and nothing could be read. A test holds the line.

use crate::render::scene::{Mark, Scene};
use crate::tafl::{Piece, Square};

/// Width and height of a cell in pixels.
const CELL_PX: u8 = 26;

/// Background and letter of a cell.
struct Paint {
    ground: &'static str,
    ink: &'static str,
}

const FRAME: Paint = Paint { ground: "#f6f1e4", ink: "#111" };
const EMPTY: Paint = Paint { ground: "#f5eedd", ink: "#654" };
const SPECIAL: Paint = Paint { ground: "#ead9a6", ink: "#431" };
const ATTACKER: Paint = Paint { ground: "#ffcdb8", ink: "#610" };
const DEFENDER: Paint = Paint { ground: "#bcd9ff", ink: "#036" };
const KING: Paint = Paint { ground: "#e2cfff", ink: "#307" };
const TOUCHED: Paint = Paint { ground: "#f0e88a", ink: "#440" };

/// Draws the scene as a `table`, with a line below it that explains the marks in use.
pub fn html(scene: &Scene) -> String {
    let mut page = String::from(
        "<table border=\"0\" cellspacing=\"1\" cellpadding=\"0\" bgcolor=\"#9c8f73\"\n\
         style=\"font:bold 15px monospace\">\n",
    );
    let width = format!(" width=\"{CELL_PX}\"");
    page.push_str(&row(files(scene, &width)));
    for rank in scene.ranks() {
        let number = (rank + 1).to_string();
        let mut cells = vec![name("row", "", &number)];
        cells.extend(scene.rank(rank).map(|square| cell(scene, square)));
        cells.push(name("row", "", &number));
        page.push_str(&row(cells));
    }
    page.push_str(&row(files(scene, "")));
    page.push_str("</table>\n");
    page.push_str(&legend(scene));
    page
}

/// A row of the table, each cell on a line of its own. Lines of at most 75 characters are sent as they are; one that is
/// longer has the whole letter encoded.
fn row(cells: Vec<String>) -> String {
    format!("<tr align=\"center\" height=\"{CELL_PX}\">\n{}\n</tr>\n", cells.join("\n"))
}

fn files(scene: &Scene, width: &str) -> Vec<String> {
    let corner = format!("<td{width} bgcolor=\"{}\"></td>", FRAME.ground);
    let mut cells = vec![corner.clone()];
    cells.extend(scene.letters().map(|letter| name("col", width, &letter.to_string())));
    cells.push(corner);
    cells
}

/// The name of a file or a rank.
fn name(scope: &str, width: &str, name: &str) -> String {
    let Paint { ground, ink } = FRAME;
    format!("<th scope=\"{scope}\"{width} bgcolor=\"{ground}\" style=\"color:{ink}\">{name}</th>")
}

fn cell(scene: &Scene, square: Square) -> String {
    let mark = scene.mark(square);
    let piece = scene.piece(square);
    let Paint { ground, ink } = match (piece, mark) {
        (Some(Piece::Attacker), _) => ATTACKER,
        (Some(Piece::Defender), _) => DEFENDER,
        (Some(Piece::King), _) => KING,
        (None, Mark::None) if scene.is_special(square) => SPECIAL,
        (None, Mark::None) => EMPTY,
        (None, _) => TOUCHED,
    };
    let sign = match piece.is_some() || scene.is_special(square) {
        true => scene.sign(square).to_string(),
        false => "&nbsp;".to_owned(),
    };
    let text = match mark {
        Mark::None => sign,
        Mark::Reached => format!("[{sign}]"),
        Mark::Left => format!("({sign})"),
        Mark::Captured => "*".to_owned(),
    };
    format!("<td bgcolor=\"{ground}\" style=\"color:{ink}\">{text}</td>")
}

fn legend(scene: &Scene) -> String {
    let mut marks = Vec::new();
    if scene.last.is_some() {
        marks.push("[ ] moved here");
        marks.push("( ) came from here");
    }
    if !scene.captured.is_empty() {
        marks.push("* captured here");
    }
    let pieces = [(Piece::Attacker, "attackers"), (Piece::Defender, "defenders"), (Piece::King, "king")];
    let mut signs = pieces.map(|(piece, name)| format!("{} {name}", scene.signs.piece(piece))).to_vec();
    if scene.rules.squares().any(|square| scene.is_special(square)) {
        signs.push(format!("{} throne or corner", scene.signs.special()));
    }
    let mut text = signs.join(", ");
    if !marks.is_empty() {
        text.push_str(";\n");
        text.push_str(&marks.join(", "));
    }
    format!("<p style=\"font:13px sans-serif;margin:4px 0\">\n{text}</p>\n")
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use crate::render::ascii::tests::{after, scene};
    use crate::render::scene::Signs;
    use crate::tafl::Dialect;

    /// The signs in the cells, row by row, marks left out.
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
            let cells = |page: &str| read_back(page).concat().replace(['\u{25cf}', 'o'], "o");
            let cells =
                |page: &str| cells(page).replace('\u{25a1}', "x").replace('\u{25b2}', "k").replace('\u{2592}', "=");
            assert_eq!(cells(&shapes), cells(&signs));
            assert_eq!(shapes.matches("\u{25cf} attackers").count(), 1);
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
        assert!(page.contains("* captured here"));
        assert!(!html(&after("small", &[])).contains("moved here"));
    }

    #[test]
    fn no_ground_is_left_standing_when_its_ink_is_turned_over() {
        for paint in [FRAME, EMPTY, SPECIAL, ATTACKER, DEFENDER, KING, TOUCHED] {
            assert!(brightness(paint.ground) > 205, "{}", paint.ground);
            assert!(brightness(paint.ink) < 150, "{}", paint.ink);
        }
    }

    /// Of 255, weighted as the eye does.
    fn brightness(colour: &str) -> u32 {
        let digits: Vec<u32> = colour.chars().filter_map(|c| c.to_digit(16)).collect();
        let part = |i: usize| match digits.len() {
            3 => digits[i] * 17,
            _ => digits[2 * i] * 16 + digits[2 * i + 1],
        };
        (part(0) * 299 + part(1) * 587 + part(2) * 114) / 1000
    }
}
