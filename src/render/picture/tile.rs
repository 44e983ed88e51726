//! A square of pixels, and shapes painted on it with smooth edges.
//!
//! A shape is a function that returns how far a point is outside it (negative inside). Lengths are fractions of the tile's side, and its
//! middle is the origin. `max` cuts one shape out of another, subtracting a length makes one thicker, `abs` makes a ring of it.

/// A colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Rgb(pub(super) u8, pub(super) u8, pub(super) u8);

impl Rgb {
    /// This colour with another on top, in halves.
    fn under(self, other: Rgb, halves: u32) -> Rgb {
        let mix = |low: u8, high: u8| {
            let sum = u32::from(low) * (2 - halves) + u32::from(high) * halves + 1;
            u8::try_from(sum / 2).unwrap_or(u8::MAX)
        };
        Rgb(mix(self.0, other.0), mix(self.1, other.1), mix(self.2, other.2))
    }
}

/// A place on a tile: from -0.5 to 0.5, `y` downwards.
#[derive(Debug, Clone, Copy)]
pub(super) struct Point {
    pub(super) x: f64,
    pub(super) y: f64,
}

impl Point {
    fn minus(self, other: Point) -> Point {
        Point { x: self.x - other.x, y: self.y - other.y }
    }

    fn dot(self, other: Point) -> f64 {
        self.x * other.x + self.y * other.y
    }
}

/// The pixels, row by row.
pub(super) struct Tile {
    side: usize,
    pub(super) pixels: Vec<Rgb>,
}

impl Tile {
    pub(super) fn new(side: usize, ground: Rgb) -> Tile {
        Tile { side, pixels: vec![ground; side * side] }
    }

    /// Paints a shape. A pixel that its edge crosses is painted in part.
    pub(super) fn paint(&mut self, colour: Rgb, distance: impl Fn(Point) -> f64) {
        let side = self.side as f64;
        let place = |at: usize| (at as f64 + 0.5) / side - 0.5;
        for (at, pixel) in self.pixels.iter_mut().enumerate() {
            let point = Point { x: place(at % self.side), y: place(at / self.side) };
            let cover = (0.5 - distance(point) * side).clamp(0.0, 1.0);
            // At two pixels for one of the page, a finer edge is not visible, and would make the file a quarter larger.
            match (cover * 2.0).round() as u32 {
                0 => {}
                halves => *pixel = pixel.under(colour, halves),
            }
        }
    }

    /// The same in numbers. A tile has about a dozen colours. After 256, any more become the last one.
    pub(super) fn flat(&self) -> Flat {
        let mut colours: Vec<Rgb> = Vec::new();
        let mut last = None;
        let mut number = |colour: &Rgb| match last {
            Some((same, number)) if same == *colour => number,
            _ => {
                let known = colours.iter().position(|known| known == colour);
                let at = known.unwrap_or_else(|| {
                    if colours.len() <= usize::from(u8::MAX) {
                        colours.push(*colour);
                    }
                    colours.len() - 1
                });
                let number = u8::try_from(at).unwrap_or(u8::MAX);
                last = Some((*colour, number));
                number
            }
        };
        let pixels = self.pixels.iter().map(&mut number).collect();
        Flat { pixels, colours }
    }
}

/// A finished tile: pixels as numbers of its own colours. It takes a third of the memory.
#[derive(Debug)]
pub(super) struct Flat {
    pub(super) pixels: Vec<u8>,
    pub(super) colours: Vec<Rgb>,
}

/// A disc of this radius.
pub(super) fn disc(at: Point, radius: f64) -> f64 {
    at.dot(at).sqrt() - radius
}

/// A square that extends this far to each side.
pub(super) fn square(at: Point, half: f64) -> f64 {
    let out = Point { x: (at.x.abs() - half).max(0.0), y: (at.y.abs() - half).max(0.0) };
    out.dot(out).sqrt() + (at.x.abs() - half).max(at.y.abs() - half).min(0.0)
}

/// Lines from the lower left to the upper right at this distance, without thickness.
pub(super) fn stripes(at: Point, apart: f64) -> f64 {
    let along = (at.x + at.y) * std::f64::consts::FRAC_1_SQRT_2 / apart;
    (along - along.round()).abs() * apart
}

/// A line from point to point, without thickness.
pub(super) fn path(at: Point, points: &[Point]) -> f64 {
    points.windows(2).map(|ends| from_line(at, ends[0], ends[1])).fold(f64::INFINITY, f64::min)
}

/// The area inside the line from point to point and back to the first.
pub(super) fn polygon(at: Point, points: &[Point]) -> f64 {
    let ends = || points.iter().zip(points.iter().cycle().skip(1));
    let edge = ends().map(|(a, b)| from_line(at, *a, *b)).fold(f64::INFINITY, f64::min);
    // A ray to the right from a point inside crosses the edges an odd number of times.
    let crossed =
        |a: &Point, b: &Point| (a.y > at.y) != (b.y > at.y) && at.x < (b.x - a.x) * (at.y - a.y) / (b.y - a.y) + a.x;
    let within = ends().filter(|(a, b)| crossed(a, b)).count() % 2 == 1;
    if within { -edge } else { edge }
}

fn from_line(at: Point, a: Point, b: Point) -> f64 {
    let (way, line) = (at.minus(a), b.minus(a));
    let share = (way.dot(line) / line.dot(line).max(f64::MIN_POSITIVE)).clamp(0.0, 1.0);
    let off = Point { x: way.x - line.x * share, y: way.y - line.y * share };
    off.dot(off).sqrt()
}
