//! The whole picture: margins, cells and pieces.

use crate::render::picture::recent::Recent;
use crate::render::picture::sheet::{Pixel, Sheet};
use crate::render::picture::tile::{Flat, Point, Rgb, Tile};
use crate::render::picture::{margin_letters, tile};
use crate::render::scene::{Mark, Scene};
use crate::tafl::{Dialect, Piece, Square};
use std::sync::Arc;

/// The width in pixels, or a little less. A phone shows two or three of them for one pixel of a page.
const WIDTH_PX: usize = 960;
/// Pixels of the margin with letters and numbers.
const MARGIN_PX: usize = 52;
/// How many pixels of the picture there are for one pixel of the page, if there is enough space.
const SHARPNESS: usize = 2;

const PAPER: Rgb = Rgb(0xf6, 0xf1, 0xe4);
const EMPTY: Rgb = Rgb(0xf2, 0xe6, 0xc9);
const SPECIAL: Rgb = Rgb(0xdc, 0xc2, 0x86);
const TOUCHED: Rgb = Rgb(0xff, 0xe8, 0x7a);
const HATCH: Rgb = Rgb(0x8a, 0x6d, 0x33);
const GRID: Rgb = Rgb(0x8c, 0x7b, 0x57);
const DARK: Rgb = Rgb(0x26, 0x1c, 0x18);
const LIGHT: Rgb = Rgb(0xff, 0xfd, 0xf5);
const GOLD: Rgb = Rgb(0xff, 0xd9, 0x66);

/// A drawn board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    /// The PNG file.
    pub png: Vec<u8>,
    /// How wide a page should show it, in pixels of the page. It is as high as wide.
    pub shown_px: usize,
}

/// Draws boards. What it has drawn lately, it does not draw again: the letters to both players and to observers show the same board.
#[derive(Debug)]
pub struct Pictures {
    pictures: Recent<Shown, Picture>,
    parts: Recent<Part, Flat>,
}

/// The most pictures that are kept. Each has about 25 KB.
const PICTURES_MAX: usize = 32;
/// The most tiles and labels that are kept. A tile has up to 15 KB.
const PARTS_MAX: usize = 160;

/// All that a picture depends on.
#[derive(Debug, PartialEq)]
struct Shown {
    dialect: Dialect,
    looks: Vec<Look>,
}

/// A part that many pictures have.
#[derive(Debug, PartialEq)]
enum Part {
    /// A cell of this width.
    Cell(Look, usize),
    /// Letters or digits of the margin.
    Label(String),
}

impl Default for Pictures {
    fn default() -> Pictures {
        Pictures { pictures: Recent::new(PICTURES_MAX), parts: Recent::new(PARTS_MAX) }
    }
}

impl Pictures {
    /// The picture of a scene.
    pub fn draw(&self, scene: &Scene) -> Arc<Picture> {
        let looks: Vec<Look> = scene.rules.squares().map(|square| Look::of(scene, square)).collect();
        self.pictures.get(Shown { dialect: scene.dialect, looks }, || self.picture(scene))
    }

    fn picture(&self, scene: &Scene) -> Picture {
        let layout = Layout::of(scene);
        let mut sheet = Sheet::new(layout.side(), PAPER);
        self.frame(&mut sheet, &layout, scene);
        let mut drawn: Vec<(Look, Vec<u8>)> = Vec::new();
        for square in scene.rules.squares() {
            let look = Look::of(scene, square);
            let known = drawn.iter().position(|(known, _)| *known == look);
            let at = known.unwrap_or_else(|| {
                let tile = self.parts.get(Part::Cell(look, layout.cell), || look.draw(layout.cell).flat());
                drawn.push((look, sheet.inked(&tile)));
                drawn.len() - 1
            });
            sheet.lay(&drawn[at].1, layout.cell, layout.corner(square));
        }
        Picture { png: sheet.png(), shown_px: layout.side() / SHARPNESS }
    }

    /// Letters above and below, numbers left and right, and a line around the board.
    fn frame(&self, sheet: &mut Sheet, layout: &Layout, scene: &Scene) {
        let (far, line) = (MARGIN_PX + layout.size * layout.cell, 2 * line_px(layout.cell));
        let aside = |middle: usize| middle + (layout.cell - layout.cell.min(MARGIN_PX)) / 2;
        // A cell of the largest board is narrower than the margin.
        let before = |corner: usize| aside(corner) - MARGIN_PX.saturating_sub(layout.cell) / 2;
        let label = |text: String| self.parts.get(Part::Label(text.clone()), || label(&text).flat());
        for (file, letter) in scene.letters().enumerate() {
            let label = sheet.inked(&label(letter.to_string()));
            let x = before(MARGIN_PX + file * layout.cell);
            for y in [0, far] {
                sheet.lay(&label, MARGIN_PX, Pixel { x, y });
            }
        }
        for (row, rank) in scene.ranks().enumerate() {
            let label = sheet.inked(&label((rank + 1).to_string()));
            let y = before(MARGIN_PX + row * layout.cell);
            for x in [0, far] {
                sheet.lay(&label, MARGIN_PX, Pixel { x, y });
            }
        }
        let corner = |at: usize| Pixel { x: at, y: at };
        sheet.fill(corner(MARGIN_PX - line), corner(far + line), DARK);
    }
}

/// Positions and sizes, in pixels.
struct Layout {
    size: usize,
    cell: usize,
}

impl Layout {
    fn of(scene: &Scene) -> Layout {
        let size = usize::from(scene.rules.size());
        Layout { size, cell: (WIDTH_PX - 2 * MARGIN_PX) / size }
    }

    fn side(&self) -> usize {
        self.size * self.cell + 2 * MARGIN_PX
    }

    /// The upper left corner of a square.
    fn corner(&self, square: Square) -> Pixel {
        let (file, rank) = (usize::from(square.file()), usize::from(square.rank()));
        Pixel { x: MARGIN_PX + file * self.cell, y: MARGIN_PX + (self.size - 1 - rank) * self.cell }
    }
}

/// Letters or digits in the middle of a tile.
fn label(text: &str) -> Tile {
    const HEIGHT: f64 = 0.5;
    const WIDTH: f64 = 0.28;
    let mut tile = Tile::new(MARGIN_PX, PAPER);
    let count = text.chars().count() as f64;
    for (at, character) in text.chars().enumerate() {
        let middle = (at as f64 - (count - 1.0) / 2.0) * WIDTH * 1.45;
        for stroke in margin_letters::strokes(character) {
            let point =
                |(x, y): &(f64, f64)| Point { x: middle + (x / 4.0 - 0.5) * WIDTH, y: (y / 6.0 - 0.5) * HEIGHT };
            let points: Vec<Point> = stroke.iter().map(point).collect();
            tile.paint(DARK, |at| tile::path(at, &points) - 0.036);
        }
    }
    tile
}

/// How thick the lines of the grid are. There are two between two cells.
fn line_px(cell: usize) -> usize {
    (cell / 48).max(1)
}

/// Everything that can make one cell look different from another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Look {
    piece: Option<Piece>,
    special: bool,
    mark: Mark,
}

impl Look {
    fn of(scene: &Scene, square: Square) -> Look {
        Look { piece: scene.piece(square), special: scene.is_special(square), mark: scene.mark(square) }
    }

    /// Lengths are fractions of a cell, and its middle is 0.
    fn draw(self, cell: usize) -> Tile {
        let mut tile = Tile::new(cell, GRID);
        let inset = line_px(cell) as f64 / cell as f64;
        let inside = |at: Point| tile::square(at, 0.5 - inset);
        let ground = match (self.mark, self.special) {
            (Mark::None, false) => EMPTY,
            (Mark::None, true) => SPECIAL,
            (Mark::Left | Mark::Reached | Mark::Captured | Mark::Reachable, _) => TOUCHED,
        };
        tile.paint(ground, inside);
        if self.special {
            tile.paint(HATCH, |at| inside(at).max(tile::stripes(at, 0.19) - 0.018));
        }
        match self.mark {
            Mark::Reached => frame_of_the_reached(&mut tile, inset),
            Mark::Left => corners_of_the_left(&mut tile, inset),
            Mark::Captured => star(&mut tile),
            Mark::Reachable => dot(&mut tile),
            Mark::None => {}
        }
        match self.piece {
            Some(Piece::Attacker) => attacker(&mut tile),
            Some(Piece::Defender) => defender(&mut tile),
            Some(Piece::King) => king(&mut tile),
            None => {}
        }
        tile
    }
}

/// A bold frame.
fn frame_of_the_reached(tile: &mut Tile, inset: f64) {
    tile.paint(DARK, |at| tile::square(at, 0.5 - inset).max(-tile::square(at, 0.43)));
}

/// The corners of such a frame, thinner.
fn corners_of_the_left(tile: &mut Tile, inset: f64) {
    tile.paint(DARK, |at| {
        let frame = tile::square(at, 0.5 - inset).max(-tile::square(at, 0.445));
        frame.max(0.22 - at.x.abs().min(at.y.abs()))
    });
}

/// Eight rays.
fn star(tile: &mut Tile) {
    const FAR: f64 = 0.24;
    const ASLANT: f64 = FAR * std::f64::consts::FRAC_1_SQRT_2;
    for (x, y) in [(FAR, 0.0), (0.0, FAR), (ASLANT, ASLANT), (ASLANT, -ASLANT)] {
        tile.paint(DARK, |at| tile::path(at, &[Point { x, y }, Point { x: -x, y: -y }]) - 0.028);
    }
}

/// A small disc.
fn dot(tile: &mut Tile) {
    tile.paint(DARK, |at| tile::disc(at, 0.1));
}

/// A dark disc with a light ring in it.
fn attacker(tile: &mut Tile) {
    tile.paint(LIGHT, |at| tile::disc(at, 0.385));
    tile.paint(DARK, |at| tile::disc(at, 0.36));
    tile.paint(LIGHT, |at| tile::disc(at, 0.2).abs() - 0.03);
}

/// A light square with a dark rim and a cross in it.
fn defender(tile: &mut Tile) {
    const ARM: f64 = 0.135;
    tile.paint(DARK, |at| tile::square(at, 0.24) - 0.08);
    tile.paint(LIGHT, |at| tile::square(at, 0.24) - 0.025);
    for y in [ARM, -ARM] {
        tile.paint(DARK, |at| tile::path(at, &[Point { x: -ARM, y }, Point { x: ARM, y: -y }]) - 0.036);
    }
}

/// A large golden disc with a dark crown on it.
fn king(tile: &mut Tile) {
    const CROWN: [(f64, f64); 7] =
        [(-0.21, 0.15), (-0.26, -0.14), (-0.11, 0.01), (0.0, -0.2), (0.11, 0.01), (0.26, -0.14), (0.21, 0.15)];
    let crown = CROWN.map(|(x, y)| Point { x, y });
    tile.paint(DARK, |at| tile::disc(at, 0.42));
    tile.paint(GOLD, |at| tile::disc(at, 0.365));
    tile.paint(DARK, |at| tile::polygon(at, &crown) - 0.02);
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests;
