//! The whole picture: pixels as numbers of colours, and the file made from them. Only this file uses `png`.

use crate::render::picture::tile::{Flat, Rgb};

/// The most colours of a palette. A board has about fifty. Any more all become the last one.
const COLOURS_MAX: usize = 256;

/// How much is tried to make the file small, up to 9.
const COMPRESSION: u8 = 3;

/// A place on the sheet, counted from its upper left corner.
#[derive(Clone, Copy)]
pub(super) struct Pixel {
    pub(super) x: usize,
    pub(super) y: usize,
}

/// A square sheet of pixels.
pub(super) struct Sheet {
    side: usize,
    pixels: Vec<u8>,
    palette: Vec<Rgb>,
}

impl Sheet {
    pub(super) fn new(side: usize, ground: Rgb) -> Sheet {
        Sheet { side, pixels: vec![0; side * side], palette: vec![ground] }
    }

    /// The number of a colour.
    fn ink(&mut self, colour: Rgb) -> u8 {
        let known = self.palette.iter().position(|known| *known == colour);
        let number = known.unwrap_or_else(|| {
            if self.palette.len() < COLOURS_MAX {
                self.palette.push(colour);
            }
            self.palette.len() - 1
        });
        u8::try_from(number).unwrap_or(u8::MAX)
    }

    /// The pixels of a tile in the colours of this sheet.
    pub(super) fn inked(&mut self, tile: &Flat) -> Vec<u8> {
        let numbers: Vec<u8> = tile.colours.iter().map(|colour| self.ink(*colour)).collect();
        tile.pixels.iter().map(|pixel| numbers[usize::from(*pixel)]).collect()
    }

    /// Copies a tile; its upper left corner is at this place.
    pub(super) fn lay(&mut self, tile: &[u8], side: usize, at: Pixel) {
        for (row, pixels) in tile.chunks_exact(side).enumerate() {
            let from = (at.y + row) * self.side + at.x;
            if let Some(place) = self.pixels.get_mut(from..from + side) {
                place.copy_from_slice(pixels);
            }
        }
    }

    /// Fills from one corner to the other.
    pub(super) fn fill(&mut self, from: Pixel, to: Pixel, colour: Rgb) {
        let number = self.ink(colour);
        for y in from.y..to.y {
            if let Some(row) = self.pixels.get_mut(y * self.side + from.x..y * self.side + to.x) {
                row.fill(number);
            }
        }
    }

    /// The file. As differences to the row above, most rows of a tile are zeros. A better compression would save a fifth and take six times
    /// as long as all the rest.
    pub(super) fn png(&self) -> Vec<u8> {
        let mut file = Vec::new();
        let side = u32::try_from(self.side).unwrap_or(u32::MAX);
        let mut encoder = png::Encoder::new(&mut file, side, side);
        encoder.set_color(png::ColorType::Indexed);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_palette(self.palette.iter().flat_map(|Rgb(r, g, b)| [*r, *g, *b]).collect::<Vec<_>>());
        encoder.set_deflate_compression(png::DeflateCompression::Level(COMPRESSION));
        encoder.set_filter(png::Filter::Up);
        let written = encoder.write_header().and_then(|mut writer| writer.write_image_data(&self.pixels));
        written.expect("a square of numbered pixels with their palette is a lawful picture, and memory takes it");
        file
    }
}
