//! The picture read back: it is decoded, its colours are dropped, and each square is checked.

use super::*;
use crate::chance::Chance;
use crate::render::Reach;
use crate::render::ascii::tests::{after, scene};
use crate::tafl::Play;

/// A picture that was drawn afresh.
fn picture(scene: &Scene) -> Picture {
    Picture::clone(&Pictures::default().draw(scene))
}

/// A decoded picture without its colours.
struct Seen {
    side: usize,
    /// How light each pixel is, from 0 to 255.
    light: Vec<u32>,
}

impl Seen {
    fn of(picture: &Picture) -> Seen {
        let mut decoder = png::Decoder::new(std::io::Cursor::new(&picture.png));
        decoder.set_transformations(png::Transformations::EXPAND);
        let mut reader = decoder.read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut pixels).unwrap();
        assert_eq!((info.color_type, info.width), (png::ColorType::Rgb, info.height));
        let light = |rgb: &[u8]| (u32::from(rgb[0]) * 3 + u32::from(rgb[1]) * 6 + u32::from(rgb[2])) / 10;
        Seen { side: info.width as usize, light: pixels.chunks_exact(3).map(light).collect() }
    }

    /// The pixel at this fraction of a cell, counted from its middle.
    fn at(&self, layout: &Layout, square: Square, x: f64, y: f64) -> u32 {
        let corner = layout.corner(square);
        let place = |from: usize, part: f64| from + ((part + 0.5) * layout.cell as f64) as usize;
        self.light[place(corner.y, y) * self.side + place(corner.x, x)]
    }
}

const DARK_MAX: u32 = 70;
const PALE_MIN: u32 = 195;

/// What a square shows: the piece, whether it is hatched, the mark.
fn read_back(seen: &Seen, layout: &Layout, square: Square) -> (Option<Piece>, bool, Mark) {
    let at = |x, y| seen.at(layout, square, x, y);
    let dark = |places: &[(f64, f64)]| places.iter().all(|(x, y)| at(*x, *y) < DARK_MAX);
    let pale = |places: &[(f64, f64)]| places.iter().all(|(x, y)| at(*x, *y) > PALE_MIN);
    let sides = |r: f64| [(r, 0.0), (-r, 0.0), (0.0, r), (0.0, -r)];
    let aslant = |r: f64| [(r, r), (-r, r), (r, -r), (-r, -r)];
    let attacker = dark(&sides(0.3)) && pale(&sides(0.2)) && dark(&sides(0.0)) && !dark(&aslant(0.27));
    let defender = dark(&sides(0.29)) && pale(&sides(0.2)) && dark(&aslant(0.1)) && dark(&aslant(0.27));
    let king = dark(&sides(0.395)) && pale(&[(0.3, 0.02), (-0.3, 0.02), (0.0, 0.25)]) && dark(&[(0.0, 0.08)]);
    let star = dark(&sides(0.2)) && dark(&aslant(0.14)) && pale(&[(0.2, 0.08), (0.08, 0.2), (-0.2, 0.08)]);
    let piece = match (attacker, defender, king) {
        (true, false, false) => Some(Piece::Attacker),
        (false, true, false) => Some(Piece::Defender),
        (false, false, true) => Some(Piece::King),
        (false, false, false) => None,
        _ => panic!("{square} is several things"),
    };
    let corners = dark(&aslant(0.46));
    let dot = piece.is_none() && dark(&[(0.0, 0.0)]) && pale(&sides(0.16));
    let mark = match (corners, dark(&sides(0.46)), star) {
        (false, false, false) if dot => Mark::Reachable,
        (true, true, false) => Mark::Reached,
        (true, false, false) => Mark::Left,
        (false, false, true) => Mark::Captured,
        (false, false, false) => Mark::None,
        marks => panic!("{square} is marked {marks:?}"),
    };
    // Stripes run through both of these.
    (piece, at(0.4, -0.4) < 150 && at(-0.4, 0.4) < 150, mark)
}

fn check(scene: &Scene) {
    let picture = picture(scene);
    let (seen, layout) = (Seen::of(&picture), Layout::of(scene));
    assert_eq!(seen.side, layout.side());
    assert!((940..=WIDTH_PX).contains(&seen.side), "{}", seen.side);
    assert!(picture.png.len() < 32 * 1024, "{} bytes", picture.png.len());
    for square in scene.rules.squares() {
        let expected = (scene.piece(square), scene.is_special(square), scene.mark(square));
        assert_eq!(read_back(&seen, &layout, square), expected, "{square}");
    }
}

#[test]
fn every_square_of_a_game_is_told_by_shape_alone() {
    for scene in [
        after("brandubh", &[]),
        after("brandubh", &["a4-a3", "c4-c7"]),
        after("small", &["d1-d3", "e4-h4", "f9-f7", "e3-h3", "d9-d7"]),
        after("hnefatafl", &["d1-c1"]),
        after("medium", &[]),
        after("large", &["f1-i1"]),
        scene("brandubh", "3o3/3o3/7/oox1xoo/3k3/3o3/3o3", "d4-d3"),
    ] {
        check(&scene);
    }
}

#[test]
fn any_position_is_told_by_shape_alone() {
    let mut chance = Chance::from_seed([5; 32]);
    for game in ["brandubh", "small", "hnefatafl", "medium", "large"] {
        let scene = anything(game, &mut chance);
        check(&scene);
        let Some(Play { from: free, to: taken }) = scene.last else { panic!("a move was drawn") };
        let to = scene.captured.iter().copied().chain([free]).collect();
        check(&Scene { reach: Some(Reach { from: taken, to }), ..scene });
    }
}

/// Pieces and marks at random places.
fn anything(game: &str, chance: &mut Chance) -> Scene {
    let mut scene = after(game, &[]);
    let size = u32::from(scene.rules.size());
    let mut rows: Vec<Vec<char>> = Vec::new();
    for _ in 0..size {
        let sign = |chance: &mut Chance| ['o', 'x', '1', '1', '1'][chance.below(5) as usize];
        rows.push((0..size).map(|_| sign(chance)).collect());
    }
    let king = (chance.below(size) as usize, chance.below(size) as usize);
    rows[king.0][king.1] = 'k';
    let run = |run: &[char]| match run {
        ['1', ..] => run.len().to_string(),
        men => men.iter().collect(),
    };
    let row = |row: &Vec<char>| row.chunk_by(|a, b| a == b).map(run).collect::<String>();
    let rows: Vec<String> = rows.iter().map(row).collect();
    scene.position = scene.rules.position(&rows.join("/"), crate::tafl::Side::Attackers).unwrap();
    let empty: Vec<Square> = scene.rules.squares().filter(|square| scene.piece(*square).is_none()).collect();
    let full: Vec<Square> = scene.rules.squares().filter(|square| scene.piece(*square).is_some()).collect();
    let mut one_of = |squares: &[Square]| squares[chance.below(squares.len() as u32) as usize];
    scene.last = Some(Play { from: one_of(&empty), to: one_of(&full) });
    scene.captured = vec![one_of(&empty), one_of(&empty), one_of(&empty)];
    scene
}

#[test]
fn the_margin_has_the_letters_and_numbers_of_the_dialect() {
    for dialect in [Dialect::Plain, Dialect::NoI] {
        for game in ["brandubh", "large"] {
            let scene = Scene { dialect, ..after(game, &[]) };
            let (seen, layout) = (Seen::of(&picture(&scene)), Layout::of(&scene));
            for square in scene.rules.squares().filter(|square| square.file() == square.rank()) {
                let Pixel { x, y } = layout.corner(square);
                let middle = |at: usize| at + layout.cell / 2;
                let letter = scene.dialect.letter(square.file()).to_string();
                let number = (square.rank() + 1).to_string();
                let far = layout.side() - MARGIN_PX / 2;
                for near in [MARGIN_PX / 2, far] {
                    assert!(is_inked(&seen, middle(x), near, &letter), "{letter} in {game}");
                    assert!(is_inked(&seen, near, middle(y), &number), "{number} in {game}");
                }
            }
        }
    }
}

/// How far from its middle a label is read, in pixels. The next one begins after that.
const LABEL_PX: usize = 18;

fn is_inked(seen: &Seen, x: usize, y: usize, text: &str) -> bool {
    let ink_of = ink_of(text);
    // The middle of a cell of odd width is half a pixel off, and so is a label in it.
    (x - 1..=x + 1).any(|x| (y - 1..=y + 1).any(|y| ink(seen, x, y) == ink_of))
}

fn ink(seen: &Seen, x: usize, y: usize) -> Vec<bool> {
    let square = |at: usize| at - LABEL_PX..at + LABEL_PX;
    let rows = square(y).map(|y| &seen.light[y * seen.side..]);
    rows.flat_map(|row| square(x).map(|x| row[x] < 128)).collect()
}

fn ink_of(text: &str) -> Vec<bool> {
    let tile = label(text);
    let square = MARGIN_PX / 2 - LABEL_PX..MARGIN_PX / 2 + LABEL_PX;
    let pixel = |x: usize, y: usize| tile.pixels[y * MARGIN_PX + x].0 < 128;
    let ink: Vec<bool> = square.clone().flat_map(|y| square.clone().map(move |x| pixel(x, y))).collect();
    assert!(ink.iter().any(|dark| *dark), "{text}");
    ink
}

#[test]
fn each_letter_and_digit_is_another() {
    let all: Vec<char> = ('A'..='T').chain('0'..='9').collect();
    for (at, one) in all.iter().enumerate() {
        for other in &all[..at] {
            let differ =
                ink_of(&one.to_string()).iter().zip(ink_of(&other.to_string())).filter(|(a, b)| **a != *b).count();
            assert!(differ > 20 || (*one, *other) == ('0', 'O'), "{one} and {other}: {differ}");
        }
    }
}

#[test]
fn the_same_board_is_the_same_file() {
    let board = || picture(&after("hnefatafl", &["d1-c1"]));
    assert_eq!(board(), board());
    assert_ne!(board(), picture(&after("hnefatafl", &["d1-b1"])));
}

/// Whatever was drawn before, a board is the same file, and it is drawn once for all who see it.
#[test]
fn a_board_that_was_drawn_lately_is_not_drawn_again() {
    let pictures = Pictures::default();
    let scenes = [after("brandubh", &["a4-a3"]), after("hnefatafl", &["d1-c1"]), after("brandubh", &[])];
    let first = scenes.each_ref().map(|scene| pictures.draw(scene));
    for (scene, first) in scenes.iter().zip(&first) {
        assert_eq!(**first, picture(scene));
        let signs = crate::render::Signs::Unicode;
        assert!(Arc::ptr_eq(first, &pictures.draw(&Scene { signs, ..scene.clone() })));
        let other = pictures.draw(&Scene { dialect: Dialect::NoI, ..scene.clone() });
        assert!(!Arc::ptr_eq(first, &other));
    }
}
